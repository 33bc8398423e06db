"""How often comparisons of simulated runs with a known truth are wrong.

python experiments/statistics/simulate.py --minutes 60     adds data sets to table.csv, fewest first
python experiments/statistics/simulate.py --write-up  fills docs/reference/statistical-methods.md in

Each data set has a seed of its own, so that a table made in many short sittings is the one
that a long one would have made.
"""

import csv
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
import pandas as pd

from metaqueens import compare
from metaqueens.analysis.answer import OVER_PROBLEMS
from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import estimate
from metaqueens.analysis.inference.pairs import compare_best
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.analysis.inference.significance import SIGNIFICANT
from metaqueens.metrics import METRICS

HERE = Path(__file__).parent
TABLE, PAGE = HERE / "table.csv", HERE.parents[1] / "docs" / "reference" / "statistical-methods.md"
BEGIN, END = "<!-- error rates: begin -->", "<!-- error rates: end -->"
ENOUGH = 10_000
# Questions of a whole comparison.
WHOLE = ("ranks", "family", "sentence", "printed", "printed of boards")
# Those whose problems are the instances of one family, some of them harder for all algorithms.
OF_BOARDS = ("family", "printed of boards")
Draw = Callable[[np.random.Generator, int], np.ndarray]


def lognormal(sigma: float) -> Draw:
    return lambda rng, runs: rng.lognormal(-sigma * sigma / 2, sigma, runs)


def _mixture(rng: np.random.Generator, runs: int) -> np.ndarray:
    """One run in five takes six times as long as the others."""
    return rng.exponential(np.where(rng.random(runs) < 0.2, 3.0, 0.5))


def _rarely(rng: np.random.Generator, runs: int) -> np.ndarray:
    """One run in twenty takes 21 times as long as the others."""
    return rng.exponential(np.where(rng.random(runs) < 0.05, 10.5, 0.5))


def pareto(power: float) -> Draw:
    return lambda rng, runs: (1 + rng.pareto(power, runs)) * (power - 1) / power


# All of mean 1: what a run needs to solve.
SHAPES: dict[str, Draw] = {
    "steady": lambda rng, runs: rng.gamma(16, 1 / 16, runs),
    "exponential": lambda rng, runs: rng.exponential(1, runs),
    "shifted exponential": lambda rng, runs: 0.5 + rng.exponential(0.5, runs),
    "few values": lambda rng, runs: rng.integers(1, 4, runs) / 2,
    "mixture": _mixture,
    "lognormal 1": lognormal(1),
    "lognormal 1.5": lognormal(1.5),
    "lognormal 2": lognormal(2),
    "one in twenty 21 times as dear": _rarely,
    "Pareto 2.5": pareto(2.5),
    "Pareto 1.5": pareto(1.5),
}
# Of the best solutions of runs: small whole numbers (but for the scale), some of them 0.
COSTS: dict[str, Draw] = {
    "few conflicts": lambda rng, runs: rng.poisson(4, runs) / 4,
    "mostly solved": lambda rng, runs: rng.poisson(0.5, runs) / 0.5,
}
# Most samples do not show the tail of these, so no limit on errors holds for them.
UNSEEN = ("one in twenty 21 times as dear", "Pareto 2.5", "Pareto 1.5")


@dataclass(frozen=True)
class Case:
    """Comparisons of one kind.

    Parameters
    ----------
    question
        ``verdict``: any but ``open``; ``ranks``: that the best average rank is better than another
        one's; ``family``: any verdict but ``open`` over the problems as instances of one family,
        some of them harder for all algorithms; ``sentence``: that the sentence of a comparison
        claims any difference; ``printed``: that anything printed does, the sentence, a verdict but
        ``open`` or a rank (``of boards``: over the instances of a family); ``erratic best``: that
        the last algorithm is the best of any problem; ``found``: that the first one is;
        ``interval`` and ``ratio``: the truth is outside.
    shapes, factors
        Of the algorithms' costs: each has mean ``factor``.
    budget
        A run that would need more is unsolved.
    """

    question: str
    shapes: tuple[str, ...]
    runs: int
    problems: int = 1
    factors: tuple[float, ...] = ()
    budget: float = inf
    metric: str = "ert"

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{self.question}|{self.what}|{self.problems}|{self.runs}|{self.metric}"

    @property
    def what(self) -> str:
        """The algorithms in words."""
        counts = Counter(self.shapes)
        said = " against ".join(f"{k} x {kind}" if k > 1 else kind for kind, k in counts.items())
        if self.factors and len(set(self.factors)) > 1:
            said += f", {max(self.factors) / min(self.factors):g} times dearer"
        return said + (f", stopped at {self.budget:g}" if self.budget < inf else "")


