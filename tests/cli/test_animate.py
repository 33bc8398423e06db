"""``metaqueens animate``: films that show the search that they say they show."""

import json
import re

import numpy as np
import pytest

from metaqueens.queens import drawing, instances
from metaqueens.queens.drawing import marks_of

from ..browser import Keys
from ..films import films_of
from . import call, done, refused


def data(path) -> dict:
    (film,) = films_of(path)
    return film


@pytest.fixture
def page(tmp_path):
    return tmp_path / "film.html"


@pytest.mark.parametrize(
    "algorithm", ["simulated_annealing", "min_conflicts", "genetic", "hill_climbing"]
)
def test_a_film_shows_the_run_of_its_seed(algorithm, page):
    said = done("animate", "12", "-a", algorithm, "-s", "3", "-o", page)
    film = data(page)
    assert film["n"] == 12
    assert film["best"][-1] == film["guards"][-1] == 0
    assert f"solved after {film['evaluations'][-1]:,} evaluations" in said.out
    assert ("temperature" in film) == (algorithm == "simulated_annealing")
    assert ("distinct" in film) == (algorithm == "genetic")
    assert dict(film["facts"])["steps"] == ("generation" if algorithm == "genetic" else "move")


def test_a_film_that_takes_the_place_of_another_says_so(page):
    first, second = (done("animate", "8", "-s", seed, "-o", page).out for seed in (1, 2))
    assert "replaced" not in first
    assert f"{page}, replaced: " in second
    assert "seed 2" in page.read_text()


def test_while_a_board_is_filled_nothing_is_the_fewest_so_far(browser, page):
    said = call("animate", "8", "-a", "min_conflicts", "-s", "1", "-o", page)
    assert "after 57 evaluations and 0 moves; seed " in said.out
    film = data(page)
    assert film["placed"] == [8, 1, 2, 3, 4, 5, 6, 7, 8]
    assert film["best"] == [12, *[None] * 7, 0]
    browser.open(page)
    paths_at(browser, 3)
    assert browser.find(".best").text == "\N{EN DASH}"
    assert not browser.complaints()


def test_a_film_says_how_much_of_the_search_it_shows(page):
    words = ["-a", "random_search", "-s", "1", "--evaluations", "3000", "-o", page]
    said = call("animate", "12", *words)
    film = data(page)
    assert (film["steps"][-1], len(film["steps"])) == (2999, 376)
    assert "film.html: 376 frames, 375 of 2,999 moves" in said.out
    assert (film["title"], film["shown"]) == ("random_search", "375 of 2,999 moves")
    said = call("animate", "8", "hill_climbing", "-s", "1", "-o", page)
    assert "4 frames, all 3 moves" in said.out
    assert data(page)["title"] == "hill_climbing"


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("words", [["hill_climbing"], ["--against", "tabu_search"]])
def test_a_problem_is_filmed_in_its_own_encoding(words, page):
    done("animate", "colouring", "vertices=9", "colours=3", *words, "-s", "1", "-o", page)
    assert max(map(int, films_of(page)[0]["values"][0].split())) < 3


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["8", "-a", "backtracking", "-o", "f.html"], "films are of heuristics, such as -a tabu"),
        (["8", "seed=3", "-o", "f.html"], "seed=3: did you mean --seed 3?"),
        (["8", "--against", "", "-o", "f.html"], "--against: expected an algorithm, settings, or"),
        (["8", "--against", "tabu_search 3", "-o", "f.html"], "3: expected key=value"),
        (["8", "--against", "longest", "-o", "f.html"], "'longest' is not one of"),
        (["8", "--against", "moves", "-o", "f.html"], "moves: a value is missing"),
        (["8", "--against", "tabu_serch", "-o", "f.html"], "did you mean tabu_search?"),
        (["8", "--id", "7", "-o", "f.html"], "--id: of the instances in a file; give --board"),
        (["--board", "no.jsonl", "-o", "f.html"], "no.jsonl: no such file"),
        (["3", "-o", "f.html"], "N: expected 4 to 60 queens, got 3"),
        (["61", "-o", "f.html"], "N: expected 4 to 60 queens, got 61"),
        (["8", "-o", "f.mp4"], "expected a name that ends in .html"),
        (["8", "-o", "nowhere/f.html"], "-o nowhere/f.html: there is no folder nowhere"),
        (["--board", "large.jsonl", "-o", "f.html"], "large.jsonl: expected 4 to 60 queens, got"),
        (["-o", "f.html"], "Missing argument 'N"),
    ],
)
def test_what_cannot_be_filmed(words, expected, here):
    (here / "large.jsonl").write_text('{"n": 61, "torus": true}\n')
    assert expected in refused("animate", *words).err


