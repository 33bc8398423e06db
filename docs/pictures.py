"""Films and figures in the pages of the lecture, if ``make lecture`` has made them."""

import shutil
from pathlib import Path
from typing import Any

from docs.lecture import build

ROOT = Path(__file__).resolve().parents[1]
MADE = ROOT / "build/lecture" / build.OUTPUT
# Where they lie beside the pages.
PLACE = "_lecture"
KINDS = ("*.html", "*.svg", "*.png")


def embed(app: Any, docname: str, source: list[str]) -> None:
    """Called by Sphinx for each page that it has read."""
    if docname.startswith("lecture/") and MADE.is_dir():
        source[0] = embed_pictures(source[0])


def embed_pictures(text: str) -> str:
    """Return a page of the lecture with its pictures, and links to its films."""
    return build.with_pictures(text).replace(f'"{build.OUTPUT}/', f'"../{PLACE}/')


def copy(app: Any, error: Exception | None) -> None:
    """Copy pictures that only a browser chooses, and those of the lecture; Sphinx calls it."""
    if error or app.builder.format != "html":
        return
    gallery = Path(__file__).with_name("gallery")
    shutil.copytree(gallery, Path(app.outdir) / gallery.name, dirs_exist_ok=True)
    if not MADE.is_dir():
        return
    for path in (found for kind in KINDS for found in MADE.rglob(kind)):
        target = Path(app.outdir) / PLACE / path.relative_to(MADE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
