"""`rheinlaender analyse`: the best moves of a position, from one seat's knowledge."""

import argparse
import json

from rheinlaender.bots import Bot, make_bot
from rheinlaender.bots.advice import advise, lines_of
from rheinlaender.bots.bot import Candidate, NothingToChoose
from rheinlaender.bots.explain import explain
from rheinlaender.bots.registry import close_bot
from rheinlaender.bots.search import SearchBot
from rheinlaender.bots.seen import seen_position
from rheinlaender.cli.arguments import (
    MOST,
    MOST_SECONDS,
    add_board,
    add_language,
    between,
    board_of,
    find_here,
    read_text,
)
from rheinlaender.game.game import Game
from rheinlaender.game.view import View
from rheinlaender.rules.compile import interpreted
from rheinlaender.rules.given import given_seed


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "what", help="a position (rh1 ..., full or as one seat sees it), a file with one, or a record (.rhg)"
    )
    parser.add_argument(
        "--at",
        type=int,
        metavar="TURN",
        help="of a record: the position after this turn (default: the last)",
    )
    parser.add_argument(
        "--seconds", type=between("--seconds", 0.001, MOST_SECONDS), default=2.0, help="time to think (default 2)"
    )
    parser.add_argument(
        "--simulations", type=between("--simulations", 1, MOST), help="a number of simulations instead of a time"
    )
    parser.add_argument(
        "--moves", type=between("--moves", 1, MOST), default=8, metavar="N", help="how many moves to show (default 8)"
    )
    level = "who thinks, as for 'match', such as duke or 'engine:./my_bot' (default: foresight)"
    parser.add_argument("--level", default="foresight", help=level)
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides what is left to chance (default 0)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    add_board(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> None:
    """Search a position and print what was found."""
    from rheinlaender.bots.warm import kinds_of
    from rheinlaender.cli.compiling import compile_players
    from rheinlaender.cli.terminal import console

    seconds = None if arguments.simulations is not None else arguments.seconds
    find_here()
    times = {"seconds": seconds, "simulations": arguments.simulations}
    bot = make_bot(arguments.level, given_seed(arguments.seed), wait=True, **times)
    view = _view(arguments)
    compile_players(kinds_of([bot]))
    try:
        with console(stderr=True).status("Thinking ..."):
            found = _found(bot, view)
    finally:
        close_bot(bot)
    shown = found[: arguments.moves]
    if arguments.json:
        print(json.dumps([_row(view, candidate, arguments.language) for candidate in shown]))
    else:
        _print(view, found, shown, arguments.language)


def _found(bot: Bot, view: View) -> list[Candidate]:
    """What a player found; of one that does not say, only the move is known."""
    if isinstance(bot, SearchBot):
        return bot.analyse(view)
    move = bot.choose(view, Game(seen_position(view), interpreted(view.board)).legal_moves())
    told: list[Candidate] = getattr(bot, "found", [])
    first = [one for one in told if one.move == move] or [Candidate(move, 0.0, (), 0)]
    return first + [one for one in told if one.move != move]


def _view(arguments: argparse.Namespace) -> View:
    """What the seat to move knows in the position that was asked for."""
    from rheinlaender.notation.position import HIDDEN, read_position, read_view

    engine = interpreted(board_of(arguments))
    text = arguments.what if arguments.what.startswith("rh1") else read_text(arguments.what)
    if text.startswith("["):
        game = _replayed(text, arguments)
    elif HIDDEN in text:
        return read_view(engine, text.strip())
    else:
        game = Game(read_position(engine, text.strip()), engine)
    if game.to_move is None:
        raise NothingToChoose(seat="-")
    return game.view(game.to_move)


def _replayed(text: str, arguments: argparse.Namespace) -> Game:
    """The game of a record, up to the turn that was asked for."""
    from rheinlaender.notation.record import read_record

    game = read_record(text, board_of(arguments)).game
    while arguments.at is not None and game.position.turn > max(0, arguments.at):
        game.undo()
    return game


def _row(view: View, candidate: Candidate, language: str) -> dict[str, object]:
    why = _why(view, candidate, language)
    share = round(candidate.share, 4) if candidate.visits else None
    error = None if candidate.error is None else round(candidate.error, 4)
    risks = [reason.words(language) for reason in advise(view, candidate.move).risks]
    found = {"share": share, "error": error, "visits": candidate.visits}
    return {"move": str(candidate.move), **found, "why": why, "risks": risks}


def _why(view: View, candidate: Candidate, language: str) -> list[str]:
    return [reason.words(language) for reason in explain(view, candidate.move)]


def share_in_words(candidate: Candidate) -> str:
    """The share of victories that was found and its error; of a move that was never tried nothing is known."""
    return "-" if candidate.error is None else f"{candidate.share:.1%} ±{candidate.error:.1%}"


def _print(view: View, found: list[Candidate], shown: list[Candidate], language: str) -> None:
    from rheinlaender.cli.terminal import table

    for line in lines_of(advise(view, found[0].move, found), view.board, language):
        print(line)
    rows = [
        [candidate.move, share_in_words(candidate), f"{candidate.visits:,}", " ".join(_why(view, candidate, language))]
        for candidate in shown
    ]
    total = sum(candidate.visits for candidate in found)
    title = f"Seat {view.seat}, turn {view.turn + 1}: {total:,} simulations"
    table(title, ["move", "victory", "visits", "why"], rows, words="why")
