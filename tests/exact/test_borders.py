from collections import Counter
from itertools import permutations

import pytest

from metaqueens.exact.counting import borders

from . import oracle


@pytest.mark.parametrize("n", range(2, 9))
def test_every_solution_lies_in_the_orbit_of_one_border(n):
    sides, sizes = borders(n)
    inside = Counter()
    orbits = {tuple(border): k for k, border in enumerate(sides.tolist())}
    for queens in oracle.solutions(n):
        mine = {tuple(oracle.border(image)) for image in oracle.images(queens)}
        chosen = mine & orbits.keys()
        assert len(chosen) == 1
        assert len(mine) == sizes[orbits[next(iter(chosen))]]
        inside[next(iter(chosen))] += oracle.border(list(queens)) in map(list, chosen)
    assert sum(inside[b] * sizes[k] for b, k in orbits.items()) == oracle.SOLUTIONS[n]


@pytest.mark.parametrize("n", range(4, 8))
def test_the_orbits_hold_every_border_without_guards(n):
    unattacked = {
        tuple(sides)
        for sides in map(oracle.border, map(list, permutations(range(n))))
        if oracle.guards_between(n, sides) == 0
    }
    assert borders(n)[1].sum() == len(unattacked)
