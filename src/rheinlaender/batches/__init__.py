"""Many games at once, over the same rules."""
