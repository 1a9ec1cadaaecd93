"""The board: regions, fields, sites, their drawing, and the checks that another board file has to pass."""

from rheinlaender.board.arrays import Arrays, arrays_of
from rheinlaender.board.board import Board, board_from, read_board, rhine
from rheinlaender.board.errors import BoardError

__all__ = ["Arrays", "Board", "BoardError", "arrays_of", "board_from", "read_board", "rhine"]
