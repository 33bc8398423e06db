"""What docs/stability.md promises: nothing that a released version had is gone."""

import json
from pathlib import Path

import pytest

from . import stability

HELD = json.loads(Path(__file__).with_name("stable.json").read_text(encoding="utf-8"))
SURFACE = stability.surface()


@pytest.mark.parametrize("kind", SURFACE)
def test_nothing_stable_is_gone(kind):
    assert not set(HELD[kind]) - set(SURFACE[kind])


def test_every_kind_is_held():
    assert set(HELD) == {"version", *SURFACE}
    assert all(HELD.values())
