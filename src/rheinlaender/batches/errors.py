"""Refusals of the batches: each has a code and words in the catalogue that say what to do."""

from rheinlaender.i18n import Refusal
from rheinlaender.rules.refusals import (
    SeedOutOfRange as SeedOutOfRange,
    UnknownOption as UnknownOption,
    UnknownPreset as UnknownPreset,
    WrongOptions as WrongOptions,
    WrongOptionValue as WrongOptionValue,
    WrongSeats as WrongSeats,
)


class WrongArray(Refusal):
    """An array of another shape or type than is needed."""

    code = "wrong_array"


class WrongNumberOfGames(Refusal):
    """A batch has at least one game."""

    code = "wrong_number_of_games"


class WrongNumberOfThreads(Refusal):
    """A batch runs on at least one thread."""

    code = "wrong_number_of_threads"


class WrongReward(Refusal):
    """There is no such reward."""

    code = "wrong_reward"


class WrongFirstSeat(Refusal):
    """A first seat that the table does not have."""

    code, section = "wrong_first_seat", "1.5"


class NotSetUp(Refusal):
    """The games have not been set up yet."""

    code = "not_set_up"


class IllegalAction(Refusal):
    """An action that the rules forbid now, or that does not exist."""

    code, section = "illegal_action", "2"


class GameFinished(Refusal):
    """A step of a game that is over."""

    code, section = "game_finished", "6"


class NoCuda(Refusal):
    """The package for CUDA or a GPU is missing."""

    code = "no_cuda"


class TooLittleGpuMemory(Refusal):
    """The batch does not fit into the memory of the GPU."""

    code = "too_little_gpu_memory"