def cases() -> Iterator[Case]:
    """All that the table has."""
    yield from _nulls()
    yield from _nulls_over_problems()
    yield from _erratic()
    yield from _intervals()
    yield from _alternatives()
    yield from _costs()


def _nulls() -> Iterator[Case]:
    for algorithms, problems, runs in (
        (2, 1, 5), (2, 1, 10), (2, 1, 30), (2, 1, 100), (5, 1, 10), (5, 1, 30), (10, 1, 30),
        (2, 6, 30), (2, 20, 10), (5, 6, 10), (5, 6, 30), (10, 20, 30),
    ):  # fmt: skip
        yield Case("verdict", ("exponential",) * algorithms, runs, problems)
    for shape, budget in (
        ("exponential", 1), ("exponential", 0.1), ("few values", inf), ("lognormal 2", inf),
        ("shifted exponential", inf),
    ):  # fmt: skip
        for algorithms, problems, runs in ((2, 1, 10), (2, 1, 30), (5, 6, 30)):
            yield Case("verdict", (shape,) * algorithms, runs, problems, budget=budget)
    for metric in ("par10", "success", "median_time"):
        for algorithms, problems, runs in ((2, 1, 30), (5, 6, 30)):
            shapes = ("exponential",) * algorithms
            yield Case("verdict", shapes, runs, problems, budget=1, metric=metric)


def _nulls_over_problems() -> Iterator[Case]:
    for algorithms, problems, runs in ((3, 10, 10), (5, 20, 10), (10, 20, 10)):
        yield Case("ranks", ("exponential",) * algorithms, runs, problems)
    for algorithms, problems, runs in ((2, 10, 10), (2, 30, 3), (5, 20, 10), (10, 20, 10)):
        yield Case("family", ("exponential",) * algorithms, runs, problems)
    for algorithms, problems, runs in ((2, 1, 10), (2, 1, 30), (2, 8, 10), (5, 8, 10)):
        yield Case("sentence", ("exponential",) * algorithms, runs, problems)
    yield Case("sentence", ("lognormal 2",) * 2, 30)
    for algorithms, problems, runs in ((2, 1, 30), (2, 8, 10), (2, 8, 30), (5, 8, 10), (5, 8, 30)):
        yield Case("printed", ("exponential",) * algorithms, runs, problems)
    # Costs of which the limits are less cautious, and medians, which have none.
    for question in ("verdict", "sentence", "printed"):
        yield Case(question, ("shifted exponential",) * 2, 30, 8)
        yield Case(question, ("exponential",) * 2, 30, 12, metric="median")
    yield Case("printed", ("shifted exponential",) * 3, 30, 8)
    for algorithms, problems, runs in ((2, 10, 10), (5, 10, 10)):
        yield Case("printed of boards", ("exponential",) * algorithms, runs, problems)
    for question in ("ranks", "family"):
        yield Case(question, ("lognormal 2",) * 5, 10, 20)
        yield Case(question, ("exponential",) * 5, 10, 20, budget=0.3)


def _erratic() -> Iterator[Case]:
    kinds = ("mixture", *list(SHAPES)[5:])
    for steady, erratic in product(("steady", "exponential"), kinds):
        for runs in (10, 30, 50, 100) if erratic in UNSEEN else (10, 30, 100):
            yield Case("erratic best", (steady, erratic), runs)
    yield Case("erratic best", ("steady", "lognormal 2"), 30, problems=6)
    yield Case("erratic best", (*("steady",) * 4, "lognormal 2"), 30)
    for factor, runs in product((1.2, 1.5), (10, 30)):
        yield Case("erratic best", ("steady", "lognormal 2"), runs, factors=(1, factor))


def _intervals() -> Iterator[Case]:
    kinds = [("exponential", budget) for budget in (inf, 1, 0.3, 0.05)]
    kinds += [(shape, inf) for shape in list(SHAPES)[2:]]
    for (shape, budget), runs in product(kinds, (10, 30, 100)):
        yield Case("interval", (shape,), runs, budget=budget)
        yield Case("ratio", (shape,) * 2, runs, budget=budget)
    for runs in (10, 30, 100):
        yield Case("interval", ("exponential",), runs, metric="median_time")


def _alternatives() -> Iterator[Case]:
    for runs, factor in product((10, 30, 100), (1.5, 2, 3)):
        yield Case("found", ("exponential",) * 2, runs, factors=(1, factor))
    for factor in (1.5, 2, 3):
        yield Case("found", ("exponential",) * 5, 30, factors=(1, *(factor,) * 4))


