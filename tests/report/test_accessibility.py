"""Pages for everybody: no violation that axe-core finds, and the keyboard alone."""

import pytest

from metaqueens.report.document import write

from ..browser import Keys
from ..cli import done, ran
from ..films import films_of

FILMS = {
    "moves": ("8",),
    "two": ("8", "schedule.hot=2", "--against", "schedule.hot=0.05"),
    "population": ("8", "-a", "genetic", "population=10"),
}
HARD = """\
name: hard
problem: {n: 8, placed: {use: random, count: 2}, instances: 2, seed: 1}
algorithms:
  sa: {use: simulated_annealing}
  exact: {use: backtracking, form: forward_checking}
budget: {evaluations: 20_000}
runs: 2
seed: 7
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory, request):
    """Pages of every kind, each made when a test asks for it."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def page(name):
        if name not in made:
            path = made[name] = folder / f"{name}.html"
            if name in FILMS:
                done("animate", *FILMS[name], "-s", "1", "--evaluations", "400", "-o", path)
            else:
                MADE[name](path, request.getfixturevalue)
        return made[name]

    return page


def _league(path, _):
    words = ["hill_climbing", "random_search", "--by", "evaluations", "--budget", "2000"]
    done("league", *words, "--boards", "7", "-s", "1", "-o", path.with_suffix(""))
    (path.with_suffix("") / "league.html").rename(path)


MADE = {
    "run": lambda path, given: write([given("study")], path),
    "several folders": lambda path, given: write([given("study"), given("troubled")], path),
    "hard": lambda path, _: write([ran(path.parent, HARD)], path),
    "league": _league,
}


@pytest.mark.parametrize("name", [*MADE, *FILMS])
def test_axe_finds_nothing_wrong(browser, pages, name):
    for width, dark in ((1200, False), (400, True)):
        browser.open(pages(name), width, dark)
        browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
        assert browser.violations() == []
        assert browser.faint() == []
        assert browser.too_wide() <= 0
        assert browser.complaints() == []


def test_tables_have_headings_and_captions(browser, pages):
    """Whatever cell a reader stands on, its row and its column are said."""
    for name in ("run", "hard"):
        browser.open(pages(name))
        tables = browser.run("""
            return [...document.querySelectorAll("table")].map((table) => [
              table.caption.textContent,
              [...table.tHead.rows[0].cells].every(
                (one) => one.scope === "col" && one.textContent.trim()),
              [...table.tBodies[0].rows].every((row) => row.cells[0].scope === "row"),
            ]);
        """)
        assert tables
        assert all(caption and heads and names for caption, heads, names in tables), tables
    # The best is told without bold type.
    browser.open(pages("run"))
    rows = browser.find_all("#results tbody tr")
    best = [row for row in rows if "winner" in row.get_attribute("class").split()]
    assert best
    for row in rows:
        assert ("(best)" in row.get_property("textContent")) == (row in best)


def active(browser) -> str:
    return browser.run("const one = document.activeElement; return one.className || one.tagName")


def outline(browser) -> str:
    return browser.run("return getComputedStyle(document.activeElement).outlineStyle")


def keys(browser, *pressed) -> None:
    """Press keys wherever the focus is."""
    from selenium.webdriver.common.action_chains import ActionChains

    for key in pressed:
        chain = ActionChains(browser.driver)
        for held in key[:-1]:
            chain.key_down(held)
        chain.send_keys(key[-1])
        for held in key[:-1]:
            chain.key_up(held)
        chain.perform()


def test_a_table_sorts_and_details_open_from_the_keyboard(browser, pages):
    browser.open(pages("run"))
    keys(browser, Keys.TAB)
    assert active(browser).startswith("scroll")
    assert outline(browser) != "none"
    order = []
    for key in (Keys.ENTER, Keys.SPACE):
        keys(browser, *([Keys.TAB] if not order else []), key)
        assert outline(browser) != "none"
        order.append(browser.find("#results th").get_attribute("aria-sort"))
    assert order == ["ascending", "descending"]
    assert len(browser.find_all("th[aria-sort]")) == 1
    browser.run("document.querySelector('summary').focus()")
    keys(browser, Keys.ENTER)
    assert browser.find("details").get_attribute("open")


def test_the_player_is_worked_by_the_keyboard_alone(browser, pages):
    browser.open(pages("moves"))
    reached = []
    while "BODY" not in reached:
        keys(browser, Keys.TAB)
        reached.append(active(browser))
        assert reached[-1] == "BODY" or outline(browser) != "none", reached[-1]
    controls = ["back", "play", "forth", "speed", "numbers", "larger", "scrub"]
    assert reached == [*controls, "SUMMARY", "BODY"]
    shown = lambda: int(browser.find(".scrub").get_property("value"))  # noqa: E731
    last = int(browser.find(".scrub").get_property("max"))
    keys(browser, Keys.TAB, Keys.TAB, Keys.TAB, Keys.ENTER, Keys.ENTER)  # one step forth, twice
    assert shown() == 2
    for _ in range(2):
        keys(browser, Keys.SHIFT + Keys.TAB)
    assert active(browser) == "back"
    keys(browser, Keys.SPACE)
    assert shown() == 1
    keys(browser, Keys.TAB, Keys.ENTER)
    assert browser.find(".play").text == "pause"
    browser.wait_for(lambda: shown() > 2)
    keys(browser, Keys.ENTER)
    assert browser.find(".play").text == "play"
    keys(browser, Keys.TAB, Keys.TAB, Keys.ARROW_DOWN)
    assert browser.find(".speed").get_property("value") == "60"
    keys(browser, Keys.TAB, Keys.TAB, Keys.TAB, Keys.END)
    assert shown() == last
    keys(browser, Keys.PAGE_DOWN, Keys.HOME)
    assert shown() == 0


def test_a_step_is_told_aloud_and_a_playing_film_is_silent(browser, pages):
    (film,) = films_of(pages("moves"))
    browser.open(pages("moves"))
    told = browser.find("[role=status]")
    aloud = lambda: told.get_property("textContent")  # noqa: E731
    assert aloud() == ""  # nothing is read out before somebody asks
    browser.find(".forth").click()
    assert film["said"][1] in aloud()
    assert f"evaluations {film['evaluations'][1]:,}" in aloud()
    browser.run("""
        const told = document.querySelector("[role=status]");
        window.silent = true;
        new MutationObserver(() => { window.silent &&= told.textContent === ""; })
          .observe(told, {childList: true});
    """)
    browser.find(".play").click()
    browser.wait_for(lambda: int(browser.find(".scrub").get_property("value")) > 4)
    assert browser.run("return window.silent")
    browser.find(".play").click()
    assert aloud().startswith("evaluations")
    # The slider says its value itself, and would at each frame.
    browser.run("document.querySelector('.scrub').focus()")
    keys(browser, Keys.ARROW_LEFT)
    assert aloud() == ""
    assert film["said"][1] not in browser.find(".scrub").get_attribute("aria-valuetext")
    keys(browser, Keys.SPACE)
    assert active(browser) == "play"
