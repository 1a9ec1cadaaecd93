"""Values at the bottom of the server: entries, seats, viewers, and a table as its log tells it. They touch nothing."""
