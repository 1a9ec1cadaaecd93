"""Primitives: the few operations that each target does in its own way.

The functions here are the interpreted ones. `compile.py` puts the others in their place in the twins of the rules, and
hands Numba in, so that this file need not import it.
"""

from typing import Any

import numpy

from rheinlaender.rules.products import wide_product

EMPTY = 0
"""The empty set in one word; a primitive value."""


def only(member: int) -> int:
    """The set, in one word, that holds this member alone."""
    return 1 << member


def count(word: int) -> int:
    """The number of members of a set held in one word."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The lowest member of a set held in one word, which must not be empty."""
    return (word & -word).bit_length() - 1


def without_lowest(word: int) -> int:
    """The set without its lowest member."""
    return word & (word - 1)


def signed(word: int) -> int:
    """An unsigned word of less than 63 bits as an ordinary integer."""
    return word


def wide(number: int) -> int:
    """A number as an ordinary integer, whatever it is stored as: narrow ones are not computed with.

    Compiled, a variable that begins as a narrow number of the record would be of that type, and sums or other values
    that it is given later would not fit or would have another type than interpreted.
    """
    return number


def copy_into(places: Any, position: Any) -> None:
    """Copy a position into the first of some places."""
    places[0].become(position)


def thread() -> int:
    """The number of the thread that runs a kernel; on the CPU a kernel is given its games, and the number is 0."""
    return 0


def threads() -> int:
    """The number of threads that share a kernel's games."""
    return 1


def lane() -> int:
    """The number of the lane among those that write one row together; a row that one thread writes has lane 0."""
    return 0


def lanes() -> int:
    """The number of lanes that write one row together."""
    return 1


def any_lane(is_so: bool) -> bool:
    """Whether it is so for any of the lanes."""
    return is_so


def wait_for_lanes() -> None:
    """Wait until all lanes have written what they had to write so far."""


def replace_all(numbers: Any, old: int, new: int, length: int) -> None:
    """Replace one number by another wherever it stands in the first part of an array."""
    for place in range(length):
        if numbers[place] == old:
            numbers[place] = new


def add_product(row: Any, weights: Any, sums: Any, numbers: int, width: int) -> None:
    """Add the product of a row and a matrix to sums, row by row of the matrix, as a CPU's wide instructions like it."""
    for number in range(numbers):
        factor = row[number]
        if factor != 0:
            for place in range(width):
                sums[place] += factor * weights[number, place]


def add_product_in_registers(row: Any, weights: Any, sums: Any, numbers: int, width: int) -> None:
    """The same, four sums at a time, which a thread of a GPU keeps in registers; the width is a multiple of four."""
    for place in range(0, width, 4):
        one, two, three, four = sums[place], sums[place + 1], sums[place + 2], sums[place + 3]
        for number in range(numbers):
            factor = row[number]
            one += factor * weights[number, place]
            two += factor * weights[number, place + 1]
            three += factor * weights[number, place + 2]
            four += factor * weights[number, place + 3]
        sums[place], sums[place + 1], sums[place + 2], sums[place + 3] = one, two, three, four


WARP = 32
"""The threads of a GPU that go together."""


def _copy_record(places: Any, position: Any) -> None:
    places[0] = position


def cpu_primitives(numba: Any) -> dict[str, Any]:
    """The primitives as machine instructions on words of 64 bits."""
    intrinsic = numba.extending.intrinsic
    word_type = numba.uint64

    @intrinsic
    def population(typing_context, word):  # type: ignore[no-untyped-def]
        return numba.int64(word_type), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def trailing_zeros(typing_context, word):  # type: ignore[no-untyped-def]
        def lower(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(numba.boolean, True))

        return numba.int64(word_type), lower

    jit, constant = numba.njit(nogil=True), numba.njit(nogil=True, inline="always")
    return {
        "EMPTY": numpy.uint64(0),
        "only": jit(lambda member: word_type(1) << word_type(member)),
        "count": jit(lambda word: population(word_type(word))),
        "lowest": jit(lambda word: trailing_zeros(word_type(word))),
        "without_lowest": jit(lambda word: word_type(word) & (word_type(word) - word_type(1))),
        "signed": jit(lambda word: numba.int64(word)),
        "wide": jit(lambda number: numba.int64(number)),
        "copy_into": jit(_copy_record),
        "thread": constant(lambda: 0),
        "threads": constant(lambda: 1),
        "lane": constant(lambda: 0),
        "lanes": constant(lambda: 1),
        "any_lane": constant(lambda is_so: is_so),
        "wait_for_lanes": constant(lambda: None),
        "replace_all": jit(replace_all),
        "add_product": wide_product(numba),
    }


