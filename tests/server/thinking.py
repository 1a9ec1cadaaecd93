"""`rheinlaender think` in a process of its own, to be killed and started again."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.process import OwnProcess


class ThinkerProcess(OwnProcess):
    """A thinker of a database; its log goes to a file."""

    def __init__(
        self, database: str, folder: Path, number: int = 0, threads: int = 1, metrics_port: int | None = None
    ) -> None:
        self.log = folder / f"thinker-{number}.log"
        self.command = [sys.executable, "-m", "rheinlaender", "think", "--database", database]
        self.command += ["--threads", str(threads)]
        self.command += ["--metrics-port", str(metrics_port)] if metrics_port else []

    def start(self) -> None:
        """Start; nothing is waited for."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=dict(os.environ)
            )

    def stop(self) -> int:
        """Ask the process to end; its status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(60)


@contextmanager
def thinking(
    database: str, folder: Path, count: int = 1, threads: int = 1, metrics_port: int | None = None
) -> Iterator[list[ThinkerProcess]]:
    """Running thinkers, killed afterwards if they still run."""
    thinkers = [ThinkerProcess(database, folder, number, threads, metrics_port) for number in range(count)]
    try:
        for thinker in thinkers:
            thinker.start()
        yield thinkers
    finally:
        for thinker in thinkers:
            if thinker.process is not None and thinker.process.poll() is None:
                thinker.kill()
