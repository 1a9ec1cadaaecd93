"""Thinking: what computer players choose, here or, asked through a queue in the database, on other machines."""
