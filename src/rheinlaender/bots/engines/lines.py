"""The lines that a table and an engine say to each other; docs/reference/engine.md is their specification."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from rheinlaender.bots.bot import Candidate
from rheinlaender.game.move import Move
from rheinlaender.game.view import View
from rheinlaender.i18n import Refusal
from rheinlaender.notation.position import write_view
from rheinlaender.rules.position import CARDS

PROTOCOL = 1
GREETING = f"rheinlaender {PROTOCOL}"
READY, STOP, QUIT = "ready", "stop", "quit"
THREADS, MEMORY = "threads", "memory"
"""Options that a table sets where they are offered."""
YES, NO = "yes", "no"
REMARK = "#"
"""What begins with this sign is for people and is passed over."""


class BadLine(Refusal):
    """A line that an engine or a table does not understand."""

    code = "bad_line"


def one_line(text: str) -> str:
    """A text as one line, without what a terminal obeys."""
    return "".join(letter if letter.isprintable() else "?" for letter in text.strip())


@dataclass(frozen=True)
class Go:
    """How long to think: `seconds` or `simulations` as wished, `deadline` the seconds after which nobody waits."""

    seconds: float | None = None
    simulations: int | None = None
    deadline: float | None = None

    def __str__(self) -> str:
        given = {part.name: getattr(self, part.name) for part in fields(self)}
        return " ".join(["go", *(f"{name} {_number(value)}" for name, value in given.items() if value is not None)])


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{max(0.0, value):.3f}"


def read_go(words: Sequence[str]) -> Go:
    """What the words after `go` ask for."""
    names, values = words[::2], words[1::2]
    readers = {"seconds": seconds_of, "simulations": simulations_of, "deadline": seconds_of}
    if len(names) != len(values) or len(set(names)) < len(names) or set(names) - readers.keys():
        raise BadLine(line=" ".join(["go", *words]), expected="go [seconds S] [simulations N] [deadline S]")
    given = {name: readers[name](value) for name, value in zip(names, values, strict=True)}
    return Go(**given)  # type: ignore[arg-type]


def seconds_of(text: str) -> float:
    """A number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise BadLine(line=text, expected="a number of seconds")
    return seconds


def simulations_of(text: str) -> int:
    """A number of simulations."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) > 0):
        raise BadLine(line=text, expected="a number of simulations")
    return int(text)


def question(view: View, legal_moves: Sequence[Move], go: Go, remembers: bool = False) -> list[str]:
    """What an engine is asked about a decision: what its seat knows, what it may do, how long it may think.

    An engine that remembers is also told which cards came back with a new deck.
    """
    counted = ",".join(str(view.counted[letter]) for letter in view.seats if letter in view.counted)
    return [
        f"position {write_view(view)}",
        *([f"counted {counted}"] if counted else []),
        *([f"reshuffled {write_reshuffled(view.reshuffled)}"] if remembers and view.reshuffled else []),
        f"legal {' '.join(map(str, legal_moves))}",
        str(go),
    ]


def write_reshuffled(reshuffled: Mapping[int, int]) -> str:
    """The cards that came back with a new deck, by how many turns were finished when they last did."""
    cards: dict[int, list[int]] = {}
    for card, turns in sorted(reshuffled.items()):
        cards.setdefault(turns, []).append(card)
    return "/".join(f"{turns}:{','.join(map(str, cards[turns]))}" for turns in sorted(cards))


def read_reshuffled(text: str, most: int) -> dict[int, int]:
    """When cards came back, after at most so many turns."""
    found: dict[int, int] = {}
    for part in text.split("/"):
        turns, _, cards = part.partition(":")
        for card in cards.split(","):
            is_right = _is_between(turns, 1, most) and _is_between(card, 1, CARDS) and int(card) not in found
            if not is_right:
                raise BadLine(line=f"reshuffled {text}", expected="TURNS:CARD,CARD,.../TURNS:..., each card once")
            found[int(card)] = int(turns)
    return found


def _is_between(text: str, least: int, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most


def candidate_line(candidate: Candidate) -> str:
    """What was found about a move."""
    share = min(max(candidate.share, 0.0), 1.0)  # a search that also counts coins may pass the edges
    return f"candidate {candidate.move} {share:.4f} {candidate.visits}"


def read_candidate(words: Sequence[str], legal_moves: Mapping[str, Move]) -> Candidate:
    """A move that an engine has thought about: its share of victory, and how often it was tried."""
    try:
        move, share, visits = words
        found = Candidate(legal_moves[move], float(share), (), int(visits))
    except (KeyError, ValueError):
        found = None
    if found is None or not (0 <= found.share <= 1 and found.visits >= 0):
        line = " ".join(["candidate", *words])
        raise BadLine(line=line, expected="a legal move, its share from 0 to 1, how often it was tried")
    return found


@dataclass(frozen=True)
class EngineOption:
    """A setting that an engine offers: a number within limits, one of some words, or any text."""

    name: str
    kind: str
    range: tuple[str, ...]
    default: str

    def __str__(self) -> str:
        return " ".join(["option", self.name, self.kind, *self.range, "default", self.default]).rstrip()

    def takes(self, value: str) -> bool:
        """Whether a value can be set."""
        if self.kind == "number":
            least, most = map(int, self.range)
            return value.isascii() and value.removeprefix("-").isdecimal() and least <= int(value) <= most
        return self.kind == "text" or value in self.range


def read_option(text: str) -> EngineOption:
    """The option that an engine offers by the text after `option`."""
    head, has_default, default = text.partition(" default")
    name, kind, *limits = head.split() if len(head.split()) > 1 else ("", "")
    is_right = {"number": len(limits) == 2, "choice": bool(limits), "text": not limits}.get(kind, False)
    if kind == "number" and not all(limit.removeprefix("-").isdecimal() for limit in limits):
        is_right = False
    if not (name and has_default and is_right):
        kinds = "option NAME number LEAST MOST | choice A B ... | text, then default VALUE"
        raise BadLine(line=f"option {text}", expected=kinds)
    return EngineOption(name, kind, tuple(limits), default.strip())
