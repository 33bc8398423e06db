"""What docs/explanation/landscape.md says of eight queens, measured again."""

import re
from pathlib import Path

import numpy as np
import pytest

from metaqueens.core.moves import Moves
from metaqueens.landscape import autocorrelation, basins
from metaqueens.landscape.exact import enumerated
from metaqueens.landscape.ground import priced
from metaqueens.landscape.measure import NEIGHBOURHOODS, all_solutions
from metaqueens.landscape.sampled import Sampler, to_nearest
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space

TEXT = (Path(__file__).parents[2] / "docs" / "explanation" / "landscape.md").read_text(
    encoding="utf-8"
)
NAMES = tuple(NEIGHBOURHOODS)


def row(words):
    """The cells of the table's row that begins so."""
    (line,) = re.findall(rf"^\| {words}.*\|$", TEXT, re.MULTILINE)
    return dict(zip(NAMES, [cell.strip() for cell in line.split("|")[2:-1]], strict=True))


@pytest.fixture(scope="module", params=NAMES)
def measured(request):
    """A neighbourhood, and what looking at all boards of eight queens finds."""
    ground = priced(Space(Queens(8), NEIGHBOURHOODS[request.param]))
    found = enumerated(ground, Moves[request.param.upper()])
    return request.param, ground.size, found.facts


def test_its_table_is_what_enumeration_finds(measured):
    name, boards, facts = measured
    minima = sum(facts["positions"][k].value for k in ("strict local minimum", "local minimum"))
    assert row(r"boards \| 4")[name] == f"{boards:,}"
    assert row("local minima")[name] == f"{round(minima * boards):,}"
    assert row("closed plateaus")[name] == f"{facts['optima'].unsolved:,}"
    assert row("steepest descent solves")[name] == f"{100 * facts['solved'].value:#.3g} %"
    steps = (facts["steps_solved"].value, facts["steps_stuck"].value)
    assert row("steps when")[name] == "{:.2f}; {:.2f}".format(*steps)
    assert row("correlation of neighbours")[name] == f"{facts['correlation'].value:.3f}"
    assert row("cost and distance")[name] == f"{facts['fdc'].value:.3f}"


def test_single_queens_explain_four_and_five_per_cent_of_the_variance():
    for kind, share in ((Moves.SWAP, "4 %"), (Moves.REASSIGN, "5 %")):
        parts = autocorrelation.parts(kind, 8)
        assert f"{100 * parts.variances[0] / parts.variance:.0f} %" == share
    assert "(4 % and\n5 % at n = 8)" in TEXT


def test_steepest_descent_by_reassign_is_the_one_of_aima(measured):
    """14 % of random boards, in 4 steps, and is stuck after 3."""
    name, _, facts = measured
    values = (100 * facts["solved"].value, facts["steps_solved"].value, facts["steps_stuck"].value)
    assert (tuple(map(round, values)) == (14, 4, 3)) == (name == "reassign")


def test_the_correlation_of_local_minima_has_two_definitions():
    """Each once, as enumeration has it; by basin, as samples have it."""
    ground = priced(Space(Queens(8), "permutation"))
    found = enumerated(ground, Moves.SWAP)
    flow, far = basins.sources(ground), basins.distances(ground, Moves.SWAP)
    for _ in basins.flowed(ground, Moves.SWAP, flow):
        pass
    minima = (flow[:, 0] > 0) & (ground.costs > 0)
    once, by_basin = (
        np.cov(ground.costs[minima], far[minima], aweights=weights)
        for weights in (np.ones(minima.sum()), flow[minima, 0])
    )
    once, by_basin = (one[0, 1] / np.sqrt(one[0, 0] * one[1, 1]) for one in (once, by_basin))
    assert once == pytest.approx(found.facts["fdc_optima"].value)
    assert f"it is {once:.3f} by the first and {by_basin:.3f} by the second" in TEXT
    sampler = Sampler(Space(Queens(8), "permutation"), Moves.SWAP, 1)
    descents = sampler.descents(3000)
    sampled = to_nearest(sampler, descents, all_solutions(Queens(8)), 10)["fdc_optima"]
    assert sampled.low < by_basin < sampled.high < once


@pytest.mark.parametrize("name", NAMES)
def test_so_many_descents_solve_with_sideways_moves(name):
    space = Space(Queens(8), NEIGHBOURHOODS[name])
    found = Sampler(space, space.moves(name), 1).descents(1000)
    assert row("with up to 100")[name] == f"{found.solved_sideways.sum():,}"
