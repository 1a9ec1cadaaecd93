"""Work on a Ray cluster: the same as here, whichever nodes there are and however many of them are lost meanwhile."""

import argparse
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import rheinlaender
from rheinlaender.cli.streams import own_output
from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for

HERE, RAY = "here", "ray"
AHEAD = 2
"""So many works wait for each core, so that none is idle and little is asked for in vain."""
Done = TypeVar("Done")


class NoRay(Refusal):
    """A cluster needs the package ray."""

    code = "no_ray"


class OtherVersion(Refusal):
    """A node of the cluster has another version of the product: its results would not be the same."""

    code = "other_version"


def add_place(parser: argparse.ArgumentParser) -> None:
    """The argument that says where the games are played."""
    parser.add_argument(
        "--on",
        choices=(HERE, RAY),
        default=HERE,
        help="where games are played: here, or on the Ray cluster of RAY_ADDRESS (default here)",
    )


def placed(place: str) -> Callable[[Callable[[int], Done], Sequence[int]], Iterator[Done]]:
    """What does a work for each number, in their order, at a place."""
    return map_on_ray if place == RAY else map


def map_on_ray(work: Callable[[int], Done], numbers: Sequence[int]) -> Iterator[Done]:
    """What a work comes to for each number, in the order of the numbers.

    Whoever waits for the first one has the next ones at once: they are worked on meanwhile.
    """
    waiting: dict[int, Done] = {}
    found = work_on_ray(work, numbers)
    for number in numbers:
        while number not in waiting:
            other, done = next(found)
            waiting[other] = done
        yield waiting.pop(number)


def work_on_ray(work: Callable[[int], Done], numbers: Sequence[int]) -> Iterator[tuple[int, Done]]:
    """What a work comes to for each number, as it is done.

    A work that is lost with its node is done again on another one: it depends on its number alone.
    """
    with joined() as ray:
        remote = ray.remote(num_cpus=1, max_retries=-1)(as_here)
        left, under_way = iter(numbers), dict[Any, int]()
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            for number in _some(left, most - len(under_way)):
                under_way[remote.remote(rheinlaender.__version__, work, number)] = number
            if not under_way:
                return
            ready, _ = ray.wait(list(under_way), num_returns=1)
            for reference in ready:
                yield under_way.pop(reference), result_of(ray.get(reference))


def _some(left: Iterator[int], most: int) -> Iterator[int]:
    for _ in range(most):
        try:
            yield next(left)
        except StopIteration:
            return


def as_here(version: str, work: Callable[[int], Done], number: int) -> tuple[str | None, Done | None]:
    """Do a work on a node, if it has the same version; otherwise say which one it has."""
    if rheinlaender.__version__ != version:
        return rheinlaender.__version__, None
    return None, work(number)


def result_of(answer: tuple[str | None, Any]) -> Any:
    """What a node found, unless it has another version."""
    other, result = answer
    if other is not None:
        raise OtherVersion(found=other, needed=rheinlaender.__version__)
    return result


@contextmanager
def joined() -> Iterator[Any]:
    """Ray, joined to the cluster of RAY_ADDRESS, or to one of this machine alone if there is none.

    A thread of Ray prints at standard output that a node has died, whatever it is told about logging.
    """
    try:
        import ray
    except ImportError:
        raise NoRay(command=command_for("ray")) from None
    with own_output():
        ray.init(
            address=os.environ.get("RAY_ADDRESS"),
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=True,
        )
        try:
            yield ray
        finally:
            ray.shutdown()
