"""Calling people who are not at their table: by Web Push and by e-mail."""
