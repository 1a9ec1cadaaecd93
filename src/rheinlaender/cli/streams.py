"""Standard input, output and error: whatever terminal there is, and where there is none."""

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO


def mend_streams() -> None:
    """Whatever terminal there is, everything can be printed; a stream that is closed leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def lead_nowhere(stream: TextIO) -> None:
    """A stream that nobody reads any more: what is left in it, and what comes, is dropped without a word."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class OwnOutput:
    """Standard output, at which one thread prints results; what other threads say there goes to standard error."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.thread = threading.get_ident()

    def write(self, text: str) -> int:
        """Write a text to where it belongs."""
        return (self.stream if threading.get_ident() == self.thread else sys.stderr).write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def own_output() -> Iterator[None]:
    """Keep standard output for this thread, whatever libraries print in theirs."""
    before = sys.stdout
    sys.stdout = OwnOutput(before)
    try:
        yield
    finally:
        sys.stdout = before


def can_print(text: str) -> bool:
    """Whether standard output has all letters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def as_xml(text: str) -> str:
    """A drawing for standard output: letters that it does not have are written by their numbers."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "xmlcharrefreplace").decode(encoding)
