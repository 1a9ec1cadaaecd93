"""Products of a row and a matrix on the CPU, by wide instructions: many sums at a time stay in registers.

Every sum adds its products one by one in the order of the row, as `add_product` does: the answers are the same to the
bit. Numba is handed in, so that this file need not import it.
"""

from typing import Any

STEPS = ((3, 16), (2, 16), (1, 4))
"""How many words are added to at a time, and how many numbers are in a word; machines with narrower ones split it.

Of each kind as many steps are made as the width has room for. Widths are multiples of four.
"""


def wide_product(numba: Any) -> Any:
    """`add_product` by wide words, for whole arrays of numbers of 32 bits."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = zip(signature.args[:3], arguments[:3], strict=True)
        made = [context.make_array(kind)(context, builder, value) for kind, value in arrays]
        write_steps(numba.core.cgutils, builder, made, *arguments[3:])
        return context.get_dummy_value()

    @numba.extending.intrinsic
    def add_words(typing_context, row, weights, sums, numbers, width):  # type: ignore[no-untyped-def]
        are_whole = all(kind.dtype == numba.float32 and kind.layout == "C" for kind in (row, weights, sums))
        signature = numba.void(row, weights, sums, numba.int64, numba.int64)
        return (signature, lower) if are_whole else None

    return numba.njit(nogil=True)(
        lambda row, weights, sums, numbers, width: add_words(row, weights, sums, numbers, width)
    )


def write_steps(writing: Any, builder: Any, arrays: Any, numbers: Any, width: Any) -> None:
    """Write the instructions of all steps, from the left of the matrix to its right."""
    begin = width.type(0)
    for words, size in STEPS:
        step = width.type(words * size)
        end = builder.add(begin, builder.mul(builder.sdiv(builder.sub(width, begin), step), step))
        with writing.for_range_slice(builder, begin, end, step) as (place, _):
            write_step(writing, builder, arrays, numbers, place, words, size)
        begin = end


def write_step(writing: Any, builder: Any, arrays: Any, numbers: Any, place: Any, words: int, size: int) -> None:
    """Write one step: load some words of sums, add each row of the weights times its number, store them."""
    ir = writing.ir
    row, weights, sums = arrays
    wide = ir.VectorType(ir.FloatType(), size)
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), size), [0] * size)
    width = writing.unpack_tuple(builder, weights.shape, 2)[1]
    places = [builder.add(place, place.type(word * size)) for word in range(words)]

    def word_at(array: Any, number: Any) -> Any:
        return builder.bitcast(builder.gep(array.data, [number]), wide.as_pointer())

    kept = [writing.alloca_once_value(builder, builder.load(word_at(sums, each), align=4)) for each in places]
    with writing.for_range(builder, numbers) as loop:
        number = builder.load(builder.gep(row.data, [loop.index]))
        single = builder.insert_element(ir.Constant(wide, ir.Undefined), number, ir.IntType(32)(0))
        factor = builder.shuffle_vector(single, single, everywhere)
        begin = builder.mul(loop.index, width)
        for each, total in zip(places, kept, strict=True):
            weight = builder.load(word_at(weights, builder.add(begin, each)), align=4)
            builder.store(builder.fadd(builder.load(total), builder.fmul(factor, weight)), total)
    for each, total in zip(places, kept, strict=True):
        builder.store(builder.load(total), word_at(sums, each), align=4)
