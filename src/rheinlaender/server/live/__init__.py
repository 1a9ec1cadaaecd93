"""Live tables: the room in which they are, their subscribers and their computer players."""