def _costs() -> Iterator[Case]:
    for shape, metric in product(COSTS, ("mean_cost", "median_cost")):
        for algorithms, problems, runs in ((2, 1, 10), (2, 1, 30), (5, 6, 30)):
            yield Case("verdict", (shape,) * algorithms, runs, problems, metric=metric)
    for shape, runs in product(COSTS, (10, 30, 100)):
        yield Case("interval", (shape,), runs, metric="mean_cost")


def samples(case: Case, number: int) -> list[Sample]:
    """The runs of data set ``number``."""
    rng = np.random.default_rng([zlib.crc32(case.name.encode()), number])
    factors = case.factors or (1.0,) * len(case.shapes)
    found = []
    for problem in range(case.problems):
        hardness = rng.lognormal(0, 1) if case.question in OF_BOARDS else 1.0
        for place, (shape, factor) in enumerate(zip(case.shapes, factors, strict=True)):
            needs = hardness * factor * (SHAPES | COSTS)[shape](rng, case.runs)
            spent = np.minimum(needs, case.budget)
            most = case.budget if case.budget < inf else float(needs.max())
            sample = Sample(f"p{problem}", np.nan, f"a{place}", spent, spent, needs <= case.budget,
                            0, most, needs, np.zeros(case.runs, dtype=bool))  # fmt: skip
            found.append(sample.judge_by(METRICS[case.metric]))
    return found


def wrong(case: Case, number: int) -> tuple[bool, bool]:
    """Whether the comparison of a data set is what the question asks for; and ``clear``, too.

    For intervals the second is whether it is said that they rest on little.
    """
    metric, found = METRICS[case.metric], samples(case, number)
    if case.question in WHOLE:
        return _wrong_over_problems(case, found), False
    values = estimate(found, metric)
    if case.question == "interval":
        one = values[0]
        said = one.limits.heavy or one.limits.kind == "few solved"
        return not one.low <= truth(case) <= one.high, said
    table = compare_best(found, values, metric)
    if case.question == "verdict":
        return bool((table.verdict != "open").any()), bool((table.verdict == "clear").any())
    if case.question == "ratio":
        low, high = table.ratio_low.to_numpy(float), table.ratio_high.to_numpy(float)
        return bool((np.isnan(low) | (low > 1) | (high < 1)).any()), False
    named = "a0" if case.question == "found" else f"a{len(case.shapes) - 1}"
    table = table[table.better == named]
    sure = (table.verdict == "clear").groupby(table.problem).all()
    said = table.verdict.isin(["clear", "likely"]).groupby(table.problem).all()
    return bool(said.any()), bool(sure.any())


def _wrong_over_problems(case: Case, found: list[Sample]) -> bool:
    """Whether a comparison of equal algorithms tells two apart by many problems together."""
    whole = compare(_runs(case, found), metric=case.metric)
    if case.question == "ranks":
        assert whole.ranking is not None
        return _ranks_apart(whole.ranking)
    if case.question == "sentence":
        return _claims(whole)
    if case.question in ("printed", "printed of boards"):
        return _claims(whole) or _tables_claim(whole)
    return bool((whole.family_tests.verdict != "open").any())


def _claims(whole: Comparison) -> bool:
    """Whether the sentence says that two differ, by the metric, by single runs or over problems."""
    if whole.table.problem.nunique() == 1:
        return not whole.answer.startswith("No significant difference")
    if whole.ranking:
        over = whole.ranking.friedman.p_f < OVER_PROBLEMS and _ranks_apart(whole.ranking)
    else:
        over = whole.overall is not None and whole.overall.p < OVER_PROBLEMS
    return bool(over or (whole.tests.verdict == "clear").any())


def _ranks_apart(ranking: Ranking) -> bool:
    """Whether a rank is significantly further than the best."""
    return bool((ranking.holm < SIGNIFICANT).any())


def _tables_claim(whole: Comparison) -> bool:
    """Whether a table says that two differ: verdicts on problems and on families, or ranks."""
    ranking, of_families = whole.ranking, whole.family_tests
    ranks = ranking is not None and _ranks_apart(ranking)
    families = len(of_families) > 0 and bool((of_families.verdict != "open").any())
    return ranks or families or bool((whole.tests.verdict != "open").any())


