"""Rheinländer, Reiner Knizia's game of knights, duchies and bishops along the Rhine."""

__version__ = "0.1.0"
