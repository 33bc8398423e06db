"""The board of the lab changed by keys, and the commands that repeat what it becomes."""

import json
import shlex

import pytest

from ..cli import call
from .shown import facts, state


def test_a_key_on_the_board_moves_a_queen_and_the_commands_repeat_it(opened):
    browser = opened({"search": "hill_climbing", "n": 8, "seed": 3})
    board = browser.find(".board")
    before = state(browser)
    assert "start" not in before
    board.send_keys("\ue014\ue015")  # right, down
    assert browser.find(".aloud").get_attribute("textContent") == "column 1, row 1"
    board.send_keys("\ue007")  # Enter
    start = state(browser)["start"]
    assert start[1] == 1
    assert sorted(start) == [*range(8)]
    assert f"'start.board={start}'".replace(" ", "") in browser.find(".command").text
    browser.find(".change summary").click()
    browser.find(".as-drawn").click()
    assert state(browser) == before


@pytest.mark.parametrize("width", [1366, 400])
def test_a_click_changes_the_rules_of_the_board(opened, width):
    browser = opened({"n": 8}, width=width)
    browser.find(".change summary").click()
    assert browser.too_wide() <= 0
    assert browser.violations() == []
    for tool, rules in {
        "block": {"blocked": [[0, 0]]},
        "rising": {"excluded": [[7, "rising"]]},
        "falling": {"excluded": [[0, "falling"]]},
        "place": {"placed": [[0, 0]]},
    }.items():
        browser.find(f".tool [value={tool}]").click()
        browser.find(".board").send_keys("\ue007")
        found = state(browser).get("rules", {})
        assert {name: found[name] for name in rules} == rules
        browser.find(".no-rules").click()
        assert "rules" not in state(browser)


def test_a_rule_that_a_search_does_not_know_is_told_and_the_board_stays(opened):
    browser = opened({"search": "hill_climbing", "n": 8})
    before, at = state(browser), facts(browser)
    browser.find(".change summary").click()
    browser.find(".tool [value=place]").click()
    browser.find(".board").send_keys("\ue007")
    assert "hill_climbing does not honour placed" in browser.find("#lab-trouble").text
    assert (state(browser), facts(browser)) == (before, at)
    browser.find(".tool [value=block]").click()
    browser.find(".board").send_keys("\ue007")
    assert state(browser)["rules"]["blocked"] == [[0, 0]]
    assert not browser.find("#lab-trouble").is_displayed()


def test_the_commands_repeat_a_run_with_rules_and_a_start(opened, here):
    rules = {"torus": True, "blocked": [[0, 1], [3, 3]]}
    start = [6, 3, 0, 2, 5, 1, 4, 10, 9, 8, 7]
    warm = {"schedule.use": "constant", "schedule.temperature": 0.4, "focus": "conflicted"}
    browser = opened({"n": 11, "seed": 5, "rules": rules, "start": start, "parameters": warm})
    browser.find(".finish").click()
    browser.wait_for(lambda: browser.find(".guards").text == "0")
    write, solving = browser.find(".command").text.splitlines()
    echo, board, arrow, name = shlex.split(write)
    assert (echo, arrow) == ("echo", ">")
    (here / name).write_text(board)
    said = call(*shlex.split(solving)[1:], "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert facts(browser) == [found["evaluations"], found["steps"], 0]
    assert browser.find(".curve .mean").get_attribute("d")  # the temperature
