"""Examples for the help of each command; a test runs them."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "play": ("play", "play --seats 3 --level duke --language de", "play --level 'engine:./my_bot'"),
    "serve": ("serve --open", "serve --host 0.0.0.0 --port 8000 --bots net"),
    "think": ("think --database postgresql://user@host/name",),
    "doctor": ("doctor", "doctor --json"),
    "backup": ("backup copy.db",),
    "erase": ("erase --name Anna", "erase --table abcdefgh --yes"),
    "new": ("new --seats 4 --seed 5", "new --preset dutch --record", "new --seed 5 --json"),
    "show": ("show rh1", "show rh1 --seat a --json", "show rh1 --svg board.svg"),
    "replay": ("replay game.rhg", "replay game.rhg --at 12 --json", "replay game.rhg --quiet"),
    "trace": ("trace --games 2 --seed 1 --out games.jsonl", "trace --check games.jsonl"),
    "match": (
        "match greedy random random --games 3",
        "match search:50 random random --games 3 --json",
        "match my_module:Clerk knight knight knight --games 400 --out match.jsonl",
        "match 'engine:./my_bot --flag' knight knight",
    ),
    "analyse": ("analyse rh1 --simulations 100", "analyse game.rhg --at 12 --simulations 100 --json"),
    "review": ("review game.rhg --playouts 4", "review game.rhg --playouts 4 --processes 1 --json"),
    "mine": ("mine --games 1 --out puzzles.jsonl", "mine --games 400 --processes 12 --out puzzles.jsonl"),
    "verify": ("verify table.rhg", "verify table.rhg --json"),
    "engine": ("engine --level duke",),
    "train": ("train --seconds 120 --out training", "train --resume --out training"),
    "bench": ("bench", "bench --seconds 1 --json"),
    "board": ("board check", "board check my_board.json"),
    "rules": ("rules", "rules 4.2", "rules field_occupied --language de"),
    "completion": ("completion bash > ~/.local/share/bash-completion/completions/rheinlaender",),
}


def epilog(command: str) -> str:
    """The examples of a command for its help."""
    lines = [f"  rheinlaender {example}" for example in EXAMPLES.get(command, ())]
    return "\n".join(["examples:", *lines]) if lines else ""
