"""A game with its chance unrolled: every landmark, every dealt and every drawn card is chosen from outside.

The rules are the engine's; only the top card of the deck is brought there before the engine draws it. What happened is
kept as it was seen: each seat has its own words, in the notation of records, with `?` for what it did not see.
"""

from typing import Any

import numpy as np

from rheinlaender.batches.actions import move_of_action
from rheinlaender.batches.arguments import number_of_actions, template_of
from rheinlaender.batches.compiling import show_compiling
from rheinlaender.batches.errors import GameFinished, IllegalAction
from rheinlaender.batches.kernels import ACCEPTED, mask_games, refusal_of
from rheinlaender.game.move import Move, move_of_number
from rheinlaender.game.seat import LETTERS
from rheinlaender.game.view import LANDMARK_NAMES, hand_of, view_of
from rheinlaender.notation.position import LANDMARK_LETTERS, write_view
from rheinlaender.rules.cards import bring_to_top, gather_cards, take_top
from rheinlaender.rules.compile import compiled, interpreted
from rheinlaender.rules.given import GivenOptions, given_seats
from rheinlaender.rules.moves import CHANGE, NO_BASTION, PLACE_BASTION, card_of, field_of, kind_of
from rheinlaender.rules.position import (
    CARDS,
    DRAW_PHASE,
    HAND,
    LANDMARKS,
    NO_CARD,
    NOBODY,
    OVER,
    POSITION,
    SHUFFLE_CARD,
    SITES,
    Position,
)
from rheinlaender.rules.setup import clear_board, landmark_of_tile
from rheinlaender.rules.turn import finish_turn, play, start_turn
from rheinlaender.rules.worth import final_coins

LANDMARK_COUNTS = tuple(sum(landmark_of_tile(tile) == kind for tile in range(SITES)) for kind in range(LANDMARKS))
SHUFFLE = CARDS
"""The outcome that the shuffle card was drawn; the outcomes before it are the cards from 1 up."""

PLACING_LANDMARKS, DEALING, PLAYING = range(3)
NO_FIELD = -1
UNDECIDED, NO_BASTION_PLACED = -2, -1


class UnrolledTurn:
    """One turn as it is remembered: the card, the field of the knight, the bastion, the draw."""

    __slots__ = ("bastion", "card", "drawn", "field", "seat", "was_shuffled")

    def __init__(self, seat: int, card: int, field: int) -> None:
        self.seat, self.card, self.field = seat, card, field
        self.bastion, self.drawn, self.was_shuffled = UNDECIDED, NO_CARD, False

    def copy(self) -> "UnrolledTurn":
        """An independent copy."""
        twin = UnrolledTurn(self.seat, self.card, self.field)
        twin.bastion, twin.drawn, twin.was_shuffled = self.bastion, self.drawn, self.was_shuffled
        return twin


