"""A question that is thought about until somebody gives it up."""

import asyncio
import threading
from typing import Any


class EndlessThought:
    """Stands for what thinks; notes that it was asked, and that it was given up."""

    def __init__(self) -> None:
        self.is_asked, self.is_given_up = threading.Event(), threading.Event()

    async def __call__(self, *_: Any) -> None:
        """Think."""
        self.is_asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.is_given_up.set()
