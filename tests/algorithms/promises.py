"""What our own algorithms promise beside all that ``metaqueens.conformance`` asks."""

from metaqueens import Budget, Queens, conformance, solve
from metaqueens.search.algorithm import space_for


class Conformance(conformance.Conformance):
    def test_a_longer_budget_goes_on_where_a_shorter_one_stopped(self, algorithm, encoding):
        short, long = (
            solve(Queens(20), algorithm, Budget(e), seed=4, encoding=encoding) for e in (300, 900)
        )
        common = [point[:2] for point in short.trace[:-1]]
        assert common == [point[:2] for point in long.trace[: len(common)]]

    def test_it_stops_when_nothing_gets_better(self, algorithm, encoding):
        result = solve(Queens(3), algorithm, Budget(stagnation=500), seed=1, encoding=encoding)
        overshoot = algorithm.longest_step(space_for(algorithm, result.problem))
        assert result.reason == "stagnation"
        assert result.evaluations <= result.found_at + 500 + overshoot

    def test_the_clock_ends_it(self, algorithm, encoding):
        result = solve(Queens(3), algorithm, Budget(seconds=0.01), seed=1, encoding=encoding)
        assert result.reason in ("seconds", "stagnation")
