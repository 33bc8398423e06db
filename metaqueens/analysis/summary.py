"""The table of a results folder: a row per problem and algorithm, or per family and algorithm."""

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.analysis import families
from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.intervals import figures
from metaqueens.files.writing import replacing
from metaqueens.metrics import shown
from metaqueens.text.printable import harmless

if TYPE_CHECKING:
    import pandas as pd

FILE = "summary.csv"
_CELL = ["problem", "algorithm"]


def summarise(runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return a row per problem and algorithm of ``runs``, as ``load`` returns them.

    Columns: those of ``intervals.figures`` and of ``with_outcomes``. The column ``runs`` counts the
    finished ones.
    """
    return with_outcomes(figures(samples(runs)), runs)


def summarise_families(runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return a row per family and algorithm, and one per problem that is of no family.

    A family has the columns of ``families.table`` too, and its runs on instances that count.
    """
    import pandas as pd

    alone, names = summarise(runs), families.names_of(runs)
    if not families.has_families(names):
        return alone
    rows = families.table(runs, samples(runs), "ert").rename(columns={"family": "problem"})
    rows = with_outcomes(rows, families.under_families(runs, runs))
    everything = runs.assign(problem=runs.problem.astype(str).map(names))
    counts = with_outcomes(rows[_CELL], everything)
    of_all = {name: counts[name] for name in ("encoding", "failed", "rejected")}
    rows = rows.assign(**of_all, deterministic=False)
    alone = alone[alone.problem.map(names) == alone.problem]
    rows = rows[~rows.problem.isin(alone.problem)]
    return pd.concat([alone, rows]).sort_values("n", kind="stable", ignore_index=True)


def with_outcomes(rows: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return ``rows``, by problem and algorithm, with the outcomes of their ``runs`` beside.

    Columns: encoding; failed; of solved runs those ``validated`` by CP-SAT and those only
    ``checked`` by the independent recount; ``rejected`` runs, solved or not; best_fitness, that of
    rejected runs aside; gave_up, the most frequent end of unsolved runs; and existence.
    """
    import pandas as pd

    failed, rejected = runs.status == "failed", runs.verdict == "rejected"
    unsolved = (runs.status != "solved") & ~failed
    marks = {
        "encoding": runs.encoding,
        "failed": failed,
        "validated": runs.solved & (runs.verdict == "validated"),
        "checked": runs.solved & (runs.verdict == "checked"),
        "rejected": rejected & ~failed,
        "best_fitness": runs.fitness.where(~failed & ~rejected),
        "gave_up": runs.reason.astype(object).where(unsolved),
        "existence": runs.existence.astype(object),
    }
    counts = ("failed", "validated", "checked", "rejected")
    ways: dict[str, Any] = dict.fromkeys(counts, "sum")
    ways |= {"encoding": "first", "best_fitness": "max", "gave_up": _most_frequent}
    ways["existence"] = "first"
    names = {name: runs[name].astype(str) for name in _CELL}
    found = pd.DataFrame(names | marks).groupby(_CELL, sort=False).agg(ways)
    kept = rows.drop(columns=found.columns, errors="ignore")
    joined = kept.join(found, on=_CELL)
    # A family of which no instance counts has no runs.
    return joined.fillna(dict.fromkeys(counts, 0)).astype(dict.fromkeys(counts, int))


def _most_frequent(values: "pd.Series") -> str | None:
    counted = Counter(values.dropna()).most_common(1)
    return counted[0][0] if counted else None


def write_summary(folder: Path, runs: "pd.DataFrame") -> None:
    """Write ``summary.csv`` in the results ``folder``, whose ``runs`` these are."""
    write_csv(folder / FILE, summarise(runs))


def write_csv(path: Path, summaries: "pd.DataFrame") -> None:
    """Write the rows of ``summarise`` as ``path``; ``runs`` are all runs there, failed ones too."""
    columns = [
        *("n", "encoding", "algorithm", "runs", "solved", "failed"),
        *shown(),
        *("best_fitness", "validated", "checked", "rejected", "gave_up", "existence"),
        *("problem_label", "success_low", "success_high"),
    ]
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in records(summaries):
            known = row | {"problem_label": row["problem"], "runs": row["runs"] + row["failed"]}
            writer.writerow([harmless(known[name]) for name in columns])


def records(summaries: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return the rows as dictionaries, with None for what is unknown, and n as a whole number."""
    rows: list[dict[str, Any]] = summaries.astype({"n": int}).to_dict("records")
    for row in rows:
        for name in ("best_fitness", "gave_up", "existence"):
            row[name] = None if row[name] != row[name] else row[name]
    return rows
