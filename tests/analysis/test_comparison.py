"""Comparisons of simulated runs whose truth is known."""

import numpy as np
import pandas as pd
import pytest

from metaqueens import compare, load_runs
from metaqueens.metrics import METRICS
from metaqueens.report.tables import tabulate_comparison, tabulate_results, tabulate_tests
from metaqueens.text.errors import UserError
from tests.analysis import made
from tests.analysis.results import experiment, simulated

THREE = (
    "slow: {use: hill_climbing}, fast: {use: hill_climbing, sideways: 10},"
    " twin: {use: hill_climbing, sideways: 20}"
)
TEXT = experiment(THREE, *range(8, 20, 2), runs=40, budget=100_000)
SCALE = {"slow": 8, "fast": 1, "twin": 1.02}


def growing(cell, rng):
    return SCALE[cell.label] * cell.problem.n**2 * rng.gamma(4, 0.25)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("made") / "sizes", TEXT, growing)


@pytest.fixture(scope="module")
def compared(folder):
    """Its comparison, for tests that only read it."""
    return compare(folder)


def frame(**spent):
    """Runs of one problem with the budget 1000: spent by algorithm."""
    return made.frame(spent)


def test_the_table(compared):
    assert len(compared.table) == 18
    assert compared.table.problem.unique().tolist() == [f"n={n}" for n in range(8, 19, 2)]
    assert (compared.table.runs == 40).all()
    slow = compared.table[compared.table.algorithm == "slow"].iloc[0]
    assert slow.low < slow.ert < slow.high
    assert slow.par10 == slow.ert, "where all solve"


def test_many_problems(compared):
    said = "fast and twin share the first place by ERT; the average rank of fast and twin is 1.5"
    assert compared.answer.startswith(said)
    assert compared.answer.endswith("; clearly worse than the best: slow on 6 of 6 problems.")
    assert compared.ranking.ranks.index[-1] == "slow"
    assert compared.ranking.holm["slow"] < 0.05
    is_clear, of_slow = compared.tests.verdict == "clear", compared.tests.other == "slow"
    assert (is_clear == of_slow).all()


def test_one_clear_winner(rng):
    found = compare(frame(a=rng.gamma(4, 20, 30), b=rng.gamma(4, 80, 30)))
    assert found.answer.startswith("a solves p with fewer evaluations than b (ERT ")
    assert found.answer.endswith(", p < 0.001).")
    assert f"ratio {found.tests.ratio[0]:.2f}, 95 % CI " in found.answer
    assert found.ranking is None
    row = found.tests.iloc[0]
    assert row.ratio_low < 4 < row.ratio_high
    assert row.a12 > 0.9


def test_a_reliable_and_a_quick_algorithm():
    found = compare(frame(reliable=range(300, 380), quick=[50] * 52 + [2000] * 28))
    assert found.tests.verdict.tolist() == ["mixed"]
    assert found.answer.startswith("reliable has the lowest ERT on p (ERT 340 vs 588, ")
    said = "but needs less than quick in only 35 % of pairs of runs (A12 = 0.35)."
    assert found.answer.endswith(said)
    few = compare(frame(reliable=range(300, 340), quick=[50] * 29 + [2000] * 11))
    assert few.tests.verdict.tolist() == ["open"]
    assert few.answer.startswith("No significant difference on p between reliable and quick")


def test_an_algorithm_that_never_solves():
    found = compare(frame(a=[10, 20, 30, 40, 50], b=[5000] * 5))
    assert found.table.ert.tolist() == [30, np.inf]
    assert ", b solved 0 of 5 runs, " in found.answer
    assert found.tests.ratio.tolist() == [np.inf]
    assert found.table.par10.tolist() == [30, 10_000]


