"""The page of the lab as a student meets it, in a real Chromium without a network."""

import html
from xml.etree import ElementTree

import pytest

from metaqueens import Queens, solve

from ..cli import call
from ..report.test_film_pages import PICTURES
from .shown import facts, state


@pytest.mark.parametrize(
    ("boards", "width", "height", "dark"),
    [(1, 1366, 625, False), (1, 400, 900, True), (2, 1366, 625, False), (2, 400, 800, False)],
)
def test_board_sentence_and_controls_are_on_the_first_screen(opened, boards, width, height, dark):
    state = {"beside": {"search": "hill_climbing"}} if boards == 2 else None
    browser = opened(state, width, height, dark)
    ends = browser.run("""
        return [...document.querySelectorAll(".play, .board > svg, .said")]
          .map((one) => one.getBoundingClientRect()).map((box) => [box.bottom, box.right]);
    """)
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.driver.save_screenshot(PICTURES / f"lab-{boards}-{width}.png")
    assert len(ends) == 1 + 2 * boards
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


def test_sentences_of_two_runs_to_the_end_tell_of_the_whole_and_stay(opened):
    state = {"search": "tabu_search", "n": 12, "beside": {"search": "hill_climbing"}}
    browser = opened(state, 1100)
    browser.find(".finish").click()
    over = (" A solution.", " The budget is spent.")
    sentences = lambda: [said.text for said in browser.find_all(".said")]  # noqa: E731
    browser.wait_for(lambda: all(text.endswith(over) for text in sentences()))
    first = sentences()
    for text, lane in zip(first, browser.find_all(".lane"), strict=True):
        moves = lane.find_element("css selector", ".steps").text
        assert text.startswith(f"{moves} moves in ")
    browser.find(".finish").click()
    assert sentences() == first
    keys = [key.text for key in browser.find_all(".side .key")]
    assert keys == ["left: tabu_search", "right: hill_climbing"]


@pytest.mark.parametrize("button", [".play", ".finish"])
def test_the_sentence_of_many_moves_counts_from_the_start(opened, button):
    browser = opened({"search": "simulated_annealing", "n": 300})
    browser.find(".forth").click()
    assert "since the start" not in browser.find(".said").text
    browser.find(".speed [value='0']").click()
    browser.find(button).click()
    browser.wait_for(lambda: browser.find(".said").text.endswith("A solution."))
    evaluations, moves, _ = facts(browser)
    counts = f"{moves:,} moves in {evaluations - 1:,} evaluations since the start: "
    assert browser.find(".said").text.startswith(counts)


def test_two_runs_of_one_search_are_named_by_what_differs(opened):
    changed = {"schedule.hot": 2}
    beside = {"search": "simulated_annealing", "parameters": changed}
    browser = opened({"search": "simulated_annealing", "beside": beside})
    titles = ["simulated_annealing", "schedule.hot=2"]
    assert [title.text for title in browser.find_all(".lane h2")] == titles
    keys = [key.text for key in browser.find_all(".side .key")]
    assert keys == ["left: simulated_annealing", "right: schedule.hot=2"]


@pytest.mark.parametrize("width", [960, 1100])
def test_names_of_facts_fit_beside_two_boards(opened, width):
    browser = opened({"search": "genetic", "beside": {"search": "simulated_annealing"}}, width)
    gap = browser.run("""
        const names = [...document.querySelectorAll(".lane dt")], range = document.createRange();
        range.selectNodeContents(names.find((name) => name.textContent === "generations"));
        const right = document.querySelector(".lane + .lane").getBoundingClientRect().left;
        return right - range.getBoundingClientRect().right;
    """)
    assert gap > 16


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


def test_a_local_minimum_of_rows_is_that_of_solve(opened):
    state = {"search": "hill_climbing", "n": 8, "seed": 1}
    browser = opened({**state, "parameters": {"encoding": "rows", "sideways": 0, "restarts": 0}})
    browser.find(".finish").click()
    browser.wait_for(lambda: "Stuck" in browser.find(".said").text)
    command = browser.find(".command").get_attribute("textContent")
    assert command == (
        "metaqueens solve 8 hill_climbing encoding=rows sideways=0 restarts=0 --seed 1"
    )
    printed = call(*command.split()[1:]).out
    _, found, reason = printed.partition("none of its 56 moves is better")
    assert found
    assert f"{found}{reason.splitlines()[0]}." in browser.find(".said").text


