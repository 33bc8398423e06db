"""The report as a file: what it says, that it says it safely, and for which results."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from shutil import copytree

import pandas as pd
import pytest

from metaqueens import run
from metaqueens.analysis.comparison import compare
from metaqueens.analysis.data.runs import traces
from metaqueens.analysis.inference.significance import VERDICTS
from metaqueens.metrics import METRICS
from metaqueens.report.charts import charts
from metaqueens.report.document import gather, page, write
from metaqueens.text.errors import UserError

from ..analysis.made import frame
from ..cli import done, query, refused, silent
from .conftest import HOSTILE

TRACE = ["source", "problem", "algorithm", "repetition", "evaluations", "cost"]


@pytest.fixture(scope="module")
def report(study):
    return gather([study])


@pytest.fixture(scope="module")
def html(report):
    return page(report)


def texts(html: str) -> str:
    """All that a reader reads, on one line."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_the_answer_of_compare_is_on_top(html, study):
    found = compare(study)
    body = texts(html)
    assert found.answer in body
    assert body.index(found.answer) < body.index("Results")
    for caveat in found.caveats:
        assert caveat in body


def test_the_caption_says_how_to_draw_another_problem(html, study, tmp_path):
    sentence = "One of 6 problems; `report --figures FOLDER` draws others."
    assert f"had solved n=20 by each run length. {sentence}" in texts(html)
    assert compare(study).plot("n=8").alt.startswith("Share of runs solved")
    some = run(["tabu_search"], tmp_path / "some", n=[2, 3, 4], runs=2, budget=99, report=False)
    assert " One of 3 problems. " in texts(page(gather([some.folder])))
    many = run(["tabu_search"], tmp_path / "many", n=[2, 4, 5], runs=2, budget=999, report=False)
    assert "FOLDER` draws others" in texts(page(gather([many.folder])))
    alone = run(["tabu_search"], tmp_path / "alone", n=8, runs=2, report=False)
    assert "draws others" not in texts(page(gather([alone.folder])))


def test_an_option_in_the_answer_has_its_command(html, tmp_path):
    costs = {"hc": [100, 9000, 500, 50, 2000, 300], "ts": [None] * 6}
    frame(costs, 1_000_000).to_csv(tmp_path / "my runs.csv")
    body = texts(page(gather([tmp_path / "my runs.csv"])))
    assert "see --metric success. The options are those of metaqueens compare '/" in body
    assert "my runs.csv' ." in body
    assert "The options are" not in texts(html)


def test_solutions_that_were_recounted_only_have_the_command_that_confirms_them(tmp_path):
    done("compare", "tabu_search", "hill_climbing", "-n", "8", "--runs", "1", "-o", tmp_path)
    advice = (
        f"2 solutions recounted only; metaqueens validate {tmp_path} confirms them by CP-SAT if the"
        f" problem has a model, as n queens has, and metaqueens report {tmp_path} then says so"
    )
    assert advice in texts(page(gather([tmp_path])))
    done("validate", tmp_path)
    confirmed = texts(page(gather([tmp_path])))
    assert "2 solutions confirmed by CP-SAT" in confirmed
    assert "recounted only" not in confirmed


def test_its_tables_hold_every_cell_and_words_are_explained(html, study):
    table = compare(study).table
    rows = re.findall(r"<tr.*?</tr>", html.split('id="results"')[1].split("</table>")[0], re.S)
    assert len(rows) == 1 + len(table) == 19
    body = texts(html).replace(" (best)", "")
    for row in table.itertuples():
        assert f"{row.n:.0f} {row.algorithm} {row.solved}/{row.runs} " in body.replace("n=", "")
    # Words are explained where they are used.
    for name in ("ert", "median", "median_time"):
        assert f"{METRICS[name].title}: {METRICS[name].meaning}." in body
    for verdict in compare(study).tests.verdict.unique():
        assert f"{verdict}: {VERDICTS[verdict]}" in body


