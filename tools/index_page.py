"""What a package index shows: README with addresses that hold elsewhere, and the project's own addresses.

A package index shows no picture that lies beside README. Where `RHEINLAENDER_HOME` names the address of the project's
files (`https://host/owner/rheinlaender/raw/main`), pictures and links lead there and the address is the project's home;
without it pictures are left out and links are plain words, so that nothing on the index is broken.
"""

import os
import re
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # hatchling is there when the package is built, and tests look at the rest
    MetadataHookInterface = object

HOME = "RHEINLAENDER_HOME"
_LINK = re.compile(r"(?P<mark>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")


class IndexPage(MetadataHookInterface):  # type: ignore[misc]
    """Gives the package its README and its addresses when it is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what depends on where the project lives."""
        home = os.environ.get(HOME, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": page_of(text, home)}
        metadata["urls"] = urls_of(home) if home else {}


def page_of(text: str, home: str) -> str:
    """README for readers elsewhere."""

    def replaced(found: re.Match[str]) -> str:
        mark, words, target = found["mark"], found["words"], found["target"]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        if home:
            return f"{mark}[{words}]({home}/{target})"
        return "" if mark else words

    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(replaced, text))


def urls_of(home: str) -> dict[str, str]:
    """The addresses of the project."""
    return {"Homepage": home, "Documentation": f"{home}/docs/README.md", "Changelog": f"{home}/CHANGELOG.md"}
