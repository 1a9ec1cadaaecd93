"""Files for the browser: kept in memory with their digest and a compressed copy, read again when they change."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from rheinlaender.server.errors import NoSuchPage

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
TEXTS = ("text/", "image/svg", "application/json", "application/manifest")
SMALLEST_COMPRESSED = 512
EFFORT = 6
"""How hard what is made for one who asks is compressed; files are once for all, with more."""
REVALIDATE, KEEP_NOT = "no-cache", "no-store"


@dataclass(frozen=True)
class Content:
    """Something to be sent, whole or compressed; its tag tells whether a browser has it already."""

    body: bytes
    media_type: str
    tag: str
    compressed: bytes | None

    @classmethod
    def of(cls, body: bytes, media_type: str, effort: int = 9) -> "Content":
        """The content of a body, compressed with some effort from 1 to 9."""
        is_text = media_type.startswith(TEXTS)
        compressed = gzip.compress(body, effort, mtime=0) if is_text and len(body) >= SMALLEST_COMPRESSED else None
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, media_type, tag, compressed)

    def answer(self, request: Request, cache: str = REVALIDATE) -> Response:
        """The answer to a request: nothing where the browser has it, compressed where that is understood."""
        headers = {"ETag": self.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", "").replace("W/", ""):
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.compressed, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


class Files:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._kept: dict[Path, tuple[int, Content]] = {}

    def content(self, name: str) -> Content:
        """The content of a file; hidden files, those outside the folder and names that cannot be are not found."""
        if "\0" in name or any(part.startswith(".") for part in Path(name).parts):
            raise NoSuchPage()
        try:
            path = (self.folder / name).resolve()
            is_here = path.is_relative_to(self.folder) and path.is_file()
            changed = path.stat().st_mtime_ns if is_here else 0
        except OSError:
            raise NoSuchPage() from None
        if not is_here:
            raise NoSuchPage()
        if path not in self._kept or self._kept[path][0] != changed:
            self._kept[path] = changed, Content.of(path.read_bytes(), media_type_of(path))
        return self._kept[path][1]


def media_type_of(path: Path) -> str:
    """The type of a file by its name."""
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
