"""What docs/explanation/landscape.md says of eight queens, measured again."""

import re
from pathlib import Path

import pytest

from metaqueens.core.choices import Moves
from metaqueens.landscape.exact import enumerated
from metaqueens.landscape.ground import priced
from metaqueens.landscape.measure import NEIGHBOURHOODS
from metaqueens.landscape.sampled import Sampler
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
    return request.param, ground.size, found


def test_its_table_is_what_enumeration_finds(measured):
    name, boards, facts = measured
    minima = facts["strict_minima"].value + facts["other_minima"].value
    assert row(r"boards \| 4")[name] == f"{boards:,}"
    assert row("local minima")[name] == f"{round(minima * boards):,}"
    assert row("closed plateaus")[name] == f"{facts['closed_unsolved'].value:,.0f}"
    assert row("steepest descent solves")[name] == f"{100 * facts['solved'].value:#.3g} %"
    steps = (facts["steps_solved"].value, facts["steps_stuck"].value)
    assert row("steps when")[name] == "{:.2f}; {:.2f}".format(*steps)
    assert row("correlation of neighbours")[name] == f"{facts['correlation'].value:.3f}"


def test_steepest_descent_by_reassign_is_the_one_of_aima(measured):
    """14 % of random boards, in 4 steps, and is stuck after 3."""
    name, _, facts = measured
    values = (100 * facts["solved"].value, facts["steps_solved"].value, facts["steps_stuck"].value)
    assert (tuple(map(round, values)) == (14, 4, 3)) == (name == "reassign")


@pytest.mark.parametrize("name", NAMES)
def test_so_many_descents_solve_with_sideways_moves(name):
    space = Space(Queens(8), NEIGHBOURHOODS[name])
    found = Sampler(space, space.moves(name), 1).descents(1000)
    assert row("with up to 100")[name] == f"{found.solved_sideways.sum():,}"