REGIONS = "AABBBBBB AABBCCCC DDDDCCEE DDDEEEEE FFFGEEHH FFGGGEHH FGGGGHHH FGGGHHHH"
MARKS = ["counts as an attacking pair for each excluded diagonal", "the ends of the cross"]
ACROSS = "lines go on at its opposite side"
# Boards, and what a page explains of their rules.
BOARDS = {
    "torus": ({"n": 11, "torus": True}, [ACROSS]),
    "excluded": ({"n": 8, "excluded": [[3, "falling"], [9, "rising"]]}, MARKS),
    "placed": ({"n": 8, "blocked": [[0, 0], [5, 6]], "placed": [[2, 0]]},
               [*MARKS, "Placed queens, which do not move,"]),
    "regions": ({"n": 8, "regions": REGIONS.split()},
                ["in one row, in one region, and where they touch at a corner"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "boards.jsonl"
    lines = (json.dumps(board | {"id": name}) for name, (board, _) in BOARDS.items())
    path.write_text("\n".join(lines))
    return path


def filmed(boards, name, path, *words):
    few = ("-s", "3", "--evaluations", "800", "-o", path)
    return done("animate", "--board", boards, "--id", name, *few, *words)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", BOARDS)
def test_a_page_explains_the_rules_that_are_seen_and_no_others(boards, page, name):
    said, film = filmed(boards, name, page), data(page)
    text = " ".join(film["legend"])
    for sentence in {sentence for _, sentences in BOARDS.values() for sentence in sentences}:
        assert (sentence in text) == (sentence in BOARDS[name][1]), sentence
    if name == "placed":  # its board is filmed in place of N
        assert "n=8, 2 squares blocked, 1 queen placed" in said.out
        assert (film["barred"], film["fixed"]) == ([[0, 0], [5, 6]], [0])
        assert all(queens[0] == 2 for queens in film["queens"])


@pytest.mark.usefixtures("uncompiled")
def test_squares_that_are_tabu_are_not_said_to_be_forbidden_by_rules(boards, page):
    filmed(boards, "excluded", page, "-a", "tabu_search")
    assert dict(data(page)["facts"])["tabu_squares"] == "tabu squares"
    assert "Tabu squares, which are counted, are those to which the queen" in page.read_text()
    assert "forbidden" not in page.read_text()


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", BOARDS)
def test_a_page_draws_what_an_svg_of_the_board_would(browser, boards, page, name):
    """Marks of rules, wrapped lines and all, on every tenth frame."""
    filmed(boards, name, page)
    film, problem = data(page), instances.find_instance(boards, name).problem
    browser.open(page)
    for k in range(0, len(film["queens"]), 10):
        drawn = paths_at(browser, k)
        marks = marks_of(problem, np.array(film["queens"][k]))
        ours = re.findall(r' d="(.*?)"', drawing.svg(film["queens"][k], marks=marks))
        assert [sorted(one.split("M")) for one in drawn if one] == [
            sorted(one.split("M")) for one in ours if one
        ]
    assert not browser.complaints()


def paths_at(browser, k) -> list[str]:
    """What the board is drawn with at this frame."""
    return browser.run(
        """
        const scrub = document.querySelector(".scrub");
        scrub.value = arguments[0];
        scrub.dispatchEvent(new Event("input"));
        const paths = [...document.querySelectorAll(".board path")];
        return paths.map((path) => path.getAttribute("d") || "");
        """,
        k,
    )


def test_two_searches_side_by_side_begin_on_one_board(page):
    words = ["schedule.hot=2", "--against", "schedule.hot=0.05", "-s", "1", "-o", page]
    said = done("animate", "20", "-a", "simulated_annealing", *words)
    hot, cold = films_of(page)
    assert hot["queens"][0] == cold["queens"][0]
    assert (hot["temperature"][0], cold["temperature"][0]) == (pytest.approx(2, rel=0.01), 0.05)
    assert hot["title"] == "schedule.hot=2"
    assert "simulated_annealing (schedule.hot=0.05): solved" in said.out


@pytest.mark.parametrize(
    ("against", "title", "same"),
    [
        ("tabu", "tabu_search", True),
        ("tabu_search shortest=2 longest=8", "tabu_search (shortest=2, longest=8)", True),
        ("genetic population=50", "genetic (population=50)", False),
        ("schedule.cold=0.3", "schedule.cold=0.3", True),
        ("schedule.hot=1 encoding=rows", "schedule.hot=1, encoding=rows", False),
    ],
)
def test_what_may_stand_against_a_search(against, title, same, page):
    done("animate", "12", "schedule.hot=2", "--against", against, "-s", "1", "-o", page)
    one, other = films_of(page)
    assert other["title"] == title
    assert (one["queens"][0] == other["queens"][0]) == same


def test_a_search_alone_is_the_same_as_beside_another(tmp_path):
    alone, beside = tmp_path / "alone.html", tmp_path / "beside.html"
    call("animate", "12", "-s", "4", "-o", alone)
    call("animate", "12", "-s", "4", "--against", "tabu_search", "-o", beside)
    assert films_of(beside)[0] == data(alone)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    page = tmp_path_factory.mktemp("film") / "film.html"
    done("animate", "10", "-s", "4", "-o", page)
    return page


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """A population, and two searches side by side."""
    folder = tmp_path_factory.mktemp("others")
    words = ["animate", "8", "-s", "3", "--evaluations", "400", "-o"]
    one, two = folder / "population.html", folder / "pair.html"
    done(*words, one, "-a", "genetic", "population=10")
    done(*words, two, "--against", "tabu_search")
    return one, two


def test_keys_play_and_step(browser, film):
    browser.open(film)
    last = len(data(film)["queens"]) - 1
    page, at = browser.find("body"), lambda: int(browser.find(".scrub").get_property("value"))
    for key, expected in (
        (Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1),
        (Keys.END, last), (Keys.HOME, 0), (Keys.ARROW_LEFT, 0),
    ):  # fmt: skip
        page.send_keys(key)
        assert at() == expected
    page.send_keys(Keys.SPACE)
    assert browser.find(".play").text == "pause"
    browser.wait_for(lambda: at() > 1)
    page.send_keys(Keys.SPACE)
    assert browser.find(".play").text == "play"
    browser.find(".speed").send_keys(Keys.END)  # which is the list's own key
    assert at() < last
    assert not browser.complaints()


def test_a_screen_reader_is_told_what_is_shown(browser, film, others):
    for page in (film, *others):
        browser.open(page)
        for film_data, said in zip(films_of(page), browser.find_all(".said"), strict=True):
            assert said.text == film_data["said"][0]
        for board in browser.find_all(".board > svg"):
            assert "queens" in board.get_attribute("aria-label")
        for name in (".back", ".forth", ".scrub"):
            assert browser.find(name).get_attribute("aria-label")
        moment = browser.find(".scrub").get_attribute("aria-valuetext")
        assert "evaluations" in moment
        assert not re.search("[.,:][.,:]", moment)
        for curve in browser.find_all(".curve > svg"):
            assert re.fullmatch(r".+ by .+: .+ from .+ to .+", curve.get_attribute("aria-label"))


def test_less_motion_is_asked_for_and_given(browser, film):
    def speed(asked):
        feature = {"name": "prefers-reduced-motion", "value": asked}
        browser.call("Emulation.setEmulatedMedia", media="", features=[feature])
        browser.driver.get(film.resolve().as_uri())
        return browser.find(".speed").get_property("value")

    assert (speed("no-preference"), speed("reduce")) == ("15", "2")
    assert browser.find(".play").text == "play"
    assert browser.find(".scrub").get_property("value") == "0"
    assert speed("no-preference") == "15"


def test_two_films_run_along_one_clock(browser, others):
    page = others[1]
    films = films_of(page)
    times = sorted({time for film in films for time in film["evaluations"]})
    browser.open(page)
    assert len(browser.find_all(".board > svg")) == 2
    for k in range(0, len(times), 7):
        paths_at(browser, k)
        for film, said in zip(films, browser.find_all(".said"), strict=True):
            frame = max([at for at, time in enumerate(film["evaluations"]) if time <= times[k]],
                        default=0)  # fmt: skip
            assert said.text == film["said"][frame]
    names = [one.text for one in browser.find_all(".stage h2")]
    assert names == [", ".join(filter(None, (film["title"], film["shown"]))) for film in films]
    keys = [one.text for one in browser.find_all(".curve .key")]
    assert keys[:4] == [films[0]["title"], "fewest so far", films[1]["title"], "fewest so far"]
