"""The board's arrays as the rules name them. Another board's engine has its own arrays under the same names."""

from rheinlaender.board import arrays_of, rhine
from rheinlaender.board.arrays import LEFT, NO_SITE, NOWHERE, RIGHT, RIVER, WORDS

__all__ = [
    "FIELDS",
    "FIELD_CARD",
    "IS_RIVER",
    "LAND",
    "LEFT",
    "NEIGHBOUR",
    "NEIGHBOURS",
    "NEIGHBOUR_SET",
    "NOWHERE",
    "NO_SITE",
    "REGION_FIELD",
    "RIGHT",
    "RIVER",
    "SITE_AT",
    "SITE_FIELD",
    "SITE_SET",
    "WORDS",
]

_rhine = arrays_of(rhine()).of("interpreted")

FIELDS: int = _rhine["FIELDS"]
FIELD_CARD: memoryview = _rhine["FIELD_CARD"]
REGION_FIELD: memoryview = _rhine["REGION_FIELD"]
NEIGHBOUR: memoryview = _rhine["NEIGHBOUR"]
NEIGHBOURS: memoryview = _rhine["NEIGHBOURS"]
NEIGHBOUR_SET: memoryview = _rhine["NEIGHBOUR_SET"]
LAND: memoryview = _rhine["LAND"]
IS_RIVER: memoryview = _rhine["IS_RIVER"]
SITE_AT: memoryview = _rhine["SITE_AT"]
SITE_SET: memoryview = _rhine["SITE_SET"]
SITE_FIELD: memoryview = _rhine["SITE_FIELD"]
