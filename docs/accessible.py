"""What the theme lacks for screen readers and for the keyboard, put in when pages are built."""

from pathlib import Path
from typing import Any

CHANGES = (
    ('<div id="search-results">', '<h1>Search</h1>\n<div id="search-results">'),
    ('role="heading">', 'role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    ("<pre>", '<pre tabindex="0">'),  # wide ones are scrolled
    (' role="doc-biblioentry"', ""),
    ('<div role="list" class="citation-list">', '<div class="citation-list">'),
)


def complete(app: Any, failed: Exception | None) -> None:
    """Called by Sphinx when all pages are written."""
    if failed or app.builder.format != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for wrong, right in CHANGES:
            text = text.replace(wrong, right)
        page.write_text(text, encoding="utf-8")
