"""Text as the common tongue: positions, records of games, traces."""
