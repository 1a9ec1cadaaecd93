"""The GPU beside the CPU: the same games byte for byte, then the speed of several layouts. Prints lines of JSON.

Run it on a machine with an NVIDIA GPU, numba, numba-cuda and (for the last part) PyTorch:

    PYTHONUNBUFFERED=1 python benchmarks/gpu.py

Parts can be named: environment, games, steps, layouts, batches. The last line is a summary. GPU_SECONDS (400) is when
the measuring of further variants stops, GPU_GAMES (100000) how many games are compared. If a part fails, or something
differs, the exit status is 1.
"""

import sys
import traceback
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.home import come_home

come_home("numba")

import numpy as np

from benchmarks.gpu_report import CORES, Summary, tell
from benchmarks.gpu_same import games, steps
from benchmarks.gpu_speed import batches, layouts
from rheinlaender.batches.cuda_games import cuda_or_refuse
from rheinlaender.batches.errors import NoCuda
from rheinlaender.rules.position import POSITION


def environment(cuda: Any) -> Summary:
    """The machine and the packages."""
    import numba

    device = cuda.get_current_device()
    _, total = cuda.current_context().get_memory_info()
    tell(
        "environment",
        gpu=str(device.name),
        multiprocessors=device.MULTIPROCESSOR_COUNT,
        memory=total,
        cores=CORES,
        python=sys.version.split()[0],
        numpy=np.__version__,
        numba=numba.__version__,
        numba_cuda=getattr(sys.modules.get("numba_cuda"), "__version__", "?"),
        record=POSITION.itemsize,
    )
    return {}


PARTS: dict[str, Callable[[Any], Summary]] = {
    part.__name__: part for part in (environment, games, steps, layouts, batches)
}


def main(names: Iterable[str]) -> int:
    """Run the parts that are named, or all; the exit status."""
    warnings.filterwarnings("ignore", message=".*Grid size.*")
    chosen = list(names) or list(PARTS)
    unknown = set(chosen) - set(PARTS)
    if unknown:
        raise SystemExit(f"There is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.")
    try:
        cuda = cuda_or_refuse()
    except NoCuda as refusal:
        raise SystemExit(str(refusal)) from None
    summary, failed = Summary(), list[str]()
    for name in chosen:
        try:
            summary |= PARTS[name](cuda)
        except Exception:
            failed.append(name)
            tell(name, failed=traceback.format_exc()[-3000:])
    tell("summary", **summary, failed=failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
