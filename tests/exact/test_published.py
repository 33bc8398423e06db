"""The published labels of Excluded Diagonals, where the facts lie beside the project.

Gent, Jefferson & Nightingale (2017), CSPLib problem 079, CC BY 4.0: 1,000 lists of diagonals for
each n = 10 ... 14, and for prefixes of them whether a solution exists. None is shipped.
"""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest

from metaqueens.exact import methods
from metaqueens.exact.effort import Effort
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens

NAME = "shared/facts/excluded_diagonals_10_14.jsonl.gz"
BESIDE = [folder / NAME for folder in Path(__file__).resolve().parents[3:5]]
FILE = next((path for path in BESIDE if path.exists()), None)
TABLE = Path(__file__).parents[2] / "experiments" / "textbook" / "table.md"
KINDS = ("rising", "falling")


@pytest.mark.skipif(FILE is None, reason="the published labels are not beside the project")
@pytest.mark.compiled("searches of every published board")
def test_every_published_label_is_ours():
    told, found = [], []
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            diagonals = [(d, KINDS[kind]) for d, kind in one["diagonals"]]
            for length, satisfiable in one["satisfiable"].items():
                problem = Queens(one["n"], excluded=tuple(diagonals[: int(length)]))
                queens = methods.first("forward_checking", problem, Effort())
                assert queens is None or recount(problem, queens) == 0
                told.append(bool(satisfiable))
                found.append(queens is not None)
    assert len(told) > 5000
    assert np.flatnonzero(np.array(told) != np.array(found)).tolist() == []


@pytest.mark.skipif(FILE is None, reason="the published labels are not beside the project")
def test_half_of_the_published_boards_have_a_solution_where_the_textbook_study_says_so():
    shares: dict[tuple[int, int], list[int]] = {}
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            for length, satisfiable in one["satisfiable"].items():
                shares.setdefault((one["n"], int(length)), []).append(satisfiable)
    said = re.findall(r"a solution, n = (\d+) \|[^|]*\|[^|]*\| ([\d.]+) \|", TABLE.read_text())
    assert [int(n) for n, _ in said] == [10, 11, 12, 13, 14]
    for n, half in said:
        share = [1.0, *(np.mean(shares[int(n), k]) for k in range(1, 13))]
        k = next(k for k, one in enumerate(share) if one < 0.5)
        assert f"{k - (0.5 - share[k]) / (share[k - 1] - share[k]):.1f}" == half
