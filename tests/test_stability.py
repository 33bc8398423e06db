"""What docs/stability.md promises: nothing that a released version had is gone."""

import json
import re
from pathlib import Path

import pytest

import metaqueens
from docs import metadata
from metaqueens import cli

from . import stability

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/stability.md").read_text(encoding="utf-8")

HELD = json.loads(stability.HELD.read_text(encoding="utf-8"))
SURFACE = stability.surface()


@pytest.mark.parametrize("kind", SURFACE)
def test_nothing_stable_is_gone(kind):
    assert not set(HELD[kind]) - set(SURFACE[kind])


@pytest.mark.skipif(HELD["released"] is not None, reason="a release lists its additions once")
@pytest.mark.parametrize("kind", SURFACE)
def test_each_change_before_a_release_is_listed(kind):
    """Run `python -m tests.stability` after each change of the public face."""
    assert HELD[kind] == SURFACE[kind]


def test_every_kind_is_held():
    assert set(HELD) == {"version", "released", *SURFACE}
    assert all(HELD[kind] for kind in ("version", *SURFACE))
    assert (HELD["version"], HELD["released"]) == metadata.read_release()


def test_it_is_renewed_by_one_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(stability, "HELD", tmp_path / "stable.json")
    stability.HELD.write_text(json.dumps({**SURFACE, "python": ["gone", *SURFACE["python"][1:]]}))
    stability.renew()
    renewed = json.loads(stability.HELD.read_text())
    assert {kind: renewed[kind] for kind in SURFACE} == SURFACE
    new = SURFACE["python"][0]
    assert {*capsys.readouterr().out.splitlines()} == {f"+ python: {new}", "- python: gone"}


def test_the_page_has_every_exit_code():
    (row,) = re.findall(r"^\| \*\*\[Exit codes\].*$", PAGE, re.MULTILINE)
    codes = {getattr(cli, name) for name in stability.EXIT_CODES}
    assert {int(code) for code in re.findall(r"\b(\d+) (?!and)", row)} == {0, *codes}


def test_what_plug_ins_are_shown_to_import_is_promised_on_the_page():
    promised = set(re.findall(r"`metaqueens\.(\w[\w.]*\.\w+)`", PAGE))
    assert promised == set(stability.FOR_PLUGINS)
    shown = [
        *(ROOT / "docs/how-to").glob("own-*.md"),
        ROOT / "docs/plugins.md",
        *(ROOT / "experiments/plugin_example").rglob("*.py"),
        *(ROOT / "experiments/problem_example").glob("*.py"),
    ]
    for path in shown:
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(r"^from metaqueens(\S*) import (.+)$", text, re.MULTILINE):
            for name in names.split(", "):
                full = f"{module}.{name}".lstrip(".")
                assert full in promised or full in metaqueens.__all__, f"{path}: {full}"


def test_it_is_two_pages():
    assert len(PAGE.split()) <= 1000