def test_a_best_value_of_nought_leaves_no_ratio():
    data = frame(a=range(30, 60), b=range(30, 60))
    data["seconds"] = np.where(data.algorithm == "a", 0.0, 0.002)
    found = compare(data, metric="median_time")
    assert found.tests.ratio.tolist() == [np.inf]
    assert "a solves p in less time than b (median time 0 ns vs 2 ms, p < 0.001)." in found.answer
    never = compare(data.assign(solved=data.algorithm == "a"), metric="median_time")
    assert ", b solved 0 of 30 runs, " in never.answer


def test_success_rates():
    many, few = [10] * 28 + [5000] * 2, [10] * 12 + [5000] * 18
    found = compare(frame(a=few, b=many), metric="success")
    assert found.answer == "b solves p more often than a (success rate 93 % vs 40 %, p < 0.001)."
    same = compare(frame(a=[10] * 30, b=[20] * 30), metric="success")
    assert same.answer.startswith("Each algorithm solves p in 100 % of runs")


@pytest.mark.parametrize(
    ("runs", "words"), [(1, "no test can be"), (3, "no test can be"), (10, "small sample")]
)
def test_it_says_when_runs_are_too_few(runs, words):
    found = compare(frame(a=range(1, runs + 1), b=range(100, 100 + runs)))
    assert any(words in caveat for caveat in found.caveats)


def test_a_search_that_solved_nothing_and_ended_early_has_a_caveat():
    """Its few evaluations make the ERT of a test without a difference."""
    runs = frame(a=[10] * 29 + [70], b=[5000] * 30)
    early = runs.assign(evaluations=runs.evaluations.where(runs.solved, 1))
    found = compare(early)
    assert found.answer.startswith("No significant difference on p between a and b (ERT ")
    success = "(30 of 30 runs against 0 of 30 runs, Fisher's test p < 0.001): see --metric success."
    assert found.answer.endswith(f"p = 0.27). a solved more often than b {success}")
    note = (
        "b on p ended before its budget in 30 of 30 runs and solved none:"
        " compare by success (0/30 and 30/30)"
    )
    assert found.caveats[0] == note
    assert f"note: {note}\n" in repr(found)
    assert f"<p>note: {note}</p>" in found._repr_html_()
    claimed = early.assign(verdict="rejected", reason="solved", solved=early.algorithm == "a")
    assert note in compare(claimed.assign(verdict=claimed.verdict.mask(early.solved))).caveats
    spent, by_success = compare(runs), compare(early, metric="success")
    assert (spent.tests.verdict.tolist(), by_success.tests.verdict.tolist()) == (["clear"],) * 2
    for other in (spent, by_success, compare(early.assign(solved=False))):
        assert not any(
            "early" in text or "ended" in text for text in (other.answer, *other.caveats)
        )


def test_it_does_not_say_so_beside_a_verdict(rng):
    """Pairs have sizes of their own, and problems that nobody solved are no pairs."""
    many = frame(a=range(900, 930), b=range(100, 130), c=[*range(900, 903)])
    found = compare(many)
    assert found.tests.set_index("other").verdict["a"] == "clear"
    nobody = frame(a=[5000] * 4, b=[5000] * 4).assign(problem="q")
    four = pd.concat([frame(a=range(10, 14), b=[5000] * 4), nobody])
    one_solved = compare(four, metric="success")
    assert one_solved.tests.verdict.tolist() == ["likely"]
    unequal = compare(frame(a=range(10, 13), b=[5000] * 4), metric="success")
    assert unequal.tests.p_holm.tolist() == [pytest.approx(1 / 35)]
    for said in (found, one_solved, unequal):
        assert not any("no test can" in caveat for caveat in said.caveats)
        assert any("runs: a small sample" in caveat for caveat in said.caveats)


def test_a_single_run_decides_nothing():
    found = compare(frame(a=[10], b=[5000]))
    assert found.tests.verdict.tolist() == ["open"]
    assert found.answer.startswith("No significant difference")
    alone = compare(frame(a=[10]))
    assert alone.answer == "a solves p in 1 of 1 runs (ERT 10)."


