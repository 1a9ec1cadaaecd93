"""The server under load: one run on one machine, with the clients in this process and the server in another.

    python benchmarks/server.py [PART ...] [--quick] [--database URL] [--attack NAME]

Parts; without one, all of them (about half an hour):
    load       300 tables and 1,000 sockets as people play, and tables that play as fast as the server can
    attacks    honest players' 99 % while somebody attacks, beside the quiet one
    thinking   20 people against Archbishops: how long a hint takes them, and a round
    idle       2,000 tables of which 300 are played: what the server holds in memory
    processes  one process and two on PostgreSQL: how soon moves are told
    limits     what one address gets of one process and of two, and what that costs everybody else
"""

import argparse
import sys
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("httpx", "rich", "websockets")

from benchmarks.serving import attacks, idle, limits, load, processes, thinking
from benchmarks.serving.attackers import ATTACKS

PARTS = {
    "load": load.run,
    "attacks": attacks.run,
    "thinking": thinking.run,
    "idle": idle.run,
    "processes": processes.run,
    "limits": limits.run,
}


def main() -> None:
    """Measure and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="much less of everything")
    parser.add_argument("--database", metavar="URL", help="an empty database, instead of new ones")
    parser.add_argument("--attack", action="append", choices=ATTACKS, help="of the attacks, only this one")
    chosen = parser.parse_args()
    unknown = set(chosen.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    for part in chosen.parts or PARTS:
        if part == "attacks":
            attacks.run(chosen.database, chosen.quick, chosen.attack)
        else:
            PARTS[part](chosen.database, chosen.quick)


if __name__ == "__main__":
    main()
