"""The browser's types are the server's models: they are written by a tool, and checked without being written."""

from pathlib import Path

import pytest

from tools import write_types


def test_types_are_current() -> None:
    """The types of the browser are those of the models."""
    assert write_types.TYPES.read_text(encoding="utf-8") == write_types.types_text()


def test_checking_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stale types are told and left as they are; missing ones, too."""
    types = tmp_path / "protocol.d.ts"
    monkeypatch.setattr(write_types, "TYPES", types)
    assert write_types.main(["--check"]) == 1 and not types.exists()
    types.write_text("stale", encoding="utf-8")
    assert write_types.main(["--check"]) == 1 and types.read_text(encoding="utf-8") == "stale"
    assert write_types.main([]) == 0 and write_types.main(["--check"]) == 0


def test_types_say_what_models_say() -> None:
    """Choices by their names, parts that may be missing, fixed lengths, other names, and parts that anybody may add."""
    text = write_types.types_text()
    for line in (
        "export type SeatLetter = 'a' | 'b' | 'c' | 'd' | 'e';",
        "  to_move: SeatLetter | null;",
        "  attempt?: Attempt | null;",
        "  at: [number, number] | null;",
        "  knights: Partial<Record<SeatLetter, number>>;",
        "  landmarks: Record<string, 'castle' | 'church' | 'city2' | 'city3' | 'city4'>;",
        "  fields: string[];",
        "  [part: string]: any;",
        "  entry: EntryBody;",
        "  ok: true;",
    ):
        assert f"\n{line}\n" in text, line
    assert "fields_" not in text and "undefined" not in text
