"""`rheinlaender serve` in a process of its own, and what it uses."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

ENGINE_SECONDS = 120
SURE = 20
"""So many answers in a row say that all processes of a server are ready."""
STOP_SECONDS = 20


class Server:
    """A server; `settings` are those of the environment, without `RHEINLAENDER_`."""

    def __init__(self, database: str, folder: Path, arguments: Sequence[str] = (), **settings: str) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = int(listener.getsockname()[1])
        self.http = f"http://127.0.0.1:{self.port}"
        self.log = (folder / f"server-{self.port}.log").open("wb")
        command = [sys.executable, "-m", "rheinlaender", "serve", "--port", str(self.port), "--database", database]
        environment = os.environ | {f"RHEINLAENDER_{name}": value for name, value in settings.items()}
        begin = time.monotonic()
        self.process = subprocess.Popen([*command, *arguments], stdout=self.log, stderr=self.log, env=environment)
        self.first_answer = self.wait() - begin

    def wait(self) -> float:
        """When the first page came."""
        while True:
            try:
                httpx.get(f"{self.http}/", timeout=5).raise_for_status()
                return time.monotonic()
            except httpx.TransportError:
                if self.process.poll() is not None:
                    raise SystemExit(Path(self.log.name).read_text()) from None
                time.sleep(0.01)

    def memory(self) -> float:
        """The megabytes that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def processor_seconds(self) -> float:
        """The processor time that the process and those it has started have used."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sum(map(processor_seconds, [self.process.pid, *map(int, children)]))

    def wait_for_engine(self) -> None:
        """Wait until whichever process answers has the engine compiled, as long as that takes here at most."""
        until, in_a_row = time.monotonic() + ENGINE_SECONDS, 0
        while time.monotonic() < until and in_a_row < SURE:
            is_compiled = httpx.get(f"{self.http}/healthz", timeout=10).json()["engine"] == "compiled"
            in_a_row = in_a_row + 1 if is_compiled else 0
            time.sleep(0.05 if is_compiled else 0.5)

    def stop(self) -> float:
        """Ask the process to end; the seconds that it took."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        return time.monotonic() - begin


def processor_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(database: str, folder: Path, arguments: Sequence[str] = (), **settings: str) -> Iterator[Server]:
    """A running server, stopped afterwards whatever happens."""
    server = Server(database, folder, arguments, **settings)
    try:
        yield server
    finally:
        server.stop()
