"""``compare``: its forms, its errors, and what hostile names may not do."""

import json
import re
import shutil
import subprocess

import pytest

from metaqueens.metrics import METRICS
from tests.analysis.made import frame
from tests.analysis.results import experiment, simulated
from tests.cli import call, call_in, done, refused, silent, told

THREE = (
    'hc_50%: {use: hill_climbing}, "[red]&x|y": {use: hill_climbing, sideways: 10},'
    " ga: {use: genetic, population: 20}"
)
HOSTILE = {"hc_50%": 300, "[red]&x|y": 150, "ga": 600}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    def spent(cell, rng):
        return HOSTILE[cell.label] * rng.exponential()

    text = experiment(THREE, 8, 10, 12, 14)
    return simulated(tmp_path_factory.mktemp("made") / "one", text, spent)


@pytest.mark.parametrize("metric", METRICS)
def test_plain(folder, metric):
    said = silent("compare", folder, "--metric", metric)
    first, _, title, header, *rows = said.splitlines()
    assert title == "Results on 4 problems"
    assert first.endswith(".")
    assert header.startswith("problem  algorithm")
    assert rows[1].startswith("n=8      [red]&x|y")
    assert "The best algorithm against the others" in said
    assert ("Growth with n" in said) == (
        metric not in ("par2", "par10", "success", "mean_cost", "median_cost")
    )
    assert "\nnote: " in said


def test_all_notes_are_printed(tmp_path):
    """Unsolved runs without a budget, a few of them solved, a clock, a failure."""
    rows = [
        f"{name},n={n},{seed},{10**seed},{seed < most},{'seconds' if seed == 3 else ''}"
        for n in (8, 9)
        for name, most in (("a", 3), ("b", 2))
        for seed in range(5)
    ]
    path = tmp_path / "made.csv"
    path.write_text("\n".join(["algorithm,problem,seed,evaluations,solved,reason", *rows, ""]))
    notes = told("compare", path, "--metric", "par10")["caveats"]
    said = call("compare", path, "--metric", "par10").out
    shown = [one.removeprefix("note: ") for one in said.splitlines() if one.startswith("note: ")]
    assert len(notes) > 3
    assert shown == notes


def test_json(folder):
    said = silent("compare", folder, "--json")
    found = json.loads(said, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert {row["algorithm"] for row in found["table"]} == set(HOSTILE)
    assert len(found["tests"]) == 8
    assert found["ranking"] is None, "four problems, and seeds are no blocks"
    assert [law["sizes"] for law in found["growth"]] == [4] * len(HOSTILE)


def test_markdown(folder):
    said = call("compare", folder, "--markdown")
    tables = re.findall(r"(?:^\|.*\n)+", said.out, re.MULTILINE)
    assert len(tables) >= 3
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(cells) == 1, "a bar in a name opens no column"


def test_latex_is_escaped(folder):
    said = call("compare", folder, "--latex")
    body = "\n".join(line for line in said.out.splitlines() if not line.startswith("%"))
    assert r"hc\_50\%" in body
    assert r"{[}red]\&x\textbar{}y" in body
    rows = [line for line in body.splitlines() if line.endswith(r"\\")]
    assert len(rows) > 12
    for table in re.findall(r"\\begin{table}.*?\\end{table}", body, re.DOTALL):
        assert re.search(r"\\caption{[A-Z].+\.}\n\\label{tab:[\w-]+}\n", table)
        caption = re.search(r"\\caption{.+}", table)[0]
        assert "--" not in caption
        assert not re.search(r"\. [a-z]{2}", caption)
    assert body.count(r"\toprule") == body.count(r"\begin{tabular}") == body.count(r"\bottomrule")
    text = re.sub(r"\$n\^\{(?:b|-?[\d.]+)\}\$", "", body)
    assert r"a $n^{b}$ & b, 95 \% interval" in body
    assert body.count("$") > text.count("$") + 4, "the exponents of the growth"
    assert not re.findall(r"(?<!\\)[%#_^]", text)
    assert ". Median: " in body
    assert ". p (Holm): " in body


def test_tables_of_several_comparisons_have_labels_of_their_own(folder):
    labels = [
        re.findall(r"\\label{(.+)}", call("compare", folder, "--latex", "-m", metric).out)
        for metric in ("ert", "par10")
    ]
    assert labels[0][0] == f"tab:results-{folder.name}-ert"
    assert not {*labels[0]} & {*labels[1]}


def test_a_negative_slope_is_not_confused_with_the_dash_of_its_interval(tmp_path):
    rows = [f"a,n={n},{k},{8000 // n**2 + k},1" for n in (4, 6, 10, 20) for k in range(9)]
    lines = "algorithm,problem,seed,evaluations,solved", *rows
    (tmp_path / "falling.csv").write_text("\n".join(lines))
    assert re.search(r" -2\.\d+ to -1\.\d+$", call("compare", tmp_path / "falling.csv").out, re.M)
    latex = call("compare", tmp_path / "falling.csv", "--latex").out
    assert re.search(r" & \$-2\.\d+\$ to \$-1\.\d+\$ ", latex)


def test_latex_has_the_best_of_each_problem_in_bold(folder):
    body = call("compare", folder, "--latex").out.partition(r"\end{table}")[0]
    assert "ERT: evaluations of all runs divided by the number of solved runs" in body
    assert (
        ". Budget: 1,000 evaluations a run. Bold: the best value, significantly better or not.}"
        in body
    )
    head, *lines = (line[:-3].split(" & ") for line in body.splitlines() if line.endswith(r"\\"))
    found = [line for line in lines if line[1].startswith(r"\textbf{")]
    rows = told("compare", folder)["table"]
    best = [
        min((row for row in rows if row["n"] == n), key=lambda row: row["ert"])
        for n in (8, 10, 12, 14)
    ]
    assert [line[0] for line in found] == [row["problem"] for row in best]
    assert [line[head.index("ERT")] for line in found] == [f"{row['ert']:,.0f}" for row in best]


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no LaTeX here")
@pytest.mark.parametrize("metric", METRICS)
def test_latex_compiles(folder, tmp_path, metric):
    body = call("compare", folder, "--latex", "-m", metric).out
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
        f"{body}\\end{{document}}\n"
    )
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    # In points: nothing sticks out of the page.
    assert [
        one for one in re.findall(r"Overfull .hbox \(([\d.]+)pt", done.stdout) if float(one) > 1
    ] == []


