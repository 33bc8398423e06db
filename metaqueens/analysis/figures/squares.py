"""Boards as pixels, for films: only what changes is drawn again."""

from collections.abc import Iterable, Sequence
from typing import Any

from PIL import Image, ImageDraw

from metaqueens.analysis.figures.board import CROWN_POINTS
from metaqueens.problem import drawing

Box = tuple[float, float, float, float]
# Drawn so much larger and then reduced, which makes edges smooth.
FINER = 3
# Where the queens of a child come from; as in the player's style.
ORIGINS = {"a": "#0b57a4", "b": "#a84300", "=": "#22262b", "x": "#00705a", "m": "#a3157f"}
OTHER = "#a89f8c"
# Boxes in the unit square that say the same without colours: on the side where that parent stands.
LEFT, RIGHT = (0.04, 0.14, 0.12, 0.86), (0.88, 0.14, 0.96, 0.86)
BELOW, ABOVE = (0.2, 0.9, 0.8, 0.98), (0.2, 0.02, 0.8, 0.1)
BARS: dict[str | None, tuple[Box, ...]] = {
    "a": (LEFT,), "b": (RIGHT,), "=": (LEFT, RIGHT), "x": (BELOW,), "m": (ABOVE,)
}  # fmt: skip


class Squares:
    """A board of ``n`` rows, ``side`` pixels wide, without its queens; ``film`` has its marks."""

    def __init__(self, film: dict[str, Any], side: int) -> None:
        self.n, self.side = film["n"], side
        self.unit = FINER * side / self.n
        self.empty = Image.new("RGB", (FINER * side, FINER * side), drawing.LIGHT)
        pen = ImageDraw.Draw(self.empty)
        for row in range(self.n):
            for column in range(1 - row % 2, self.n, 2):
                pen.rectangle(
                    [*self._at(column, row), *self._at(column + 1, row + 1)], drawing.DARK
                )
        self.barred = {(row, column) for row, column in film.get("barred", ())}
        for row, column in self.barred:
            self._cross(pen, column, row, 0.2, 0.1)
        for x, y, right in _borders(film.get("borders", "")):
            end = (x + 1, y) if right else (x, y + 1)
            pen.line([self._at(x, y), self._at(*end)], drawing.QUEEN, self._wide(0.09))

    def drawn(self, film: dict[str, Any], k: int) -> Image.Image:
        """The board of frame ``k``."""
        image = self.empty.copy()
        pen, queens = ImageDraw.Draw(image), film["queens"][k]
        if "struck" in film:
            self._step(pen, film, k)
        for column, row in enumerate(queens):
            if (row, column) in self.barred:  # its ends are seen beside the queen
                self._cross(pen, column, row, 0, 0.12)
        for one, other, shift in film["lines"][k]:
            across, down = shift // 3 - 1, shift % 3 - 1
            for x, y, to_x, to_y in drawing.segments(queens, one, other, (across, down)):
                self._dashed(pen, (x, y), (to_x, to_y))
        alone = film["alone"][k] if "alone" in film else ()
        attacked = {column for line in film["lines"][k] for column in line[:2]} | set(alone)
        blue = film["forced"][k] if "forced" in film else film.get("fixed", ())
        for column, row in enumerate(queens):
            if row < 0:
                continue
            if column in attacked:
                box = [*self._at(column + 0.03, row + 0.03), *self._at(column + 0.97, row + 0.97)]
                pen.ellipse(box, drawing.LIGHT, drawing.ATTACKED, self._wide(0.08))
            colour = drawing.FORCED if column in blue else drawing.QUEEN
            self._crown(pen, column, row, drawing.ATTACKED if column in attacked else colour)
            if column in blue and column not in attacked:
                self._bar(pen, column, row, BELOW, colour)
        return image.reduce(FINER)

    def descended(self, queens: Sequence[int], origins: Iterable[str | None]) -> Image.Image:
        """A board with each column's queen in the colour of where it comes from, and its bars."""
        image = self.empty.copy()
        pen = ImageDraw.Draw(image)
        for column, (row, origin) in enumerate(zip(queens, origins, strict=True)):
            colour = ORIGINS[origin] if origin else OTHER
            self._crown(pen, column, row, colour)
            for bar in BARS.get(origin, ()):
                self._bar(pen, column, row, bar, colour)
        return image.reduce(FINER)

    def _step(self, pen: Any, film: dict[str, Any], k: int) -> None:
        """What a complete search has struck out, its dead end, the square that it tries."""
        for column in film["dead"][k]:
            frame = [*self._at(column, 0), *self._at(column + 1, self.n)]
            pen.rectangle(frame, None, drawing.ATTACKED, self._wide(0.12))
        for column, rows in enumerate(film["struck"][k]):
            for row in range(self.n):
                if rows >> row & 1:
                    self._cross(pen, column, row, 0.34, 0.07)
        if film["tried"][k]:
            column, row = film["tried"][k]
            box = [*self._at(column + 0.03, row + 0.03), *self._at(column + 0.97, row + 0.97)]
            for start in range(0, 360, 24):
                pen.arc(box, start, start + 14, drawing.ATTACKED, self._wide(0.07))

    def _at(self, column: float, row: float) -> tuple[float, float]:
        return column * self.unit, row * self.unit

    def _wide(self, share: float) -> int:
        return max(1, int(share * self.unit + 0.5))

    def _crown(self, pen: Any, column: int, row: int, colour: str) -> None:
        pen.polygon([self._at(column + x, row + y) for x, y in CROWN_POINTS], colour)

    def _bar(self, pen: Any, column: int, row: int, box: Box, colour: str) -> None:
        left, top, right, bottom = box
        ends = [*self._at(column + left, row + top), *self._at(column + right, row + bottom)]
        pen.rectangle(ends, colour)

    def _cross(self, pen: Any, column: int, row: int, inset: float, width: float) -> None:
        far = 1 - inset
        for top, bottom in ((inset, far), (far, inset)):
            ends = [self._at(column + inset, row + top), self._at(column + far, row + bottom)]
            pen.line(ends, drawing.STRUCK, self._wide(width))

    def _dashed(self, pen: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
        """From the middle of a square to that of another, 0.18 squares on, 0.12 off."""
        across, down = end[0] - start[0], end[1] - start[1]
        length = (across**2 + down**2) ** 0.5
        for k in range(int(length / 0.3) + 1):
            dash = [
                self._at(start[0] + 0.5 + across * part, start[1] + 0.5 + down * part)
                for part in (0.3 * k / length, min((0.3 * k + 0.18) / length, 1))
            ]
            pen.line(dash, drawing.ATTACKED, self._wide(0.07))


def _borders(path: str) -> list[tuple[int, int, bool]]:
    """The pieces of an SVG path of unit lines: where each begins, and whether it goes right."""
    found = []
    for piece in filter(None, path.split("M")):
        right = piece.endswith("h1")
        x, y = piece[:-2].split()
        found.append((int(x), int(y), right))
    return found
