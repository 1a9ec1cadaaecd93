"""Puzzles: their proof, their mine, and what a server sends of them."""