@pytest.mark.parametrize("boards", [1, 2])
def test_the_board_is_larger_for_a_projector(opened, boards):
    browser = opened({"beside": {"search": "hill_climbing"}} if boards == 2 else None, 1366, 625)
    box = "return document.querySelector('.board').getBoundingClientRect()"
    before = browser.run(box)
    browser.find("button.larger").click()
    after = browser.run(box)
    browser.driver.save_screenshot(PICTURES / f"lab-{boards}-projector.png")
    assert after["width"] > 1.3 * before["width"]
    assert browser.find(".board > svg").rect["height"] + after["y"] < 625
    assert browser.too_wide() <= 0
    browser.find("button.larger").click()
    assert browser.run(box) == before


@pytest.mark.parametrize("beside", [None, {"search": "hill_climbing"}])
def test_a_phone_has_every_button_and_a_larger_board_is_not_smaller(opened, beside):
    browser = opened({"beside": beside} if beside else None, 400, 800)
    board = browser.find(".board > svg").rect["width"]
    browser.find(".forth").click()
    browser.find("button.again").click()
    assert facts(browser)[:2] == [1, 0]
    browser.find("button.larger").click()
    assert browser.find(".board > svg").rect["width"] > 0.95 * board
    assert browser.too_wide() <= 0
    browser.find("button.larger").click()
    assert browser.find(".board > svg").rect["width"] == board


@pytest.mark.parametrize(("width", "height"), [(1366, 625), (1280, 720), (1024, 768)])
def test_the_sentence_is_beside_the_larger_board(opened, width, height):
    browser = opened(None, width, height)
    browser.find("button.larger").click()
    board, said = browser.find(".board > svg").rect, browser.find(".said").rect
    assert said["x"] >= board["x"] + board["width"]
    assert said["y"] + said["height"] <= height
    assert browser.too_wide() <= 0


@pytest.mark.parametrize("boards", [1, 2])
def test_the_numbers_of_a_larger_board_are_explained_on_the_first_screen(opened, boards):
    browser = opened({"beside": {"search": "hill_climbing"}} if boards == 2 else None, 1366, 625)
    browser.find("body").send_keys("n")
    below = browser.find(".legend").rect
    browser.find("body").send_keys("l")
    for shown in browser.find_all(".legend, .guess button"):
        assert shown.is_displayed()
        assert shown.rect["y"] + shown.rect["height"] <= 625
    browser.find("body").send_keys("l")
    assert browser.find(".legend").rect == below


def test_two_larger_boards_have_their_numbers_below_them_on_a_small_projector(opened):
    browser = opened({"n": 12, "beside": {"search": "tabu_search"}}, 1024, 768)
    browser.find("body").send_keys("l")
    boards = [one.rect for one in browser.find_all(".board > svg")]
    assert [board["width"] > 370 for board in boards] == [True, True]
    bottom = boards[0]["y"] + boards[0]["height"]
    for shown in browser.find_all(".facts div, .guess button"):
        assert bottom < shown.rect["y"] < 768 - shown.rect["height"]
    assert len({one.rect["y"] for one in browser.find_all(".controls .play, button.larger")}) == 1
    assert browser.too_wide() <= 0


def test_an_empty_field_shows_its_default(opened):
    browser = opened({"beside": {"search": "genetic", "parameters": {"mutation.use": "shuffle"}}})
    placeholders = "return [...document.querySelectorAll('[placeholder]')].map((one) =>"
    placeholders += "[one.dataset.key, one.placeholder])"
    shown = {"hot": "0.385", "cold": "0.192", "length": "800", "temperature": "0.385"}
    wanted = {f"schedule.{key}": text for key, text in shown.items()} | {"mutation.rate": "0.25"}
    assert dict(browser.run(placeholders)) == wanted
    browser.find("[name=n]").clear()
    browser.find("[name=n]").send_keys("100\t")
    assert dict(browser.run(placeholders))["schedule.length"] == "10,000"
    browser = opened({"search": "min_conflicts", "parameters": {"restart_after": None}})
    assert browser.run(placeholders) == [["restart_after", "no limit"]]
    assert browser.find("label:has([name=n])").get_attribute("textContent") == "queens (n) "


@pytest.mark.parametrize(("population", "within"), [(300, "2,400"), (20, "160")])
def test_a_guess_about_a_population_is_open(opened, population, within):
    """It has used as many evaluations as it has boards before its first generation."""
    browser = opened({"search": "genetic", "parameters": {"population": population}})
    assert f"a solution within {within} evaluations?" in browser.find(".guess").text


