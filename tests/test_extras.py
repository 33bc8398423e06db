"""What is no part of a bare install is named by an error, with the extra that brings it."""

import sys
import tomllib
from pathlib import Path

import pytest

from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import clingo
from metaqueens.experiment.execution import cluster
from metaqueens.queens.problem import Queens
from metaqueens.text.errors import UserError

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def solve_with_clingo(_):
    next(clingo.boards(Queens(4), Effort()))


def begin_cluster(_):
    with cluster.connect("tcp://127.0.0.1:9"):
        pass


USES = {"asp": ("clingo", solve_with_clingo), "dask": ("distributed", begin_cluster)}


def test_every_extra_is_tried():
    assert set(USES) == set(EXTRAS)


@pytest.mark.parametrize("extra", EXTRAS)
def test_what_is_missing_is_said(extra, tmp_path, monkeypatch):
    package, use = USES[extra]
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UserError, match=f"pip install {package}; or: metaqueens.{extra}."):
        use(tmp_path)
