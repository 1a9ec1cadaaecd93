"""The command `rheinlaender`, which is also `python -m rheinlaender`.

Whoever presses Ctrl-C while it starts or ends is told so in a line: this comes before anything else is imported.
"""

import os
import sys
from _signal import SIG_IGN, SIGINT, getsignal, signal  # type: ignore[import-not-found] # `signal` itself imports more

INTERRUPTED = 130


def leave(*_: object) -> None:
    """End at once; what runs now is Python's own beginning or end."""
    os.write(2, b"rheinlaender: interrupted\n")
    os._exit(INTERRUPTED)


if getsignal(SIGINT) != SIG_IGN:
    signal(SIGINT, leave)


def main() -> int:
    """Run the command that the arguments name; its exit status."""
    from rheinlaender.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