def test_algorithms_whose_runs_all_failed():
    """They ran on the same problem, and have no runs that a sentence could count."""
    failed = frame(b=[5] * 3, c=[5] * 3).assign(status="failed", solved=False)
    found = compare(pd.concat([frame(a=[10, 20, 30]), failed]))
    assert found.answer.startswith("Every run of b and c failed. a solves p in 3 of 3 runs")
    two = compare(pd.concat([frame(a=[10, 20, 30], d=[70, 80, 90]), failed]))
    assert not any("0 runs" in one for one in two.caveats)
    assert "not ranked, as not every algorithm has a finished run there: p" in two.caveats


def test_algorithms_that_met_nowhere_or_only_where_nobody_solved_or_one_failed():
    one, other = (frame(**{name: [9] * 9}) for name in "ab")
    hopeless = frame(a=[2000] * 3, b=[2000] * 3).assign(problem="q")
    failed = other.assign(status="failed", solved=False)
    nowhere = "No problem was solved on which two algorithms have finished runs."
    for parts, said in (
        ([hopeless], "No run solved q"),
        ([one, other.assign(problem="q")], nowhere),
        ([one, hopeless], nowhere),
        ([one, failed, other.assign(problem="q")], nowhere),
    ):  # fmt: skip
        found = compare(pd.concat(parts))
        assert found.answer.startswith(said)
        assert found.tests.empty


def test_one_is_told_as_one():
    none = frame(a=[2000] * 12).assign(existence="proven none")
    two = pd.concat([none, none.assign(problem="q")])
    said = [one for runs in (none, two) for one in compare(runs).caveats if "proven" in one]
    assert said == [
        "p: proven to have no solution",
        "p and q: proven to have no solution",
    ]


def test_equals_share_the_first_place():
    costs = {"a": [10] * 12, "b": [10] * 12}
    assert compare(frame(**costs, c=[900] * 12)).answer == (
        "a solves p with fewer evaluations than c (ERT 10 vs 900, ratio 90.0, 95 % CI 90.0 to 90.0,"
        " adjusted p < 0.001). No significant difference on p between a and b (ERT 10 vs 10, ratio"
        " 1.00, 95 % CI 1.00 to 1.00, adjusted p = 1)."
    )