class UnrolledGame:
    """A game whose decisions and chance events are all given from outside, as numbers."""

    def __init__(self, seats: int = 4, options: GivenOptions = None) -> None:
        self.seats = given_seats(seats)
        show_compiling()
        self.engine = compiled()
        self.positions = template_of(options)
        self.engine.of(clear_board)(self.positions[0], self.seats)
        self.positions["phase"] = DRAW_PHASE
        self.stage = PLACING_LANDMARKS
        self.landmarks: list[int] = []
        self.dealt: list[int] = []
        self.turns: list[UnrolledTurn] = []
        self.words: list[list[str]] = [[] for _ in range(self.seats)]
        self.all_words: list[str] = []

    def __deepcopy__(self, memo: Any) -> "UnrolledGame":
        twin = object.__new__(UnrolledGame)
        twin.seats, twin.engine, twin.stage = self.seats, self.engine, self.stage
        twin.positions = np.empty(1, POSITION)
        twin.positions.view(np.uint8)[:] = self.positions.view(np.uint8)
        twin.landmarks, twin.dealt = self.landmarks[:], self.dealt[:]
        twin.turns = [*self.turns[:-1], self.turns[-1].copy()] if self.turns else []
        twin.words, twin.all_words = [own[:] for own in self.words], self.all_words[:]
        return twin

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.positions["phase"][0] == OVER)

    @property
    def is_chance(self) -> bool:
        """Whether chance has to give something next."""
        return self.stage != PLAYING or bool(self.positions["phase"][0] == DRAW_PHASE)

    @property
    def seat(self) -> int:
        """The seat to move or to draw."""
        return int(self.positions["seat"][0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can give next, each with its probability."""
        if self.stage == PLACING_LANDMARKS:
            left = [number - self.landmarks.count(kind) for kind, number in enumerate(LANDMARK_COUNTS)]
            return [(kind, number / sum(left)) for kind, number in enumerate(left) if number]
        cards = self._cards_to_come()
        outcomes = [card - 1 for card in cards if card != SHUFFLE_CARD]
        if len(outcomes) < len(cards):
            outcomes.append(SHUFFLE)
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _cards_to_come(self) -> list[int]:
        """The cards that can be dealt or drawn next, in order.

        A shuffle card that is dealt goes back at once, and so does one that is drawn from a deck that was just
        shuffled; nothing else changes by it. So it is left out there, which gives each card the same probability.
        """
        if self.stage == DEALING:
            return sorted(set(range(1, CARDS + 1)) - set(self.dealt))
        position = self.positions[0]
        cards = sorted(int(card) for card in position["pile"][: position["deck"]])
        return [card for card in cards if card != SHUFFLE_CARD] if self.turns[-1].was_shuffled else cards

    def take_chance(self, outcome: int) -> None:
        """Let chance give something."""
        if self.stage == PLACING_LANDMARKS:
            self._place_landmark(outcome)
        elif self.stage == DEALING:
            self._deal(outcome + 1)
        elif outcome == SHUFFLE:
            self._shuffle()
        else:
            self._draw(outcome + 1)

    def _place_landmark(self, kind: int) -> None:
        self.positions["landmark"][0, kind] |= np.uint32(1 << len(self.landmarks))
        self.landmarks.append(kind)
        if len(self.landmarks) == SITES:
            self._say(f"landmarks={''.join(LANDMARK_LETTERS[LANDMARK_NAMES[kind]] for kind in self.landmarks)}")
            self.stage = DEALING

    def _deal(self, card: int) -> None:
        self.positions["hand"][0, len(self.dealt) % self.seats] |= np.uint64(1 << card)
        self.dealt.append(card)
        if len(self.dealt) == HAND * self.seats:
            self._begin()

    def _begin(self) -> None:
        """All cards are dealt: lay the others down as the deck and let the first seat begin."""
        rest = [SHUFFLE_CARD, *sorted(set(range(1, CARDS + 1)) - set(self.dealt))]
        self.positions["pile"][0, : len(rest)] = rest
        self.positions["deck"] = len(rest)
        self.engine.of(start_turn)(self.positions[0])
        hands = [",".join(str(card) for card in sorted(self.dealt[seat :: self.seats])) for seat in range(self.seats)]
        for seat, hand in enumerate(hands):
            self.words[seat].append(f"hand={LETTERS[seat]}:{hand}")
        self.all_words.append("hands=" + "/".join(f"{LETTERS[seat]}:{hand}" for seat, hand in enumerate(hands)))
        self.stage = PLAYING

    def _shuffle(self) -> None:
        """The shuffle card was drawn: deck, discard and shuffle card are a new deck. Section 2.3."""
        record = self.positions[0]
        self.engine.of(bring_to_top)(record, SHUFFLE_CARD)
        self.engine.of(take_top)(record)
        self.engine.of(gather_cards)(record)
        self.turns[-1].was_shuffled = True
        self._say("(*)")

    def _draw(self, card: int) -> None:
        """The seat draws a card, and the turn passes on. Section 2.3."""
        record, turn = self.positions[0], self.turns[-1]
        self.engine.of(bring_to_top)(record, card)
        self.engine.of(finish_turn)(record, None)
        turn.drawn = card
        for seat, own in enumerate(self.words):
            own.append(f"({card})" if seat == turn.seat else "(?)")
        self.all_words.append(f"({card})")

    def _say(self, word: str) -> None:
        """Something that all seats see."""
        for own in self.words:
            own.append(word)
        self.all_words.append(word)

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions of the seat to move, in order."""
        masks = np.empty((1, number_of_actions()), np.uint8)
        self.engine.of(mask_games)(self.positions, masks, 0, 1)
        actions: list[int] = masks[0].nonzero()[0].tolist()
        return actions

    def act(self, action: int) -> None:
        """Do a decision of the seat to move; if it is the turn's last, chance is next."""
        if not self._is_accepted(action):
            raise GameFinished(game=0) if self.is_over else IllegalAction(game=0, action=action)
        record, seat = self.positions[0], self.seat
        number = int(self.engine.of(move_of_action)(record, action))
        self._remember(seat, number)
        self.engine.of(play)(record, number, None)
        self._say(str(move_of_number(self.engine.board, number)))

    def _is_accepted(self, action: int) -> bool:
        return bool(self.engine.of(refusal_of)(self.positions[0], action) == ACCEPTED)

    def _remember(self, seat: int, number: int) -> None:
        kind = kind_of(number)
        if kind in (PLACE_BASTION, NO_BASTION):
            self.turns[-1].bastion = field_of(number) if kind == PLACE_BASTION else NO_BASTION_PLACED
        else:
            self.turns.append(UnrolledTurn(seat, card_of(number), NO_FIELD if kind == CHANGE else field_of(number)))

    def move_of(self, action: int) -> Move | None:
        """The move that an action stands for now, or None if it stands for none."""
        if self.is_chance or self.is_over:
            return None
        number = int(self.engine.of(move_of_action)(self.positions[0], action))
        return None if number < 0 else move_of_number(self.engine.board, number)

    def action_of_turn(self, turn: UnrolledTurn, is_bastion: bool) -> int | None:
        """The action that does now what was done in a turn, or None if it is not legal."""
        ways, fields = number_of_actions() // (len(self.engine.board.fields) + 1), len(self.engine.board.fields)
        if is_bastion:
            field, way = (turn.bastion if turn.bastion != NO_BASTION_PLACED else fields), ways - 1
        else:
            hand = hand_of(Position(self.positions[0]), turn.seat)
            if turn.card not in hand:
                return None
            field, way = (turn.field if turn.field != NO_FIELD else fields), hand.index(turn.card)
        action = field * ways + way
        return action if self._is_accepted(action) else None

    def shares(self) -> list[float]:
        """Each seat's share of the victory; before the end all are 0. Section 6.4."""
        if not self.is_over:
            return [0.0] * self.seats
        coins = [int(self.engine.of(final_coins)(self.positions[0], seat)) for seat in range(self.seats)]
        winners = coins.count(max(coins))
        return [1 / winners if own == max(coins) else 0.0 for own in coins]

    def line(self, seat: int) -> str:
        """What a seat, or a watcher, sees now, in one line of notation; before the first turn, what it has seen."""
        if self.stage != PLAYING:
            return " ".join(self.words[0]) if seat == NOBODY else self.recalled(seat)
        view = view_of(interpreted(self.engine.board), Position(self.positions[0]), seat)
        return write_view(view)

    def hand_line(self, seat: int) -> str:
        """The cards in a seat's hand, which it looks at when all are dealt."""
        hand = hand_of(Position(self.positions[0]), seat) if self.stage == PLAYING else ()
        return f"hand={LETTERS[seat]}:{','.join(str(card) for card in hand)}"

    def recalled(self, seat: int) -> str:
        """Everything that a seat has seen from the beginning, in order."""
        return " ".join([LETTERS[seat], *self.words[seat]])

    def __str__(self) -> str:
        """Everything that has happened, in order."""
        landmarks = "" if self.stage != PLACING_LANDMARKS else "".join(str(kind) for kind in self.landmarks)
        cards = ",".join(str(card) for card in self.dealt) if self.stage == DEALING else ""
        return " ".join([word for word in (landmarks, cards, *self.all_words) if word])
