"""Many positions at once, over the same rules."""
