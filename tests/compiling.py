"""Fill the cache of compiled functions with what many tests call, by calling it."""

import numpy as np

from rheinlaender.batches.cpu import Batch
from rheinlaender.batches.warm import warm_up_batches
from rheinlaender.bots.warm import KINDS, warm_up_bots
from rheinlaender.review.warm import compile_review
from rheinlaender.rules.compile import compiled
from tests.targets.test_interpreted_and_compiled import play_twice


def compile_what_tests_call() -> None:
    """Players decide, a turn is reviewed, games are played, and a batch does everything that batches do, once."""
    engine = compiled()
    warm_up_bots(engine, tuple(KINDS))
    warm_up_batches(engine)
    batch = Batch(2, 3)
    batch.reset(1)
    randoms = np.ones(2, np.uint64)
    batch.legal_mask()
    batch.observe()
    batch.step(batch.random_actions(randoms))
    batch.random_playouts(randoms)
    compile_review()
    for with_journal in (False, True):
        play_twice(3, "parker", seed=0, with_journal=with_journal)


if __name__ == "__main__":
    compile_what_tests_call()
