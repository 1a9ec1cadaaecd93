"""A crew (a thread pool): threads that share the parts of a piece of work, each taking the next that nobody has.

Taking parts one by one keeps all threads busy until the end, even where the machine lets one of them wait.
"""

import itertools
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Part = tuple[int, int]


class Task:
    """A kernel with its arguments, and the parts of it that are still to be done."""

    def __init__(self, kernel: Callable[..., Any], arguments: Sequence[Any], parts: Sequence[Part]) -> None:
        self.kernel, self.arguments, self.parts = kernel, arguments, parts
        self.problem: BaseException | None = None
        self._next = itertools.count()

    def work(self) -> None:
        """Do the next parts until there is none left; a problem ends the work and is kept."""
        try:
            for number in self._next:
                if number >= len(self.parts) or self.problem is not None:
                    return
                self.kernel(*self.arguments, *self.parts[number])
        except BaseException as problem:
            self.problem = problem


class Member:
    """A thread that waits for tasks."""

    def __init__(self) -> None:
        self.task: Task | None = None
        self._begin, self._done = threading.Lock(), threading.Lock()
        self._begin.acquire()
        self._done.acquire()
        threading.Thread(target=self._live, name="crew", daemon=True).start()

    def _live(self) -> None:
        while True:
            self._begin.acquire()
            if self.task is None:
                return
            self.task.work()
            self._done.release()

    def begin(self, task: Task | None) -> None:
        """Begin a task; no task at all ends the thread."""
        self.task = task
        self._begin.release()

    def wait(self) -> None:
        """Wait until the task is done, and forget it."""
        self._done.acquire()
        self.task = None


class Crew:
    """The calling thread and some more; they end with the crew."""

    def __init__(self, threads: int) -> None:
        self._members = [Member() for _ in range(threads - 1)]
        weakref.finalize(self, _dismiss, self._members)

    def run(self, kernel: Callable[..., Any], arguments: Sequence[Any], parts: Sequence[Part]) -> None:
        """Run a kernel over all parts; each call gets the arguments and the two ends of its part."""
        task = Task(kernel, arguments, parts)
        busy = self._members[: len(parts) - 1]
        for member in busy:
            member.begin(task)
        task.work()
        for member in busy:
            member.wait()
        if task.problem is not None:
            raise task.problem


def _dismiss(members: Iterable[Member]) -> None:
    for member in members:
        member.begin(None)
