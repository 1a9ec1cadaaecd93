"""Write into js/early.js which modules each page of the browser imports, so that they are fetched side by side.

    python -m tools.preload_web            (--check: only say whether the lists are true)

Without the lists the pages work as well, but a browser learns of each module only from the one that imports it.
"""

import re
import sys

from tools.made import ROOT, write_or_check

WEB = ROOT / "src" / "rheinlaender" / "web"
EARLY = WEB / "js" / "early.js"
START = "/js/main.js"
PAGES = {
    "home": "/js/home/page.js",
    "table": "/js/table/page.js",
    "replay": "/js/replay/page.js",
    "review": "/js/review/page.js",
    "verify": "/js/verify/page.js",
    "rules": "/js/book/page.js",
    "learn": "/js/learn/page.js",
}
IMPORT = re.compile(r"""(?:^\s*(?:import|export)\b[^;'"]*?from\s*|^import\s*|\}from)["'](\.[^"']+)["']""", re.MULTILINE)
LISTS = re.compile(r"  const MODULES = .*?(?=  /\* End)", re.DOTALL)


def main(words: list[str]) -> int:
    """Write the lists, or say that they are not true; 1 if they are not and were not to be written."""
    before = EARLY.read_text(encoding="utf-8")
    after = LISTS.sub(lambda _: written(modules_of_pages()), before, count=1)
    return write_or_check({EARLY: after}, words, "preload_web")


def modules_of_pages() -> dict[str, list[str]]:
    """For each page the modules that it needs besides those that all share."""
    shared = closure(START)
    return {"shared": shared} | {
        page: [module for module in closure(first) if module not in shared] for page, first in PAGES.items()
    }


def closure(first: str) -> list[str]:
    """A module and all that it imports, directly or through others, the nearest first."""
    found = [first]
    for module in found:
        found += [name for name in imports(module) if name not in found]
    return found


def imports(module: str) -> list[str]:
    """The modules that a module imports at once."""
    path = WEB / module.removeprefix("/")
    names = dict.fromkeys(IMPORT.findall(path.read_text(encoding="utf-8")))
    return ["/" + (path.parent / name).resolve().relative_to(WEB.resolve()).as_posix() for name in names]


def written(modules: dict[str, list[str]]) -> str:
    """The lists as source text."""
    lists = "".join(
        f"    {page}: [\n" + "".join(f"      '{name}',\n" for name in names) + "    ],\n"
        for page, names in modules.items()
    )
    return f"  const MODULES = {{\n{lists}  }};\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
