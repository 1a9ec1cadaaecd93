"""Products of rows and matrices by wide instructions: the same to the bit as number by number."""

import numba
import numpy as np
import pytest

from rheinlaender.rules.primitives import add_product
from rheinlaender.rules.products import wide_product

WIDE = wide_product(numba)


@pytest.mark.parametrize("width", [4, 32, 40, 48, 132])
def test_wide_products_are_the_same_to_the_bit(width: int) -> None:
    """Compiled by wide instructions, a product is what it is number by number, and nothing beyond the width changes."""
    random = np.random.default_rng(width)
    row, weights = random.normal(size=91).astype(np.float32), random.normal(size=(91, width)).astype(np.float32)
    row[random.random(91) < 0.3] = 0.0
    sums = [np.linspace(-1, 1, width + 8).astype(np.float32) for _ in range(2)]
    add_product(row, weights, sums[0], 91, width)
    WIDE(row, weights, sums[1], 91, width)
    assert sums[0].tobytes() == sums[1].tobytes()


def test_other_arrays_are_refused() -> None:
    """Numbers of 64 bits, or every second number of an array, would be read as something else."""
    row, weights, sums = np.ones(3, np.float32), np.ones((3, 4), np.float32), np.ones(4, np.float32)
    for wrong in (row.astype(np.float64), np.ones(6, np.float32)[::2]):
        with pytest.raises(numba.TypingError):
            WIDE(wrong, weights, sums, 3, 4)
