"""What the benchmark of the GPU prints, lines of JSON, and how much of its time is left."""

import json
import os
import time
from typing import Any

BEGAN = time.time()
LIMIT = float(os.environ.get("GPU_SECONDS", "400"))
CORES = os.cpu_count() or 1

Summary = dict[str, Any]
"""What a part has found, by name."""


class Different(Exception):
    """The GPU did not do what the CPU does."""


def tell(part: str, **facts: Any) -> None:
    """Print one line."""
    print(json.dumps({"part": part, "at": round(time.time() - BEGAN, 1), **facts}), flush=True)


def is_time_left(seconds: float) -> bool:
    """Whether something that takes so many seconds may still begin."""
    return time.time() - BEGAN + seconds < LIMIT
