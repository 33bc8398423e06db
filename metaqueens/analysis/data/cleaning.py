"""Prepare runs for a comparison: count each run once, and give all runs on a problem one budget."""

import pandas as pd

from metaqueens.text.words import count, join_names, many

_ONE_SEED = (
    "source", "algorithm", "problem", "encoding", "parameters",
    "budget_evaluations", "budget_seconds", "seed",
)  # fmt: skip


def clean(runs: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Return each of the ``runs`` once and under one budget per problem; and notes on changes.

    Rows that all have one seed stay, because their seeds were not recorded. Runs are taken as if
    each had the least budget on its problem. Those that had this budget stay as they are, though
    they end with the step in which it is spent, and so do those that had found a solution by then.
    A later one counts as beyond the budget.
    """
    notes = []
    cells = runs.groupby(["source", "algorithm", "problem"], observed=True)
    seeds = cells.seed.transform("nunique")
    copies = runs.duplicated([*_ONE_SEED, "status", "evaluations", "seconds"]) & (seeds > 1)
    others = runs[runs.duplicated([*_ONE_SEED]) & (seeds > 1) & ~copies]
    for name, problem, seed in others[["algorithm", "problem", "seed"]].head(1).to_numpy():
        notes.append(
            f"{many(len(others), 'row')} of {join_names(sorted(others.source))} with another row's"
            f" seed and a different result, such as {name} on {problem}, seed {seed:.0f}: all count"
        )
    if number := int(copies.sum()):
        sources = join_names(sorted(runs.source[copies]))
        notes.append(
            f"{many(number, 'row')} of {sources} with the algorithm, problem, seed, evaluations and"
            " seconds of another row: each run is counted once"
        )
        runs = runs[~copies]
    budgets = runs.budget_evaluations.groupby(runs.problem, observed=True)
    common, spent = budgets.transform("min"), runs.evaluations
    had_more = ~(runs.budget_evaluations <= common)  # or a budget that is not known
    in_time = runs.solved & (runs[["evaluations", "found_at"]].min(axis=1) <= common)
    too_long = (spent > common) & had_more & ~in_time
    affected = (budgets.transform("nunique") > 1) | too_long
    if not affected.any():
        return runs, notes
    cut = runs.assign(
        budget_evaluations=runs.budget_evaluations.mask(affected, common),
        solved=runs.solved & ~too_long,
    )
    for name, word in (("status", "unsolved"), ("reason", "evaluations")):
        texts = runs[name].astype(object)
        cut[name] = texts.where(~too_long | (runs.status == "failed"), word).astype("category")
    if runs.solved.all() and not too_long.any():
        return cut, notes
    cut["seconds"] = runs.seconds.mask(too_long, runs.seconds * common / spent)
    cut["evaluations"] = spent.mask(too_long, common)
    limits = sorted(set(common[affected]))
    least = f"{count(limits[0])} evaluations{' and more' if len(limits) > 1 else ''}"
    return cut, [
        *notes,
        f"budgets differ on {join_names(runs.problem[affected])}: every run is taken as if stopped"
        f" at the least budget there, {least} ({many(int(too_long.sum()), 'run')} cut short)",
    ]