def under(budget, need, step=50, seeds=range(20), **columns):
    """Runs of an algorithm that ends with its step, as its folder has them."""
    rows = []
    for seed in seeds:
        ends = step * -(-min(need[seed], budget) // step)
        rows.append({"seed": seed, "evaluations": ends, "solved": need[seed] <= ends})
    told = {"algorithm": "a", "problem": "p", "use": "u", "parameters": "{}"}
    return pd.DataFrame(rows).assign(budget=f'{{"evaluations": {budget}}}', **told | columns)


NEED = {"a": [60 * k + 30 for k in range(40)], "b": [97 * k % 1000 + 1 for k in range(40)]}


def two_algorithms(budget, **columns):
    both = (under(budget, need, algorithm=name, **columns) for name, need in NEED.items())
    return pd.concat(both, ignore_index=True)


def test_one_algorithm_under_two_budgets_in_one_file_is_two_contestants():
    found = compare(pd.concat([under(700, NEED["a"]), under(5000, NEED["a"])]))
    assert set(found.table.algorithm) == {"a budget.evaluations=700", "a budget.evaluations=5000"}
    assert found.tests.verdict.tolist() == ["open"]


def test_what_goes_another_way_and_folders_with_one_budget_are_compared():
    other = [need + 50 for need in NEED["a"]]
    for second in (under(5000, other), under(700, NEED["a"])):
        found = compare(under(700, NEED["a"]), second)
        assert set(found.table.algorithm) == {"data#1/a", "data#2/a"}


def test_an_unknown_budget_is_told():
    bare = frame(a=[10] * 30, b=[20] * 29 + [7000]).drop(columns="budget_evaluations")
    said = "\n".join(compare(bare, metric="par10").caveats)
    assert "no budget is given in data" in said
    with pytest.raises(UserError, match="without seconds"):
        compare(bare.drop(columns="seconds"), metric="median_time")


@pytest.mark.parametrize("ahead", [20, 21])
def test_a_leader_on_most_problems_that_the_test_does_not_favour(ahead):
    """a is ahead by a little on half of forty problems or more, b by much on the others."""
    factors = [1.02 + 0.001 * k if k < ahead else 1 / (5 + 0.1 * k) for k in range(40)]
    parts = [
        frame(a=[100] * 5, b=[100 * factor] * 5).assign(problem=f"p{k}")
        for k, factor in enumerate(factors)
    ]
    found = compare(pd.concat(parts))
    assert found.overall.favours == "b"
    assert found.overall.p < 0.05
    lead = "a has the lowest ERT on 21 of 40 problems"
    assert found.answer == (
        f"{lead if ahead == 21 else 'a and b share the first place by ERT'}; b is significantly"
        f" better over all problems (Wilcoxon p = {found.overall.p:.2g}); no clear difference on"
        " any one of them."
    )


def test_a_deterministic_contestant_counts_as_one_run(rng):
    found = compare(frame(a=[10] * 30, b=rng.exponential(200, 30)))
    assert any("every repetition of a is the same run" in one for one in found.caveats)
    assert found.ranking is None
    assert found.tests.test.tolist() == ["confidence limit"]
    rates = compare(frame(a=[10] * 30, b=[*range(20, 40), *[5000] * 10]), metric="success")
    assert (rates.tests.p[0], rates.tests.p_typical[0]) == (1, 1)
    assert rates.answer.startswith("No significant difference")
    for table in (found.table, rates.table):
        assert table.success_low[0] < 0.3, "of one run, not of thirty"


@pytest.mark.parametrize("told", ["steps", "found_at"])
def test_runs_of_equal_cost_that_went_another_way_are_not_one_run(told):
    """As of a genetic algorithm whose first population always holds a solution."""
    data = frame(a=[300] * 30).assign(**{told: 7})
    assert compare(data).table.deterministic[0]
    other = compare(data.assign(**{told: range(30)}))
    assert not other.table.deterministic[0]
    assert 0.88 < other.table.success_low[0] < 0.89
    assert not any("the same run" in one for one in other.caveats)


def test_seconds_of_a_busy_machine_are_no_measure():
    data = frame(a=range(30, 50)).assign(use="genetic", seconds=1.0, cpu_seconds=0.2)
    waited = "the machine was busy: searches took 5.0 times their processor time"
    assert any(waited in one for one in compare(data, metric="median_time").caveats)
    assert not any(waited in one for one in compare(data, metric="ert").caveats)


def test_a_heavy_tail_is_said_with_what_would_help():
    found = compare(frame(a=[*range(10, 39), 999]))
    assert found.table.made_of[0] == "heavy tail"
    (said,) = [one for one in found.caveats if one.startswith("heavy tail: a on p")]
    assert "do more runs or compare by median" in said


def test_a_heavy_tail_is_a_doubt_about_its_own_verdicts_alone():
    costs = {"a": [*range(100, 129), 2999], "b": range(20, 50), "c": range(9000, 9030)}
    found = compare(made.frame(costs, 1e6))
    assert dict(zip(found.tests.other, found.tests.verdict, strict=True)) == {
        "a": "likely", "c": "clear",
    }  # fmt: skip
    (note,) = (one for one in found.caveats if one.startswith("heavy tail: a on p"))
    assert "so that no verdict about it is clear" in note


def of_solutions(**costs):
    """Runs by algorithm whose best solutions have these costs."""
    found = frame(**{name: range(100, 100 + len(each)) for name, each in costs.items()})
    cost = np.concatenate([*costs.values()])
    return found.assign(cost=cost, solved=cost == 0)


def test_a_few_costs_above_0_are_no_heavy_tail():
    few = [0] * 28 + [1] * 2
    found = compare(of_solutions(a=few, b=[1] * 15 + [2] * 15), metric="mean_cost")
    assert found.table.made_of.tolist() == ["mean", "mean"]
    assert found.tests.verdict.tolist() == ["clear"]
    assert not any(note.startswith("heavy tail") for note in found.caveats)


def test_equal_costs_of_solutions_have_no_interval():
    """30 costs of 0 do not show that the mean is 0; the median has an exact interval."""
    data = of_solutions(a=[0] * 30, b=[0] * 28 + [1] * 2, c=[1] * 30)
    found = compare(data, metric="mean_cost")
    assert np.isnan(found.table.low).tolist() == [True, False, True]
    assert found.tests.ratio_low.isna().all()
    assert "interval" not in found.answer
    notes = [note for table in tabulate_comparison(found) for note in table.notes]
    assert not any("interval" in note for note in notes)
    assert (compare(data, metric="median_cost").table.low == [0, 0, 1]).all()


@pytest.mark.parametrize("metric", ["q10", "q90"])
def test_too_few_runs_to_bound_a_far_quantile_are_told(metric, rng):
    few, enough = (
        compare(frame(a=rng.permutation(runs) + 1, b=rng.permutation(runs) + 4), metric=metric)
        for runs in (35, 36)
    )
    title = METRICS[metric].title
    note = f"35 runs do not bound a {title} on both sides with 95 %; 36 do"
    assert note in few.caveats
    assert not any("bound" in one for one in enough.caveats)
    intervals = [
        next(one for one in tabulate_tests(found).columns if one.head == "95 % interval").texts[0]
        for found in (few, enough)
    ]
    assert (intervals[0], intervals[1].count("x - ")) == ("-", 1)


def test_few_solved_runs_are_bounded_by_the_success_rate():
    found = compare(frame(a=[10] * 2 + [5000] * 28, b=[5000] * 30))
    assert found.table.made_of.tolist() == ["few solved", "few solved"]
    assert np.isfinite(found.table.low).all()
    assert found.table.low[0] < found.table.ert[0] < found.table.high[0] < np.inf
    assert 7600 < found.table.low[1] < found.table.high[1] == np.inf


@pytest.mark.parametrize("metric", ["ert", "par10", "median"])
def test_of_too_few_runs_no_interval_is_printed_and_it_is_said(metric):
    five, six = (
        compare(frame(a=range(10, 10 + runs), b=range(30, 30 + runs)), metric=metric)
        for runs in (5, 6)
    )
    assert five.table[["low", "high"]].isna().all(axis=None)
    assert five.tests[["ratio_low", "ratio_high"]].isna().all(axis=None)
    assert "95 %" not in five.answer
    why = "no interval for a and b: fewer than 6 runs"
    assert why in five.caveats
    assert why not in six.caveats
    assert six.table[["low", "high"]].notna().all(axis=None)
    assert six.tests[["ratio_low", "ratio_high"]].notna().all(axis=None)


def test_runs_can_be_pooled_in_a_data_frame(folder):
    """As the page on statistical methods says."""
    runs = load_runs(folder)
    columns = ["problem", "n", "seed", "evaluations", "seconds", "solved"]
    found = compare(runs[columns].assign(algorithm=runs.encoding))
    assert found.table.runs.sum() == len(runs)
    assert set(found.table.algorithm) == set(runs.encoding)


def test_the_best_on_the_whole_may_be_the_best_on_no_problem():
    """A is second everywhere; the others win once each and are last but for that."""
    frames = []
    for k, winner in enumerate("BCDEFG"):
        rest = enumerate("BCDEFG".replace(winner, ""))
        costs = {winner: 10, "A": 20} | {other: 100 + 10 * ((j + k) % 5) for j, other in rest}
        spent = {name: range(cost, cost + 12) for name, cost in costs.items()}
        frames.append(frame(**spent).assign(problem=f"p{k}"))
    found = compare(pd.concat(frames))
    assert "; the average rank of A is 2.00 of 7, no significant difference" in found.answer
    assert not (found.tests.better == "A").any()


def make_units(**spent):
    """Runs of one problem by algorithms, of which ``exact`` counts nodes."""
    runs = frame(**spent)
    uses = runs.algorithm.map(lambda name: "backtracking" if name == "exact" else "tabu_search")
    return runs.assign(use=uses, parameters=runs.algorithm)


def test_costs_in_different_units_have_no_winner(rng):
    costs = {"a": rng.gamma(4, 20, 30), "b": rng.gamma(4, 80, 30)}
    runs = make_units(exact=rng.gamma(4, 2, 30), **costs)
    found = compare(runs)
    assert found.answer == (
        "No comparison by ERT: nodes of exact and evaluations of a and b cannot be compared;"
        " use --metric median_time."
    )
    alone = compare(frame(**costs)).tests
    pd.testing.assert_frame_equal(found.tests, alone)
    assert tabulate_results(found).marked == {0, 1}, "the best of each unit"
    two = compare(runs[runs.algorithm != "b"])
    assert two.answer == (
        "No comparison by ERT: nodes of exact and evaluations of a cannot be compared;"
        " use --metric median_time."
    )
    assert two.tests.empty
    by_time = compare(runs, metric="median_time")
    assert by_time.answer.startswith("exact solves p in less time than a and b (median time ")
    assert by_time.caveats == ()
    assert compare(runs, metric="success").tests.better.nunique() == 1


def test_over_problems_different_units_have_no_ranks(rng):
    parts = [
        make_units(**{name: rng.gamma(4, 20, 9) for name in ("exact", "a", "b")}).assign(
            problem=f"n={n}", n=n, family="boards"
        )
        for n in range(8, 14)
    ]
    runs = pd.concat(parts)
    found = compare(runs)
    assert found.answer.startswith("No comparison by ERT: nodes of exact and evaluations of a and")
    assert found.ranking is None
    assert {*found.family_tests.better, *found.family_tests.other} == {"a", "b"}
    assert compare(runs, metric="median_time").ranking is not None
    assert compare(runs[runs.algorithm != "b"]).overall is None


def test_the_budget_of_a_run_is_below_the_table_or_beside_each_row():
    """It is of each row only if the rows differ; runs without one have none."""
    one = frame(a=[1, 2, 3] * 2, b=[4, 5, 6] * 2)
    two = one.assign(problem="q", budget_evaluations=2_000_000)

    def read(runs):
        table = tabulate_results(compare(runs, metric="par10"))
        return table.notes, [column.texts for column in table.columns if column.head == "budget"]

    assert read(one) == (["budget: 1,000 evaluations a run"], [])
    timed = one.assign(budget_seconds=10)
    assert read(timed) == (["budget: 1,000 evaluations or 10 seconds a run"], [])
    assert read(one.drop(columns="budget_evaluations")) == ([], [])
    each = ["1,000 evaluations"] * 2 + ["2,000,000 evaluations"] * 2
    assert read(pd.concat([one, two])) == ([], [each])
    family = pd.concat([one, two.assign(budget_evaluations=1000)]).assign(family="boards")
    grouped, *_ = tabulate_comparison(compare(family))
    assert grouped.notes[0] == "budget: 1,000 evaluations a run"


def test_the_title_of_the_tests_names_each_of_them(rng):
    runs = frame(a=rng.normal(100, 9, 30), b=rng.normal(110, 9, 30), c=rng.normal(800, 9, 30))
    found = compare(runs)
    assert found.tests.test.tolist() == ["permutation", "confidence limit"]
    title = "The best algorithm against the others (permutation and confidence limit tests)"
    assert tabulate_tests(found).title == title
    alone = tabulate_tests(compare(runs[runs.algorithm != "c"])).title
    assert alone == "The best algorithm against the others (permutation test)"
