"""The moving picture of the README: ``python -m docs.moving lab.html docs/player.gif``.

Each step of the lab, or of a film, as Chromium shows it.
"""

import sys
from collections import Counter
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.browser import chromium

WIDTH, HEIGHT, SCALE = 880, 800, 0.7
COLOURS, AREAS = 48, 8
STEP, END = 450, 3000  # milliseconds


def frames(film: Path) -> list[Image.Image]:
    """One a step."""
    found = []
    with TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        driver.set_window_size(WIDTH, HEIGHT)
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(film.resolve().as_uri())
        body = driver.find_element("css selector", "body")
        while (now := driver.get_screenshot_as_png()) not in found[-1:]:
            found.append(now)
            body.send_keys("\ue014")  # the right arrow
    size = (round(WIDTH * SCALE), round(HEIGHT * SCALE))
    small = [
        Image.open(BytesIO(png)).convert("RGB").resize(size, Image.Resampling.LANCZOS)
        for png in found
    ]
    # One palette for all, so that only what changes is kept: large areas exactly, and shades.
    areas = Counter({colour: k for k, colour in small[0].getcolors(2**20) or []})
    shades = small[0].quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*chain(*(colour for colour, _ in areas.most_common(AREAS))), *shades])
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]


if __name__ == "__main__":
    first, *others = frames(Path(sys.argv[1]))
    times = [*[STEP] * len(others), END]
    first.save(sys.argv[2], save_all=True, append_images=others, duration=times, loop=0)
