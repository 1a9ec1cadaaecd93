"""Puzzles: positions in which one move is best beyond doubt, mined and proven (docs/reference/puzzles.md)."""
