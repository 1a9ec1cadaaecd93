"""What is kept because it cost something to make; the trade calls it a cache."""

from typing import TypeVar

Occasion = TypeVar("Occasion")
Made = TypeVar("Made")


class Kept(dict[Occasion, Made]):
    """The newest things that were made, by their occasions; when there are too many, the oldest goes."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, occasion: Occasion, made: Made) -> None:
        super().__setitem__(occasion, made)
        if len(self) > self.most:
            del self[next(iter(self))]
