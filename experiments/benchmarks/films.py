"""How large the page of a film is, beside its bar.

python experiments/benchmarks/films.py
"""

import sys

from core import Row, main

from metaqueens import Queens, SimulatedAnnealing
from metaqueens.films.page import page
from metaqueens.films.recording import record


def pages() -> list[Row]:
    """A page with as many moves as one may have, on the largest board."""
    hot = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.5})
    film = record(Queens(60), hot, 1, 6_000, 400, 2_000)
    size = len(page([film], ["annealing"]))
    what = f"page, n = 60, {film.frames:,} frames"
    return [(what, f"{size / 1e3:.0f} kB", "1,000 kB", f"{1e6 / size:.1f}x")]


PARTS = {"page": pages}

if __name__ == "__main__":
    main(sys.argv[1:], PARTS)
