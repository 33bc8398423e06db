"""A film ends where the run ended that it shows; the report leaves out one that does not."""

import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.exact.contestants import Backtracking, Construction, Cp, CpSat
from metaqueens.search.recording import record


@pytest.mark.parametrize(
    "algorithm",
    [
        *(Backtracking(form=form) for form in ("bitmask", "iterative", "cartesian", "matrix")),
        Cp(),
        Cp(variables="first_unbound", values="min_value"),
    ],
    ids=repr,
)
def test_a_film_of_steps_ends_as_the_run_does(algorithm):
    result = solve(Queens(8), algorithm, Budget(evaluations=10_000, seconds=60), 0)
    film = record(Queens(8), algorithm, 0, result.evaluations, 1000)
    assert film.end == (result.evaluations, result.guards)
    assert film.columns["queens"][-1] == result.queens.tolist()


@pytest.mark.parametrize("algorithm", [CpSat(), Construction(), Backtracking(form="permutation")])
def test_what_tells_no_steps_is_not_filmed(algorithm):
    with pytest.raises(ValueError, match="its steps cannot be recorded"):
        record(Queens(8), algorithm, 0, 100, 100)
