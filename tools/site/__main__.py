"""`python -m tools.site`: write the site into build/site/html, strictly, and check every link of it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.check import problems_of
from tools.site.pages import ROOT, navigation, write_pages

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "site"


def main() -> int:
    """Write the pages, build the site, check it; 1 if something is wrong with it."""
    write_pages(BUILD / "pages")
    shutil.copy(HERE / "site.css", BUILD / "pages" / "site.css")
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    (BUILD / "zensical.toml").write_text(
        settings.replace("nav = []", f"nav = {toml_of(navigation())}"), encoding="utf-8"
    )
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    if subprocess.run(command, cwd=BUILD, check=False).returncode:
        return 1
    problems = problems_of(BUILD / "html")
    print("\n".join(problems) or f"Every link leads somewhere. Open {BUILD / 'html' / 'index.html'}")
    return 1 if problems else 0


def toml_of(entries: object) -> str:
    """A navigation in TOML."""
    if isinstance(entries, str):
        return json.dumps(entries, ensure_ascii=False)
    assert isinstance(entries, list)
    return (
        "["
        + ", ".join(f"{{ {json.dumps(name, ensure_ascii=False)} = {toml_of(below)} }}" for name, below in entries)
        + "]"
    )


if __name__ == "__main__":
    sys.exit(main())
