"""docs/reference/command-line.md: every command with its arguments, as their parsers know them."""

import argparse
from collections.abc import Iterator

from rheinlaender.cli.examples import EXAMPLES
from rheinlaender.cli.main import COMMANDS, REFUSED, parser_of

INTRODUCTION = f"""# Command line

`rheinlaender COMMAND`, or `python -m rheinlaender COMMAND`. `--help` tells what stands here, `--version` the version.
Where a position is wanted, a line of [notation](notation.md), a file that holds one, or `-` for standard input will do;
where an edition is wanted, changes may follow it, as in `parker,end:round`.

The exit status is 0 for what was done, {REFUSED} for what was refused, with one line that says why;
after a signal it is 128 and the signal's number, 130 after Ctrl-C, 143 after SIGTERM: what is finished is kept, what
was there before is as it was. A signal that is ignored, as under `nohup`, stays ignored. `trace --check`
ends with 1 if something differs, `match` if a player failed. What is printed speaks the system's language.
"""


def command_page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *(_section(name) for name in COMMANDS)])


def _section(name: str) -> str:
    """One command."""
    parser = _commands(parser_of([name]))[name]
    lines = [f"## {name}\n", f"{parser.description}\n"]
    for part in _commands(parser).values() or [parser]:
        lines += [f"```sh\n{_usage(part)}\n```\n", *_table(part)]
    examples = [f"rheinlaender {example}" for example in EXAMPLES.get(name, ())]
    if examples:
        lines += ["Examples:\n", "```sh\n" + "\n".join(examples) + "\n```\n"]
    return "\n".join(lines)


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of a parser's commands, by name."""
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


def _usage(parser: argparse.ArgumentParser) -> str:
    """How the command is written."""
    return " ".join([parser.prog, *("[OPTIONS]" for _ in _options(parser)[:1]), *map(_place, _places(parser))])


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.option_strings and action.dest != "help"]


def _places(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not action.option_strings]


def _place(action: argparse.Action) -> str:
    """An argument that is known by its place."""
    if isinstance(action, argparse._SubParsersAction):
        return "|".join(action.choices)
    name = action.metavar or action.dest.upper()
    return {"?": f"[{name}]", "+": f"{name} ...", "*": f"[{name} ...]"}.get(str(action.nargs), str(name))


def _table(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The arguments of a command, what each takes, and what it means."""
    rows = [action for action in _places(parser) + _options(parser) if action.help]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield from (f"| `{_written(action)}` | {action.help} |".replace("3|4|5", r"3\|4\|5") for action in rows)
        yield ""


def _written(action: argparse.Action) -> str:
    """An argument as it is written."""
    if not action.option_strings:
        return str(action.metavar or action.dest.upper())
    name = ", ".join(action.option_strings)
    if action.nargs == 0:
        return name
    choices = "\\|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    return f"{name} {action.metavar or choices}"