def cuda_primitives(cuda: Any) -> dict[str, Any]:
    """The primitives as instructions of the GPU; a kernel's threads share its games."""
    number, word_type = cuda.types.int64, cuda.types.uint64
    jit = cuda.jit(device=True, forceinline=True)
    return {
        "EMPTY": numpy.uint64(0),
        "only": jit(lambda member: word_type(1) << word_type(member)),
        "count": jit(lambda word: number(cuda.popc(word_type(word)))),
        "lowest": jit(lambda word: number(cuda.ffs(word_type(word))) - 1),
        "without_lowest": jit(lambda word: word_type(word) & (word_type(word) - word_type(1))),
        "signed": jit(lambda word: number(word)),
        "wide": jit(lambda narrow: number(narrow)),
        "copy_into": copying_words(cuda),
        "thread": jit(lambda: cuda.grid(1)),
        "threads": jit(lambda: cuda.gridsize(1)),
        "lane": jit(lambda: 0),
        "lanes": jit(lambda: 1),
        "any_lane": jit(lambda is_so: is_so),
        "wait_for_lanes": jit(lambda: None),
        "replace_all": jit(replace_all),
        "add_product": cuda.jit(device=True)(add_product_in_registers),
    }


def warp_primitives(cuda: Any) -> dict[str, Any]:
    """The primitives that differ where a whole warp goes through a game."""
    jit = cuda.jit(device=True, forceinline=True)
    return {
        "thread": jit(lambda: cuda.grid(1) // WARP),
        "threads": jit(lambda: cuda.gridsize(1) // WARP),
        "lane": jit(lambda: cuda.threadIdx.x % WARP),
        "lanes": jit(lambda: WARP),
        "any_lane": jit(lambda is_so: cuda.any_sync(0xFFFFFFFF, is_so)),
        "wait_for_lanes": jit(lambda: cuda.syncwarp()),
    }


AT_A_TIME = 16
"""Words that are on their way at the same time when a record is copied on a GPU."""


def copying_words(cuda: Any) -> Any:
    """`copy_into` eight bytes at a time: assigned, a record is copied byte by byte, and each waits for the last."""

    @cuda.extending.intrinsic
    def copy_words(typing_context, places, position):  # type: ignore[no-untyped-def]
        def lower(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            word = context.get_value_type(cuda.types.uint64).as_pointer()
            place = context.make_array(places)(context, builder, arguments[0]).data
            target, source = builder.bitcast(place, word), builder.bitcast(arguments[1], word)
            numbers = [context.get_constant(cuda.types.intp, number) for number in range(places.dtype.size // 8)]
            for first in range(0, len(numbers), AT_A_TIME):
                some = numbers[first : first + AT_A_TIME]
                loaded = [builder.load(builder.gep(source, [number])) for number in some]
                for number, value in zip(some, loaded, strict=True):
                    builder.store(value, builder.gep(target, [number]))
            return context.get_dummy_value()

        return cuda.types.void(places, position), lower

    return cuda.jit(device=True)(lambda places, position: copy_words(places, position))


def replacing_words(cuda: Any) -> Any:
    """`replace_all` four bytes at a time, for an array that begins at a multiple of four bytes and ends at one."""
    sevens, ones = numpy.uint32(0x7F7F7F7F), numpy.uint32(0x01010101)
    word_type = numpy.uint32

    def replace_words(numbers: Any, old: int, new: int, length: int) -> None:
        words = numbers.view(word_type)
        sought = word_type(old) * ones
        change = word_type(old ^ new) * ones
        for place in range((length + 3) // 4):
            differing = words[place] ^ sought
            same = ~(((differing & sevens) + sevens) | differing | sevens)
            if word_type(same) != 0:
                words[place] ^= (word_type(same) >> 7) * 255 & change

    return cuda.jit(device=True)(replace_words)
