"""The browser's part is small modules that are served as they are: no build step, no address outside, no rules."""

import re
from pathlib import Path

import pytest

import rheinlaender

WEB = Path(rheinlaender.__file__).parent / "web"
MODULES = sorted((WEB / "js").rglob("*.js"))
STYLES = sorted((WEB / "css").glob("*.css"))
VENDORED = sorted((WEB / "vendor").rglob("*.js"))
IMPORT = re.compile(r"""(?:\bfrom\s*|^import\s*|\bimport\()["']([^"'\s)}]+)["']""", re.MULTILINE)
MOST_LINES = 300


def name_of(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_small(path: Path) -> None:
    """A module has at most 300 lines, and begins by saying what it is."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert text.startswith(("//", "/**", "/*"))


@pytest.mark.parametrize("path", MODULES + VENDORED, ids=name_of)
def test_imports_lead_to_files(path: Path) -> None:
    """Whatever a module imports is a file of the project, found without a build step."""
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for found in IMPORT.findall(code):
        assert found.startswith(("./", "../")), found
        assert (path.parent / found).resolve().is_file(), found


@pytest.mark.parametrize("path", [*MODULES, *STYLES, WEB / "index.html"], ids=name_of)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    """The page asks nobody but its own server for anything."""
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://", text)


def test_vendored_files_have_licences() -> None:
    """What others have written comes with its version and its licence."""
    versions = (WEB / "vendor" / "VERSIONS.md").read_text(encoding="utf-8")
    for path in VENDORED:
        package = path.relative_to(WEB / "vendor").parts[0].removesuffix(".js")
        assert package in versions, package
    assert list((WEB / "vendor").rglob("LICENSE*"))
