"""Former games: those that are over may be played on from any of their turns. Before the end nothing is told."""

from rheinlaender.review.errors import NoResult
from rheinlaender.server import errors
from rheinlaender.server.contract.commands import FormerGame
from rheinlaender.server.live.judging import must_watch
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.writing.positions import position_text
from rheinlaender.server.writing.replays import known_seat, state_at


async def position_of_former(live: LiveTable, asked: FormerGame, holder: str | None) -> str:
    """Where a game that is over stood after a turn, as a seat could know, for whoever may see it."""
    must_watch(live.table, holder, live.now().at)
    if not live.table.is_revealed:
        raise NoResult() if live.table.ended else errors.NotOver()
    seat = known_seat(live.table, asked.seen)
    return position_text(state_at(await live.states(), asked.turn), seat)
