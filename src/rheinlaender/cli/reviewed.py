"""A review on a terminal: a graph of the chances, the turning points, the ledger, the accuracy, the worst mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass

from rheinlaender.bots.advice import move_words
from rheinlaender.cli.streams import can_print
from rheinlaender.game.game import Game
from rheinlaender.i18n import words
from rheinlaender.review.accuracy import marks
from rheinlaender.review.review import Decision, Review, SeatReview

BLOCKS, PLAIN = " ▁▂▃▄▅▆▇█", " .:-=+*#@"
MOST_COLUMNS = 72
WIDTH_OF_SCALE = 50
LINES = ("even", "order", "deal", "own_draws", "others_draws", "mistakes", "hidden")


@dataclass(frozen=True)
class Teller:
    """The words of a review in one language."""

    language: str

    def __call__(self, key: str, **parts: object) -> str:
        """A text."""
        return words(f"review.{key}", self.language, **parts)

    def line(self, name: str, **parts: object) -> str:
        """The name of a line of the ledger."""
        return words(f"review.line.{name}", self.language, **parts)

    def label(self, name: str) -> str:
        """What a move is called."""
        return words(f"review.label.{name}", self.language)


def print_review(review: Review, game: Game, language: str) -> None:
    """Print all parts, one after the other."""
    say = Teller(language)
    _print_chances(review, say)
    _print_turning_points(review, say)
    _print_ledger(review, say)
    _print_accuracy(review, say)
    _print_mistakes(review, game, say)
    print(say("judge", judge=review.judge))


def _print_chances(review: Review, say: Teller) -> None:
    """A row of blocks for each seat: the higher, the greater its chance."""
    print(say("chances", turns=len(review.chances) - 1))
    columns = _columns([*range(len(review.chances))])
    for number, seat in enumerate(review.seats):
        shares = [review.chances[turn][number] for turn in columns]
        print(f"  {seat.seat} {graph(shares)} {shares[-1]:4.0%}")
    print()


def _columns(turns: list[int]) -> list[int]:
    """The turns that are shown: all, or as many as fit, the first and the last among them."""
    if len(turns) <= MOST_COLUMNS:
        return turns
    return [turns[number * (len(turns) - 1) // (MOST_COLUMNS - 1)] for number in range(MOST_COLUMNS)]


def graph(shares: Sequence[float]) -> str:
    """Shares as blocks of nine heights, or as plain signs where a terminal has no blocks."""
    signs = BLOCKS if can_print(BLOCKS) else PLAIN
    return "".join(signs[round(share * (len(signs) - 1))] for share in shares)


def _print_turning_points(review: Review, say: Teller) -> None:
    if not review.turning_points:
        return
    print(say("turning_points"))
    for point in review.turning_points:
        place = point.turn - review.before
        before, after = review.chances[place - 1], review.chances[place]
        number = [seat.seat for seat in review.seats].index(point.gained)
        swing = {"before": round(100 * before[number]), "after": round(100 * after[number])}
        print("  " + say("turning_point", turn=point.turn, seat=point.seat, gained=point.gained, **swing))
    print()


def _print_ledger(review: Review, say: Teller) -> None:
    """A column for each seat; the last row is the sum of all others."""
    from rheinlaender.cli.terminal import table

    seats = review.seats
    rows = [[say.line(name), *(_points(getattr(seat.ledger, name)) for seat in seats)] for name in LINES]
    for other, doer in enumerate(seats):
        row = [_points(seat.ledger.others[other]) if seat is not doer else "" for seat in seats]
        rows.append([say.line("others", seat=doer.seat), *row])
    rows.append([say.line("rounding"), *(_points(seat.ledger.rounding) for seat in seats)])
    rows.append([say.line("result"), *(f"{100 * seat.result:.1f}" for seat in seats)])
    table(say("ledger"), [say("line"), *(seat.seat for seat in seats)], rows)


def _points(share: float) -> str:
    """A share in points of a hundred, with its sign."""
    return f"{round(100 * share, 1) + 0.0:+.1f}"


def _print_accuracy(review: Review, say: Teller) -> None:
    """A scale for each seat, with the levels as marks below."""
    print(say("accuracy"))
    for seat in review.seats:
        print(f"  {seat.seat} {scale(seat.accuracy)} {seat.accuracy:5.1f}  {_lost(seat, say)}")
    levels = sorted(marks()["levels"].items(), key=lambda level: float(level[1]["accuracy"]))
    told = [f"{words(f'level.{name}', say.language)} {mark['accuracy']:.0f}" for name, mark in levels]
    print("  " + say("marks", marks=", ".join(told)))
    print()


def _lost(seat: SeatReview, say: Teller) -> str:
    mean = 100 * seat.lost / max(1, seat.decisions)
    return say("lost", lost=f"{100 * seat.lost:.1f}", count=seat.decisions, mean=f"{mean:.2f}")


def scale(accuracy: float) -> str:
    """A bar from 0 to 100."""
    full, empty = ("█", "░") if can_print("█░") else ("#", ".")
    filled = round(accuracy / 100 * WIDTH_OF_SCALE)
    return full * filled + empty * (WIDTH_OF_SCALE - filled)


def _print_mistakes(review: Review, game: Game, say: Teller) -> None:
    """The worst mistakes of each seat, with the better move and why."""
    for seat in review.seats:
        worst = review.worst(seat.seat)
        if worst:
            print(say("worst", seat=seat.seat))
        for decision in worst:
            print("  " + _mistake(decision, game, say))
    print()


def _mistake(decision: Decision, game: Game, say: Teller) -> str:
    told = say(
        "mistake",
        turn=decision.turn,
        move=move_words(decision.move, game.board, say.language),
        best=move_words(decision.best, game.board, say.language),
        loss=f"{100 * decision.loss:.1f}",
        error=f"{100 * decision.error:.1f}",
        label=say.label(decision.label),
    )
    return " ".join([told, *(reason.words(say.language) for reason in decision.why)])
