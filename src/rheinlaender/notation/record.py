"""Records of games: `.rhg`, headers, the first position, numbered rounds, and how it ended.

`docs/reference/notation.md` is the specification. A record replays without the generator of chance.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field as part

from rheinlaender.board import Board, rhine
from rheinlaender.game.chance import Draw, give_hidden_card, put_hidden_card_in_deck
from rheinlaender.game.errors import BadNotation, WrongRecord
from rheinlaender.game.game import Game, Turn
from rheinlaender.game.move import CardMove, Move, read_move
from rheinlaender.game.seat import read_seat, write_seat
from rheinlaender.game.view import view_of
from rheinlaender.i18n import Refusal, words
from rheinlaender.notation.position import (
    HIDDEN,
    MAGIC,
    game_shown,
    read_position,
    read_seen_position,
    write_position,
    write_view,
)
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.position import BASTION_PHASE, NOBODY, SHUFFLE_CARD

FORMAT = "rhg1"
RUNNING = "*"
OVER = "over"
WATCHER = "-"
DEALT_ANEW, AS_IT_WAS = "dealt anew", "as it was"
"""What the unseen was in a game that began at a position: the header `Unseen`."""
TERMINATION = "Termination"
"""The header that says why a game was given up that the rules had not ended."""
LONGEST_RECORD = 32_768
"""The most characters of a record: a game of 400 turns needs less than half of them, the others are for headers."""

_HEADER = re.compile(r'\[([A-Z][A-Za-z]*) "([ !#-\[\]-~]*)"\]')
_UNPRINTABLE = re.compile(r"[^ !#-\[\]-~]")
_DRAW = re.compile(r"\((\*?)([1-9]|[1-4][0-9]|5[0-4]|\?)\)")


@dataclass(frozen=True)
class Token:
    """A word of the text and where it stands."""

    text: str
    line: int
    column: int


@dataclass
class Record:
    """A game with its headers, as a file holds it. `seat` is the seat whose record it is, `-` a watcher's.

    The record of nobody in particular (None) hides nothing.
    """

    game: Game
    headers: dict[str, str] = part(default_factory=dict)
    seat: str | None = None


def write_record(game: Game, headers: Mapping[str, str] | None = None, seat: str | None = None) -> str:
    """The record of a game; for one seat (or `-`, a watcher) with everything hidden that it may not know."""
    known = {
        name: value for name, value in (headers or {}).items() if name not in ("Format", "Board", "Result", "Coins")
    }
    rows = {"Format": FORMAT, "Board": _board_header(game), **known, **_result_headers(game)}
    lines = [f'[{name} "{value}"]' for name, value in rows.items()]
    for number, line in enumerate(lines, 1):
        if not _HEADER.fullmatch(line):
            raise BadNotation(line=number, column=1, found=line, expected='a header such as [Event "Cologne"]')
    return "\n".join(
        [*lines, "", _first_line(game, seat), "", *_rounds(game, seat), OVER if game.is_over else RUNNING, ""]
    )


def header_text(text: str) -> str:
    """A text as a header can hold it: what is not printable ASCII, and what quotes, is a question mark."""
    return _UNPRINTABLE.sub(HIDDEN, text)


def _board_header(game: Game) -> str:
    """The board's name, as far as it is printable ASCII, and the digest that tells it from others."""
    return f"{header_text(game.board.name)} {game.board.digest}"


def _result_headers(game: Game) -> dict[str, str]:
    result = game.result()
    if result is None:
        return {"Result": RUNNING}
    return {"Result": "".join(result.winners), "Coins": ",".join(str(number) for number in result.coins.values())}


def _first_line(game: Game, seat: str | None) -> str:
    if seat is None:
        return write_position(game.engine, game.first_position)
    viewer = NOBODY if seat == WATCHER else read_seat(seat, game.position.seats)
    return write_view(view_of(game.engine, game.first_position, viewer))


