"""Films of searches as animated GIFs: what stands still is drawn once."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.moving_charts import Place, charts
from metaqueens.analysis.figures.moving_parts import cursors, draw_tree, font, numbers, words
from metaqueens.analysis.figures.squares import ORIGINS, OTHER, Squares
from metaqueens.problem.drawing import ATTACKED, FORCED, STRUCK
from metaqueens.text.words import many

MILLISECONDS, AT_THE_END = 90, 2500
# Where there is a sentence to read, and where there are few of them.
READ, READ_AT_LEISURE, FEW = 250, 1200, 40
COLOURS = 96
WIDTH, BOARD, PAIRED, RELATIVE = 720, 372, 330, 180
# Left of boards, where the numbers of rows stand; above the second row of a picture.
MARGIN, BELOW = 18, 410
# So many moments of two films; each may have as many of its own.
MOST = 240


def write(films: Sequence[dict[str, Any]], path: Path, tick: Callable[[int], None]) -> None:
    """Write ``films``, what the player of a page plays, one or two of them, as ``path``."""
    stage, images = Stage(films), []
    for k, moment in enumerate(stage.moments):
        images.append(stage.drawn(*moment))
        tick(k + 1)
    palette = _palette(images)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    pause = MILLISECONDS
    if any(film["slow"] for film in films):
        pause = READ_AT_LEISURE if len(images) <= FEW else READ
    times = [pause] * (len(images) - 1) + [AT_THE_END]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1
    )


class Stage:
    """What stands still, and where the rest goes."""

    def __init__(self, films: Sequence[dict[str, Any]]) -> None:
        self.films = films
        clocks = {film["clock"] for film in films}
        self.clock = clocks.pop() if len(clocks) == 1 else "evaluations"
        self.pair, self.family = len(films) > 1, "child" in films[0] and len(films) == 1
        side = PAIRED if self.pair else BOARD
        self.squares = [Squares(film, side) for film in films]
        self.relatives = Squares(films[0], RELATIVE) if self.family else None
        self.tree = "tree" in films[0] and not self.pair
        height = 670 if self.pair else 640 if self.family or self.tree else 400
        self.still = charts(films, self.clock, (WIDTH, height), _places(self.pair, height))
        self.corners = [(MARGIN + which * WIDTH // 2, 30 * self.pair + 8) for which in (0, 1)]
        pen = ImageDraw.Draw(self.still.picture)
        for film, corner in zip(films, self.corners, strict=False):
            numbers(pen, film["n"], side, corner)

    @property
    def moments(self) -> list[tuple[float, list[int]]]:
        """The values of the clock that are shown, each with the frame of every film."""
        if not self.pair:
            return [(time, [k]) for k, time in enumerate(self.films[0][self.clock])]
        times = sorted({time for film in self.films for time in film[self.clock]})
        gap = -(-len(times) // MOST)
        return [
            (time, [self._frame(film, time) for film in self.films])
            for time in sorted({*times[::gap], times[-1]})
        ]

    def _frame(self, film: dict[str, Any], time: float) -> int:
        return max(bisect_right(film[self.clock], time) - 1, 0)

    def drawn(self, time: float, frames: Sequence[int]) -> Image.Image:
        """The picture of one moment."""
        image = self.still.picture.copy()
        pen = ImageDraw.Draw(image)
        cursors(pen, self.still, time)
        for which, (film, squares, k) in enumerate(
            zip(self.films, self.squares, frames, strict=True)
        ):
            left, top = self.corners[which]
            image.paste(squares.drawn(film, k), (left, top))
            if self.pair:
                pen.text((left, 8), style.tidy(film["title"]), style.COLOURS[which], font(13))
                words(pen, (left, top + PAIRED + 18), _said(film, k, self.clock), 54, 4)
            else:
                told = [f"{film['problem']}, {film['title']}", *_said(film, k, self.clock)]
                words(pen, (WIDTH * 0.6, 10), told, 44, 7)
        if self.relatives:
            self._paste_family(image, pen, frames[0])
        if self.tree:
            draw_tree(pen, self.films[0], frames[0], (MARGIN, BELOW + 8))
        return image

    def _paste_family(self, image: Image.Image, pen: Any, k: int) -> None:
        """The child between its parents, queens coloured by where they come from."""
        film, squares = self.films[0], self.relatives
        child, origin = film["child"][k], film["origin"][k]
        for place, part in enumerate(("parent", "child", "mate")):
            queens, left = film[part][k], MARGIN + place * (RELATIVE + 16)
            if queens is None or squares is None:
                continue
            origins = [
                letter if part == "child" or (queens[c] == child[c] and letter in "ab=") else None
                for c, letter in enumerate(origin)
            ]
            pen.text((left, BELOW), NAMES[part], style.MUTED, font(11))
            image.paste(squares.descended(queens, origins), (left, BELOW + 18))
        for line, (letter, text) in enumerate(LEGEND.items()):
            left, top = MARGIN + 3 * (RELATIVE + 16), BELOW + 24 + 18 * line
            pen.rectangle([left, top, left + 10, top + 10], ORIGINS[letter])
            pen.text((left + 15, top - 2), text, style.INK, font(10))


NAMES = {"parent": "first parent", "child": "child", "mate": "second parent"}
LEGEND = {
    "a": "first: bar left", "b": "second: bar right", "=": "both: two bars",
    "x": "crossover: below", "m": "mutation: above",
}  # fmt: skip


def _places(pair: bool, height: int) -> list[Place]:
    """Below the boards of two films; else right of the board, below each other."""
    if pair:
        return [(0.06, 0.08, 0.4, 0.24), (0.56, 0.08, 0.4, 0.24)]
    above = 400 / height
    return [
        (0.62, 1 - above + 0.43 * above, 0.35, 0.2 * above),
        (0.62, 1 - above + 0.11 * above, 0.35, 0.2 * above),
    ]


def _said(film: dict[str, Any], k: int, clock: str) -> list[str]:
    """Where the search is, and what it does."""
    label = dict(film["facts"]).get(clock, clock)
    where = f"{label} {film[clock][k]:,}"
    if "guards" in film:
        where += f", {many(film['guards'][k], 'attacking pair')}"
    return [where, film["said"][k]] if film.get("said") else [where]


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """Colours that suit all ``images``: those of the first, one in the middle and the last."""
    some = [images[0], images[len(images) // 2], images[-1]]
    width, height = some[0].size
    together = Image.new("RGB", (width, 3 * height + 40))
    for k, image in enumerate(some):
        together.paste(image, (0, k * height))
    # What few pixels have is to be found among the colours too.
    fixed = [*ORIGINS.values(), OTHER, *style.COLOURS, ATTACKED, FORCED, STRUCK]
    for k, colour in enumerate(fixed):
        left = k * width // len(fixed)
        together.paste(colour, (left, 3 * height, left + width // len(fixed), 3 * height + 40))
    return together.quantize(COLOURS)
