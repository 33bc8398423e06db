"""The pictures of the README and of the pages: ``python -m docs.screenshots [NAME...]``.

Chromium shows what a command writes. ``screenshots.json`` has a hash of that for each picture, by
which a test tells that a picture is out of date. The name ``figures`` stands for those of the page
of figures, which a test draws again.
"""

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from matplotlib import rc_context
from PIL import Image

from docs import blocks
from metaqueens import __version__
from tests.browser import chromium

HERE = Path(__file__).resolve().parent
HASHES = HERE / "screenshots.json"
FIGURES = HERE / "explanation" / "figures"
GALLERY = HERE / "gallery"
# Colours of a figure on light paper, and those on dark paper.
DARK = {
    "#ffffff": "#0d1117",
    "#1b1f24": "#e6e9ed",
    "#57606a": "#b1bac4",
    "#d5dae0": "#3d444d",
    "#0072b2": "#4ea8de",
}
# Of the moving picture: its colours, the size of its frames, and milliseconds.
COLOURS, AREAS, SCALE = 48, 8, 0.7
STEP, END = 450, 3000
# A figure of a report, which another version of Matplotlib draws in other bytes, and its words.
DRAWING = re.compile(r'<img src="data:[^"]*" width="\d+" (alt="[^"]*")>')
# What no picture shows: compiled code, explanations that appear at a pointer, times of a machine.
UNSEEN = (
    r'<script type="application/octet-stream".*?</script>',
    r'"about": "(?:[^"\\]|\\.)*"',
    r' data-by="[^"]*"',
    r"\b\d[\d.,]* (?:us|ms|s|min)\b",
    re.escape(__version__),
)


def film() -> str:
    """Return the film of the student's tutorial."""
    return _make_page("metaqueens animate 8 -a hill_climbing -s 1 -o page.html", "page.html")


def lab() -> str:
    """Return the lab."""
    return _make_page("metaqueens lab -o page.html", "page.html")


def report() -> str:
    """Return the report of a shipped config."""
    return _make_page("metaqueens run compare_n50 -q -o results", "results/report.html")


def _make_page(words: str, name: str) -> str:
    with TemporaryDirectory() as folder:
        _run(words, Path(folder))
        return (Path(folder) / name).read_text(encoding="utf-8")


def _run(words: str, folder: Path) -> None:
    outcome = blocks.run(words, folder)
    if outcome.code:
        raise RuntimeError(f"{words}: {outcome.err}")


def draw_figures(folder: Path) -> Path:
    """Draw the figures of the page of figures; return the folder that they are in."""
    shutil.copy(FIGURES / "figures.yaml", folder)
    _run("metaqueens run figures.yaml -q --no-report", folder)
    _run("metaqueens report results/figures --figures figures", folder)
    return folder / "figures"


def draw_gallery(folder: Path) -> dict[str, str]:
    """Run the blocks of the gallery; return its pictures by name, figures for dark paper too."""
    page = blocks.Page(folder)
    with rc_context({"svg.hashsalt": "metaqueens"}):
        for block in blocks.blocks((HERE / "gallery.md").read_text(encoding="utf-8")):
            if not page.prepare(block):
                continue
            if block.language == "python":
                page.python(block, f"gallery.md:{block.line}")
            if block.language == "console":
                for words, _ in blocks.commands(block.text):
                    _run(words, folder)
    pictures = {}
    for path in (*folder.glob("*.svg"), *folder.glob("figures/*.svg")):
        text = re.sub(r" *<dc:date>.*?</dc:date>\n", "", path.read_text(encoding="utf-8"))
        pictures[path.name] = text
        if "Matplotlib" in text:
            pictures[f"{path.stem}-dark.svg"] = _darken(text)
    shown = (HERE / "gallery.md").read_text(encoding="utf-8")
    return {name: text for name, text in pictures.items() if f"gallery/{name}" in shown}


def _darken(text: str) -> str:
    return re.sub("|".join(DARK), lambda colour: DARK[colour[0]], text)


PAGES: dict[str, Callable[[], str]] = {
    "film.png": film,
    "player.gif": lab,
    "player.png": lab,
    "report.png": report,
}
SIZES = {"film.png": (1366, 625), "report.png": (1000, 1270)}
LAB_SIZE = 880, 800


def hash_of(page: str) -> str:
    """Return a hash of what a picture shows of ``page``; of a report what is above its figures."""
    if "<h2>Figures</h2>" in page:
        styles = re.findall(r"<style.*?</style>", page, re.DOTALL)
        page = "".join(styles) + page[page.index("<body") : page.index("<h2>Figures</h2>")]
        page = DRAWING.sub(r"\1", page)
    for pattern in UNSEEN:
        page = re.sub(pattern, "", page, flags=re.DOTALL)
    return sha256(page.encode()).hexdigest()


def take(name: str, page: str) -> None:
    """Write the picture ``name`` of ``page``."""
    with TemporaryDirectory() as folder, chromium(Path(folder) / "profile") as driver:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        width, height = SIZES.get(name, LAB_SIZE)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(file.as_uri())
        if name in SIZES:
            shot = Image.open(BytesIO(driver.get_screenshot_as_png())).convert("RGB")
            shot.quantize(128, dither=Image.Dither.NONE).save(HERE / name, optimize=True)
        else:
            _take_steps(HERE / name, driver)


def _take_steps(path: Path, driver: Any) -> None:
    """Write each step of the lab as a moving picture, or the last one if ``path`` is a PNG."""
    found: list[bytes] = []
    body = driver.find_element("css selector", "body")
    while (now := driver.get_screenshot_as_png()) not in found[-1:]:
        found.append(now)
        body.send_keys("\ue014")  # the right arrow
    first, *others = _reduce(found if path.suffix == ".gif" else found[-1:])
    if others:
        times = [*[STEP] * len(others), END]
        first.save(path, save_all=True, append_images=others, duration=times, loop=0)
    else:
        first.save(path)


def _reduce(frames: list[bytes]) -> list[Image.Image]:
    """Return smaller frames with one palette, so that only changes are kept between them."""
    small = []
    for png in frames:
        image = Image.open(BytesIO(png)).convert("RGB")
        size = (round(image.width * SCALE), round(image.height * SCALE))
        small.append(image.resize(size, Image.Resampling.LANCZOS))
    # Large areas have their exact colours, and what remains has shades.
    areas = Counter({colour: k for k, colour in small[0].getcolors(2**20) or []})
    shades = small[0].quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*chain(*(colour for colour, _ in areas.most_common(AREAS))), *shades])
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]


def renew(name: str) -> None:
    """Make a picture again, with its hash; or the ``figures`` or the ``gallery``."""
    if name == "figures":
        with TemporaryDirectory() as folder:
            drawn = draw_figures(Path(folder))
            for path in FIGURES.glob("*.svg"):
                shutil.copy(drawn / path.name, path)
        return
    if name == "gallery":
        with TemporaryDirectory() as folder:
            for picture, text in draw_gallery(Path(folder).resolve()).items():
                (GALLERY / picture).write_text(text, encoding="utf-8")
        return
    page = PAGES[name]()
    take(name, page)
    hashes = json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    text = json.dumps({**hashes, name: hash_of(page)}, indent=2, sort_keys=True)
    HASHES.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    for asked in sys.argv[1:] or [*PAGES, "figures", "gallery"]:
        renew(asked)