def test_a_fixed_target(folder):
    """The simulated traces begin with 9 attacking pairs, so that all runs reach 9 at once."""
    nine, one = (told("compare", folder, "--target", target) for target in (9, 1))
    assert {(row["solved"], row["ert"]) for row in nine["table"]} == {(10, 1.0)}
    assert "A cost of at most 9 counts as solved" in " ".join(nine["caveats"])
    assert "A cost of at most 1 counts" in " ".join(one["caveats"])


def test_a_fixed_budget(folder):
    found = told("compare", folder, "--at", "100")
    assert {row["budget"] for row in found["table"]} == {100}
    quick = [row for row in found["table"] if row["algorithm"] == "[red]&x|y"]
    assert all(0 < row["solved"] < 10 for row in quick)


def test_several_sources(folder, tmp_path):
    path = tmp_path / "mine.csv"
    frame({"mine": range(100, 110)}, problem="n=8").to_csv(path)
    assert "| n=8 | mine |" in call("compare", folder, path, "--markdown").out
    why = (
        "a fixed target, or a cost at a fixed budget, needs traces: these results have none; give a"
        " results folder, as of run(..., folder=...), or NAME.traces.csv beside NAME.csv\n"
    )
    assert call("compare", path, "--target", "1") == (2, "", why)
    assert call("compare", path, "--at", "50", "-m", "mean_cost") == (2, "", why)


