"""Put the browser's libraries into the package: exact versions from npm, with their licences.

    python tools/vendor_web.py            (needs npm)

Each package is fetched with `npm pack` and checked against its integrity digest; its ES modules are copied to
src/rheinlaender/web/vendor/ with bare imports ("preact") rewritten to the files beside them ("./preact.js") and
without references to source maps. A `.d.ts` beside each module leads the type checker to the package's own types.
The same versions give the same bytes.
"""

import base64
import hashlib
import io
import json
import re
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "src" / "rheinlaender" / "web" / "vendor"


@dataclass(frozen=True)
class Package:
    """An npm package: which of its modules are taken, under which file name and import name."""

    name: str
    version: str
    licence: str
    integrity: str
    modules: dict[str, str]  # path in the package -> file name in vendor/
    used_for: str


PACKAGES = (
    Package(
        "preact",
        "11.2.0",
        "MIT",
        "sha512-/HfHI/7N84e6GrWBJ3J280z3mLaRJiDcSvj/A+y/4AbLnND/1UlGHe1sR6oYuTGwId0nP7dqDU9OnLxMPZ7xBg==",
        {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "hooks.js"},
        "components",
    ),
    Package(
        "htm",
        "3.1.1",
        "Apache-2.0",
        "sha512-983Vyg8NwUE7JkZ6NmOqpCZ+sh1bKv2iYTlUkzlWmA5JD2acKoxd4KVxbMmxX/85mtfdnDmTFoNKcg5DGAvxNQ==",
        {"dist/htm.mjs": "htm.js"},
        "markup in template strings",
    ),
    Package(
        "@preact/signals-core",
        "1.14.5",
        "MIT",
        "sha512-vcRv7Ityz5JVmeiVqIluLFzT/PDS/AlhHUpw3/aUWqcVUs6bDGIPXE/6RSC4evBNWYvnniozg5Syfj33al3gkg==",
        {"dist/signals-core.mjs": "signals-core.js"},
        "values that are watched",
    ),
    Package(
        "@preact/signals",
        "2.11.4",
        "MIT",
        "sha512-Rb+5RPo9gWSaHtzJeauhHxiC8KP/IF2DEPkHPEOGOnuy2wnJzRqyeLRankUCYd6ADqtxS6GnWGv6Ie343d8aYw==",
        {"dist/signals.mjs": "signals.js"},
        "signals in components",
    ),
)
IMPORT_FILES = {
    "preact": "preact.js",
    "preact/hooks": "hooks.js",
    "@preact/signals-core": "signals-core.js",
}
IMPORT = re.compile(r"""((?:from|import)\s*)(["'])([^"'./][^"']*)\2""")
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=.*\n?")


def main() -> None:
    """Fetch every package and write the folder anew."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    for old in VENDOR.iterdir():
        old.unlink()
    for package in PACKAGES:
        write_package(package, fetch(package))
    (VENDOR / "VERSIONS.md").write_text(versions_page(), encoding="utf-8")
    print(f"{len(PACKAGES)} packages in {VENDOR}")


def fetch(package: Package) -> bytes:
    """The package's archive, proven to be the one that was chosen."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", "--silent", f"{package.name}@{package.version}"],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        )
        archive = (Path(folder) / packed.stdout.strip().splitlines()[-1]).read_bytes()
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != package.integrity:
        raise SystemExit(f"{package.name} {package.version} has the digest {found}, not {package.integrity}")
    return archive


def write_package(package: Package, archive: bytes) -> None:
    """Write the modules and the licence of one package."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for path, name in package.modules.items():
            (VENDOR / name).write_text(rewritten(member(files, path)), encoding="utf-8")
            (VENDOR / name).with_suffix(".d.ts").write_text(types_of(package, name), encoding="utf-8")
        check_declared(package, json.loads(member(files, "package.json")))
        (VENDOR / licence_file(package)).write_text(member(files, "LICENSE"), encoding="utf-8")


def member(files: tarfile.TarFile, path: str) -> str:
    """The text of one file of a package."""
    file = files.extractfile(f"package/{path}")
    if file is None:
        raise SystemExit(f"{path} is no file")
    return file.read().decode()


def check_declared(package: Package, declared: dict[str, object]) -> None:
    """The package must declare the licence that is noted here."""
    if declared["license"] != package.licence:
        raise SystemExit(f"{package.name} is under {declared['license']}, not {package.licence}")


def rewritten(module: str) -> str:
    """A module whose imports name the files beside it."""
    without_map = SOURCE_MAP.sub("\n", module)
    return IMPORT.sub(lambda found: f'{found[1]}"./{IMPORT_FILES[found[3]]}"', without_map).strip() + "\n"


def types_of(package: Package, name: str) -> str:
    """The types of a module: those that its package declares."""
    imported = next((imported for imported, file in IMPORT_FILES.items() if file == name), package.name)
    default = f'export {{ default }} from "{imported}";\n' if name == "htm.js" else ""
    return f'export * from "{imported}";\n{default}'


def licence_file(package: Package) -> str:
    """The name under which a package's licence is kept."""
    return f"LICENSE-{package.name.removeprefix('@').replace('/', '-')}"


def versions_page() -> str:
    """A page that says what lies in the folder."""
    rows = [
        f"| {package.name} | {package.version} | [{package.licence}]({licence_file(package)}) "
        f"| {', '.join(f'`{name}`' for name in package.modules.values())} | {package.used_for} |"
        for package in PACKAGES
    ]
    return "\n".join(
        [
            "# Libraries of the browser's table",
            "",
            "Written by `python tools/vendor_web.py`, which names the exact versions; nothing here is edited by hand.",
            "",
            "| package | version | licence | files | used for |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    main()
