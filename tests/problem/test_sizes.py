"""``value_count`` and ``max_cost`` of an author's problem: fields or properties."""

import numpy as np
import pytest

from metaqueens import Problem, solve
from metaqueens.problem.registry import problem_of_key


class Timetable(Problem):
    """Neighbouring lessons are at different hours, and the first one is late."""

    encoding = "rows"
    n: int = 8
    value_count: int = 4
    max_cost: int = 7

    @staticmethod
    def cost(values, data):
        return (values[1:] == values[:-1]).sum() + (values[0] < 3)

    def cp_sat(self, model, variables):
        model.add(variables[0] >= 3)
        for i in range(self.n - 1):
            model.add(variables[i] != variables[i + 1])


class AnyHours(Timetable):
    value_count: int


@pytest.mark.parametrize("search", ["hill_climbing", "tabu_search", "genetic", "cp_sat"])
def test_a_search_takes_the_values_of_a_field(search, uncompiled):
    result = solve(Timetable(value_count=5), search, 2_000, seed=1)
    assert result.solved
    assert set(result.values) <= {*range(5)}


def test_a_field_is_the_size_that_is_read_everywhere():
    problem = Timetable()
    assert (problem.value_count, problem.max_cost, problem.fitness(7)) == (4, 7, 0)
    assert problem.empty_state().value_count == 4
    assert problem_of_key(Timetable(value_count=3).key).value_count == 3
    with pytest.raises(ValueError, match="AnyHours: value_count: missing"):
        AnyHours()


def test_a_value_outside_the_field_is_refused_by_the_recount():
    with pytest.raises(ValueError, match="a value is outside 0 to 3"):
        Timetable().recount(np.array([3, 4, 3, 4, 3, 4, 3, 4]))