def test_boards_checks_and_provenance(html):
    body = texts(html)
    assert "90 solutions confirmed by CP-SAT" in body
    assert "0 runs rejected" in body
    assert (
        "over evaluations, n=20: the median run" in body
    )  # where no caption speaks of rejected runs
    assert "Failures" not in body
    assert html.count("<figcaption>sa, n=") == 6
    assert "numba" in body
    assert "sweep:" in body  # the experiment as resolved


class Tags(HTMLParser):
    """The tags of a page, each with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_no_name_is_markup(html):
    assert HOSTILE not in html
    assert HOSTILE in texts(html)
    tags = Tags(html).found
    images = [given.pop("src") for tag, given in tags if tag == "img"]
    assert all(source.startswith("data:image/svg+xml;base64,") for source in images)
    scripts = [given for tag, given in tags if tag == "script"]
    assert [given.get("type") for given in scripts] == [None]
    for _, given in tags:
        assert not [key for key in given if key in ("style", "src") or key.startswith("on")]
        assert not (given.get("href") or "#").removeprefix("#").count(":")


def test_its_policy_allows_what_is_there_and_nothing_else(html):
    policy = re.search(r'Content-Security-Policy" content="(.*?)"', html)[1]
    policy = unescape(policy)
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        text = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.S)
        assert len(text) == 1
        digest = b64encode(sha256(text[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_every_figure_that_the_results_allow(report):
    assert [chart.name for chart in report.charts] == [
        "ecdf_evaluations_n20", "ecdf_seconds_n20", "anytime_n20", "against_n",
    ]  # fmt: skip
    assert report.problem == "n=20"


def test_an_algorithm_that_solved_one_size_is_in_the_figure_over_n():
    sizes = [
        frame({"good": [9] * 3, "weak": [500] * 3 if n == 8 else [None] * 3}, problem=f"n={n}", n=n)
        for n in (8, 12)
    ]
    found = compare(pd.concat(sizes))
    last = [*charts(found, pd.DataFrame(columns=TRACE), "n=12")][-1]
    assert last.caption.startswith("ERT against n, for good and weak:")
    assert last.picture.alt.endswith("of good and weak.")


def test_the_axes_of_figures_have_the_unit_of_each_algorithm():
    sizes = [frame({"a": [9, 11, 14], "b": [50, 60, 80]}, problem=f"n={n}", n=n) for n in (8, 12)]
    runs = pd.concat(sizes)
    runs["use"] = runs.algorithm.map({"a": "tabu_search", "b": "backtracking"})
    points = runs.assign(source="x", repetition=runs.seed, cost=0)[TRACE]
    for names, unit in ((("b",), "nodes"), (("a", "b"), "evaluations and nodes")):
        found = compare(runs[runs.algorithm.isin(names)])
        shown = {chart.name: chart for chart in charts(found, points, "n=12")}
        axes = {name: chart.picture.axes[0] for name, chart in shown.items()}
        assert axes["ecdf_evaluations_n12"].get_xlabel() == unit
        assert axes["ecdf_seconds_n12"].get_xlabel() == "seconds"
        assert axes["anytime_n12"].get_xlabel() == unit
        assert axes["against_n"].get_ylabel() == unit
        assert shown["anytime_n12"].caption.startswith(f"Cost of the best solution over {unit}, ")
        assert f" over {unit}, " in shown["anytime_n12"].picture.alt
    timed = [*charts(compare(runs, metric="median_time"), points, "n=12")][-1]
    assert timed.picture.axes[0].get_ylabel() == "seconds"


def test_trouble_is_told(troubled):
    html = page(gather([troubled]))
    body = texts(html)
    assert "The exact check REJECTED 1 solution:" in body
    assert (
        "over evaluations, n=20; without the runs that the exact check rejected: the median" in body
    )
    assert "1 run not checked yet" in body
    assert "1 run of mc" in body
    assert f"ValueError: {HOSTILE}" in body
    assert HOSTILE not in html


def test_results_in_which_every_run_failed(troubled, tmp_path):
    folder = copytree(troubled, tmp_path / "failed")
    query(folder, "UPDATE runs SET status = 'failed', error = 'no luck'")
    body = texts(page(gather([folder])))
    assert "No run finished" in body
    assert "no luck" in body


def test_the_title_names_all_sources(study, tmp_path):
    frame({"mine": range(9)}).to_csv(tmp_path / "theirs.csv")
    assert "<title>study and theirs: report</title>" in page(
        gather([study, tmp_path / "theirs.csv"])
    )


def test_of_a_csv(tmp_path):
    path = tmp_path / "mine.csv"
    frame({"a": [1, 2, 3, 4], HOSTILE: [50, 60, 70, None]}).to_csv(path, index=False)
    write([path], tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text()
    assert HOSTILE not in html
    assert "Exact check" not in html
    assert compare(path).answer in texts(html)


def test_the_command_writes_beside_the_results_and_the_same_results_give_the_same_bytes(
    html, study, tmp_path
):
    said = silent("report", study, "--figures", tmp_path / "figures")
    assert said.startswith(f"{study / 'report.html'}: ")
    assert (study / "report.html").read_text() == html
    written = {path.name for path in (tmp_path / "figures").iterdir()}
    assert written >= {"anytime_n20.png", "anytime_n20.svg", "anytime_n8.svg"}
    assert len(written) == 3 * (6 * 3 + 1), "six sizes have three figures, and all of them one"


def test_figures_for_a_paper(study, tmp_path):
    from PIL import Image

    done("report", study, "-o", tmp_path / "r.html", "--figures", tmp_path / "f")
    assert (tmp_path / "f" / "anytime_n20.pdf").read_bytes().startswith(b"%PDF")
    with Image.open(tmp_path / "f" / "anytime_n20.png") as image:
        assert image.info["dpi"] == pytest.approx((300, 300), abs=1)
    assert {path.suffix for path in (tmp_path / "f").iterdir()} == {".pdf", ".png", ".svg"}


def test_figures_of_other_problems_have_the_same_order(study):
    found, points = compare(study), traces(study)
    [first, *_] = charts(found, points, "n=20")
    for chart in charts(found, points, "n=8", like="n=20"):
        labels = [chart.picture.axes[0].get_legend_handles_labels()[1] for chart in (first, chart)]
        assert "n8" in chart.name
        assert labels[0] == labels[1]


def test_a_problem_that_no_run_solved_has_no_figure_of_its_own(tmp_path):
    rows = [f"a,n={n},{n},1,10,{n < 30:d}" for n in range(10, 32)]
    path = tmp_path / "some.csv"
    path.write_text("\n".join(["algorithm,problem,n,seed,evaluations,solved", *rows]))
    report = gather([path])
    assert [chart.name for chart in report.charts] == ["ecdf_evaluations_n29", "against_n"]
    assert [chart.name for chart in report.others] == [
        f"ecdf_evaluations_n{n}" for n in range(18, 29)
    ]


def test_several_folders_are_compared(study, troubled, tmp_path):
    done("report", study, troubled, "-o", tmp_path / "both.html")
    body = texts((tmp_path / "both.html").read_text())
    assert "study and troubled" in body
    assert "Best solutions of troubled" in body


def test_folders_of_one_experiment_have_their_own_names_in_the_titles(study, tmp_path):
    copy = copytree(study, tmp_path / "another")
    body = texts(page(gather([study, copy])))
    assert "study and another" in body
    assert "Best solutions of another" in body


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nowhere"], "nowhere: no such results folder or CSV file"),
        (["{study}", "-o", "nowhere/report.html"], "there is no folder nowhere"),
        (["{study}", "-o", "report.pdf"], "expected a name that ends in .html"),
        ([], "Missing argument 'RESULTS...'"),
    ],
)
def test_what_cannot_be_reported(words, expected, study, here):
    assert expected in refused("report", *(word.format(study=study) for word in words)).err


def test_figures_are_only_drawn_where_there_is_something_to_draw(tmp_path):
    path = tmp_path / "none.csv"
    path.write_text("algorithm,problem,seed,evaluations,solved\na,p,1,10,0\nb,p,1,10,0\n")
    report = gather([path])
    assert [chart.name for chart in report.charts] == ["ecdf_evaluations"]
    with pytest.raises(UserError):
        write([path], tmp_path / "nowhere" / "report.html")
    assert list(charts(report.comparison, report.runs.iloc[:0], "p"))
