"""`rheinlaender` with chance that repeats: tables with the same seats are dealt the same cards.

What a browser shows depends on the position, and a test that depends on luck proves little. RHEINLAENDER_DEAL, any
text, gives other games.
"""

import os
import sys
from collections.abc import Sequence
from hashlib import sha256

from rheinlaender.cli.main import main
from rheinlaender.server.live import commands
from rheinlaender.server.values.beginning import begin
from rheinlaender.server.values.chance import Seed
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.seat import Seat
from rheinlaender.server.values.table import Table

OTHER = os.environ.get("RHEINLAENDER_DEAL", "")


def begin_again(table: Table, seats: Sequence[Seat], _: Seed) -> Parts:
    """The parts of the entry that starts a game; who sits where is its seed."""
    names = [(seat.kind, seat.name, seat.level) for seat in seats]
    return begin(table, seats, sha256(f"{OTHER} {names}".encode()).hexdigest())


if __name__ == "__main__":
    setattr(commands, begin.__name__, begin_again)
    sys.exit(main())
