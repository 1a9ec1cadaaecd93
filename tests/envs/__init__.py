"""Tests of the interfaces for research."""
