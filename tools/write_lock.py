"""Write constraints.txt: the versions that pip chooses today for everything that tests and checks need."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "constraints.txt"
EXTRAS = "dev,rl,render,openspiel,cuda,push,docs"
HEADING = "# The versions with which this project is tested; `make lock` writes them, `make test` installs them.\n"


def main() -> None:
    """Let pip choose, install nothing, and write down what it chose."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        subprocess.run([*command, "--report", str(report), f"{ROOT}[{EXTRAS}]"], check=True)
        chosen = json.loads(report.read_text(encoding="utf-8"))["install"]
    LOCK.write_text(HEADING + "".join(lines(chosen)), encoding="utf-8")


def lines(chosen: list[dict[str, dict[str, str]]]) -> list[str]:
    """A line for each package but the project's own, by name."""
    versions = {part["metadata"]["name"].lower().replace("_", "-"): part["metadata"]["version"] for part in chosen}
    return [f"{name}=={version}\n" for name, version in sorted(versions.items()) if name != "rheinlaender"]


if __name__ == "__main__":
    main()
