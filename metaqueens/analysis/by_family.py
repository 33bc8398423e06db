"""A comparison with each family in place of its instances, as figures and papers show it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from metaqueens.analysis import families
from metaqueens.analysis.data.samples import samples

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison


def by_family(found: "Comparison") -> "Comparison":
    """``found`` with a family for each problem that is one of its instances; itself without any.

    Its samples are the runs on all instances that count: instances that nobody solved do so only
    where they are known to have a solution. The rank test and the scaling are the comparison's own.
    """
    if not len(found.families):
        return found
    runs = under_families(found.runs, found.runs)
    return replace(
        found,
        table=found.families.rename(columns={"family": "problem"}),
        tests=found.family_tests.rename(columns={"family": "problem"}),
        samples=samples(runs),
        runs=runs,
    )


def under_families(frame: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """The rows of ``frame`` with the family of each as its ``problem``, and ``instance`` beside.

    Rows of instances that do not count, by ``runs``, are left out.
    """
    names = families.together(list(map(str, runs.problem)), list(map(str, runs.family)))
    if all(name == problem for problem, name in names.items()):
        return frame
    known = families.existence(runs)
    counted = set(known.index[~known.isin(families.UNSOLVED)])
    kept = frame[frame.problem.isin(counted)]
    instances = kept.problem.astype(str)
    return kept.assign(problem=instances.map(names), instance=instances)
