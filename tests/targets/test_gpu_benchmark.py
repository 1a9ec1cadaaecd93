"""The benchmark of the GPU, as far as it can be tried without one: what it does when time is short or a part fails."""

import json
from typing import Any

import pytest

from benchmarks import gpu, gpu_report, gpu_speed
from rheinlaender.batches.cuda_games import BEST, Plan


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines that were printed."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_shipped_plan_is_measured_when_time_is_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With no time left the shipped plan is measured all the same, and the others are named as skipped."""
    monkeypatch.setattr(gpu_report, "LIMIT", 0.0)
    assert gpu_speed.measure_plans(lambda plan: 1000.0) == [(BEST, 1000.0)]
    assert [line["skipped"] for line in told(capsys)] == [str(plan) for plan in gpu_speed.PLANS]


def test_best_plan_comes_first(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The plans are ordered by their rates; one that cannot run is told and left out."""
    monkeypatch.setattr(gpu_report, "LIMIT", 1e12)

    def rate_of(plan: Plan) -> float:
        if plan.inline:
            raise RuntimeError("too large")
        return float(plan.blocks)

    found = gpu_speed.measure_plans(rate_of)
    assert [rate for _, rate in found] == sorted((rate for _, rate in found), reverse=True)
    assert len(found) == len(gpu_speed.PLANS) and "too large" in told(capsys)[0]["error"]


def test_failed_parts_are_an_exit_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """If a part fails, the others still run, the summary names it, and the exit status is not 0."""

    def fails(_: Any) -> dict[str, Any]:
        raise gpu_report.Different("3 games differ")

    monkeypatch.setattr(gpu, "cuda_or_refuse", object)
    monkeypatch.setattr(gpu, "PARTS", {"games": fails, "steps": lambda _: {"steps": 1}})
    assert gpu.main([]) == 1 and gpu.main(["steps"]) == 0
    lines = told(capsys)
    assert "3 games differ" in lines[0]["failed"]
    assert [line["failed"] for line in lines[1:]] == [["games"], []] and lines[1]["steps"] == lines[2]["steps"] == 1
    with pytest.raises(SystemExit, match="no part speed"):
        gpu.main(["speed"])
