"""Judging and looking ahead, in the dialect of the rules."""
