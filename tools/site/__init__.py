"""The documentation site: docs/ made into pages with drawn figures, the sources' words, and executed notebooks."""
