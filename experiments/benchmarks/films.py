"""How long films take to draw and how large they are, each figure beside its bar.

python experiments/benchmarks/films.py      ten seconds
python experiments/benchmarks/films.py gif  one part alone: gif page
"""

import sys
import tempfile
import time
from pathlib import Path

from core import Row, main

from metaqueens import Queens, SimulatedAnnealing
from metaqueens.analysis.figures import moving
from metaqueens.films.page import page
from metaqueens.films.recording import record

FRAMES = 100


def gif() -> list[Row]:
    """100 frames of 20 queens; drawn by matplotlib, each took 0.2 s."""
    # So hot that it does not come to its end before.
    film = record(Queens(20), SimulatedAnnealing(schedule={"hot": 9, "cold": 9}), 1, 5_000, FRAMES)
    data = [{**film.data("annealing")}]
    for name, values in film.columns.items():
        data[0][name] = values[:FRAMES]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.gif"
        clock = time.perf_counter()
        moving.write(data, path, lambda done: None)
        seconds = time.perf_counter() - clock
        size = path.stat().st_size
    what = f"GIF, n = 20, {len(data[0]['queens'])} frames, {size / 1e3:.0f} kB"
    return [(what, f"{seconds:.1f} s", "6 s", f"{6 / seconds:.1f}x")]


def pages() -> list[Row]:
    """A page with as many moves as one may have, on the largest board."""
    hot = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.5})
    film = record(Queens(60), hot, 1, 6_000, 400, 2_000)
    size = len(page([film], ["annealing"]))
    what = f"page, n = 60, {film.frames:,} frames"
    return [(what, f"{size / 1e3:.0f} kB", "1,000 kB", f"{1e6 / size:.1f}x")]


PARTS = {"gif": gif, "page": pages}

if __name__ == "__main__":
    main(sys.argv[1:], PARTS)
