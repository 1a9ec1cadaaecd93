"""The comparison with peers: what is shown follows from what was measured, and nothing is invented."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.cli.main import main

peers = importlib.import_module("benchmarks.peers")


def result_of(**measured: Any) -> dict[str, Any]:
    """A result in which some lines were measured and the others were not."""
    rows = []
    for row in (*peers.OURS, *peers.PEERS):
        name = row.measure if row.cores == "one" else f"{row.measure}_all"
        found = {"used": 1.0} | measured[name] if name in measured else {"problem": "no wheel. More words"}
        rows.append({"measure": row.measure, "words": row.words, "cores": row.cores, **found})
    about = dict.fromkeys(("machine", "versions", "date", "load_before", "load_after"), "?")
    return {"rows": rows, "seconds": 2.0, **about}


def test_what_is_missing_is_shown_with_its_reason() -> None:
    """A line that could not be measured says so and why, and its goal counts as not measured."""
    page = peers.page(result_of(our_playouts={"moves": 100.0, "games": 10.0}))
    assert "| Catanatron, four random players | not available: no wheel | | | | |" in page
    assert "| games/s, Catanatron | 2000 × |  | not measured |" in page


def test_ratios_are_ours_divided_by_theirs() -> None:
    """The ratio is our rate divided by the line's, and a goal is reached or not by it."""
    page = peers.page(
        result_of(
            our_playouts={"moves": 3000.0, "games": 40000.0},
            fastcatan={"moves": 1000.0, "games": 8000.0},
            catanatron={"moves": 1.0, "games": 10.0},
        )
    )
    assert "| fastcatan, batch of 1,024: masks + steps | 1,000 | 8,000 | 1.00 | 3 × | 5 × |" in page
    assert "| decisions/s, fastcatan in batches | 1 × | 3 × | reached |" in page
    assert "| games/s, fastcatan in batches | 10 × | 5 × | not reached |" in page
    assert "| games/s, Catanatron | 2000 × | 4,000 × | reached |" in page


@pytest.mark.parametrize(
    ("used", "verdict"), [(1.0, "says nothing: the process got 1.00 of 2 cores"), (2.0, "reached")]
)
def test_cores_that_were_not_given_are_told(used: float, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All cores are compared with one only if the process got them; else the goal is neither reached nor missed."""
    monkeypatch.setattr(peers.os, "sched_getaffinity", lambda _: {0, 1})
    everything = {"moves": 190.0, "games": 19.0, "used": used}
    page = peers.page(result_of(our_playouts={"moves": 100.0, "games": 10.0}, our_playouts_all=everything))
    assert f"| 2 cores, one core | 1.8 × | 1.9 × | {verdict} |" in page


def test_failed_measurements_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is missing, an error inside and a process that dies are problems with a reason."""
    row = peers.Row("our_nothing", "nothing")
    assert peers.measured(peers.Row("pgx:hex", "hex", "pgx"), 1, {"pgx": "no wheel"}) == {"problem": "no wheel"}
    assert "AttributeError" in peers.measured(row, 0.01, {})["problem"]
    monkeypatch.setattr(peers, "INSIDE", tmp_path / "missing.py")
    assert peers.measured(row, 0.01, {})["problem"] == "the process ended with 2"


def test_reason_of_pip() -> None:
    """Of pip's output the line that says most is kept."""
    output = "WARNING: x\nERROR: Ignored versions: 2.0 Requires-Python >=3.12\nERROR: No matching distribution"
    assert peers.reason_of(output) == "Ignored versions: 2.0 Requires-Python >=3.12"
    assert peers.reason_of("") == "pip failed"


def test_command_needs_the_sources(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the sources the command says that it needs them."""
    from rheinlaender.cli import bench

    monkeypatch.setattr(bench, "PEERS", Path("/nowhere/peers.py"))
    assert main(["bench", "--peers"]) == 2
    assert "needs a checkout" in capsys.readouterr().err
