"""Tests of examples and checks that need the libraries of learners."""
