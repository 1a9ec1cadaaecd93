"""Benchmarks: each runs as `python -m benchmarks.NAME` in the repository's root or as `python benchmarks/NAME.py`."""