def test_a_fixed_budget_needs_only_the_ends_of_runs(folder, tmp_path):
    path = tmp_path / "mine.csv"
    frame({"mine": range(100, 110)}, problem="n=8").to_csv(path)
    (mine,) = told("compare", path, "--at", "105")["table"]
    assert (mine["runs"], mine["solved"], mine["budget"]) == (10, 6, 105)
    assert mine["ert"] == (sum(range(100, 106)) + 4 * 105) / 6
    names = {row["algorithm"] for row in told("compare", folder, path, "--at", "105")["table"]}
    assert "mine" in names
    said = told("compare", folder, path, "--at", "105", "-m", "mean_cost")
    assert "10 runs of mine without a trace left out." in said["caveats"]
    mixed = frame({"mine": [*range(100, 105), None]}, 200, problem="n=8")
    mixed = mixed.assign(cost=0, found_at=[90] * 6)
    mixed.to_csv(path)
    assert "row 7: solved is False, but cost is 0" in refused("compare", path, "--at", "95").err
    mixed.assign(verdict=[*[None] * 5, "rejected"]).to_csv(path)
    (mine,) = told("compare", path, "--at", "95")["table"]
    assert (mine["runs"], mine["solved"]) == (6, 5), "solved by then, and an unsolved claim of 0"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere: no such results folder or CSV file"),
        (["{}", "--metric", "art"], "'art' is not one of"),
        ([], "RESULTS"),
        (
            ["hill_climbing", "tabu_search", "n=8"],
            'n=8: is no algorithm; put a setting in quotes with its algorithm: "tabu_search n=8";'
            " -n N, --runs, --seed and --evaluations are options\n",
        ),
        (["hc", "ts", "8"], "; -n N, --runs, --seed and --evaluations are options\n"),
        (["hc", "ts", "budget.evaluations=9"], "budget.evaluations=9: is no algorithm; put a"),
        (["hc", "runs=5"], "runs=5: is no algorithm; put a setting in quotes"),
        (["hc", "ts", "-n", "3"], "no solution exists for 3 queens: a queen in the middle"),
        (
            ["hc", "ts", "-p", "queens", "n=8", "torus=true"],
            "no solution exists for 8 queens on a torus (there is one only if gcd(n, 6) = 1)\n",
        ),
        (
            ["hc budget.evaluations=9", "ts"],
            "command line: budget.evaluations=9: did you mean --evaluations 9?\n",
        ),
    ],
)
def test_bad_input(folder, words, complaint):
    said = refused("compare", *(word.format(folder) for word in words))
    assert complaint in said.err
    assert said.out == ""


def test_algorithms_by_name_are_compared_after_a_number_of_evaluations():
    words = ("hill_climbing", "tabu", "-n", "20", "--runs", "5")
    said = done("compare", *words, "--at", "50", "--metric", "mean_cost").out
    assert "Runs are taken as if ended after 50 evaluations" in said
    assert "mean cost" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("hill_climbing", "sideways=0", "tabu_search"),
            "sideways=0: is no algorithm; put a setting in quotes with its algorithm:"
            ' "hill_climbing sideways=0"',
        ),
        (
            ("sideways=0", "hill_climbing"),
            "sideways=0: is no algorithm; put a setting in quotes with its algorithm:"
            ' "ALGORITHM sideways=0"',
        ),
    ],
)
def test_a_setting_of_no_algorithm_is_told(words, said):
    options = "-n N, --runs, --seed and --evaluations are options"
    assert refused("compare", *words, "-n", "12").err == f"{said}; {options}\n"


def test_a_seed_is_of_algorithms_not_of_results(folder):
    options = "-n, -p, --runs, --seed, --evaluations and -o"
    why = f"{options}: of algorithms by name; these are results, which exist\n"
    assert refused("compare", folder, "--seed", "0").err == why
    assert refused("compare", folder, "--evaluations", "9").err == why


def test_algorithms_by_name_are_named_with_their_runs_and_budget_before_these_begin():
    said = done("compare", "hc", "ts", "-n", "12", "--runs", "6", "--evaluations", "1e3")
    first = "hc and ts on n=12: 6 runs each, up to 1,000 evaluations a run; seed 0\n"
    assert said.err.startswith(first)
    assert "\nbudget: 1,000 evaluations a run\n" in said.out


FAILING = """from metaqueens import HillClimbing

class Failing(HillClimbing):
    def search(self, space, checkpoints, rng):
        raise ValueError("on purpose")
        yield
"""


def test_failed_runs_of_algorithms_by_name_have_the_exit_code_of_an_experiment(tmp_path):
    (tmp_path / "failing.py").write_text(FAILING)
    said = call_in(tmp_path, "compare", "failing.py", "hill_climbing", "-n", "8", "--runs", "3")
    assert (said.code, said.err.count("on purpose")) == (3, 2), "its line, and its error"


def test_costs_of_solutions_have_three_digits(tmp_path):
    rows = [f"{name},n=9,{k},50,False,{cost + 2 * k / 9}" for k in range(10)
            for name, cost in (("a", 13.77), ("b", 5.17), ("c", 99.5), ("d", 1234))]  # fmt: skip
    path = tmp_path / "made.csv"
    path.write_text("\n".join(["algorithm,problem,seed,evaluations,solved,cost", *rows, ""]))
    lines = done("compare", path, "--metric", "mean_cost", "--markdown").out.splitlines()
    shown = [line.split(" | ")[3:5] for line in lines if re.match(r"\| [abcd] \|", line)]
    assert [value for value, _ in shown[:4]] == ["14.8", "6.17", "100", "1,235"]
    assert shown[0][1].startswith("14.")
