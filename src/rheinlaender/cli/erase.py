"""`rheinlaender erase`: an operator erases a table, or a name wherever it stands."""

import argparse
from typing import TYPE_CHECKING

from rheinlaender.cli.arguments import add_language
from rheinlaender.i18n import words

if TYPE_CHECKING:
    from sqlalchemy import Engine

NOTHING_FOUND = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--table", metavar="ID", help="erase this table with its log")
    what.add_argument("--name", help="erase this name of a player wherever it stands in the logs")
    parser.add_argument("--yes", action="store_true", help="do it; without this it is only said what would be erased")
    parser.add_argument("--database", metavar="URL", help="the database (default: the one that `serve` uses)")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Erase, or say what would be; exit status 1 if there is nothing of it."""
    from rheinlaender.server.settings import Settings
    from rheinlaender.server.store.erasing import using

    with using(arguments.database or Settings().database) as engine:
        said = _erase_table(engine, arguments) if arguments.table is not None else _erase_name(engine, arguments)
    print(said or words("erase.nothing", arguments.language))
    return 0 if said else NOTHING_FOUND


def _erase_table(engine: "Engine", arguments: argparse.Namespace) -> str:
    """Erase a table, or say how large it is; empty if there is none."""
    from rheinlaender.server.store import erasing

    count = erasing.count_entries(engine, arguments.table)
    if not count or not arguments.yes:
        return words("erase.table", arguments.language, table=arguments.table, number=count) if count else ""
    erasing.erase_table(engine, arguments.table)
    erasing.tidy(engine)
    return words("erase.table_done", arguments.language, table=arguments.table, number=count)


def _erase_name(engine: "Engine", arguments: argparse.Namespace) -> str:
    """Erase a name, or say in which logs it stands; empty if in none."""
    from rheinlaender.server.store import erasing

    found = erasing.tables_named(engine, arguments.name)
    if not found or not arguments.yes:
        return words("erase.name", arguments.language, tables=", ".join(found)) if found else ""
    erasing.erase_name(engine, arguments.name)
    erasing.tidy(engine)
    return words("erase.name_done", arguments.language, tables=", ".join(found))
