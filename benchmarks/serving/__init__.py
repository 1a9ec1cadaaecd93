"""The parts of `benchmarks/server.py`: the server, its clients, those who attack it, and what is measured."""
