"""Real proxies before a server: nginx and Caddy, as `deploy/` sets them up, with a certificate of their own."""

import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.server.process import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
START_SECONDS = 20.0
WHOLE = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/rheinlaender.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A running proxy: where it listens, and how its certificate is checked."""

    plain_port: int
    port: int
    authority: Path

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.authority)

    def client(self, source: str) -> httpx.Client:
        """A client that comes from an address of its own."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=source)
        return httpx.Client(base_url=self.address, transport=transport, timeout=60)


def program(name: str) -> str:
    """The path of a program; where it is missing the test is skipped."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install {name})")
    return found


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """A text with changes, all of which are found in it."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def make_certificate(folder: Path, days: int) -> None:
    """A certificate for localhost that vouches for itself."""
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days {days} -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(folder / "privkey.pem")]
    command = [program("openssl"), *words.split(), *names, "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def nginx(folder: Path, server: int, wrongly: Mapping[str, str] | None = None, days: int = 90) -> Iterator[Proxy]:
    """nginx before a server at a port, set up as it should be, or wrongly."""
    path, proxy = program("nginx"), Proxy(free_port(), free_port(), folder / "fullchain.pem")
    make_certificate(folder, days)
    changes = {
        "127.0.0.1:8000": f"127.0.0.1:{server}",
        "/etc/letsencrypt/live/rheinlaender.example": str(folder),
        "rheinlaender.example": "localhost",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{proxy.plain_port};",
        "listen 443 ": f"listen 127.0.0.1:{proxy.port} ",
    }
    own = replaced((DEPLOY / "nginx.conf").read_text(), {**(wrongly or {}), **changes})
    (folder / "rheinlaender.conf").write_text(own)
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder))
    with started([path, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")], {}, folder, proxy):
        yield proxy


@contextmanager
def caddy(folder: Path, server: int) -> Iterator[Proxy]:
    """Caddy before a server at a port; it makes its certificates itself, by an authority of its own."""
    path = program("caddy")
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    proxy = Proxy(free_port(), free_port(), authority)
    (folder / "Caddyfile").write_text(replaced((DEPLOY / "Caddyfile").read_text(), {"\tadmin off\n": LOCAL}))
    settings = {"HTTP_PORT": proxy.plain_port, "HTTPS_PORT": proxy.port, "SERVERS": f"127.0.0.1:{server}"}
    environment = {name: str(value) for name, value in settings.items()} | {"XDG_DATA_HOME": str(folder)}
    command = [path, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with started(command, environment | {"XDG_CONFIG_HOME": str(folder)}, folder, proxy):
        yield proxy


LOCAL = "\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n"
"""Nothing of this machine is changed, and nobody else reaches it."""


@contextmanager
def started(command: list[str], environment: dict[str, str], folder: Path, proxy: Proxy) -> Iterator[None]:
    """A process that is there until the end, and answers."""
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **environment}
        )
    try:
        wait_until(lambda: answers(proxy), process, folder)
        yield
    finally:
        process.terminate()
        process.wait(timeout=10)


def wait_until(is_there: Callable[[], bool], process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait for a proxy, which must not end."""
    until = time.monotonic() + START_SECONDS
    while not is_there():
        assert process.poll() is None and time.monotonic() < until, (folder / "proxy.log").read_text()
        time.sleep(0.05)


def answers(proxy: Proxy) -> bool:
    """Whether a proxy passes requests on."""
    try:
        with proxy.client("127.0.0.1") as client:
            return client.get("/healthz").status_code == 200
    except (httpx.TransportError, OSError):
        return False


PROXIES = {"nginx": nginx, "caddy": caddy}