def test_annealing_shows_its_temperature(opened):
    browser = opened({"search": "simulated_annealing"})
    assert browser.find(".facts .signal").text == "0.385"
    assert "over 1 evaluation" in browser.find(".curve figcaption").text
    assert "over 1 evaluations" not in browser.find(".curve figcaption").text
    for kind in ("current", "mean"):
        assert browser.find(f".curve .{kind}").get_attribute("d").startswith("M0 ")
    browser.find(".forth").click()
    assert 0 < float(browser.find(".facts .signal").text) < 1
    assert "V" in browser.find(".curve .current").get_attribute("d"), "a cost changes in steps"


def test_a_search_keeps_its_parameters_while_others_are_chosen(opened):
    browser = opened({"search": "hill_climbing"})
    browser.run("for (const one of document.querySelectorAll('.parameters')) one.open = true")
    browser.find(".fields [data-key=variant]").send_keys("stochastic")
    for key, value in {"sideways": "7", "restarts": "0"}.items():
        browser.find(f".fields [data-key={key}]").send_keys(*["\ue003"] * 5, value, "\ue004")
    parameters = {"variant": "stochastic", "sideways": 7, "restarts": 0}
    assert state(browser)["parameters"] == parameters
    browser.find("[name=beside]").send_keys("hill_climbing")
    browser.find(".fields-beside [data-key=sideways]").send_keys(*["\ue003"] * 5, "3", "\ue004")
    now = state(browser)
    assert now["parameters"] == parameters
    assert now["beside"] == {"search": "hill_climbing", "parameters": {"sideways": 3}}
    browser.find("[name=search]").send_keys("tabu_search")
    assert state(browser)["beside"] == now["beside"]
    assert state(browser)["parameters"] == {}
    browser.find("[name=beside]").send_keys("nothing")
    assert "beside" not in state(browser)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("{xx", "The link does not say what to show"),
        ({"n": 1e9}, "n: expected a whole number from 4 to 1000, got 1000000000"),
        ({"search": "<img src=x>"}, "search: expected hill_climbing"),
        ([1], "the link: expected an object, got [1]"),
        ({"colour": 1}, "the link: expected search, n, seed, parameters, rules, start, beside"),
        ({"beside": {"n": 9}}, "beside: expected search, parameters, got n"),
        ({"beside": {"search": "x"}}, "search: expected hill_climbing"),
        ({"rules": {"toros": True}}, "rules: expected torus, excluded, blocked, placed"),
        ({"rules": {"torus": 1}}, "rules.torus: expected true or false, got 1"),
        ({"rules": {"blocked": [[8, 0]]}}, "rules.blocked: expected a whole number from 0 to 7"),
        ({"rules": {"excluded": [[3, "up"]]}}, "expected rising, falling, got up"),
        ({"start": [0, 1]}, "start: expected 8 rows, one for each column, got 2"),
        ({"start": [0] * 8}, "start: two queens are on one row"),
        ({"seed": [1]}, "seed: expected a whole number from 0"),
        ({"parameters": {"colour": 1}}, "colour: simulated_annealing has no such parameter"),
        (
            {"search": "tabu_search", "parameters": {"shortest": 9, "longest": 4}},
            "longest must not be below",
        ),
    ],
)
def test_a_link_that_says_nothing_sensible_is_told_and_shows_the_usual(opened, asked, words):
    browser = opened(asked)
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
    assert browser.find_all(".loading") == []


def test_it_says_that_it_loads(browser, lab):
    never = "WebAssembly.compile = () => new Promise(() => {});"
    added = browser.call("Page.addScriptToEvaluateOnNewDocument", source=never)
    browser.open(lab)
    browser.call("Page.removeScriptToEvaluateOnNewDocument", **added)
    assert browser.find("main").text.endswith("\nLoading the searches ...")
    browser.open(lab)
    browser.wait_for(lambda: browser.find(".lab").is_displayed())
    assert browser.find_all(".loading") == []


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


