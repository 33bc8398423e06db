"""The helper of the tests that import user code."""

import sys
from pathlib import Path

from metaqueens.cli.programs import check
from tests.outside import forget_modules_of


def test_modules_of_the_package_stay(tmp_path, monkeypatch):
    tmp_path.joinpath("of_a_user.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    __import__("of_a_user")
    forget_modules_of(Path(__file__).parents[1], tmp_path)
    assert sys.modules[check.__name__] is check
    assert "of_a_user" not in sys.modules
