"""The record of a league in a folder of a stranger."""

import json
import os

import pytest

from tests.arena import POOR, written
from tests.cli import call

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="programs are for Linux")
RULES = ["--by", "evaluations", "--budget", "30", "--seed", "7", "--boards", "1", "-o", "out"]


def refused(*words):
    """The one line that a league says which cannot be played."""
    said = call("league", *words)
    assert (said.code, said.out) == (2, "")
    (line,) = said.err.splitlines()
    return line


@pytest.fixture
def played(here):
    """The words of a league that was played, and its record."""
    words = [*written(here, poor=POOR), *RULES]
    assert call("league", *words).code == 0
    return words, here / "out/runs.jsonl"


@pytest.mark.parametrize("text", ["the notes of a stranger", "notes\nof two lines", "[]\n", "{}\n"])
def test_a_file_of_a_stranger_stays_as_it_is(here, text):
    (here / "out").mkdir()
    (here / "out/runs.jsonl").write_text(text)
    assert "a line that no league wrote" in refused("hc", *RULES)
    assert (here / "out/runs.jsonl").read_text() == text


def test_half_a_line_is_removed_only_from_the_record_of_this_league(played):
    words, record = played
    whole = record.read_text()
    record.write_text(whole + '{"board": "2-pl')
    assert "of another seed, or other settings" in refused(*words, "--boards", "2")
    assert record.read_text() == whole + '{"board": "2-pl'
    assert call("league", *words).code == 0
    assert record.read_text() == whole


def test_an_empty_file_is_a_league_that_did_not_begin(here):
    (here / "out").mkdir()
    (here / "out/runs.jsonl").touch()
    assert call("league", "hc", *RULES).code == 0


@pytest.mark.parametrize("name", ["runs.jsonl", ".lock"])
def test_nothing_is_written_through_a_link(here, name):
    folder = here / "outside"
    folder.mkdir()
    (folder / "file").write_text("precious")
    link = here / "out" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(folder / "file")
    assert refused(*written(here, poor=POOR), *RULES).endswith(
        "a link, and nothing is written through one; remove it"
    )
    assert [path.read_text() for path in folder.iterdir()] == ["precious"]


WRONG_RUNS = {
    "solved": {"solved": "perhaps"},
    "cost": {"cost": "dear"},
    "cost below 0": {"cost": -1},
    "no number": {"cost": float("nan")},
    "why": {"why": 7},
    "left": {"left": [1]},
    "large": {"left": 10**30},
    "another key": {"more": 1},
}


@pytest.mark.parametrize("name", WRONG_RUNS)
def test_wrong_values_of_a_run_are_one_line(played, name):
    words, record = played
    head, first, *rest = record.read_text().splitlines(keepends=True)
    changed = json.dumps({**json.loads(first), **WRONG_RUNS[name]})
    record.write_text("".join([head, f"{changed}\n", *rest]))
    assert "a line that no league wrote" in refused(*words)


@pytest.mark.parametrize(
    "change",
    [{"starts": 1}, {"starts": {"python": "late"}}, {"contestants": []}, {"confined": 7}, {"a": 1}],
)
def test_wrong_settings_are_one_line(played, change):
    words, record = played
    head, *rest = record.read_text().splitlines(keepends=True)
    record.write_text("".join([json.dumps({**json.loads(head), **change}) + "\n", *rest]))
    assert "a line that no league wrote" in refused(*words)


def test_deep_values_are_one_line(played):
    words, record = played
    with record.open("a") as file:
        file.write("[" * 100_000 + "\n")
    assert "a line that no league wrote" in refused(*words)


def test_no_start_of_a_kind(played):
    words, record = played
    head, *rest = record.read_text().splitlines(keepends=True)
    record.write_text("".join([json.dumps({**json.loads(head), "starts": {}}) + "\n", *rest]))
    assert "without the time that a contestant takes to start" in refused(*words)


def test_a_reason_from_a_record_steers_no_terminal(played):
    words, record = played
    head, first, *rest = record.read_text().splitlines(keepends=True)
    changed = {
        **json.loads(first),
        "solved": False,
        "left": None,
        "ended": "failed",
        "why": "\x1b[2Jgone",
    }
    record.write_text("".join([head, json.dumps(changed) + "\n", *rest]))
    said = call("league", *words)
    assert said.code == 3
    assert r"\x1b[2Jgone" in said.out
    assert "\x1b" not in said.out
