"""Games that begin at a position: from a former game, or from a line of notation. They touch nothing."""

from dataclasses import asdict, dataclass

from rheinlaender.game.errors import GameOver
from rheinlaender.game.game import Game
from rheinlaender.game.rulings import RULES
from rheinlaender.notation.position import game_shown
from rheinlaender.server.errors import OtherSeats
from rheinlaender.server.values.chance import deal
from rheinlaender.server.values.entry import Parts


@dataclass(frozen=True)
class Beginning:
    """The position at which a game begins, in notation; the table and the number of turns that it comes from.

    What its line hides or leaves out is dealt anew, but for the hands of the seats that are `shown`; a line that hides
    nothing (None) is played on as it was.
    """

    position: str
    turn: int
    shown: str | None
    table: str | None = None

    @property
    def is_dealt(self) -> bool:
        """Whether what nobody saw is dealt anew."""
        return self.shown is not None

    def write(self) -> Parts:
        """The beginning as the log keeps it."""
        return asdict(self)


def read_beginning(parts: Parts | None) -> Beginning | None:
    """A beginning from the log."""
    return None if parts is None else Beginning(**parts)


def beginning_at(line: str, seats: int, table: str | None = None) -> tuple[Beginning, Game]:
    """The beginning that a line stands for, with a game there, if so many seats can play on."""
    game, shown = game_shown(line)
    if game.is_over:
        raise GameOver()
    check_seats(game, seats)
    return Beginning(line, game.turn, shown, table), game


def check_seats(game: Game, seats: int) -> None:
    """Refuse another number of seats than the position has."""
    if len(game.seats) != seats:
        raise OtherSeats(seats=len(game.seats))


def branch(beginning: Beginning, seats: int, key: bytes, rules: int = RULES) -> Game:
    """The game that begins there; the key deals what is not seen."""
    game, shown = game_shown(beginning.position, rules)
    check_seats(game, seats)
    if shown is not None:
        deal(game, key, shown)
    return game
