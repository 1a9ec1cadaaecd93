"""Positions in notation: one line, `rh1` and then `name=value` for everything that is not as at the beginning.

`docs/reference/notation.md` is the specification.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rheinlaender.board import Board, rhine
from rheinlaender.board.board import SITES
from rheinlaender.game.dealing import deal_unseen, lay_cards
from rheinlaender.game.errors import BadNotation, ImpossiblePosition
from rheinlaender.game.facts import keep_facts
from rheinlaender.game.game import Game
from rheinlaender.game.options import apply_options, write_options
from rheinlaender.game.possible import Impossibility, cards_problem, impossibilities, too_many_knights
from rheinlaender.game.rulings import RULES, options_under
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import PHASE_NAMES, View, deck_of, hand_of, view_of
from rheinlaender.i18n import Refusal, words
from rheinlaender.rules.compile import Engine, interpreted
from rheinlaender.rules.given import given_seats
from rheinlaender.rules.options import NO, YES
from rheinlaender.rules.position import (
    BASTION,
    BASTIONS,
    CARDS,
    DRAW_PHASE,
    FREE,
    HAND,
    KNIGHT_PHASE,
    NO_DUCHY,
    NOBODY,
    SHUFFLE_CARD,
    Position,
)
from rheinlaender.rules.setup import clear_board

MAGIC = "rh1"
LANDMARK_LETTERS = {"castle": "C", "church": "+", "city2": "2", "city3": "3", "city4": "4"}
NO_LANDMARK = "."
HIDDEN = "?"
NO_CARDS = "-"
LONGEST_POSITION = 2_000
"""The most characters of a position: each field, card and site is named once or twice, and that needs fewer."""

TURN_NAMES = ("seats", "options", "landmarks", "first", "turn", "to", "phase", "idle", "ending")
PIECE_NAMES = ("knights", "garrisons", "bastions", "dukes", "left")
NAMES = (*TURN_NAMES, *PIECE_NAMES, "coins", "hands", "deck", "discard")


def write_position(engine: Engine, position: Position) -> str:
    """A position with everything, secrets included."""
    hands = {LETTERS[seat]: _join(hand_of(position, seat)) for seat in range(position.seats)}
    return _line(
        _public_parts(view_of(engine, position, NOBODY))
        | {
            "coins": _unless(_join(position.coins[: position.seats]), _join([0] * position.seats)),
            "hands": "/".join(f"{seat}:{cards}" for seat, cards in hands.items() if cards),
            "deck": _join(deck_of(position)),
        }
    )


def write_view(view: View) -> str:
    """A position as one seat, or a watcher, sees it: hidden hands and the deck are given by their sizes, `?5`.

    An empty hand is `?0`, or `-` for the seat that sees it.
    """
    coins = ["?" if view.coins[letter] is None else view.coins[letter] for letter in view.seats]
    hands = {letter: f"?{size}" for letter, size in view.hand_sizes.items()}
    if view.seat is not None:
        hands[view.seat] = _join(view.hand) or NO_CARDS
    return _line(
        _public_parts(view)
        | {
            "coins": _unless(_join(coins), _join([0] * len(view.seats))),
            "hands": "/".join(f"{letter}:{hand}" for letter, hand in hands.items()),
            "deck": f"?{view.deck_size}",
        }
    )


def _line(parts: Mapping[str, str | None]) -> str:
    return " ".join([MAGIC, *(f"{name}={parts[name]}" for name in NAMES if parts.get(name))])


def _public_parts(view: View) -> dict[str, str | None]:
    return {
        "seats": str(len(view.seats)),
        "options": _unless(write_options(view.options), "parker"),
        "landmarks": _unless(write_landmarks(view.landmarks), NO_LANDMARK * len(SITES)),
        "first": _unless(view.first, "a"),
        "turn": _unless(str(view.turn), "0"),
        "to": _unless(view.to_move, view.first),
        "phase": _unless(view.phase, "knight"),
        "idle": _unless(str(view.idle_turns), "0"),
        "ending": "yes" if view.is_ending else None,
        "knights": _write_knights(view.knights, view.seats),
        "garrisons": _join(f"{site}:{seat}" for site, seat in view.garrisons.items()),
        "bastions": _join(view.bastions),
        "dukes": _join(f"{duchy.name}:{duchy.duke}" for duchy in view.duchies if duchy.duke),
        "left": _unless(_join(view.bastions_left.values()), _join([BASTIONS] * len(view.seats))),
        "discard": _join(view.discard),
    }


def write_landmarks(landmarks: Mapping[str, str]) -> str:
    """A letter for the landmark of each site from A to Z."""
    return "".join(LANDMARK_LETTERS[landmarks[site]] if site in landmarks else NO_LANDMARK for site in SITES)


def _unless(text: str, default: str) -> str | None:
    return None if text == default else text


def _join(items: Iterable[Any]) -> str:
    return ",".join(str(item) for item in items)


def _write_knights(knights: Mapping[str, str], seats: str) -> str:
    rows = {seat: [name for name, owner in knights.items() if owner == seat] for seat in seats}
    return "/".join(f"{seat}:{_join(names)}" for seat, names in rows.items() if names)


class _Reader:
    """Reads one line; remembers where each part begins, so that an error can say where."""

    def __init__(self, board: Board, text: str, line: int, may_hide: bool, rules: int = RULES) -> None:
        self.board, self.text, self.line, self.may_hide, self.rules = board, text, line, may_hide, rules
        self.columns: dict[str, int] = {}
        self.parts: dict[str, str] = {}

    def split(self) -> None:
        if len(self.text) > LONGEST_POSITION:
            raise self.error(1, f"{len(self.text)} characters", f"at most {LONGEST_POSITION} characters")
        magic, *tokens = self.text.split(" ")
        if magic != MAGIC:
            raise self.error(1, magic, MAGIC)
        column = len(magic) + 2
        for token in tokens:
            name, equals, value = token.partition("=")
            if not equals or name not in NAMES or not value:
                raise self.error(column, token, "name=value with a name among " + ", ".join(NAMES))
            if name in self.parts:
                raise self.error(column, token, f"'{name}' only once")
            if self.parts and NAMES.index(name) < NAMES.index(next(reversed(self.parts))):
                raise self.error(column, token, f"'{name}' before '{next(reversed(self.parts))}'")
            self.parts[name] = value
            self.columns[name] = column + len(name) + 1
            column += len(token) + 1

    def error(self, column: int, found: str, expected: str) -> BadNotation:
        return BadNotation(line=self.line, column=column, found=found, expected=expected)

    def wrong(self, name: str, found: str, expected: str) -> BadNotation:
        return self.error(self.columns[name], found, expected)

    def get(self, name: str, default: str) -> str:
        return self.parts.get(name, default)

    def number(self, name: str, text: str, least: int, most: int) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and text == str(int(text))
        if not is_number or not least <= int(text) <= most:
            raise self.wrong(name, text, f"a number from {least} to {most}")
        return int(text)

    def choice(self, name: str, default: str, values: Iterable[str]) -> str:
        value, known = self.get(name, default), list(values)
        if value not in known:
            raise self.wrong(name, value, "one of " + ", ".join(known))
        return value

    def numbers(self, name: str, text: str, least: int, most: int) -> list[int]:
        return [self.number(name, item, least, most) for item in text.split(",")]

    def hides(self, text: str) -> bool:
        return self.may_hide and text.startswith(HIDDEN)

    def size(self, name: str, text: str) -> int:
        return self.number(name, text.removeprefix(HIDDEN), 0, CARDS + 1)

    def field(self, name: str, text: str) -> int:
        if text not in self.board.fields:
            raise self.wrong(name, text, "the canonical name of a field")
        return self.board.numbers[text]

    def pairs(self, name: str, separator: str) -> list[tuple[str, str]]:
        text = self.parts.get(name)
        if text is None:
            return []
        found: dict[str, str] = {}
        for item in text.split(separator):
            left, colon, right = item.partition(":")
            if not (left and colon and right):
                raise self.wrong(name, item, "two things with a colon between them")
            if left in found:
                raise self.wrong(name, left, f"'{left}' only once")
            found[left] = right
        return list(found.items())


def read_position(engine: Engine, text: str, line: int = 1, rules: int = RULES) -> Position:
    """The position of a line of notation; parts that are left out are as at the beginning of a game of these rules.

    A hand that is left out is dealt, and a deck that is left out is all other cards from the lowest up, the shuffle
    card last. Nothing is kept of a text that is wrong.
    """
    return _read(engine, _Reader(engine.board, text, line, may_hide=False, rules=rules))


def game_at(text: str, board: Board | None = None, rules: int = RULES) -> Game:
    """A game that begins at a position in notation, which was written by rules of a version."""
    engine = interpreted(board or rhine())
    return Game(read_position(engine, text, rules=rules), engine)


def line_of(game: Game) -> str:
    """Where a game stands, as the line of notation from which `game_at` goes on."""
    return write_position(game.engine, game.position)


def read_view(engine: Engine, text: str, line: int = 1) -> View:
    """The view of a line of notation in which hidden cards are given by their numbers."""
    position, viewer = read_seen_position(engine, text, line)
    return view_of(engine, position, viewer)


def read_seen_position(engine: Engine, text: str, line: int = 1) -> tuple[Position, int]:
    """Some position that looks to the seat as the line says, and that seat (NOBODY for a watcher)."""
    reader = _Reader(engine.board, text, line, may_hide=True)
    position = _read(engine, reader)
    known = _shown_hands(reader)
    if len(known) > 1:
        raise reader.wrong("hands", reader.parts["hands"], "at most one hand that is not hidden")
    return position, LETTERS.index(known[0]) if known else NOBODY


def game_shown(text: str, rules: int = RULES) -> tuple[Game, str | None]:
    """A game that begins as a line shows it, and the seats whose hands it shows; None where it hides nothing.

    Cards that are hidden or left out lie in it in order: whoever plays on deals them.
    """
    engine = interpreted(rhine())
    reader = _Reader(engine.board, text, 1, may_hide=True, rules=rules)
    game = Game(_read(engine, reader), engine)
    has_deck = "deck" in reader.parts and not reader.hides(reader.parts["deck"])
    return game, None if has_deck else _shown_hands(reader)


def _shown_hands(reader: _Reader) -> str:
    """The letters of the seats whose hands a line shows."""
    return "".join(letter for letter, hand in reader.pairs("hands", "/") if not hand.startswith(HIDDEN))


def _read(engine: Engine, reader: _Reader) -> Position:
    reader.split()
    position = Position()
    seats = reader.number("seats", reader.parts["seats"], 0, 9) if "seats" in reader.parts else 4
    engine.of(clear_board)(position, given_seats(seats))
    for read_part in (_read_options, _read_landmarks, _read_turn, _read_pieces, _read_accounts, _read_cards):
        read_part(reader, position)
    dukes = _read_dukes(reader, position)
    _refuse(reader, too_many_knights(engine.board, position))
    keep_facts(engine.board, position, dukes)
    for field, duke in dukes.items():
        if position.duchy[field] == NO_DUCHY or position.duke[position.duchy[field]] != duke:
            _refuse(reader, [("duke_alone", {"field": engine.board.fields[field]})])
    _refuse(reader, _impossible_cards(reader, position))
    _refuse(reader, impossibilities(engine.board, position))
    return position


def _refuse(reader: _Reader, problems: Iterable[Impossibility]) -> None:
    """Refuse a position by the first of its problems, if it has any."""
    for code, arguments in problems:
        raise ImpossiblePosition(line=reader.line, problem=words(f"position_problem.{code}", **arguments))


def _read_options(reader: _Reader, position: Position) -> None:
    try:
        apply_options(position, options_under(reader.rules, reader.get("options", "parker")))
    except Refusal as refusal:
        raise reader.wrong("options", reader.parts["options"], str(refusal)) from None


def _read_landmarks(reader: _Reader, position: Position) -> None:
    text = reader.get("landmarks", NO_LANDMARK * len(SITES))
    letters = list(LANDMARK_LETTERS.values())
    if len(text) != len(SITES) or set(text) - {*letters, NO_LANDMARK}:
        raise reader.wrong("landmarks", text, "26 letters of C + 2 3 4 and .")
    for kind, letter in enumerate(letters):
        position.landmark[kind] = sum(1 << number for number, found in enumerate(text) if found == letter)


def _read_turn(reader: _Reader, position: Position) -> None:
    seats = LETTERS[: position.seats]
    first = reader.choice("first", "a", seats)
    position.first = seats.index(first)
    position.seat = seats.index(reader.choice("to", first, seats))
    position.turn = reader.number("turn", reader.get("turn", "0"), 0, 400)
    phases = {name: phase for phase, name in PHASE_NAMES.items() if phase != DRAW_PHASE}
    position.phase = phases[reader.choice("phase", "knight", phases)]
    position.idle_turns = reader.number("idle", reader.get("idle", "0"), 0, position.seats)
    position.ending = YES if reader.choice("ending", "no", ("yes", "no")) == "yes" else NO


def _read_pieces(reader: _Reader, position: Position) -> None:
    seats = LETTERS[: position.seats]
    for letter, names in reader.pairs("knights", "/"):
        for name in names.split(","):
            _put(reader, position, "knights", name, _seat(reader, "knights", letter, seats))
    for name in reader.parts["bastions"].split(",") if "bastions" in reader.parts else []:
        _put(reader, position, "bastions", name, BASTION)
    for site, letter in reader.pairs("garrisons", ","):
        if site not in SITES or len(site) != 1:
            raise reader.wrong("garrisons", site, "a site from A to Z")
        position.garrison[SITES.index(site)] = _seat(reader, "garrisons", letter, seats)


def _put(reader: _Reader, position: Position, part: str, name: str, piece: int) -> None:
    field = reader.field(part, name)
    if position.piece[field] != FREE:
        raise reader.wrong(part, name, "one piece on a field")
    position.piece[field] = piece


def _seat(reader: _Reader, part: str, letter: str, seats: str) -> int:
    if len(letter) != 1 or letter not in seats:
        raise reader.wrong(part, letter, "a seat among " + ", ".join(seats))
    return seats.index(letter)


def _read_dukes(reader: _Reader, position: Position) -> dict[int, int]:
    dukes = {}
    for name, letter in reader.pairs("dukes", ","):
        field = reader.field("dukes", name)
        if position.piece[field] < 0:
            raise reader.wrong("dukes", name, "the first field of a duchy")
        dukes[field] = _seat(reader, "dukes", letter, LETTERS[: position.seats])
    return dukes


def _read_accounts(reader: _Reader, position: Position) -> None:
    for part, default, most, numbers in (
        ("left", BASTIONS, BASTIONS, position.bastions),
        ("coins", 0, 9999, position.coins),
    ):
        texts = reader.get(part, _join([default] * position.seats)).split(",")
        if len(texts) != position.seats:
            raise reader.wrong(part, reader.parts[part], f"{position.seats} numbers")
        for seat, text in enumerate(texts):
            is_hidden = part == "coins" and text == HIDDEN and reader.may_hide
            numbers[seat] = 0 if is_hidden else reader.number(part, text, 0, most)


def _read_cards(reader: _Reader, position: Position) -> None:
    """Hands, discard and deck; what is hidden or left out is dealt from the cards that lie nowhere else."""
    texts = {
        _seat(reader, "hands", letter, LETTERS[: position.seats]): text for letter, text in reader.pairs("hands", "/")
    }
    hands: dict[int, Sequence[int]] = {
        seat: [] if text == NO_CARDS else reader.numbers("hands", text, 1, CARDS)
        for seat, text in texts.items()
        if not reader.hides(text)
    }
    discard = reader.numbers("discard", reader.parts["discard"], 1, CARDS) if "discard" in reader.parts else []
    known_deck = "deck" in reader.parts and not reader.hides(reader.parts["deck"])
    deck = reader.numbers("deck", reader.parts["deck"], SHUFFLE_CARD, CARDS) if known_deck else []
    known = [card for cards in (*hands.values(), discard, deck) for card in cards]
    if len(set(known)) < len(known):
        part = next(part for part in ("hands", "deck", "discard") if part in reader.parts)
        raise reader.wrong(part, "a card twice", "each card only once")
    if not known_deck:
        sizes = {
            seat: reader.size("hands", texts[seat]) if seat in texts else HAND
            for seat in range(position.seats)
            if seat not in hands
        }
        deck = deal_unseen(hands, sizes, discard)
    lay_cards(position, hands, deck, discard)


def _impossible_cards(reader: _Reader, position: Position) -> Iterator[Impossibility]:
    problem = cards_problem(position)
    if problem is not None:
        yield problem, {}
    deck = reader.get("deck", "")
    if reader.hides(deck) and position.deck != reader.size("deck", deck):
        yield "card_missing", {}
    if position.phase == KNIGHT_PHASE and position.hand[position.seat] == 0:
        yield "no_card_to_play", {}
