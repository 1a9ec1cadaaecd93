"""Random games for properties: seats, options, a seed, a style, how far to play, and a few moves chosen on top."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import settings, strategies as st

from rheinlaender.game.game import Game
from rheinlaender.game.options import Options
from rheinlaender.notation.trace import choose_move
from rheinlaender.rules.options import PRESETS, VALUES

IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))


def bounded(examples: int) -> settings:
    """A third of so many examples, the same ones in every run; twenty times as many and new ones in a long test."""
    count = examples * 20 if IS_LONG else examples // 3
    return settings(max_examples=count, deadline=None, derandomize=not IS_LONG)


def all_options() -> st.SearchStrategy[Options]:
    """The presets, and any other values."""
    presets = st.sampled_from([Options.preset(preset) for preset in PRESETS])
    return presets | st.fixed_dictionaries({name: st.sampled_from(list(known)) for name, known in VALUES.items()}).map(
        Options.of
    )


@dataclass(frozen=True)
class Course:
    """How a random game goes: first by the style for so many decisions, then by the choices, then to its end."""

    seats: int
    options: Options
    seed: int
    style: str
    decisions: int
    choices: tuple[int, ...]

    def begin(self) -> Game:
        """The game before its first move."""
        return Game.new(self.seats, self.options, self.seed, first="abcde"[self.seed % self.seats])

    def moves(self, game: Game) -> Iterator[str]:
        """The moves of the game, up to its end; each must be played before the next is asked for."""
        random = Random(self.seed)
        number = 0
        while not game.is_over:
            moves = {str(move): move for move in game.legal_moves()}
            chosen = self.choices[number - self.decisions :][:1] if number >= self.decisions else ()
            yield sorted(moves)[chosen[0] % len(moves)] if chosen else choose_move(game, moves, random, self.style)
            number += 1

    def middle(self) -> Game:
        """The game as it stands after the choices, or at its end."""
        game = self.begin()
        for number, move in enumerate(self.moves(game)):
            if number == self.decisions + len(self.choices):
                break
            game.play(move)
        return game

    def played(self) -> Iterator[Game]:
        """The game after each of its moves; always the same one."""
        game = self.begin()
        for move in self.moves(game):
            game.play(move)
            yield game

    def finished(self) -> Game:
        """The game at its end."""
        *_, game = self.played()
        return game


def courses() -> st.SearchStrategy[Course]:
    """Random games."""
    return st.builds(
        Course,
        seats=st.integers(3, 5),
        options=all_options(),
        seed=st.integers(0, 2**32),
        style=st.sampled_from(["cluster", "uniform"]),
        decisions=st.integers(0, 160),
        choices=st.lists(st.integers(0, 999), max_size=6).map(tuple),
    )
