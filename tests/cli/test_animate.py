"""``metaqueens animate``: films that show the search that they say they show."""

import json
import re

import pytest

from metaqueens import Budget, MinConflicts, Queens, drawing, solve

from ..oracle import guards
from . import call


def data(path) -> dict:
    return json.loads(
        re.search(r'<script type="application/json">(.*?)</script>', path.read_text())[1]
    )[0]


@pytest.mark.parametrize(
    "algorithm", ["simulated_annealing", "min_conflicts", "genetic", "hill_climbing"]
)
def test_a_film_shows_the_run_of_its_seed(algorithm, tmp_path):
    page = tmp_path / "film.html"
    said = call("animate", "12", "-a", algorithm, "-s", "3", "-o", page)
    assert said.code == 0, said.err
    film = data(page)
    assert film["n"] == 12
    assert film["guards"] == [guards(queens) for queens in film["queens"]]
    assert film["evaluations"] == sorted(set(film["evaluations"]))
    assert film["best"] == sorted(film["best"], reverse=True)
    assert film["best"][-1] == film["guards"][-1] == 0
    assert f"solved after {film['evaluations'][-1]:,} evaluations" in said.out
    assert (film["temperature"] is not None) == (algorithm == "simulated_annealing")
    assert film["step"] == ("generation" if algorithm == "genetic" else "move")


def test_looking_changes_nothing(tmp_path):
    page = tmp_path / "film.html"
    call("animate", "16", "-a", "min_conflicts", "-s", "5", "-o", page)
    result = solve(Queens(16, "rows"), MinConflicts(), Budget(1_000_000), seed=5)
    film = data(page)
    assert film["queens"][-1] == result.queens.tolist()
    assert film["evaluations"][-1] == result.evaluations
    assert film["steps"][-1] == result.steps


def test_what_is_not_solved_ends_with_its_budget(tmp_path):
    said = call(
        "animate",
        "40",
        "-a",
        "hill_climbing",
        "--evaluations",
        "50",
        "-s",
        "1",
        "-o",
        tmp_path / "f.html",
    )
    assert (said.code, "not solved" in said.out) == (0, True)
    assert data(tmp_path / "f.html")["evaluations"][-1] == 50


def test_a_gif(tmp_path):
    from PIL import Image

    path = tmp_path / "film.gif"
    said = call("animate", "8", "-s", "2", "--evaluations", "20", "-o", path)
    assert said.code == 0, said.err
    with Image.open(path) as image:
        assert (image.format, image.is_animated) == ("GIF", True)
        assert f"{image.n_frames} frames" in said.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["3", "-o", "f.html"], "N: expected 4 to 60 queens, got 3"),
        (["61", "-o", "f.html"], "N: expected 4 to 60 queens, got 61"),
        (["8", "-o", "f.mp4"], "expected a name that ends in .html or .gif"),
        (["8", "-a", "genetics", "-o", "f.html"], "did you mean genetic?"),
        (["8", "-o", "nowhere/f.html"], "nowhere/f.html: no such file"),
        (["8"], "Missing option '-o'"),
    ],
)
def test_what_cannot_be_filmed(words, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = call("animate", *words)
    assert said.code == 2
    assert expected in said.err


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    page = tmp_path_factory.mktemp("film") / "film.html"
    assert call("animate", "10", "-s", "4", "-o", page).code == 0
    return page


def test_it_plays_pauses_and_steps(browser, film):
    told = data(film)
    browser.open(film)
    assert not browser.complaints()

    def shown() -> int:
        return told["evaluations"].index(int(browser.find(".evaluations").text.replace(",", "")))

    assert shown() == 0
    browser.find(".forth").click()
    browser.find(".forth").click()
    browser.find(".back").click()
    assert shown() == 1
    assert browser.find(".guards").text == str(told["guards"][1])
    # What the page draws is what ``drawing`` would.
    drawn = browser.run(
        "return [...document.querySelectorAll('.board path')].map(path => path.getAttribute('d'))"
    )
    ours = re.findall(r' d="(.*?)"', drawing.svg(told["queens"][1]))
    assert sorted(drawn.pop(2).split("M")) == sorted(ours.pop(2).split("M"))
    assert drawn == ours
    browser.run("document.querySelector('.speed').selectedIndex = 2")
    browser.find(".play").click()
    assert browser.find(".play").text == "pause"
    browser.wait_for(lambda: shown() > 3)
    browser.find(".play").click()
    assert browser.find(".play").text == "play"
    assert not browser.complaints()


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_anywhere(browser, film, dark):
    for width in (400, 1200):
        browser.open(film, width, dark)
        assert browser.too_wide() <= 0
        assert not browser.faint()
        assert not browser.complaints()
