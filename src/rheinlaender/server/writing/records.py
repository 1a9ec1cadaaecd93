"""Records at the server: the `.rhg` of a table, and a table made of a `.rhg`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rheinlaender.game.chance import Draw
from rheinlaender.game.event import Event
from rheinlaender.game.fair import VERSION
from rheinlaender.game.game import Game, Turn
from rheinlaender.game.move import Move
from rheinlaender.notation.record import AS_IT_WAS, DEALT_ANEW, TERMINATION, Record, write_record
from rheinlaender.server.values.branch import Beginning
from rheinlaender.server.values.chance import SHUFFLE_CARD
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.seat import PERSON, Seat
from rheinlaender.server.values.table import CHANCE, Table
from rheinlaender.server.values.turn import placed_fields
from rheinlaender.server.writing.replays import ALL

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TABLE = re.compile(r"[A-Za-z0-9_-]{8,64}")
_UNWRITABLE = re.compile(r"[^ !#-\[\]-~]")
LONG_AGO = "1999-01-01"
"""The date of a record that has none: the year in which the game came out."""


def record_text(table: Table, seat: str) -> str:
    """The record of a game for a seat, a watcher (`-`) or, when it is over, for all (`*`)."""
    players = {f"Player{seat.letter.upper()}": seat.name or seat.level or "" for seat in table.seats}
    headers = {"Date": table.opened[:10]} | {name: _UNWRITABLE.sub("?", value) for name, value in players.items()}
    headers |= {} if table.beginning is None else _headers_of_beginning(table.beginning)
    headers |= {} if table.commitment is None else _headers_of_deal(table, table.commitment)
    if table.ended:
        headers[TERMINATION] = table.ended
    return write_record(table.begun_game, headers, None if seat == ALL else seat)


def _headers_of_beginning(beginning: Beginning) -> dict[str, str]:
    """Where a game comes from that began at a position, which is the first one of its record."""
    table = {} if beginning.table is None else {"FromTable": beginning.table}
    unseen = {"Unseen": AS_IT_WAS} if beginning.shown is None else {"Unseen": DEALT_ANEW, "Shown": beginning.shown}
    return table | {"FromTurn": str(beginning.turn)} | unseen


def _headers_of_deal(table: Table, commitment: str) -> dict[str, str]:
    """By what the deal can be checked; the seed only when the game is over."""
    strings = {f"String{seat.letter.upper()}": seat.string for seat in table.seats if seat.string}
    seed = {"ServerSeed": str(table.seed)} if table.is_revealed else {}
    first = {"First": CHANCE} if table.is_first_drawn else {}
    return {"Deal": VERSION, "Table": table.deal, **first, **strings, "Commitment": commitment, **seed}


def _beginning_of(headers: Mapping[str, str], game: Game) -> Beginning | None:
    """The same, read back; what is no id of a table is none."""
    if headers.get("Unseen") not in (DEALT_ANEW, AS_IT_WAS):
        return None
    table = headers.get("FromTable", "")
    shown = headers.get("Shown", "") if headers["Unseen"] == DEALT_ANEW else None
    return Beginning("", game.turn, shown, table if _TABLE.fullmatch(table) else None)


def states_of_record(record: Record) -> list[Table]:
    """The states of a table at which a recorded game could have been played. The record's game is used up."""
    final = record.game.copy()
    decisions = take_back(record.game)
    states = [_opening(record, record.game)]
    for number, turn in enumerate(final.turns):
        events = [event for decision in decisions if decision.turn == number for event in decision.events()]
        following = [decision.before for decision in decisions if decision.turn > number]
        states.append(_after_turn(states[-1], turn, following[0] if following else final, events))
    if record.seat is None:
        for number, state in enumerate(states):
            _order_deck(state.begun_game, final.turns[number:])
    return states


def _order_deck(game: Game, turns: Sequence[Turn]) -> None:
    """Put the cards on top that were drawn later, up to the next shuffle: a record does not tell more of a deck."""
    tops = list[int]()
    for draw in (turn.draw for turn in turns):
        if draw is None or draw.card is None:
            break
        tops.append(SHUFFLE_CARD if draw.was_shuffled else draw.card)
        if draw.was_shuffled:
            break
    game.order_deck([*tops, *(card for card in game.deck if card not in tops)])


@dataclass(frozen=True)
class RecordedDecision:
    """A decision of a recorded game: the number of its turn, the game before it, the move and the draw after it."""

    turn: int
    before: Game
    move: Move
    draw: Draw | None

    def events(self) -> list[Event]:
        """What the decision did."""
        return self.before.copy().play(self.move, self.draw)


def take_back(game: Game) -> list[RecordedDecision]:
    """Take a recorded game back to its beginning; its decisions, the first one first."""
    decisions: list[RecordedDecision] = []
    while game.can_undo:
        turn, number = game.turns[-1], len(game.turns) - 1
        game.undo()
        decisions.append(RecordedDecision(number, game.copy(), turn.moves[-1], turn.draw))
    return decisions[::-1]


def _opening(record: Record, game: Game) -> Table:
    """The state before the first turn."""
    date = record.headers.get("Date", "")
    at = f"{date if _DATE.fullmatch(date) else LONG_AGO}T00:00:00Z"
    names = [record.headers.get(f"Player{letter.upper()}", "") for letter in game.seats]
    seats = tuple(Seat(letter, PERSON, name) for letter, name in zip(game.seats, names, strict=True))
    first = game.view().first
    return Table(
        id="record",
        entry=Entry(0, "started", {"first": first, "seats": []}, at),
        opened=at,
        owner="",
        seats=seats,
        options=game.options,
        first=first,
        pace="live",
        stand_in=None,
        grace=60,
        hints=False,
        beginning=_beginning_of(record.headers, game),
        game=game,
    )


def _after_turn(table: Table, turn: Turn, game: Game, events: list[Event]) -> Table:
    """The state after a turn."""
    moves = [str(move) for move in (turn.card_move, turn.bastion) if move is not None]
    parts = {"seat": turn.seat, "by": PERSON, "moves": moves, "turn": table.turn + 1}
    entry = Entry(table.number + 1, "turn", parts, table.opened)
    last = turn.seat, placed_fields(events)
    return replace(table, entry=entry, frames={}, game=game, events=tuple(events), last=last)
