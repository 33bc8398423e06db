"""The page of the lab as a student meets it, in a real Chromium without a network."""

import html
import json
from urllib.parse import quote

import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.lab import page

from ..cli import call
from ..report.test_film_pages import PICTURES


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    said = call("lab", "-o", path)
    assert said.code == 0, said.err
    return path


@pytest.fixture
def opened(browser, lab):
    def opened(state=None, width=1366, height=625, dark=False):
        browser.driver.get("about:blank")  # another state alone would not load the page again
        browser.open(lab, width, dark, height=height)
        if state is not None:
            browser.driver.get("about:blank")
            text = state if isinstance(state, str) else json.dumps(state)
            browser.driver.get(f"{lab.resolve().as_uri()}#{quote(text)}")
        browser.wait_for(lambda: browser.find(".lab").is_displayed())
        return browser

    return opened


def facts(browser):
    names = ("evaluations", "steps", "guards")
    return [int(browser.find(f".{name}").text.replace(",", "")) for name in names]


@pytest.mark.parametrize(("width", "height", "dark"), [(1366, 625, False), (400, 900, True)])
def test_board_sentence_and_controls_are_on_the_first_screen(opened, width, height, dark):
    browser = opened(width=width, height=height, dark=dark)
    ends = browser.run("""
        return [...document.querySelectorAll(".play, .board > svg, .said")]
          .map((one) => one.getBoundingClientRect()).map((box) => [box.bottom, box.right]);
    """)
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.driver.save_screenshot(PICTURES / f"lab-{width}.png")
    assert len(ends) == 3
    assert all(bottom <= height and right <= width for bottom, right in ends)
    assert browser.violations() == []
    assert browser.faint() == []
    assert browser.too_wide() <= 0
    assert browser.complaints() == []


def test_it_runs_to_the_end_as_solve_does_and_back_again(opened):
    browser = opened({"search": "tabu_search", "n": 12, "seed": 5})
    found = solve(Queens(12), "tabu_search", seed=5)
    browser.find(".finish").click()
    browser.wait_for(lambda: browser.find(".guards").text == "0")
    assert facts(browser) == [found.evaluations, found.steps, 0]
    assert browser.find(".said").text.endswith("A solution.")
    assert browser.find(".command").text == "metaqueens solve 12 tabu_search --seed 5"
    said = call(*browser.find(".command").text.split()[1:])
    assert f"{found.evaluations:,} evaluations" in said.out


def test_steps_lead_on_and_back(opened):
    browser = opened({"search": "hill_climbing", "n": 8, "seed": 1})
    first = facts(browser)
    browser.find("body").send_keys("\ue014")  # right
    second = facts(browser)
    assert second[1] == first[1] + 1
    browser.find("body").send_keys("\ue012")  # left
    assert facts(browser) == first
    browser.find("body").send_keys("\ue014")
    assert facts(browser) == second


def test_a_search_that_is_stuck_says_why(opened):
    state = {"search": "hill_climbing", "n": 8, "seed": 1}
    browser = opened({**state, "parameters": {"sideways": 0, "restarts": 0}})
    browser.find(".finish").click()
    browser.wait_for(lambda: "Stuck" in browser.find(".said").text)
    said = call("solve", "8", "hill_climbing", "sideways=0", "restarts=0", "--seed", "1").out
    reason = "none of its 28 moves is better, 2 are equal (a plateau)"
    assert reason in said
    assert f"Stuck in a local minimum: {reason}." in browser.find(".said").text


def test_a_hundred_seeds_come_to_what_solve_comes_to(opened):
    browser = opened({"search": "min_conflicts", "n": 20})
    browser.find(".many").click()
    browser.wait_for(lambda: browser.find(".hundred tbody").text)
    costs = [
        solve(Queens(20, "rows"), "min_conflicts", Budget(page.EVALUATIONS), seed).evaluations
        for seed in range(1, 101)
    ]
    cells = [one.text for one in browser.find_all(".hundred tbody td")]
    median = sorted(costs)[49]
    assert cells == ["20", "100/100", "96 - 100", f"{round(sum(costs) / 100):,}", f"{median:,}"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("{xx", "The link does not say what to show"),
        ({"n": 1e9}, "n: expected a whole number from 4 to 1000, got 1000000000"),
        ({"search": "<img src=x>"}, "search: expected hill_climbing"),
        ({"parameters": {"colour": 1}}, "colour: simulated_annealing has no such parameter"),
        ({"search": "tabu_search", "parameters": {"shortest": 9}}, "longest must not be below"),
    ],
)
def test_a_link_that_says_nothing_sensible_is_told_and_shows_the_usual(opened, state, words):
    browser = opened(state)
    assert words in browser.find("#lab-trouble").text
    assert browser.find(".said").text.startswith("The first board")
    assert browser.run("return document.querySelectorAll('img').length") == 0


def test_a_wrong_number_is_told_and_the_run_stays(opened):
    browser = opened()
    before = facts(browser)
    field = browser.find("[name=n]")
    field.clear()
    field.send_keys("3\t")
    assert "n: expected a whole number from 4 to 1000, got 3" in browser.find("#lab-trouble").text
    assert facts(browser) == before


def test_without_webassembly_it_says_what_would_help(browser, lab):
    blocked = lab.with_name("blocked.html")
    text = lab.read_text()
    assert "&#39;wasm-unsafe-eval&#39;" in text
    blocked.write_text(text.replace("&#39;wasm-unsafe-eval&#39;", ""))
    browser.open(blocked)
    browser.wait_for(lambda: browser.find("#lab-trouble").is_displayed())
    assert "The searches cannot run here" in browser.find("#lab-trouble").text


def test_scripts_get_a_sentence_for_what_is_no_run(opened):
    said = opened().driver.execute_async_script("""
        const done = arguments[0];
        window.lab.run({n: 2}).then(done, (error) => done(error.message));
    """)
    assert said == "n: expected a whole number from 4 to 1000, got 2"


def test_it_is_small_and_asks_for_nothing(lab):
    text = html.unescape(lab.read_text())
    assert len(text) < 400_000
    assert "default-src 'none'" in text
    assert "'unsafe-inline'" not in text
