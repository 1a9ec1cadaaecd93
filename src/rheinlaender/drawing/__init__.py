"""Everything that is drawn: the map as SVG, a view as text, charts."""
