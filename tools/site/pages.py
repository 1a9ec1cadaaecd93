"""The pages of the site, made of the documents: links lead to pages of the site, blocks of the rules are drawn."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import rheinlaender
from rheinlaender.book.reading import BLOCK, HEADING
from rheinlaender.i18n import LANGUAGES
from tools.site.figures import figure_text
from tools.site.notebooks import page_of_notebook

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROJECT = {"README.md": "index.md", "docs/README.md": "index.md", "CHANGELOG.md": "changelog.md"}
PROJECT |= {"CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "LICENSE": "licence.md"}
"""Documents that lie outside docs/, or are called otherwise on the site."""
PICTURES = (".svg", ".png", ".gif", ".webp", ".apng")
FIGURES = "figures"
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def write_pages(folder: Path) -> None:
    """Write all pages and pictures of the site into a folder."""
    for path in documents():
        place = place_of(path)
        text = linked(path.read_text(encoding="utf-8"), path, place)
        if path.is_relative_to(DOCS / "rules"):
            text = with_figures(text, path.parent.name, folder)
        _write(folder / place, text)
    for path in sorted((DOCS / "tutorials").glob("*.ipynb")):
        _write(folder / place_of(path), linked(page_of_notebook(path), path, place_of(path)))
    for path in sorted((ROOT / "examples").glob("*.py")):
        _write(folder / place_of(path), page_of_example(path))
    _write(folder / "reference" / "python.md", python_page())
    for path in (path for path in DOCS.rglob("*") if path.suffix in PICTURES):
        _copy(path, folder / path.relative_to(DOCS))


def documents() -> list[Path]:
    """The documents in Markdown, those of the project first."""
    project = [ROOT / name for name in PROJECT if name != "docs/README.md"]
    return project + sorted(path for path in DOCS.rglob("*.md") if path != DOCS / "README.md")


def place_of(path: Path) -> str:
    """Where a file of the project is on the site."""
    name = path.relative_to(ROOT).as_posix()
    if name in PROJECT:
        return PROJECT[name]
    return str(PurePosixPath(name.removeprefix("docs/")).with_suffix(".md"))


def is_shown(path: Path) -> bool:
    """Whether a file of the project has a page on the site."""
    if not path.is_relative_to(ROOT) or not path.is_file():
        return False
    name = path.relative_to(ROOT).as_posix()
    return (
        name in PROJECT
        or (name.startswith("docs/") and path.suffix in (".md", ".ipynb", *PICTURES))
        or (name.startswith("examples/") and path.suffix == ".py")
    )


def linked(text: str, path: Path, place: str) -> str:
    """A text whose links lead to the pages of the site; what has no page there is named without a link."""

    def replaced(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve()
        if not is_shown(there):
            return words if words.startswith("`") else f"`{words}`" if "/" in words or "." in words else words
        goal = there.relative_to(DOCS).as_posix() if there.suffix in PICTURES else place_of(there)
        return f"{mark}[{words}]({way_to(place, goal)}{'#' + anchor if anchor else ''})"

    parts = _CODE.split(text)
    return "".join(
        part if part.startswith("`") and not _LINK.match(part) else _LINK.sub(replaced, part) for part in parts
    )


def way_to(place: str, goal: str) -> str:
    """The way from one page to another."""
    return "../" * place.count("/") + goal


def with_figures(text: str, language: str, folder: Path) -> str:
    """A page of the rules: clauses have their numbers as anchors, and blocks are drawn."""
    way = way_to("rules/en/x.md", f"{FIGURES}/")
    drawn = BLOCK.sub(lambda block: figure_text(block["text"], language, folder / FIGURES, way), text)
    return HEADING.sub(
        lambda heading: f"{heading[0]} {{ #{heading['number']} }}" if heading["number"] else heading[0], drawn
    )


def page_of_example(path: Path) -> str:
    """An example as a page: what it says of itself, and its source."""
    source = path.read_text(encoding="utf-8")
    title = source.removeprefix('"""').splitlines()[0].rstrip('."')
    return f"# {path.stem}\n\n{title}.\n\n```python\n{source.rstrip()}\n```\n"


def python_page() -> str:
    """The public names of the package, with the words of their sources."""
    rooms = dict.fromkeys(module.partition(".")[0] for module in rheinlaender.MODULES)
    parts = [(DOCS / "reference" / "python.md").read_text(encoding="utf-8").partition("\n## ")[0].strip()]
    parts[0] = linked(parts[0], DOCS / "reference" / "python.md", "reference/python.md")
    for room in rooms:
        parts.append(f"## {room}")
        for module, names in rheinlaender.MODULES.items():
            if module.partition(".")[0] == room:
                parts += [f"### {name} {{ #{name.lower()} }}\n\n::: rheinlaender.{module}.{name}" for name in names]
    return "\n\n".join(parts) + "\n"


def navigation() -> list[tuple[str, object]]:
    """The pages in their order, under headings."""
    return [
        ("Rheinländer", "index.md"),
        ("The rules", [(LANGUAGES[language], _rules(language)) for language in LANGUAGES]),
        ("Tutorials", _folder("tutorials", ".ipynb")),
        ("Guides", _folder("guides")),
        ("Reference", _folder("reference")),
        ("Examples", [(path.stem, place_of(path)) for path in sorted((ROOT / "examples").glob("*.py"))]),
        ("Concepts", _folder("concepts")),
        ("Decisions", _folder("decisions")),
        (
            "Project",
            [
                (_title(ROOT / name), PROJECT[name])
                for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE")
            ],
        ),
    ]


def _rules(language: str) -> list[tuple[str, object]]:
    pages = sorted(
        (DOCS / "rules" / language).glob("*.md"), key=lambda path: (path.stem != "README", _number(path), path.stem)
    )
    return [(_title(path), place_of(path)) for path in pages]


def _number(path: Path) -> int:
    number = path.stem.partition("-")[0]
    return int(number) if number.isdigit() else 99


def _folder(name: str, suffix: str = ".md") -> list[tuple[str, object]]:
    pages = sorted((DOCS / name).glob(f"*{suffix}"), key=lambda path: (path.stem != "README", path.stem))
    return [(_title(path), place_of(path)) for path in pages]


def _title(path: Path) -> str:
    """The first heading of a document."""
    if path.suffix == ".ipynb":
        return page_of_notebook(path).splitlines()[0].removeprefix("# ")
    first = path.read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix("# ") if first.startswith("# ") else "Licence"


def pages_of(entries: object) -> Iterator[str]:
    """All pages of a navigation."""
    if isinstance(entries, str):
        yield entries
    elif isinstance(entries, list):
        for _, below in entries:
            yield from pages_of(below)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _copy(path: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(path.read_bytes())
