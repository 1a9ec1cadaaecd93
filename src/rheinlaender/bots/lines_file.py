"""A file of lines that can be taken up again: one for what is done, then one for each piece of it."""

import json
import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from rheinlaender.i18n import Refusal


class LinesFile(ABC):
    """Lines of JSON, the first of which is the header. What another program wrote is left as it is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        whole, torn = self._lines()
        if not whole and not self._header().startswith(torn):
            raise self._refused(1)
        self._take(whole)
        if torn:
            os.truncate(path, path.stat().st_size - len(torn))
        if not whole:
            self._append(self._header())

    @abstractmethod
    def _header(self) -> bytes:
        """The first line."""

    @abstractmethod
    def _take(self, lines: list[bytes]) -> None:
        """Take in what the file has, the header included."""

    @abstractmethod
    def _refused(self, number: int) -> Refusal:
        """What is raised for a file of another kind, and for a line that is not as it should be."""

    def _lines(self) -> tuple[list[bytes], bytes]:
        """The lines of the file, and the one that was torn when a process was killed while it wrote."""
        content = self.path.read_bytes() if self.path.exists() else b""
        *whole, torn = content.split(b"\n")
        return whole, torn

    def _object(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise self._refused(number)
        return row

    def _append(self, line: bytes) -> None:
        """Write a line; it is on disk when this returns."""
        with self.path.open("ab") as file:
            file.write(line)
