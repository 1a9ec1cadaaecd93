"""Files that are made from the sources: written anew, or with `--check` only compared with what they ought to be."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def write_or_check(texts: dict[Path, str], words: list[str], tool: str) -> int:
    """Write what is not current, or say so; 1 if something is stale and was not to be written."""
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" not in words:
        for path in stale:
            path.write_text(texts[path], encoding="utf-8")
        return 0
    for path in stale:
        print(f"{path.name} is not current: run python -m tools.{tool}", file=sys.stderr)
    return int(bool(stale))
