"""``metaqueens animate``: films that show the search that they say they show."""

import json
import re
from itertools import pairwise

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
    assert ("temperature" in film) == (algorithm == "simulated_annealing")
    assert dict(film["facts"])["steps"] == ("generation" if algorithm == "genetic" else "move")


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


def test_a_gif_of_steps(tmp_path):
    from PIL import Image

    path = tmp_path / "film.gif"
    said = call("animate", "5", "-a", "backtracking", "form=matrix", "-o", path)
    assert said.code == 0, said.err
    with Image.open(path) as image:
        assert image.n_frames == 15
        image.seek(1)
        shown = {colour for _, colour in image.convert("RGB").getcolors(100_000)}
    near = [min(sum(abs(a - b) for a, b in zip(one, STRUCK, strict=True)) for one in shown)]
    assert near[0] < 30  # crosses are there


STRUCK = (0x6D, 0x65, 0x54)


def test_backtracking_shows_boards_that_it_stood_on(tmp_path):
    page = tmp_path / "film.html"
    said = call("animate", "8", "-a", "backtracking", "-o", page)
    assert said.code == 0, said.err
    film = data(page)
    boards = [[row for row in queens if row >= 0] for queens in film["queens"]]
    assert len(boards) == 218
    assert boards[0] == [0]
    assert all(guards(board) == 0 for board in boards)
    assert len(boards[-1]) == 8
    # A queen more, one in another row, or one fewer.
    for one, other in pairwise(boards):
        assert one[: len(other) - 1] == other[:-1] or one[:-1] == other
    assert film["nodes"][-1] == 114
    assert film["dead_ends"][-1] == sum(map(bool, film["dead"])) == 105
    assert "first solution after 114 nodes and 105 dead ends" in said.out
    assert "all 218 steps" in said.out
    assert "all 218 steps" in page.read_text()


def test_a_film_that_leaves_steps_out_says_so(tmp_path):
    page = tmp_path / "film.html"
    said = call("animate", "12", "-a", "backtracking", "form=iterative", "-o", page)
    assert "510 of 3,315 steps" in said.out
    assert "510 of 3,315 steps" in page.read_text()
    film = data(page)
    assert "510 of 3,315 steps" in film["title"]
    assert film["attempts"][-1] == 3066
    assert (film["steps"][0], film["steps"][-1]) == (1, 3315)
    assert page.stat().st_size < 150_000


def test_propagation_is_filmed(tmp_path):
    page = tmp_path / "film.html"
    said = call("animate", "6", "-a", "cp", "-o", page)
    assert said.code == 0, said.err
    film = data(page)
    assert film["branches"] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert film["dead_ends"][-1] == 3
    assert any(film["forced"])


def test_a_search_that_tells_its_steps_keeps_to_its_budget(tmp_path):
    page = tmp_path / "film.html"
    words = ["-a", "backtracking", "form=iterative", "--evaluations", "50", "-o", page]
    said = call("animate", "8", *words)
    assert "no solution after" in said.out
    assert data(page)["attempts"][-1] == 50


def test_parameters_are_set_as_in_configs(tmp_path):
    page = tmp_path / "film.html"
    said = call("animate", "20", "-a", "simulated_annealing", "schedule.hot=2", "-o", page)
    assert said.code == 0, said.err
    assert data(page)["temperature"][0] == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["8", "-a", "cp_sat", "-o", "f.html"], "cp_sat: its steps cannot be recorded"),
        (["8", "-a", "construction", "-o", "f.html"], "cp and backtracking can be filmed"),
        (["8", "-a", "backtracking", "form=permutation", "-o", "f.html"], "cannot be recorded"),
        (["13", "-a", "backtracking", "-o", "f.html"], "with 4 to 12 queens, not 13"),
        (["8", "-a", "genetic", "populaton=50", "-o", "f.html"], "did you mean population?"),
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


@pytest.fixture(scope="module")
def steps(tmp_path_factory):
    page = tmp_path_factory.mktemp("steps") / "film.html"
    assert call("animate", "6", "-a", "backtracking", "form=cartesian", "-o", page).code == 0
    return page


def test_it_shows_squares_struck_out_tries_and_dead_ends(browser, steps):
    told = data(steps)
    browser.open(steps)
    # What it says at each step, and of how many pieces each path of the board is.
    names = ["struck", "free", "attacked", "lines", "tried", "dead"]
    shown = browser.run(
        """
        const find = (selector) => document.querySelector(selector), scrub = find(".scrub");
        const drawn = (name) => find(`.board .${name}`).getAttribute("d") || "";
        return [...Array(arguments[0]).keys()].map((k) => {
          scrub.value = k;
          scrub.dispatchEvent(new Event("input"));
          const pieces = arguments[1].map((name) => drawn(name).split("M").length - 1);
          return [find(".said").innerText, pieces];
        });
        """,
        len(told["said"]), names,
    )  # fmt: skip
    kinds = set()
    for k, (said, pieces) in enumerate(shown):
        assert said == told["said"][k]
        struck = sum(rows.bit_count() for rows in told["struck"][k])
        free = 6 - told["queens"][k].count(-1)
        assert free == told["placed"][k]
        tried, dead = bool(told["tried"][k]), len(told["dead"][k])
        assert pieces == [struck, free, 0, 0, tried, dead], k
        kinds.add((tried, bool(dead)))
    assert kinds == {(False, False), (True, False), (False, True)}
    assert not browser.complaints()


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_anywhere(browser, film, steps, dark):
    for page in (film, steps):
        for width in (400, 1200):
            browser.open(page, width, dark)
            assert browser.too_wide() <= 0
            assert not browser.faint()
            assert not browser.complaints()
