"""Traces: everything about random games as rows of JSON, for data sets and referees, and the check of such a trace."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rheinlaender.board import Board
from rheinlaender.board.board import SITES
from rheinlaender.game.dealing import lay_cards, lay_deck
from rheinlaender.game.duchy import Duchy, duchies_of
from rheinlaender.game.game import Game
from rheinlaender.game.move import Convert, Move, PlaceBastion, Reinforce, Settle
from rheinlaender.game.options import Options, apply_options
from rheinlaender.game.seat import LETTERS, read_seat, write_seat
from rheinlaender.game.view import LANDMARK_NAMES, bastions_of, deck_of, discard_of, hand_of, knights_of, landmarks_of
from rheinlaender.i18n import Refusal
from rheinlaender.rules.cards import gather_cards, make_new_deck, take_top
from rheinlaender.rules.compile import Engine, interpreted
from rheinlaender.rules.position import (
    BASTION_PHASE,
    CARDS,
    DRAW_PHASE,
    HAND,
    KNIGHT_PHASE,
    NOBODY,
    OVER,
    SHUFFLE_CARD,
    Position,
)
from rheinlaender.rules.setup import clear_board
from rheinlaender.rules.turn import finish_turn, start_turn

Row = dict[str, Any]
STYLES = ("uniform", "cluster")
CLUSTER_WEIGHT = 12
LANDMARKS = {"castle": 7, "church": 7, "city2": 4, "city3": 4, "city4": 4}


def setup_row(game: Game, number: int) -> Row:
    """The set-up: landmarks, hands and the deck from top to bottom."""
    position = game.position
    return {
        "type": "setup",
        "game": number,
        "seats": position.seats,
        "options": game.options.values,
        "first": game.seats[position.first],
        "landmarks": landmarks_of(position),
        "hands": _hands(position),
        "deck": list(deck_of(position)),
    }


def decision_row(game: Game, legal: list[str], move: str) -> Row:
    """A decision: all legal moves in plain string order, and the one that was made."""
    phase = "bastion" if game.position.phase == BASTION_PHASE else "knight"
    return {"type": "decision", "seat": game.to_move, "phase": phase, "legal": legal, "move": move}


def draw_row(seat: str | None, card: int, shuffled: list[list[int]]) -> Row:
    """A draw; after a shuffle with the new deck from top to bottom, before the draw."""
    return {"type": "draw", "seat": seat, "card": card, "shuffled": shuffled or None}


def state_row(engine: Engine, position: Position) -> Row:
    """Everything after a turn."""
    seats = range(position.seats)
    is_over = position.phase == OVER
    return {
        "type": "state",
        "knights": knights_of(engine.board, position),
        "garrisons": {
            site: LETTERS[seat] for site, seat in zip(SITES, position.garrison, strict=True) if seat != NOBODY
        },
        "bastions": sorted(bastions_of(engine.board, position)),
        "supply": [position.supply[seat] for seat in seats],
        "bastions_left": [position.bastions[seat] for seat in seats],
        "coins": [position.coins[seat] for seat in seats],
        "duchies": [_duchy(duchy) for duchy in duchies_of(engine, position)],
        "bishops": [position.bishops[seat] for seat in seats],
        "archbishop": write_seat(position.archbishop),
        "hands": _hands(position),
        "discard": list(discard_of(position)),
        "next": None if is_over else LETTERS[position.seat],
        "over": is_over,
    }


def _duchy(duchy: Duchy) -> Row:
    return {"fields": list(duchy.fields), "sites": list(duchy.garrisons), "duke": duchy.duke, "worth": duchy.worth}


def _hands(position: Position) -> dict[str, list[int]]:
    return {LETTERS[seat]: list(hand_of(position, seat)) for seat in range(position.seats)}


def result_row(game: Game) -> Row:
    """The final account."""
    result = game.result()
    assert result is not None
    return {"type": "result", "coins": list(result.coins.values()), "winners": list(result.winners)}


def new_decks(engine: Engine, position: Position) -> list[list[int]]:
    """The decks, from top to bottom, that the draw ahead will shuffle together, in their order."""
    probe, decks = position.copy(), []
    while probe.pile[probe.deck - 1] == SHUFFLE_CARD:
        engine.of(take_top)(probe)
        engine.of(make_new_deck)(probe)
        decks.append(list(deck_of(probe)))
    return decks


def trace_game(
    seats: int, options: Options, seed: int, number: int, style: str, board: Board | None = None
) -> Iterator[Row]:
    """One random game as rows."""
    random = Random(f"{seed}/{number}")
    game = Game.new(seats, options, random.getrandbits(64), board=board)
    yield setup_row(game, number)
    while not game.is_over:
        yield from _trace_turn(game, random, style)
    yield result_row(game)


def _trace_turn(game: Game, random: Random, style: str) -> Iterator[Row]:
    seat, decided = game.to_move, len(game.turns)
    while not game.is_over and (len(game.turns) == decided or game.turns[-1].draw is None):
        moves = {str(move): move for move in game.legal_moves()}
        move = choose_move(game, moves, random, style)
        yield decision_row(game, sorted(moves), move)
        decks = _decks_after(game, moves[move])
        game.play(move)
    draw = game.turns[-1].draw
    assert draw is not None and draw.card is not None
    yield draw_row(seat, draw.card, decks)
    yield state_row(game.engine, game.position)


def _decks_after(game: Game, move: Move) -> list[list[int]]:
    """The decks that will be shuffled if this move ends the turn."""
    probe = Game(game.position.copy(), game.engine)
    probe.decide(move)
    return new_decks(game.engine, probe.position) if probe.position.phase == DRAW_PHASE else []


def choose_move(game: Game, moves: dict[str, Move], random: Random, style: str) -> str:
    """One of the moves by chance: each alike, or in clusters."""
    names = sorted(moves)
    if style == "uniform":
        return random.choice(names)
    return random.choices(names, [_cluster_weight(game, moves[name]) for name in names])[0]


def _cluster_weight(game: Game, move: Move) -> int:
    """Moves beside knights and castles, and conversions, weigh more; bastions less."""
    if isinstance(move, PlaceBastion):
        return 1
    if not isinstance(move, Settle | Reinforce):
        return CLUSTER_WEIGHT * (8 if not isinstance(move, Convert) else 2)
    board, position = game.board, game.position
    name = move.target(board)
    beside = sum(position.piece[board.numbers[other]] >= 0 for other in board.neighbours[name])
    landmarks = landmarks_of(position)
    at_castle = any(name in names and landmarks.get(site) == "castle" for site, names in board.sites.items())
    return 1 + CLUSTER_WEIGHT * (beside**2 + 2 * at_castle)


@dataclass(frozen=True)
class Difference:
    """The first thing in a game of a trace that is not as the rules say."""

    game: int
    turn: int
    what: str


def check_trace(rows: Iterable[Row], board: Board | None = None) -> Iterator[Difference]:
    """Replay a trace that somebody else's referee made; the first difference of each game."""
    checker: _Checker | None = None
    for row in rows:
        if checker is None or row.get("type") == "setup":
            if checker is not None:
                yield from checker.close()
            checker = _Checker(row, board)
        else:
            checker.read(row)
    if checker is not None:
        yield from checker.close()


