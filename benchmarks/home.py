"""Where benchmarks run: over the sources that lie beside them, by a Python that has the packages they need."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"


def find_sources() -> None:
    """Let the sources be found where the package is not installed, here and in processes that are started."""
    source = str(ROOT / "src")
    if find_spec("rheinlaender") is None:
        sys.path.append(source)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), source]))


def come_home(*packages: str) -> None:
    """Find the sources; where a package is missing, run the same command by the Python that `make` has set up."""
    find_sources()
    missing = [package for package in packages if find_spec(package) is None]
    if not missing:
        return
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists() or Path(sys.prefix).resolve() == ENVIRONMENT.resolve():
        raise SystemExit(f"This benchmark needs {', '.join(missing)}; `make test` installs what is needed into .venv.")
    os.execv(python, [str(python), *sys.argv])
