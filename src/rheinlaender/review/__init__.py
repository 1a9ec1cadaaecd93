"""After the game: what each decision was worth as far as its seat could know, and what came of luck, and whose."""
