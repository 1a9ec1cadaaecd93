"""`rheinlaender train`: let a network learn the game, on a GPU or, slower, on the CPU."""

import argparse
import json
from pathlib import Path
from typing import Any

from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for


class NoTorch(Refusal):
    """Training needs PyTorch."""

    code = "no_torch"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--device", choices=["cpu", "cuda"], default="cpu", help="where to play and learn (default cpu)"
    )
    parser.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="settings in TOML: how long, by whom taught, against whom (training/settings.py has them)",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="how long to train, instead of what the settings say"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="decides deals and first weights")
    parser.add_argument("--start", type=Path, metavar="FILE", help="begin with the weights of this file")
    parser.add_argument(
        "--out", type=Path, default=Path("training"), metavar="FOLDER", help="weights and checkpoint (default training)"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for every round")
    parser.add_argument(
        "--profile", action="store_true", help="show where the time goes; on a GPU by stage, which makes it slower"
    )


def run(arguments: argparse.Namespace) -> None:
    """Train, and write the network with its card."""
    try:
        from rheinlaender.training.run import Run
    except ModuleNotFoundError as error:
        raise NoTorch(problem=str(error), command=command_for("train")) from None
    from rheinlaender.bots.network import read_network, write_network
    from rheinlaender.training.settings import read_settings

    settings = read_settings(arguments.settings, seconds=arguments.seconds, seed=arguments.seed)
    start = None if arguments.start is None else read_network(arguments.start)[0]
    tell = tell_json if arguments.json else tell_words
    training = Run(settings, arguments.out, arguments.device, tell, start, arguments.profile)
    if arguments.resume:
        training.take_up()
    try:
        training.go()
    except KeyboardInterrupt as interrupt:
        kept = arguments.out / "checkpoint.pt"
        interrupt.args = (
            f"after {training.spent:.0f} s" + (f"; --resume goes on from {kept}" if kept.exists() else ""),
        )
        raise
    if arguments.profile:
        tell_profile(training.spent, training.decisions, training.parts, training.stages())
    write_network(arguments.out / "network.weights", training.average.write()[0], training.card())
    print(f"Written: {arguments.out / 'network.weights'}")


def tell_json(news: dict[str, Any]) -> None:
    """Print what happened as a line of JSON."""
    print(json.dumps(news), flush=True)


def tell_profile(spent: float, turns: int, parts: dict[str, float], stages: dict[str, Any]) -> None:
    """Print where the time went."""
    print(f"{turns / (spent or 1):,.0f} turns a second over playing and learning")
    for name, seconds in parts.items():
        print(f"{name:>10} {seconds:8.1f} s")
    for name, nanoseconds in stages.get("stages", {}).items():
        print(f"{name:>10} {nanoseconds:8,} ns a turn")


def tell_words(news: dict[str, Any]) -> None:
    """Print what happened for people."""
    if "measured" in news:
        shares = ", ".join(
            f"{share:.1%} ± {2 * error:.1%} against {name}" for name, (share, error) in news["measured"].items()
        )
        print(f"{news['seconds']:>7.0f} s  wins {shares}", flush=True)
    else:
        losses = f"losses {news['share_loss']:.4f} (shares) {news['lead_loss']:.4f} (leads)"
        print(f"{news['seconds']:>7.0f} s  {news['decisions']:,} turns, {losses}", flush=True)
