"""A question for a thinker: what one seat may know, and who is to choose. It holds nothing that the seat cannot see."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from rheinlaender.bots.seen import game_seen
from rheinlaender.game.game import Game
from rheinlaender.notation.position import write_view
from rheinlaender.server.thinkers.choosing import Begin, choose_hint, choose_turn, keep_on
from rheinlaender.server.values.entry import Parts

TURN, HINT = "turn", "hint"


@dataclass(frozen=True)
class Question:
    """What is to be chosen, by which level, with which seed and share of its time.

    `view` is in notation; `counted` and `reshuffled` are what everybody has seen and may remember, as a view has it.
    """

    kind: str
    view: str
    counted: Mapping[str, int]
    level: str
    seed: int = 0
    share: float = 1.0
    reshuffled: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def about(cls, kind: str, game: Game, level: str, seed: int = 0) -> "Question":
        """A question about the decision that a game waits for, as its seat to move sees it."""
        view = game.view(game.to_move)
        return cls(kind, write_view(view), view.counted, level, seed, reshuffled=view.reshuffled)

    def with_share(self, share: float) -> "Question":
        """The same question, for a share of the time."""
        return replace(self, share=share)

    def written(self) -> Parts:
        """The question as JSON."""
        return {**asdict(self), "seed": str(self.seed)}

    @classmethod
    def read(cls, parts: Mapping[str, Any]) -> "Question":
        """A question from JSON."""
        reshuffled = {int(card): turns for card, turns in parts.get("reshuffled", {}).items()}
        return cls(**{**parts, "seed": int(parts["seed"]), "reshuffled": reshuffled})

    def answer(self, begin: Begin = keep_on) -> Any:
        """Think: the moves of a turn, or a hint."""
        game = game_seen(self.view, self.counted, self.reshuffled)
        if self.kind == HINT:
            return choose_hint(game, self.level, self.share, begin)
        return choose_turn(game, self.level, self.seed, self.share, begin)
