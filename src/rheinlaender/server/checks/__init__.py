"""Checks: what an operator can have looked at before players find out. Nothing is changed by looking."""
