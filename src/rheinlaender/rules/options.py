"""The options: where the editions of the game differ, as numbers in the position and as words outside."""

from collections.abc import Mapping
from typing import Any

TURN, ROUND = range(2)
FIELD_NEIGHBOURS, LAND_NEIGHBOURS = range(2)
NO, YES = range(2)
ANY_DUCHY, WITH_DUKE = range(2)

VALUES: Mapping[str, Mapping[Any, int]] = {
    "end": {"turn": TURN, "round": ROUND},
    "reinforcement_neighbours": {"fields": FIELD_NEIGHBOURS, "land": LAND_NEIGHBOURS},
    "reinforce_on_river": {False: NO, True: YES},
    "merger": {"any_duchy": ANY_DUCHY, "with_duke": WITH_DUKE},
    "archbishop_bonus": {5: 5, 0: 0},
    "bastion_opens_river": {True: YES, False: NO},
    "coins": {"hidden": NO, "open": YES},
}
"""For each option its values, the default first, and the number that stands for each in the position. Section 9."""

RECORD_NAME = {name: name for name in VALUES} | {"coins": "open_coins"}
"""The field of the position that holds each option."""

DEFAULTS: Mapping[str, Any] = {name: next(iter(values)) for name, values in VALUES.items()}

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "parker": {},
    "dutch": {"reinforcement_neighbours": "land"},
    "hungarian": {"end": "round"},
    "short": {"reinforce_on_river": True, "merger": "with_duke", "archbishop_bonus": 0},
}
"""What each edition changes against the defaults. Section 9.8."""