def _rounds(game: Game, seat: str | None) -> Iterator[str]:
    """A line for each round; a round begins with the seat that began the game."""
    first = game.seats[game.position.first]
    rounds: list[list[str]] = [[]]
    for turn in game.turns:
        if turn.seat == first and rounds[-1]:
            rounds.append([])
        rounds[-1].append(_write_turn(turn, seat))
    for number, turns in enumerate(rounds, 1):
        if turns:
            yield f"{number}. {' '.join(turns)}"


def _write_turn(turn: Turn, seat: str | None) -> str:
    written = [turn.seat, *map(str, turn.moves)]
    if turn.draw is not None:
        card = turn.draw.card if seat is None or seat == turn.seat else HIDDEN
        written.append(f"({'*' if turn.draw.was_shuffled else ''}{card})")
    return " ".join(written)


def read_record(text: str, board: Board | None = None) -> Record:
    """Read and replay a record. Anything that is not as the rules say is refused, with its place."""
    reader = _Reader(text, board or rhine())
    return reader.read()


def read_game(text: str) -> Record:
    """A record, or a line of notation as the record of a game that stands there and has no headers."""
    line = text.strip()
    if not line.startswith(f"{MAGIC} "):
        return read_record(text)
    game, shown = game_shown(line)
    if shown is None:
        return Record(game)
    position, viewer = read_seen_position(game.engine, line)
    return Record(Game(position, game.engine), seat=write_seat(viewer) or WATCHER)


