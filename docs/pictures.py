"""Films and figures in the pages of the lecture, if ``make lecture`` has made them."""

import re
import shutil
from pathlib import Path
from typing import Any

from docs.lecture import build

ROOT = Path(__file__).resolve().parents[1]
MADE = ROOT / "build/lecture" / build.OUTPUT
# Where they lie beside the pages.
PLACE = "_lecture"
PICTURE = re.compile(
    r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">'
    r'<img src="([^"]+)" ([^>]*)></picture>'
)
KINDS = ("*.html", "*.svg", "*.png")


def embed(app: Any, docname: str, source: list[str]) -> None:
    """Embed the pictures of a page; Sphinx calls this for each page that it has read."""
    source[0] = split_by_theme(source[0])
    if docname.startswith("lecture/") and MADE.is_dir():
        source[0] = embed_pictures(source[0])


def embed_pictures(text: str) -> str:
    """Return a page of the lecture with its pictures, and links to its films."""
    return build.with_pictures(text).replace(f'"{build.OUTPUT}/', f'"../{PLACE}/')


def split_by_theme(text: str) -> str:
    """Return a page with an image for light and one for dark in place of each ``picture``.

    The theme shows one of both, also if the reader switches.
    """
    images = r'<img class="only-light" src="\2" \3><img class="only-dark" src="\1" \3>'
    return PICTURE.sub(images, text)


def copy(app: Any, error: Exception | None) -> None:
    """Copy the pictures of the lecture; Sphinx calls this at its end."""
    if error or not MADE.is_dir() or app.builder.format != "html":
        return
    for path in (found for kind in KINDS for found in MADE.rglob(kind)):
        target = Path(app.outdir) / PLACE / path.relative_to(MADE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
