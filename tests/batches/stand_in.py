"""A stand-in for a GPU: arrays that can be reached only by copying, and kernels that run on the CPU when launched."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import rheinlaender.batches.cuda as cuda
from rheinlaender.batches.kernels import play_out_games
from rheinlaender.rules.compile import compiled


def copied(array: NDArray[Any]) -> NDArray[Any]:
    """The same bytes elsewhere, also those between the parts of a record."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape)


class DeviceArray:
    """An array of the device."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.array.ctypes.data, False), "version": 3}

    def copy_to_host(self, stream: object = 0) -> NDArray[Any]:
        """A copy on the host."""
        return copied(self.array)

    def copy_to_device(self, other: "DeviceArray", stream: object = 0) -> None:
        """Take over another array of the device."""
        assert other.shape == self.shape and other.dtype == self.dtype
        self.array.view(np.uint8)[:] = other.array.view(np.uint8)

    def view(self, kind: type) -> "DeviceArray":
        """The same bytes as another type."""
        return DeviceArray(self.array.view(kind))

    def is_c_contiguous(self) -> bool:
        """Whether the entries follow each other in memory."""
        return self.array.flags.c_contiguous


class Launched:
    """A kernel that is launched as `kernel[blocks, threads, stream](...)`."""

    def __init__(self, kernel: Callable[..., None]) -> None:
        self.kernel = kernel

    def __getitem__(self, shape: tuple[int, int, object]) -> Callable[..., None]:
        return lambda *given: self.kernel(*[one.array if isinstance(one, DeviceArray) else one for one in given])


class Device:
    """What numba-cuda offers, as far as batches need it, and the engine that is compiled for it."""

    board = compiled().board

    @staticmethod
    def to_device(array: NDArray[Any], stream: object = 0) -> DeviceArray:  # noqa: ARG004
        """A copy on the device."""
        return DeviceArray(copied(array))

    @staticmethod
    def as_cuda_array(given: DeviceArray, sync: bool) -> DeviceArray:  # noqa: ARG004
        """The array itself."""
        return given

    def current_context(self) -> "Device":
        """The only one."""
        return self

    @staticmethod
    def get_memory_info() -> tuple[int, int]:
        """Bytes that are free, and all."""
        return 1 << 30, 1 << 30

    @staticmethod
    def of(kernel: Callable[..., None]) -> Launched:
        """A kernel that can be launched."""
        return Launched(compiled().of(kernel))


def install(monkeypatch: pytest.MonkeyPatch) -> Device:
    """Let `DeviceBatch` find the stand-in instead of a GPU."""
    device = Device()

    def play_out(positions: NDArray[Any], randoms: NDArray[Any]) -> None:
        compiled().of(play_out_games)(positions, randoms, 0, len(positions))

    monkeypatch.setattr(cuda, "cuda_or_refuse", lambda: device)
    monkeypatch.setattr(cuda, "compiled_for_cuda", lambda *_, **__: device)
    monkeypatch.setattr(cuda, "playout_kernel", lambda _: Launched(play_out))
    return device
