"""A problem of your own: replace its name, its fields, its cost and its model."""

import numpy as np

from metaqueens import Problem


class MyProblem(Problem):
    """All-interval series: a permutation whose adjacent differences are all distinct."""

    n: int
    encoding = "permutation"  # or "rows": each variable takes a value from 0 to value_count - 1

    @staticmethod
    def cost(values, data):
        """Return how many differences occur a second time; 0 is solved."""
        seen, repeats = np.zeros(values.size, np.int32), 0
        for i in range(values.size - 1):
            difference = abs(values[i + 1] - values[i])
            repeats += seen[difference] > 0
            seen[difference] += 1
        return repeats

    def cp_sat(self, model, variables):
        """State the same for CP-SAT, which then confirms each solution; you may leave it out."""
        differences = [model.new_int_var(1, self.n - 1, "") for _ in range(self.n - 1)]
        for i, difference in enumerate(differences):
            model.add_abs_equality(difference, variables[i + 1] - variables[i])
        model.add_all_different(differences)
