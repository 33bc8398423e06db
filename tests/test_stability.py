"""What docs/stability.md promises: nothing that a released version had is gone."""

import json

import pytest

from . import stability

HELD = json.loads(stability.HELD.read_text(encoding="utf-8"))
SURFACE = stability.surface()


@pytest.mark.parametrize("kind", SURFACE)
def test_nothing_stable_is_gone(kind):
    assert not set(HELD[kind]) - set(SURFACE[kind])


def test_every_kind_is_held():
    assert set(HELD) == {"version", *SURFACE}
    assert all(HELD.values())


def test_it_is_renewed_by_one_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(stability, "HELD", tmp_path / "stable.json")
    stability.HELD.write_text(json.dumps({**SURFACE, "python": ["gone", *SURFACE["python"][1:]]}))
    stability.renew()
    renewed = json.loads(stability.HELD.read_text())
    assert {kind: renewed[kind] for kind in SURFACE} == SURFACE
    new = SURFACE["python"][0]
    assert {*capsys.readouterr().out.splitlines()} == {f"+ python: {new}", "- python: gone"}
