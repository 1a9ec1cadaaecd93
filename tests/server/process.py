"""A real server in a process of its own, to be killed, started again and asked."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx

from tests.server import asking

START_SECONDS = 180.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class OwnProcess:
    """A process with a log in a file, once it is started."""

    log: Path
    process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """End the process at once, as a failing machine would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def told(self) -> str:
        """The log so far."""
        return self.log.read_text(errors="replace")


class ServerProcess(OwnProcess):
    """`rheinlaender serve` with a database; its log goes to a file beside it.

    Computer players make no pause, the engine is not compiled, unless it is asked for, and limits are wide, unless
    they are what is tried.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        pause: float = 0.0,
        is_compiling: bool = False,
        limits: float = 100,
        workers: int = 1,
        program: str = "rheinlaender",
    ) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.command = [sys.executable, "-m", program, "serve", "--port", str(self.port)]
        self.command += ["--database", database, *(["--workers", str(workers)] if workers > 1 else [])]
        settings = {"RHEINLAENDER_PAUSE": str(pause), "RHEINLAENDER_COMPILE": "yes" if is_compiling else "no"}
        settings["RHEINLAENDER_LIMITS"] = str(limits)
        self.environment = {**os.environ, **settings}

    @property
    def http(self) -> str:
        """The address for requests."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> float:
        """Start and wait until the server answers; the seconds that it took."""
        begin = time.monotonic()
        with self.log.open("ab") as log:
            self.process = self.launch(log)
        while not self.answers():
            assert self.process.poll() is None, self.told()
            assert time.monotonic() - begin < START_SECONDS, self.told()
            time.sleep(0.02)
        return time.monotonic() - begin

    def launch(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """The new process."""
        return subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)

    def answers(self) -> bool:
        """Whether the server says that it is well."""
        try:
            return bool(asking.get(f"{self.http}/healthz", timeout=10.0).json()["status"] == "ok")
        except (httpx.TransportError, ValueError, KeyError):
            return False

    def stop(self) -> bool:
        """Ask the process to end; whether it did so by itself and in time."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(timeout=60) == 128 + signal.SIGTERM
        except subprocess.TimeoutExpired:
            return False


@contextmanager
def serving(database: str, folder: Path, limits: float = 100, is_compiling: bool = False) -> Iterator[ServerProcess]:
    """A running server, killed afterwards if it still runs."""
    server = ServerProcess(database, folder, limits=limits, is_compiling=is_compiling)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.kill()
