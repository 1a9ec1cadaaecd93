"""What a preview says of the duchy in which the planned knight would stand."""

from random import Random

from rheinlaender.game.game import Game
from rheinlaender.game.move import Move
from rheinlaender.server.writing.previews import considered, foresee

DECISIONS = 120


def foreseen(game: Game, move: Move) -> dict[str, object] | None:
    """The outcome of a move of whoever is to move."""
    seat = str(game.to_move)
    outcome: dict[str, object] | None = foresee(game, None, considered(game, [str(move)], None, seat), seat)["outcome"]
    return outcome


def check_outcome(game: Game, move: Move) -> str | None:
    """The outcome of a move is what the views before and after say; the kind of a move to an old duchy."""
    field, seat = move.target(game.board), str(game.to_move)
    held = next((duchy for duchy in game.view(seat).duchies if field in duchy.fields), None)
    after, _ = game.consider([move])
    then = next((duchy for duchy in after.view(seat).duchies if field in duchy.fields), None)
    outcome = foreseen(game, move)
    if then is None:
        assert outcome is None
        return None
    assert outcome is not None and (outcome["duchy"], outcome["after"]) == (then.name, then.worth)
    joined = [duchy.worth for duchy in game.view(seat).duchies if set(duchy.fields) <= set(then.fields)]
    assert outcome["before"] == (max(joined, default=0) if held is None else held.worth)
    return move.kind if joined else None


def test_worth_before_and_after_of_every_kind_of_move() -> None:
    """Also where a knight is converted inside a duchy, which was worth something before."""
    random, kinds = Random(3), set[str | None]()
    game = Game.new(3, seed=3)
    for _ in range(DECISIONS):
        moves = game.legal_moves()
        if game.is_over or not moves:
            break
        if game.view(str(game.to_move)).phase == "knight":
            kinds |= {check_outcome(game, move) for move in moves}
        game.play(random.choice(moves))
    assert {"settle", "reinforce", "convert"} <= kinds
