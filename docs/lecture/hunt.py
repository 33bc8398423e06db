"""Which seeds of an experiment make five runs speak for an improvement that is none?"""

from improved import Improved
from scipy.stats import mannwhitneyu

from metaqueens import Budget, Queens, SimulatedAnnealing, solve
from metaqueens.experiment.plan import run_seed

PROBLEM, BUDGET = Queens(50), Budget(evaluations=1_000_000)
SEEDS = 320


def costs(algorithm, seed: int) -> list[int]:
    """Evaluations of the five runs that trap.yaml makes with this ``seed``."""
    seeds = [run_seed(seed, PROBLEM, repetition) for repetition in range(5)]
    return [solve(PROBLEM, algorithm, BUDGET, seed=one).evaluations for one in seeds]


def verdict(seed: int) -> str:
    """Which one looks better, with p below 5 % by the Mann-Whitney test."""
    improved, published = costs(Improved(), seed), costs(SimulatedAnnealing(), seed)
    if mannwhitneyu(improved, published).pvalue >= 0.05:
        return ""
    return "improved" if sum(improved) < sum(published) else "published"


if __name__ == "__main__":
    verdicts = {seed: verdict(seed) for seed in range(1, SEEDS + 1)}
    for name in ("improved", "published"):
        print(f"{name} looks better:", *[seed for seed in verdicts if verdicts[seed] == name])
