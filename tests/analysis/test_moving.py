"""GIFs: each frame has its queens, its lines and its marks where the film has them."""

import numpy as np
import pytest
from PIL import Image, ImageColor

from metaqueens import Queens, SimulatedAnnealing
from metaqueens.analysis.figures import moving
from metaqueens.analysis.figures.squares import Squares
from metaqueens.films.recording import record
from metaqueens.problem import drawing

SIDE = 360


def close(one, colour) -> bool:
    return max(abs(a - b) for a, b in zip(one, ImageColor.getrgb(colour), strict=True)) < 40


def queen_colours(image: Image.Image, n: int) -> dict[tuple[int, int], str]:
    """By column and row, which queen stands there: told by the foot of its crown."""
    found = {}
    for column in range(n):
        for row in range(n):
            at = int((column + 0.5) * SIDE / n), int((row + 0.75) * SIDE / n)
            for colour in (drawing.QUEEN, drawing.ATTACKED, drawing.FORCED):
                if close(image.getpixel(at), colour):
                    found[column, row] = colour
    return found


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    "problem",
    [
        Queens(8),
        Queens(11, torus=True),
        Queens(8, placed=[(3, 2)], blocked=[(0, 0)]),
        Queens(9, excluded=[(4, "falling")]),
    ],
    ids=lambda problem: problem.label,
)
def test_a_frame_has_the_queens_of_its_board(problem):
    film = record(problem, SimulatedAnnealing(), 1, 400, 400).data("annealing")
    squares = Squares(film, SIDE)
    for k in range(0, len(film["queens"]), 7):
        lines = film["lines"][k]
        attacked = {column for line in lines for column in line[:2]}
        attacked |= set(film["alone"][k] if "alone" in film else ())
        expected = {
            (column, row): drawing.ATTACKED
            if column in attacked
            else drawing.FORCED
            if column in film.get("fixed", ())
            else drawing.QUEEN
            for column, row in enumerate(film["queens"][k])
        }
        assert queen_colours(squares.drawn(film, k), problem.n) == expected


def test_a_line_on_a_torus_leaves_the_board_and_comes_back():
    """Queens in opposite corners attack each other over the corner, not across the board."""
    film = {"n": 5, "queens": [[0, -1, -1, -1, 4]], "lines": [[(0, 4, 0)]], "alone": [[]]}
    pixels = np.asarray(Squares(film, 200).drawn(film, 0))
    red = np.array(ImageColor.getrgb(drawing.ATTACKED))
    rows, columns = np.nonzero((np.abs(pixels - red.astype(int)) < 40).all(axis=2))
    # All of it is in the two corners.
    assert all((row < 40 and column < 40) or (row >= 160 and column >= 160)
               for row, column in zip(rows, columns, strict=True))  # fmt: skip


def test_frames_follow_one_another_and_the_last_stays(tmp_path):
    film = record(Queens(6), SimulatedAnnealing(), 2, 300, 300).data("annealing")
    ticks: list[int] = []
    moving.write([film], tmp_path / "film.gif", ticks.append)
    with Image.open(tmp_path / "film.gif") as image:
        assert image.n_frames == len(film["queens"]) == ticks[-1]
        times = []
        for k in range(image.n_frames):
            image.seek(k)
            times.append(image.info["duration"])
        assert times[-1] == moving.AT_THE_END > times[0]
