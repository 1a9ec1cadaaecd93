"""The board: regions, fields, sites, their drawing, and the checks that another board file has to pass."""

from rheinlaender.board.board import Board, board_from, read_board, rhine
from rheinlaender.board.errors import BoardError
from rheinlaender.board.tables import Tables, tables_of

__all__ = ["Board", "BoardError", "Tables", "board_from", "read_board", "rhine", "tables_of"]