class _Checker:
    """Replays one game of a trace beside the rules."""

    def __init__(self, row: Row, board: Board | None) -> None:
        self.number = row.get("game", 0)
        self.turn = 0
        self.difference: Difference | None = None
        self.expected = ["decision"]
        self.seat: str | None = None
        if row.get("type") != "setup":
            self._differ("a game must begin with a setup")
            return
        try:
            self.game = Game(_position_of_setup(row, board), interpreted(board))
            self._compare("setup", row, setup_row(self.game, self.number))
        except (Refusal, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            self._differ(f"setup: {type(error).__name__} {error}")

    def _differ(self, what: str) -> None:
        if self.difference is None:
            self.difference = Difference(self.number, self.turn, what)

    def _compare(self, place: str, found: Row, expected: Row) -> None:
        for name in expected | found:
            is_same = name in found and name in expected and _json(found[name]) == _json(expected[name])
            if not is_same:
                should = f"should be {expected[name]}" if name in expected else "should be absent"
                self._differ(f"{place}: '{name}' is {found.get(name, 'missing')}, {should}")
                return

    def read(self, row: Row) -> None:
        if self.difference is not None:
            return
        kind = row.get("type")
        if kind not in self.expected:
            self._differ(f"a row of type '{kind}', should be {' or '.join(self.expected) or 'none'}")
            return
        try:
            {"decision": self._decision, "draw": self._draw, "state": self._state, "result": self._result}[str(kind)](
                row
            )
        except (Refusal, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            self._differ(f"{kind}: {error}")

    def _decision(self, row: Row) -> None:
        if self.game.position.phase == KNIGHT_PHASE:
            self.turn += 1
        legal = sorted(str(move) for move in self.game.legal_moves())
        self.seat = self.game.to_move
        self._compare("decision", row, decision_row(self.game, legal, row["move"]))
        move = self.game.check(row["move"])
        self._compare("decision", row, decision_row(self.game, legal, str(move)))
        self.game.decide(move)
        self.expected = ["draw"] if self.game.position.phase == DRAW_PHASE else ["decision"]

    def _draw(self, row: Row) -> None:
        position = self.game.position
        decks = row["shuffled"] or []
        for deck in decks:
            self._lay_deck(position, deck)
        top = position.pile[position.deck - 1]
        if top == SHUFFLE_CARD:
            raise ValueError("the shuffle card is on top, there should be a shuffle")
        self._compare("draw", row, draw_row(self.seat, top, decks))
        self.game.engine.of(finish_turn)(position, None)
        self.expected = ["state"]

    def _lay_deck(self, position: Position, deck: list[int]) -> None:
        if self.game.engine.of(take_top)(position) != SHUFFLE_CARD:
            raise ValueError("a shuffle, but the shuffle card is not on top")
        self.game.engine.of(gather_cards)(position)
        if sorted(deck) != sorted(deck_of(position)):
            raise ValueError("the new deck does not hold the cards of deck and discard")
        lay_deck(position, deck)

    def _state(self, row: Row) -> None:
        self._compare("state", row, state_row(self.game.engine, self.game.position))
        self.expected = ["result"] if self.game.is_over else ["decision"]

    def _result(self, row: Row) -> None:
        self._compare("result", row, result_row(self.game))
        self.expected = []

    def close(self) -> Iterator[Difference]:
        """The first difference of the game, if there was one; a game that stops early is one."""
        if self.expected:
            self._differ(f"the game stops before a row of type {' or '.join(self.expected)}")
        if self.difference is not None:
            yield self.difference


def _json(value: Any) -> str:
    """A value as JSON, in which 1 is neither 1.0 nor true."""
    return json.dumps(value, sort_keys=True)


def _position_of_setup(row: Row, board: Board | None) -> Position:
    """The position that a set-up describes."""
    engine, position = interpreted(board), Position()
    seats = row["seats"]
    if seats not in (3, 4, 5):
        raise ValueError(f"{seats} seats")
    engine.of(clear_board)(position, seats)
    apply_options(position, Options.of(row["options"]))
    for site, landmark in row["landmarks"].items():
        position.landmark[LANDMARK_NAMES.index(landmark)] |= 1 << SITES.index(site)
    position.first = position.seat = read_seat(row["first"], seats)
    if Counter(row["landmarks"].values()) != Counter(LANDMARKS):
        raise ValueError("the landmarks are not those of the game")
    cards = [card for letter in LETTERS[:seats] for card in row["hands"][letter]] + row["deck"]
    if sorted(cards) != list(range(CARDS + 1)):
        raise ValueError("hands and deck do not hold each card once")
    if any(len(hand) != HAND for hand in row["hands"].values()):
        raise ValueError(f"a hand that does not hold {HAND} cards")
    lay_cards(position, {read_seat(letter, seats): hand for letter, hand in row["hands"].items()}, row["deck"], [])
    engine.of(start_turn)(position)
    return position
