"""A place in a game as its seat knows it: the position, and what the others did since that seat's last turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rheinlaender.game.game import Game
from rheinlaender.game.view import View
from rheinlaender.notation.position import read_seen_position, write_view
from rheinlaender.rules.compile import interpreted


def game_seen_at(line: str) -> Game:
    """A game that looks as a line of notation says; the cards that are hidden lie in it in order."""
    engine = interpreted()
    return Game(read_seen_position(engine, line)[0], engine)


@dataclass(frozen=True)
class Told:
    """A card move of another seat: the position before it as the puzzle's seat knew it, in notation, and the move."""

    position: str
    move: str

    def game(self) -> Game:
        """The game before the move; the cards that are hidden lie in it in order."""
        return game_seen_at(self.position)


@dataclass(frozen=True)
class Standpoint:
    """A position as its seat knows it who has kept count of the coins, and what the others did last."""

    position: str
    told: tuple[Told, ...]

    def game(self) -> Game:
        """A game that looks like it; the cards that are hidden lie in it in order."""
        return game_seen_at(self.position)

    def view(self) -> View:
        """What the seat knows."""
        game = self.game()
        return game.view(game.to_move)


@dataclass(frozen=True)
class Met:
    """A decision that somebody met with in a game: the game at that point, and the card moves since their last turn."""

    game: Game
    since: tuple[tuple[Game, str], ...]

    def place(self) -> Standpoint:
        """What the seat to move knows of it."""
        seat = str(self.game.to_move)
        return Standpoint(
            line_seen(self.game, seat), tuple(Told(line_seen(apart, seat), move) for apart, move in self.since)
        )


def decisions_of(game: Game) -> Iterator[Met]:
    """Every decision of a game, in its order."""
    replay, since = Game(game.first_position.copy(), game.engine), list[tuple[Game, str]]()
    for turn in game.turns:
        since = [(apart, move) for apart, move in since if apart.to_move != turn.seat]
        begun = replay.copy()
        for move in turn.moves:
            yield Met(replay, tuple(since))
            replay.play(move, turn.draw if move is turn.moves[-1] else None)
        if turn.card_move is not None:
            since.append((begun, str(turn.card_move)))


def line_seen(game: Game, seat: str) -> str:
    """Where a game stands as a seat knows it, with the coins that it has counted."""
    view = game.view(seat)
    return write_view(replace(view, coins=dict(view.counted)))