def test_two_side_by_side_run_along_one_clock_and_a_guess_is_scored(opened):
    browser = opened({"search": "hill_climbing", "seed": 2, "beside": {"search": "tabu_search"}})
    found = [solve(Queens(8), name, seed=2) for name in ("hill_climbing", "tabu_search")]
    assert [one.text for one in browser.find_all(".lane h2")] == ["hill_climbing", "tabu_search"]
    assert len({one.get_attribute("aria-label") for one in browser.find_all(".board > svg")}) == 1
    left, right = browser.find_all(".guess button")
    assert found[0].evaluations != found[1].evaluations
    (left if found[0].evaluations < found[1].evaluations else right).click()
    browser.find(".finish").click()
    browser.wait_for(lambda: [one.text for one in browser.find_all(".guards")] == ["0", "0"])
    costs = [int(one.text.replace(",", "")) for one in browser.find_all(".evaluations")]
    assert costs == [one.evaluations for one in found]
    assert browser.find(".score").text.startswith("Right: the ")
    assert browser.find(".score").text.endswith("1 of 1 right so far.")
    assert browser.violations() == []
    assert browser.faint() == []
    browser.find(".other").click()
    assert browser.find(".guess button").is_displayed()
    browser.find(".finish").click()
    browser.wait_for(lambda: [one.text for one in browser.find_all(".guards")] == ["0", "0"])
    assert not browser.find(".guess button").is_displayed()  # too late for a guess
    assert "1 of 1 right so far" in browser.find(".score").text


def test_a_line_does_not_strike_out_the_numbers(opened):
    browser = opened({"search": "simulated_annealing", "n": 8})
    browser.find("body").send_keys("n")
    style = """
        return [...document.querySelectorAll('.prices text')].map((one) => {
          const style = getComputedStyle(one), square = Number(one.getAttribute("x")) - 0.5
            + Math.round(one.getAttribute("y") - 0.64);
          return [square % 2, style.stroke, style.paintOrder.split(" ")[0]];
        });
    """
    light, dark = "rgb(245, 241, 232)", "rgb(220, 211, 193)"
    shown = {tuple(found) for found in browser.run(style)}
    assert shown == {(0, light, "stroke"), (1, dark, "stroke")}
    assert browser.run("""
        const [lines, prices] = [".lines", ".prices"].map((name) => document.querySelector(name));
        return Boolean(lines.compareDocumentPosition(prices) & Node.DOCUMENT_POSITION_FOLLOWING);
    """)


def test_the_numbers_leave_the_sentence_as_it_is(opened):
    browser = opened({"search": "tabu_search", "n": 8})
    browser.find(".finish").click()
    browser.wait_for(lambda: browser.find(".guards").text == "0")
    said = browser.find(".said").text
    browser.find(".numbers").click()
    assert len(browser.find_all(".prices text")) == 56
    assert browser.find(".said").text == said


def test_the_numbers_are_the_moves_that_the_sentence_counts(opened):
    parameters = {"sideways": 0, "restarts": 0}
    browser = opened({"search": "hill_climbing", "n": 8, "seed": 1, "parameters": parameters})
    assert not browser.find(".legend").is_displayed()
    browser.find(".numbers").click()
    assert "Each exchange stands on two squares" in browser.find(".legend").text
    browser.find(".finish").click()
    browser.wait_for(lambda: "2 are equal" in browser.find(".said").text)
    assert len(browser.find_all(".prices text.fewest")) == 2 * 2
    browser.picture(PICTURES / "lab-numbers.png")


def test_the_numbers_of_two_searches_with_other_moves_are_explained_by_name(opened):
    browser = opened({"search": "hill_climbing", "beside": {"search": "min_conflicts"}})
    browser.find(".numbers").click()
    said = browser.find(".legend").text
    assert said.startswith("Numbers of hill_climbing: the attacking pairs of the board if the")
    assert "Numbers of min_conflicts: the attacking pairs" in said
    assert said.count("Each exchange stands on two squares") == 1


def test_a_search_that_fills_a_board_has_no_numbers(opened):
    browser = opened({"search": "backtracking", "n": 8})
    assert not browser.find(".numbers").is_displayed()
    browser.find("body").send_keys("n")
    assert browser.find_all(".prices text") == []
    opened({"search": "min_conflicts", "n": 8}).find(".numbers").click()
    assert "stood on the square" in browser.find(".legend").text


def test_the_board_is_saved_as_a_drawing_that_needs_no_style(opened):
    browser = opened({"n": 6})
    drawing = browser.run("""
        const link = document.querySelector(".as-svg");
        link.addEventListener("click", (event) => event.preventDefault());
        link.click();
        return decodeURIComponent(link.href);
    """)
    kind, _, text = drawing.partition(",")
    assert kind == "data:image/svg+xml;charset=utf-8"
    tree = ElementTree.fromstring(text)
    parts = [*tree.iter("{http://www.w3.org/2000/svg}path")]
    assert "rgb(179, 0, 27)" in {part.get("fill") for part in parts}
    assert all(part.get("class") is None and part.get("fill") for part in parts)
