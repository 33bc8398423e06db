"""Older words of ``minimise``: they work as before, say once what to write, and nothing has them.

The example of what docs/stability.md says of deprecation.
"""

import re
import warnings
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from metaqueens import config
from metaqueens.config.schema import json_schema
from metaqueens.metrics import RENAMED
from tests.cli import call, rows

from . import ANNEALING

ROOT = Path(__file__).parents[2]
SMALL = ANNEALING.replace("max_runs: 300", "max_runs: 50\n  minimise: WORD")
SAID = (
    "small.yaml:9:13: tune.minimise: {} is deprecated and goes in version 2.0;"
    " write {}, which is the same\n"
)


@pytest.fixture
def named(here):
    """Write the config with a word for what is minimised."""
    return lambda word: (here / "small.yaml").write_text(SMALL.replace("WORD", word))


def test_a_tuning_comes_to_the_same_bytes_and_says_one_line(named):
    old, new = "par10_evaluations", "par10"
    for word in (old, new):
        named(word)
        said = call("tune", "small.yaml", "-j", "1", "-q", "-o", word)
        assert (said.code, said.err) == (0, SAID.format(old, new) if word == old else "")
    assert rows(Path(old)) == rows(Path(new))
    kept, same = (Path(word, "tune.json").read_text() for word in (old, new))
    assert kept.replace(f'"minimise": "{old}"', f'"minimise": "{new}"') == same
    assert Path(old, "best.yaml").read_bytes() == Path(new, "best.yaml").read_bytes()


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_check_and_python_say_it_once(named, old, new):
    named(old)
    said = call("check", "small.yaml")
    assert (said.code, said.err) == (0, SAID.format(old, new))
    with pytest.warns(DeprecationWarning, match=old) as told:
        assert config.load("small.yaml").tune.minimise == old
    assert [f"{one.message}\n" for one in told] == [SAID.format(old, new)]
    assert told[0].filename == __file__
    named(new)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        config.load("small.yaml")


def test_a_setting_on_the_command_line_says_it_too(named):
    named("ert")
    said = call("check", "small.yaml", "tune.minimise=median_seconds")
    assert (said.code, said.err.count("\n")) == (0, 1)
    assert "median_seconds is deprecated" in said.err


def test_the_schema_marks_them_and_takes_them():
    minimise = json_schema()["$defs"]["Tuning"]["properties"]["minimise"]
    marked = [one["const"] for one in minimise["anyOf"] if one.get("deprecated")]
    assert marked == [*RENAMED]
    validator = Draft202012Validator(minimise)
    assert all(map(validator.is_valid, [*RENAMED, *RENAMED.values(), "1 - success"]))
    assert not validator.is_valid("q57")


def test_an_error_offers_no_word_that_is_deprecated(named):
    named("[par10]")
    (line,) = call("check", "small.yaml").err.splitlines()
    assert "expected one of 1 - success, ert, par2, par10, q10" in line
    assert not any(word in line for word in RENAMED)


def test_nothing_of_ours_uses_them():
    word = re.compile(rf"\b({'|'.join(RENAMED)})\b")
    files = [
        path
        for folder in ("configs", "docs", "experiments")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".md", ".py", ".yaml") and word.search(path.read_text("utf-8"))
    ]
    policy = {"docs/stability.md"}
    line = SAID.format(*next(iter(RENAMED.items())))
    assert f"\n{line}" in (ROOT / "docs/stability.md").read_text("utf-8")
    assert {path.relative_to(ROOT).as_posix() for path in files} <= policy
    assert not set(RENAMED) & set(RENAMED.values())
