"""The films of a report: of the problem that it is about, rules and all."""

import re

import pytest

from metaqueens import config, run
from metaqueens.report.document import gather, page

SEVERAL = """\
name: several
problem: {n: 11}
algorithms:
  sa: {use: simulated_annealing}
  ga: {use: genetic, population: 20}
  ts: {use: tabu_search}
budget: {evaluations: 5_000}
runs: 3
seed: 7
sweep: {problem.torus: [false, true]}
"""


@pytest.fixture(autouse=True)
def _busy(monkeypatch):
    """Runs of a busy machine, which take longer, have films too."""
    monkeypatch.setattr("metaqueens.report.replays.RUN_SECONDS", 60.0)


def reported(text, folder):
    """The report of an experiment."""
    return gather([run(config.parse(text), folder, report=False).folder])


def test_they_are_of_the_problem_that_the_report_is_about(tmp_path):
    """Two problems of as many queens."""
    report = reported(SEVERAL, tmp_path / "several")
    assert {film["title"].partition(",")[0] for film in report.films} == {"sa", "ga", "ts"}
    plain = report.problem == "n=11"
    for film in report.films:
        assert film["problem"] == ("11 queens" if plain else report.problem)
        assert film.get("torus", False) == (not plain)


FAMILY = SEVERAL.replace(
    "{n: 11}", "{n: 8, excluded: {use: random, count: 5}, instances: 3, seed: 1, satisfiable: true}"
).partition("sweep")[0]


def test_of_a_family_one_board_is_filmed_and_named(tmp_path):
    """A family's name is no board to play; its instances may be solved by none or by all."""
    text = FAMILY.replace("  ga: {use: genetic, population: 20}\n", "")
    report = reported(text, tmp_path / "family")
    assert {film["title"].partition(",")[0] for film in report.films} == {"sa", "ts"}
    (shown,) = {film["problem"] for film in report.films}
    assert report.problem == report.family == shown.partition(" #")[0]
    solved = report.runs.groupby(report.runs.problem.astype(str)).solved.sum()
    assert solved[shown] == solved.max()
    text = " ".join(page(report).split())
    assert f"on {shown}, of the instances of {report.family} the first of" in text


def test_of_a_family_without_solutions_there_is_a_report_too(tmp_path):
    text = FAMILY.replace(", satisfiable: true", "").partition("  ga")[0]
    text += "budget: {evaluations: 500}\nruns: 1\nseed: 7\n"
    report = reported(text, tmp_path / "none")
    assert not report.runs.solved.any()
    text = " ".join(page(report).split())
    assert f"of the instances of {report.family} the first, played again" in text


def test_the_player_explains_the_rules_that_are_seen(tmp_path):
    text = SEVERAL.replace("n: 11", "n: 7, torus: true").partition("sweep")[0]
    html = page(reported(text, tmp_path / "torus"))
    assert "lines go on at its opposite side" in html
    assert "The board is the best of its generation" in html
    assert "Tabu squares, which are counted," in html
    assert "crossed square" not in html


def test_a_film_that_leaves_moves_out_says_so(tmp_path):
    text = SEVERAL.partition("sweep")[0].replace("n: 11", "n: 8")
    whole = reported(text, tmp_path / "short")
    assert all(film["whole"] for film in whole.films)
    assert "Each film shows all that its search did." in page(whole)
    text = text.replace("n: 8", "n: 20").replace("ts: {use: tabu", "ts: {use: random")
    report = reported(text, tmp_path / "long")
    titles = [film["title"] for film in report.films if not film["whole"]]
    assert any(title.startswith("ts, run ") for title in titles)
    assert all(re.search(r", [\d,]+ of [\d,]+ (moves|generations)$", title) for title in titles)
    assert "A film that leaves moves or generations out says in its name" in page(report)


def test_a_run_that_takes_longer_than_the_limit_has_no_film(tmp_path, monkeypatch):
    """The seconds in the database of a stranger may be wrong."""
    monkeypatch.setattr("metaqueens.report.replays.SECONDS", 1e-9)
    text = SEVERAL.partition("sweep")[0].replace("n: 11", "n: 50")
    assert reported(text, tmp_path / "slow").films == ()
