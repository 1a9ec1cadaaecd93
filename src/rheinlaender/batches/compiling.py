"""Saying that the engine is being compiled, and how far, so that nobody takes the first minute for a fault."""

import sys
import time
from functools import cache

from rheinlaender.rules.compile import watch_compiling

SECONDS = 5.0
"""How often it is said how far."""
FIRST = "Rheinländer compiles its rules, once: about half a minute ..."


class CompilingTeller:
    """Says on standard error when the first function is compiled, and then every few seconds how many were."""

    def __init__(self) -> None:
        self.functions = 0
        self.began = self.said = 0.0

    def tell(self, _name: str) -> None:
        """Count a function; say something where it is time to."""
        self.functions += 1
        now = time.monotonic()
        if self.functions == 1:
            self.began = self.said = now
            say(FIRST)
        elif now - self.said >= SECONDS:
            self.said = now
            say(f"... {self.functions} functions in {now - self.began:.0f} seconds")


def say(words: str) -> None:
    """Print a line on standard error, if there is one, in the signs that it has."""
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "ascii"
    print(words.encode(encoding, "replace").decode(encoding), file=sys.stderr, flush=True)


@cache
def show_compiling() -> None:
    """From now on, say so whenever rules are compiled; what was compiled before is loaded in silence."""
    watch_compiling(CompilingTeller().tell)
