"""Which parameters matter, by PED-ANOVA [1]_ over every setting that was tried.

.. [1] Watanabe, Bansal & Hutter (2023). PED-ANOVA: efficiently quantifying hyperparameter
       importance in arbitrary subspaces. IJCAI.
"""

import warnings
from collections.abc import Sequence

import optuna

from metaqueens.tune.race import Contestant

# Of the settings, this share counts as good; fewer than so many good ones say nothing.
GOOD_SHARE, FEWEST_GOOD = 0.25, 5


def importance(study: optuna.Study, contestants: Sequence[Contestant]) -> dict[str, float]:
    """The share of each parameter in getting among the best quarter; empty for too few trials.

    Settings are compared by their cost at the first look, which all of them reached: what was
    stopped early is judged on the same boards as what was not.
    """
    tried = [trial for trial in study.get_trials(deepcopy=False) if trial.state.is_finished()]
    tried = [trial for trial in tried if trial.state != optuna.trial.TrialState.FAIL]
    if len(tried) * GOOD_SHARE < FEWEST_GOOD:
        return {}
    first = optuna.create_study()
    for trial, contestant in zip(tried, contestants, strict=True):
        first.add_trial(
            optuna.create_trial(
                params=trial.params,
                distributions=trial.distributions,
                value=contestant.costs[min(contestant.costs)],
            )
        )
    evaluator = optuna.importance.PedAnovaImportanceEvaluator(target_quantile=GOOD_SHARE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = optuna.importance.get_param_importances(first, evaluator=evaluator)
    return {key: float(share) for key, share in found.items()}