def _runs(case: Case, found: list[Sample]) -> pd.DataFrame:
    """A row a run."""
    frames = [
        pd.DataFrame({
            "problem": sample.problem,
            "family": "f" if case.question in OF_BOARDS else sample.problem,
            "algorithm": sample.algorithm,
            "seed": np.arange(case.runs),
            "solved": sample.solved,
            "evaluations": np.ceil(1e6 * sample.evaluations),
            "budget_evaluations": 1e6 * case.budget if case.budget < inf else None,
            "existence": "solvable",
        })
        for sample in found
    ]  # fmt: skip
    return pd.concat(frames, ignore_index=True)


def truth(case: Case) -> float:
    """The metric of a shape: all have mean 1, so that only exponentials are ever stopped."""
    if case.metric == "median_time":
        return float(np.log(2))
    return 1.0  # a stopped exponential's ERT is its mean: it has no memory


def rate(case: Case, first: int, datasets: int) -> tuple[int, int]:
    """How often, in the data sets from ``first`` on, and how often ``clear``."""
    results = [wrong(case, number) for number in range(first, first + datasets)]
    return sum(one for one, _ in results), sum(clear for _, clear in results)


Rows = dict[str, dict[str, int]]


def read() -> Rows:
    """What the table has so far: data sets, wrong and clear by case."""
    if not TABLE.exists():
        return {}
    with TABLE.open(newline="", encoding="utf-8") as file:
        return {
            row["case"]: {name: int(row[name]) for name in ("datasets", "times", "clear")}
            for row in csv.DictReader(file)
        }


def write(rows: Rows) -> None:
    """Write the table."""
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["case", "datasets", "times", "clear"])
        for case in cases():
            if case.name in rows:
                writer.writerow([case.name, *rows[case.name].values()])


def add(minutes: float, at_once: int = 50) -> None:
    """Data sets to the case that has fewest for its size, until the time is over."""
    rows, end = read(), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        case = min(cases(), key=lambda one: _had(one, rows))
        known = rows.get(case.name, {"datasets": 0, "times": 0, "clear": 0})
        if known["datasets"] >= ENOUGH:
            return
        times, clear = rate(case, known["datasets"], at_once)
        rows[case.name] = {
            "datasets": known["datasets"] + at_once, "times": known["times"] + times,
            "clear": known["clear"] + clear,
        }  # fmt: skip
        write(rows)


def _had(case: Case, rows: Rows) -> int:
    """How far a case is; comparisons of many algorithms on many problems take longer."""
    size = 1 + len(case.shapes) * case.problems // (80 if case.question in WHOLE else 8)
    return rows.get(case.name, {"datasets": 0})["datasets"] * size


HEADINGS = {
    "verdict": ("No difference: any verdict but open", "of them clear"),
    "ranks": ("No difference: an average rank said to be better, over problems", ""),
    "family": ("No difference: any verdict but open over the instances of a family", ""),
    "sentence": ("No difference: the sentence of a comparison claims one", ""),
    "printed": (
        "No difference: anything printed claims one, be it a sentence, a verdict or a rank",
        "",
    ),
    "printed of boards": ("The same of the instances of a family", ""),
    "erratic best": ("Equal or worse, and named best all the same", "of them clear"),
    "interval": ("95 % interval misses the truth", "said to rest on little"),
    "ratio": ("95 % interval of the ratio misses the truth", ""),
    "found": ("Truly better, and named best", "of them clear"),
}


def markdown(rows: Rows) -> str:
    """The table as the docs have it."""
    lines = []
    for question, (title, second) in HEADINGS.items():
        lines += ["", f"**{title}**", ""]
        heads = ["algorithms", "metric", "problems", "runs", "data sets", "share"]
        heads += [second] if second else []
        lines += [f"| {' | '.join(heads)} |", "|---|---|" + "--:|" * (len(heads) - 2)]
        for case in cases():
            if case.question == question and case.name in rows:
                row = rows[case.name]
                cells = [
                    _describe(case),
                    METRICS[case.metric].title,
                    str(case.problems),
                    str(case.runs),
                ]
                cells += [f"{row['datasets']:,}", _share(row["times"], row["datasets"])]
                cells += [_share(row["clear"], row["datasets"])] if second else []
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _describe(case: Case) -> str:
    """Return the algorithms in plain words; the name of a case, which is its seed, stays."""
    what = case.what.replace("21 times as dear", "at 21 times the cost")
    return what.replace("times dearer", "times the cost")


def _share(times: int, datasets: int) -> str:
    return f"{100 * times / datasets:.1f} %"


def write_up() -> None:
    """Put the table into the docs."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{markdown(read())}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    if "--minutes" in sys.argv:
        add(float(sys.argv[sys.argv.index("--minutes") + 1]))
    if "--write-up" in sys.argv:
        write_up()
    print(markdown(read()))
