"""The numbers of README.template.md, out of table.md; and that its words are true of them."""

from math import hypot, sqrt
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
# Schenck's published table, and how many runs were behind its genetic algorithm.
SCHENCK_ANNEALING, SCHENCK_GENETIC, SCHENCK_RUNS = 23_164, 143_521, 600

# Another reading of Minton's figure for 10,000 queens; the paper could not be checked.
MINTON_UNVERIFIED = "10.96"

TRANSITION = "excluded diagonals at which half of the boards have a solution, n = {}"
AT_BEST = "run lengths 1, 2, 3, 4, 10: cost of restarts at 4"
UNIVERSAL = "run lengths 1, 2, 3, 4, 10: cost of the universal sequence"
SIZES = ("100", "1,000", "10,000", "100,000", "1,000,000")
# Lines in words and lists: what is ours, or theirs run by us, is what is printed.
IN_WORDS = (
    "non-attacking pairs on four boards",
    "solutions, n = 7 to 15",
    "failures, branches and solutions of its CP solver, n = 8",
    "universal sequence, its first 15 terms",
)


class Figure(NamedTuple):
    """A line of the table: our mean, half of its 95 % interval, and what there is of others."""

    ours: float
    half: float
    interval: str
    printed: str
    theirs: str
    from_data: str
    runs: int

    def __str__(self) -> str:
        return self.interval.partition(" ± ")[0]

    def holds(self, value: float) -> bool:
        """Whether the interval holds ``value``."""
        return abs(self.ours - value) <= self.half + 1e-9


def numbers() -> dict[str, Any]:
    """What the template names."""
    table = _table()
    _check_what_agrees(table)
    _check_what_does_not(table)
    genetic, annealing = (
        table["genetic, n = 21: evaluations"],
        table["annealing, n = 21: evaluations of those"],
    )
    ours = {
        name: table[f"{name}, n = 21, our defaults: evaluations"]
        for name in ("genetic", "annealing")
    }
    away = _standard_errors(genetic)
    halves = {n: table[TRANSITION.format(n)].ours for n in (10, 21)}
    for theirs, mine in ((annealing, ours["annealing"]), (genetic, ours["genetic"])):
        assert 9.5 < theirs.ours / mine.ours < 10.5, "a tenth of the work for either"
    assert away < 1.96, "the genetic algorithms are not shown to differ"
    return {
        "of": table.__getitem__,
        "minton_unverified": MINTON_UNVERIFIED,
        "transition": TRANSITION.format,
        "at_best": AT_BEST,
        "universal": UNIVERSAL,
        "sizes": SIZES,
        "step": f"{(halves[21] - halves[10]) / 11:.1f}",
        "least": lambda *names: min((table[name] for name in names), key=lambda one: one.ours),
        "most": lambda *names: max((table[name] for name in names), key=lambda one: one.ours),
        "standard_errors": f"{away:.1f}",
        "published_ratio": f"{SCHENCK_GENETIC / SCHENCK_ANNEALING:.1f}",
        "ratio": f"{genetic.ours / annealing.ours:.0f}",
        "ratio_of_defaults": f"{ours['genetic'].ours / ours['annealing'].ours:.0f}",
    }


def _table() -> dict[str, Figure]:
    lines = (HERE / "table.md").read_text(encoding="utf-8").splitlines()[2:]
    found = {}
    for line in lines:
        _, name, printed, theirs, from_data, ours, runs = (
            cell.strip() for cell in line.strip("|").split("|")
        )
        if name in IN_WORDS:
            assert (ours or theirs) == printed, name
            continue
        mean, _, half = ours.replace(",", "").partition(" ± ")
        others = (printed.replace(",", ""), theirs, from_data)
        found[name] = Figure(float(mean), float(half or 0), ours, *others, _whole(runs))
    assert len(lines) == len(found) + len(IN_WORDS)
    return found


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def _check_what_agrees(table: dict[str, Figure]) -> None:
    """Rounded as published, or within the interval."""
    climb = "steepest ascent, n = 8, no sideways moves: "
    for name in ("% solved", "steps when solved", "steps when stuck"):
        assert round(table[climb + name].ours) == int(table[climb + name].printed), name
    for name in ("% solved", "steps when stuck"):
        figure = table["steepest ascent, n = 8, 100 sideways moves: " + name]
        assert figure.holds(float(figure.printed)), name
    for n in SIZES:
        figure = table[f"greedy start, n = {n}: queens in conflict"]
        assert figure.holds(float(figure.printed)), n
        assert n != "10,000" or figure.holds(float(MINTON_UNVERIFIED))
        assert abs(table[f"repairs after it, n = {n}"].ours - 50) < 10, n
    trials = [
        table[f"QS4, n = {n}: trials a queen"] for n in ("1,000", "10,000", "100,000", "1,000,000")
    ]
    assert [one.ours for one in trials] == sorted(one.ours for one in trials)
    assert 3.05 < trials[-1].ours < float(trials[-1].printed)
    counts = [name for name in table if name.startswith(("solutions", "superqueens", "up to"))]
    assert len(counts) == 14
    for name in (*counts, "nodes of the backtracking tree, n = 8"):
        assert table[name].ours == float(table[name].printed), name
    transitions = [table[TRANSITION.format(n)] for n in range(10, 22)]
    assert [one.ours for one in transitions] == sorted(one.ours for one in transitions)
    for one in transitions[:5]:
        assert abs(one.ours - float(one.from_data)) < 0.3
    for name in (AT_BEST, UNIVERSAL):
        assert table[name].holds(float(table[name].from_data)), name
    annealing = table["annealing, n = 21: % solved"]
    assert annealing.holds(float(annealing.printed))


def _check_what_does_not(table: dict[str, Figure]) -> None:
    """Outside the interval."""
    for name in (
        "steepest ascent, n = 8, 100 sideways moves: steps when solved",
        "greedy start, n = 10: queens in conflict",
    ):
        assert table[name].ours + table[name].half < float(table[name].printed), name
    for n in ("100", "1,000"):
        figure = table[f"adaptive search, n = {n}: swaps a queen"]
        assert figure.ours + figure.half < float(figure.theirs), n
    ours, again, settings, cost = (
        table[f"adaptive search{words}, n = 1,000: swaps a queen"]
        for words in (
            "", " once more", " with its authors' tenure and resets", " with its authors' cost"
        )
    )  # fmt: skip
    assert again.holds(ours.ours), "what is written once more is the same search"
    assert again.holds(settings.ours), "tenure and resets change nothing"
    assert again.ours + again.half < cost.ours - cost.half, "the cost does"
    assert cost.ours + cost.half < 0.545, "something is left"


def _standard_errors(ours: Figure) -> float:
    """Between Schenck's mean and ours, if runs scatter there as they do here."""
    error = ours.half / 1.96
    return abs(SCHENCK_GENETIC - ours.ours) / hypot(error, error * sqrt(ours.runs / SCHENCK_RUNS))
