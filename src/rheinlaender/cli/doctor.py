"""`rheinlaender doctor`: look at everything that a server needs, and say what to do."""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rheinlaender.cli.arguments import add_language, port
from rheinlaender.cli.streams import can_print
from rheinlaender.i18n import DEFAULT_LANGUAGE, Refusal, words

if TYPE_CHECKING:
    from rheinlaender.server.checks.finding import Finding
    from rheinlaender.server.settings import Settings

SIGNS, PLAIN_SIGNS = ("✓", "!", "✗"), ("ok", "!!", "XX")
ILL = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--host", help="the address that the server listens at (default: as `serve`)")
    parser.add_argument(
        "--port", type=port, metavar="P", help="the port that the server listens at (default: as `serve`)"
    )
    parser.add_argument("--database", metavar="URL", help="the database (default: the one that `serve` uses)")
    parser.add_argument("--url", metavar="URL", help="the address that players use, which is asked: https://...")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look at everything, print what was found, and say by the exit status whether something is wrong."""
    from rheinlaender.server.checks.finding import WRONG

    findings = list(examine(arguments))
    is_well = all(finding.status != WRONG for finding in findings)
    if arguments.json:
        print(json.dumps({"is_well": is_well, "findings": [_written(finding) for finding in findings]}, indent=2))
    else:
        for finding in findings:
            print(f"{sign_of(finding)} {finding.check}: {finding.words(arguments.language)}")
        print(words("doctor.well" if is_well else "doctor.ill", arguments.language))
    return 0 if is_well else ILL


def examine(arguments: argparse.Namespace) -> Iterator["Finding"]:
    """What all checks find; settings that make no sense leave nothing to look at."""
    from rheinlaender.server.checks.finding import refused
    from rheinlaender.server.settings import Settings

    try:
        given = {name: getattr(arguments, name) for name in ("host", "port", "database")}
        settings = replace(Settings(), **{name: value for name, value in given.items() if value is not None})
    except Refusal as refusal:
        yield refused("settings", refusal)
        return
    yield from examine_all(settings, arguments.url)


def examine_all(settings: "Settings", url: str | None) -> Iterator["Finding"]:
    """What the checks find, one after the other."""
    from rheinlaender.server.checks import address, database, machine

    yield from database.check_database(settings.database)
    checks: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
        machine.check_disk,
        machine.check_modes,
        machine.check_engine,
        machine.check_ports,
        machine.check_descriptors,
    )
    for check in checks:
        yield from check(settings)
    if url is not None:
        yield from address.check_address(url)


def _written(finding: "Finding") -> dict[str, object]:
    """A finding for programs."""
    code = finding.key.partition(".")[2]
    return {"check": finding.check, "status": finding.status, "code": code, "message": finding.words(DEFAULT_LANGUAGE)}


def sign_of(finding: "Finding") -> str:
    """The sign before a finding."""
    from rheinlaender.server.checks.finding import WARNING, WELL, WRONG

    signs = SIGNS if can_print("".join(SIGNS)) else PLAIN_SIGNS
    return dict(zip((WELL, WARNING, WRONG), signs, strict=True))[finding.status]
