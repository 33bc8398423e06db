"""The fixed suite: runs of the main heuristics, and counts of all solutions."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from metaqueens import __version__, config
from metaqueens.config import Experiment
from metaqueens.exact.counting import count
from metaqueens.experiment.contents import overview
from metaqueens.experiment.results import folder as results
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Kept, session
from metaqueens.problem.queens import Queens

# Rows are alike for one version of the suite.
VERSION, SUITE = 1, Path(__file__).with_name("suite.yaml")
QUICK = ("sweep=null", "runs=5")
# Solutions of N queens (OEIS A000170), and how many are up to turns and mirrors (A002562).
SOLUTIONS = {
    8: (92, 12),
    10: (724, 92),
    12: (14_200, 1_787),
    14: (365_596, 45_752),
    15: (2_279_184, 285_053),
}
QUICK_UP_TO = 12


def experiment(quick: bool) -> Experiment:
    """The runs; quick ones are some of all."""
    return config.load(SUITE, QUICK if quick else ())


def place(folder: Path, quick: bool) -> Path:
    """Where the runs of this version go, below ``folder``."""
    return folder / f"{__version__}{'-quick' if quick else ''}"


def run(asked: Experiment, folder: Path, workers: int) -> Iterator[int]:
    """Do the runs and check their boards; how many are done, again and again.

    What was interrupted goes on; what is complete is done anew.
    """
    if (folder / FILE).is_file():
        with Store.open(folder) as store:
            complete = overview(store).complete
        if complete:
            results.discard(folder)
    done = 0
    with closing(session(asked, folder, workers=workers)) as events:
        for event in events:
            if isinstance(event, Kept):
                done += len(event.outcomes)
                yield done


def counts(quick: bool, workers: int) -> dict[int, tuple[int, int]]:
    """Solutions of each n, all of them and up to symmetry."""
    found = {}
    for n in SOLUTIONS:
        if n <= QUICK_UP_TO or not quick:
            *_, last = count(Queens(n), workers=workers)
            found[n] = (last.solutions, int(last.fundamental or 0))
    return found
