"""Films in a real browser: what the first screen holds, and the numbers on the squares."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.queens.check import recount

from ..cli import done

# Looked at by people after a run of the tests.
PICTURES = Path(__file__).parents[2] / "build" / "pictures"
FILMS = {
    "one": ("8", "-a", "hill_climbing"),
    "two": ("12", "schedule.hot=2", "--against", "schedule.hot=0.05"),
    "generations": ("8", "-a", "genetic", "population=10"),
}


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")

    def film(name, *words):
        path = folder / f"{name}.html"
        if not path.exists():
            done("animate", *words, "-s", "1", "--evaluations", "400", "-o", path)
        return path

    return film


@pytest.mark.parametrize("larger", [False, True], ids=["plain", "larger"])
@pytest.mark.parametrize(("width", "height"), [(1366, 625), (1024, 768), (400, 800)])
@pytest.mark.parametrize("name", FILMS)
def test_board_sentence_and_controls_are_on_the_first_screen(
    browser, films, name, width, height, larger
):
    browser.open(films(name, *FILMS[name]), width, dark=larger, height=height)
    if larger:
        browser.find("body").send_keys("l")
    ends = browser.run("""
        const names = ".play, .scrub, .board > svg, .said, .larger .legend";
        const shown = document.querySelectorAll(names);
        return [...shown].filter((one) => one.textContent || !one.matches(".said"))
          .map((one) => one.getBoundingClientRect())
          .map((box) => [box.top, box.left, box.bottom, box.right]);
    """)
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.driver.save_screenshot(PICTURES / f"film-{name}-{width}{'-larger' * larger}.png")
    assert len(ends) >= 4
    phone_at_a_projector = larger and width == 400
    for top, left, bottom, right in ends:
        assert min(top, left) >= 0
        assert right <= width
        assert bottom <= height or phone_at_a_projector
    assert browser.complaints() == []


def test_two_boards_are_larger_for_a_projector(browser, films):
    browser.open(films("two", *FILMS["two"]), 1366, height=625)
    width = browser.find(".board > svg").rect["width"]
    browser.find("body").send_keys("l")
    assert browser.find(".board > svg").rect["width"] > 1.3 * width
    assert browser.too_wide() <= 0


@pytest.mark.parametrize("larger", [False, True], ids=["plain", "larger"])
def test_two_populations_and_their_numbers_fit_a_narrow_page(browser, films, larger):
    words = ("12", "-a", "genetic", "population=40", "--against", "population=20")
    browser.open(films("populations", *words), 640, height=900)
    if larger:
        browser.find("body").send_keys("l")
    boards = [one.rect for one in browser.find_all(".board > svg")]
    facts = [one.rect for one in browser.find_all(".facts div")]
    assert [board["width"] > 270 for board in boards] == [True, True]
    assert len(facts) == 14
    assert all(fact["y"] + fact["height"] <= 900 for fact in facts)
    assert all(fact["width"] > 270 for fact in facts)
    assert browser.too_wide() <= 0


def test_the_end_of_a_curve_is_seen(browser, films):
    """A cost that falls to 0 with the last evaluation has a line there."""
    browser.open(films("one", *FILMS["one"]))
    width, height = browser.run("""
        const box = document.querySelector(".curve > svg").viewBox.baseVal;
        return [box.width, box.height];
    """)
    for curve in browser.find_all(".curve > svg path:not(.cursor)"):
        assert curve.get_attribute("d").endswith(f"h{width - 1000:.0f}")
    assert (width > 1000, height) == (True, 320)


def test_the_heading_names_both_searches_and_the_end_is_told_on_demand(browser, films):
    browser.open(films("two", *FILMS["two"]))
    names = [f"schedule.hot={hot}" for hot in ("2", "0.05")]
    title = f"12 queens, simulated_annealing ({names[0]}) against {names[1]}"
    assert browser.find("h1").text == title
    titles = [one.text for one in browser.find_all(".lane h2")]
    assert titles == names
    assert not browser.find(".ending p").is_displayed()
    browser.find(".ending summary").click()
    assert "by simulated_annealing (schedule.hot=2):" in browser.find(".ending p").text


BOARDS = {
    "plain": {},
    "torus": {"torus": True},
    "placed": {"placed": [(0, 3), (4, 5)]},
    "blocked": {"blocked": [(0, 0)]},
}


SEARCHES = {
    "swap": ["tabu_search"],
    "reassign": ["tabu_search", "encoding=rows"],
    "step": ["simulated_annealing", "encoding=rows", "moves=step"],
    "swap of rows": ["simulated_annealing", "encoding=rows", "moves=swap"],
}


def numbers_on(browser):
    """Return the number on each square, (column, row), and whether it is bold."""
    found = browser.run("""
        return [...document.querySelectorAll(".prices text")].map((one) =>
          [one.getAttribute("x") - 0.5, one.getAttribute("y") - 0.64, Number(one.textContent),
           one.classList.contains("fewest")]);
    """)
    return {(round(column), round(row)): (number, bold) for column, row, number, bold in found}


def counted(problem, queens, moves):
    """Return the fewest attacking pairs after a move that leads to each square."""
    found, fixed = {}, {column for _, column in problem.placed}
    free = [column for column in range(problem.n) if column not in fixed]
    for column in free:
        for row in set(range(problem.n)) - {queens[column]}:
            changed = queens.copy()
            changed[column] = row
            if moves == "step" and abs(row - queens[column]) != 1:
                continue
            if not moves.startswith("swap"):
                found[column, row] = recount(problem, changed)
                continue
            for other in [other for other in free if queens[other] == row]:
                changed = queens.copy()
                changed[[column, other]] = queens[[other, column]]
                pairs = recount(problem, changed)
                found[column, row] = min(pairs, found.get((column, row), pairs))
    return found


@pytest.mark.parametrize(
    ("name", "moves"),
    [*product(BOARDS, ["swap", "reassign"]), ("plain", "step"), ("plain", "swap of rows")],
)
def test_numbers_are_the_pairs_after_each_move_of_the_search(browser, films, name, moves, tmp_path):
    instance = tmp_path / "board.jsonl"
    instance.write_text(json.dumps({"n": 8, **BOARDS[name]}))
    algorithm, *settings = SEARCHES[moves]
    given = ["-a", algorithm, *settings, "-s", "4"]
    browser.open(films(f"{name} {moves}", "--board", instance, *given))
    assert browser.find(".numbers").is_displayed() == (name != "blocked")
    if name == "blocked":  # a rule that the page does not count
        return
    browser.find("body").send_keys("n")
    problem = Queens(8, **BOARDS[name])
    rows = browser.run("return document.querySelector('.board > svg').getAttribute('aria-label')")
    queens = np.array([int(row) for row in rows.rpartition(": ")[2].split(", ")])
    expected = counted(problem, queens, moves)
    fewest = min(expected.values())
    numbers = numbers_on(browser)
    assert numbers == {square: (pairs, pairs == fewest) for square, pairs in expected.items()}
    said = {"swap": "Each exchange stands on two squares", "step": "one row up or down"}
    assert said.get(moves.split()[0], "stood on the square") in browser.find(".legend").text


def test_bold_numbers_are_the_moves_that_the_sentence_counts(browser, films):
    browser.open(films("stuck", "8", "-a", "hill_climbing", "restarts=0", "sideways=0", "-s", "1"))
    browser.find("body").send_keys("n")
    browser.find("body").send_keys("\ue010")
    assert "none of its 28 moves is better, 2 are equal" in browser.find(".said").text
    assert sum(bold for _, bold in numbers_on(browser).values()) == 2 * 2


def test_a_search_that_ends_in_a_local_minimum_says_so(browser, films):
    browser.open(films("stuck", "8", "-a", "hill_climbing", "restarts=0", "sideways=0"))
    browser.find("body").send_keys("\ue010")
    said = "It ends in a local minimum: none of its 28 moves is better"
    assert said in browser.find(".said").text


def test_a_film_of_another_problem_has_steps_and_names_no_key_without_a_button(browser, films):
    browser.open(films("costas", "costas", "n=12", "-a", "tabu_search"))
    assert "n shows" not in browser.find(".keys").text
    assert not browser.find("button.numbers").is_displayed()
    for curve in browser.find_all(".curve > svg path:not(.cursor)"):
        assert "L" not in curve.get_attribute("d")
    browser.open(films("one", *FILMS["one"]))
    assert "n shows numbers" in browser.find(".keys").text