class _Reader:
    """Reads a record from its first line to its last word."""

    def __init__(self, text: str, board: Board) -> None:
        if not text.isascii():
            raise BadNotation(line=1, column=1, found="a character that is not ASCII", expected="printable ASCII")
        if len(text) > LONGEST_RECORD:
            expected = f"at most {LONGEST_RECORD} characters"
            raise BadNotation(line=1, column=1, found=f"{len(text)} characters", expected=expected)
        self.board = board
        self.lines = deque(enumerate(text.split("\n"), 1))

    def read(self) -> Record:
        headers = self._headers()
        line, first = self._next_line("a position that begins with rh1")
        engine = interpreted(self.board)
        self.is_order_known = HIDDEN not in first
        self.hidden: list[int] = []
        seat = None
        if self.is_order_known:
            self.game = Game(read_position(engine, first, line), engine)
        else:
            position, viewer = read_seen_position(engine, first, line)
            self.game = Game(position, engine)
            self.hidden = [other for other in range(position.seats) if other != viewer]
            seat = write_seat(viewer) or WATCHER
        self.tokens = self._tokens()
        self._rounds()
        self._compare(headers)
        return Record(self.game, headers, seat)

    def _headers(self) -> dict[str, str]:
        headers: dict[str, str] = {}
        while self.lines and self.lines[0][1].startswith("["):
            line, text = self.lines.popleft()
            found = _HEADER.fullmatch(text.rstrip("\r"))
            if not found or found[1] in headers:
                raise BadNotation(line=line, column=1, found=text, expected='a new header such as [Result "a"]')
            headers[found[1]] = found[2]
        if headers.get("Format") != FORMAT:
            raise BadNotation(
                line=1, column=1, found=headers.get("Format", "no format"), expected=f'[Format "{FORMAT}"]'
            )
        if headers.get("Board", "").split(" ")[-1] != self.board.digest:
            raise WrongRecord(problem=words("record_problem.other_board", board=headers.get("Board", "-")))
        return headers

    def _next_line(self, expected: str) -> tuple[int, str]:
        while self.lines:
            line, text = self.lines.popleft()
            if text.strip():
                return line, text.strip()
        raise BadNotation(line=1, column=1, found="the end of the text", expected=expected)

    def _tokens(self) -> deque[Token]:
        return deque(
            Token(word[0], line, word.start() + 1) for line, text in self.lines for word in re.finditer(r"\S+", text)
        )

    def _take(self, expected: str) -> Token:
        if not self.tokens:
            line = self.lines[-1][0] if self.lines else 1
            raise BadNotation(line=line, column=1, found="the end of the text", expected=expected)
        return self.tokens.popleft()

    def _error(self, token: Token, expected: str) -> BadNotation:
        return BadNotation(line=token.line, column=token.column, found=token.text, expected=expected)

    def _rounds(self) -> None:
        number = 0
        while True:
            token = self._take(f"a turn, or {OVER} or {RUNNING} at the end")
            if token.text in (OVER, RUNNING):
                return self._finish(token)
            is_new_round = number == 0 or self.game.to_move == self.game.seats[self.game.position.first]
            if is_new_round:
                number += 1
                if token.text != f"{number}.":
                    raise self._error(token, f"{number}.")
                token = self._take("a seat")
            self._turn(token)

    def _finish(self, token: Token) -> None:
        ended = OVER if self.game.is_over else RUNNING
        if token.text != ended:
            raise self._error(token, f"{ended}, because the game {'is' if self.game.is_over else 'is not'} over")
        if self.tokens:
            raise self._error(self.tokens[0], "nothing after the end")

    def _turn(self, token: Token) -> None:
        if token.text != self.game.to_move:
            raise self._error(token, f"seat {self.game.to_move}" if self.game.to_move else OVER)
        self._decision(self._take("a move"))
        if self.game.position.phase == BASTION_PHASE and not self._ends_here():
            self._decision(self._take("a bastion such as @L13, or . for none"))

    def _ends_here(self) -> bool:
        return bool(self.tokens) and self.tokens[0].text == RUNNING

    def _decision(self, token: Token) -> None:
        """Play one decision; if the next word is a draw, it is what the decision drew."""
        try:
            move = read_move(token.text)
        except BadNotation:
            raise self._error(token, "a move") from None
        draw = self._draw()
        try:
            self._arrange_cards(move, draw)
            self.game.play(move, draw)
        except Refusal as refusal:
            place = f"line {token.line}, column {token.column}"
            problem = words("record_problem.move_refused", place=place, move=token.text, reason=str(refusal))
            raise WrongRecord(problem=problem) from None
        is_finished = self.game.position.phase != BASTION_PHASE
        if is_finished and draw is None:
            raise self._error(self.tokens[0] if self.tokens else token, "a draw such as (33)")
        if draw is not None and not is_finished:
            raise self._error(token, "a bastion such as @L13 or . before the draw")

    def _arrange_cards(self, move: Move, draw: Draw | None) -> None:
        """Put hidden cards where the record shows them; a deck whose order is known must not be contradicted."""
        position = self.game.position
        if self.hidden and position.seat in self.hidden and isinstance(move, CardMove):
            give_hidden_card(position, position.seat, move.card, self.hidden)
        if self.hidden and draw is not None and draw.card is not None:
            put_hidden_card_in_deck(position, draw.card, self.hidden)
        if draw is not None and self.is_order_known:
            top = position.pile[position.deck - 1]
            if top != (SHUFFLE_CARD if draw.was_shuffled else draw.card):
                raise WrongRecord(problem=words("record_problem.other_top", card=top))
            self.is_order_known = not draw.was_shuffled

    def _draw(self) -> Draw | None:
        found = _DRAW.fullmatch(self.tokens[0].text) if self.tokens else None
        if not found:
            return None
        token = self.tokens.popleft()
        if found[2] == HIDDEN and self.game.position.seat not in self.hidden:
            raise self._error(token, "a draw such as (33), which this record does not hide")
        return Draw(None if found[2] == HIDDEN else int(found[2]), bool(found[1]))

    def _compare(self, headers: Mapping[str, str]) -> None:
        expected = _result_headers(self.game)
        if self.game.is_over and TERMINATION in headers:
            expected[TERMINATION] = ""
        for name, value in expected.items():
            if headers.get(name, value if name == "Coins" else "") != value:
                raise WrongRecord(
                    problem=words(
                        "record_problem.other_result", header=name, found=headers.get(name, "-"), expected=value
                    )
                )
