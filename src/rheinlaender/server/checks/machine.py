"""Checks of the machine: its disk, the modes of files, the engine, ports, and how much may be open."""

import json
import os
import re
import shutil
import socket
import stat
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

from rheinlaender.bots.warm import kept_folder
from rheinlaender.i18n import Refusal
from rheinlaender.server.checks.finding import Finding, warning, well, wrong
from rheinlaender.server.settings import Settings
from rheinlaender.server.store.database import read_url

MEGABYTE = 1_000_000
LITTLE, TOO_LITTLE = 1_000, 100
"""Megabytes of free space."""
ASK_SECONDS = 10.0
BUILD = re.compile(r'rheinlaender_build_info\{version="([^"]+)"\}')
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked about


def database_file(settings: Settings) -> Path | None:
    """The file of the database, if it is one that is there or whose folder is."""
    try:
        url = read_url(settings.database)
    except Refusal:
        return None
    file = Path(str(url.database))
    return file if url.drivername == "sqlite" and file.parent.is_dir() else None


def check_disk(settings: Settings) -> Iterator[Finding]:
    """Whether there is room where the database is."""
    file = database_file(settings)
    if file is None:
        return
    folder = file.parent.resolve()
    free = shutil.disk_usage(folder).free // MEGABYTE
    if free >= LITTLE:
        yield well("disk", "disk_well", folder=folder, free=free)
    else:
        found = warning if free >= TOO_LITTLE else wrong
        yield found("disk", "disk_little", folder=folder, free=free)


def check_modes(settings: Settings) -> Iterator[Finding]:
    """Whether nobody else can read the tables."""
    file = database_file(settings)
    if file is None or not file.exists():
        return
    modes = {one: stat.S_IMODE(one.stat().st_mode) for one in (file, *file.parent.glob(f"{file.name}-*"))}
    opened = {one: mode for one, mode in modes.items() if mode & 0o077}
    for one, mode in opened.items():
        yield warning("modes", "modes_open", file=one, mode=f"{mode:o}")
    if not opened:
        yield well("modes", "modes_well", file=file)


def check_engine(settings: Settings) -> Iterator[Finding]:
    """Whether the compiled engine is there, and can be kept."""
    if not settings.is_compiling:
        yield warning("engine", "engine_off")
        return
    folder, is_there = kept_folder()
    if folder is None:
        yield wrong("engine", "engine_not_kept")
    elif not is_there:
        yield warning("engine", "engine_cold", folder=folder)
    else:
        yield well("engine", "engine_well", folder=folder)


def check_ports(settings: Settings) -> Iterator[Finding]:
    """Whether the ports are free, or have a server of ours already."""
    yield check_port(settings.host, settings.port)
    if settings.metrics_port is not None:
        for number in range(settings.processes):
            yield check_port(settings.metrics_host, settings.metrics_port + number)


def check_port(host: str, port: int) -> Finding:
    """Whether a port is free, or has a server of ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            version = version_at(EVERYWHERE.get(host, host), port)
            if version:
                return well("ports", "port_ours", host=host, port=port, version=version)
            return wrong("ports", "port_taken", host=host, port=port, problem=error.strerror)
    return well("ports", "port_free", host=host, port=port)


def version_at(host: str, port: int) -> str | None:
    """The version of the server of ours that listens somewhere, for tables or for measures, if it is one."""
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    try:
        return str(json.loads(asked(f"{address}/healthz"))["version"])
    except (OSError, ValueError, KeyError, TypeError, HTTPException):
        pass
    try:
        found = BUILD.search(asked(f"{address}/metrics"))
    except (OSError, ValueError, HTTPException):
        return None
    return found[1] if found else None


def asked(address: str) -> str:
    """What is answered at an address."""
    with urllib.request.urlopen(address, timeout=ASK_SECONDS) as answer:  # noqa: S310 - it is our own address
        return str(answer.read().decode())


def check_descriptors(settings: Settings) -> Iterator[Finding]:
    """Whether as many connections may be open as the limits allow."""
    if os.name != "posix":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.limits.descriptors
    if most != resource.RLIM_INFINITY and most < wanted:
        yield warning("descriptors", "descriptors_few", found=most, wanted=wanted)
    else:
        yield well("descriptors", "descriptors_well", wanted=wanted)
