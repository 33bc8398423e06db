"""Write the table of algorithms in docs/reference/parameters.md from the classes and the studies.

    python experiments/algorithms_table.py

A test makes the table again and compares. Name, paper and file come from the code,
``good for`` from the class, the largest n from the tables of the studies.
"""

import csv
import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from metaqueens.cli.reference.list import rules  # noqa: E402
from metaqueens.contestants.registry import ABOUT, CONTESTANTS  # noqa: E402
from metaqueens.queens.problem import RULES  # noqa: E402
from metaqueens.search.algorithm import Algorithm, list_variants  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "parameters.md"
BEGIN = (
    "<!-- This table is made by experiments/algorithms_table.py from the code and the studies. -->"
)
END = "<!-- end of the table -->"
HEADS = ("`use:`", "paper", "file", "good for", "rules of the board", "largest n")
LEAST_RUNS = 5
# Keys of a study's settings that its label need not repeat.
IMPLIED = ("encoding", "restart_after")


def table() -> str:
    """The table in Markdown."""
    rows = [
        row(use, kind, CONTESTANTS.data[use].partition(":")[0]) for use, kind in CONTESTANTS.items()
    ]
    lines = [HEADS, ("---",) * len(HEADS), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def row(use: str, kind: type[Algorithm], home: str) -> tuple[str, ...]:
    """The cells of one algorithm."""
    module = sys.modules[home]
    file = Path(str(module.__file__)).relative_to(ROOT / "metaqueens")
    path = f"{file.parent}/" if file.name == "__init__.py" else str(file)
    link = f"[{path}](../../metaqueens/{path})"
    taken = rules(kind)
    told = "those that it is told" if taken is None else rules_in_full(kind())
    return (f"`{use}`", paper(kind, module), link, ABOUT[use].good_for, told, largest(use, kind))


def rules_in_full(search: Algorithm) -> str:
    """The rules of a search in words, and what single words of its parameters change."""
    other = [
        f"{rules_in_words(variant.rules)} with `{word}`"
        for word, variant in list_variants(search)
        if {*variant.rules} != {*search.rules}
    ]
    return "; ".join([rules_in_words(search.rules), *other])


def rules_in_words(rules: Sequence[str]) -> str:
    """The names of rules for people: all, none, all but one, or each of them."""
    missing = [rule for rule in RULES if rule not in rules]
    if not rules or not missing:
        return "none" if missing else "all"
    kept = [rule for rule in RULES if rule in rules]
    return f"all but {missing[0]}" if len(missing) == 1 else ", ".join(kept)


def paper(*documented: Any) -> str:
    """The first reference of the first docstring that has one: authors and year."""
    for one in documented:
        if found := re.search(r"\.\. \[1\] (.+? \(\d{4}\))", inspect.getdoc(one) or ""):
            return found[1]
    raise ValueError(f"{documented[0].__name__} names no paper")


def largest(use: str, kind: type[Algorithm]) -> str:
    """The largest n at which every run of a study solved; else the largest that is asked for."""
    measured: dict[str, int] = {}
    for setting, n in _solved(use):
        measured[setting] = max(n, measured.get(setting, 0))
    if not measured:
        return f"{ABOUT[use].reach:,}" if ABOUT[use].reach else "not measured"
    return "; ".join(
        f"{n:,}" + (f" with `{setting}`" if setting else "")
        for setting, n in sorted(measured.items(), key=lambda item: (item[0] != "", item[0]))
    )


def _solved(use: str) -> list[tuple[str, int]]:
    """Settings of the algorithm, and sizes at which all of their runs solved."""
    from experiments.large_n.measure import HEURISTICS

    settings = {label: (name, given) for label, name, given, _ in HEURISTICS}
    found = []
    for one in _read("large_n"):
        name, given = settings[one["heuristic"]]
        said = ", ".join(f"{key}: {value}" for key, value in given.items() if key not in IMPLIED)
        found.append((name, said, one))
    # The genetic algorithm prices whole boards: it is in the other study only.
    found += [("genetic", "", one) for one in _read("heuristics") if one["algorithm"] == "genetic"]
    return [
        (said, int(one["n"]))
        for name, said, one in found
        if name == use and int(one["runs"]) == int(one["solved"]) >= LEAST_RUNS
    ]


def _read(study: str) -> list[dict[str, str]]:
    with (ROOT / "experiments" / study / "table.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def filled_in(text: str) -> str:
    """``text`` with the table between its two marks."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(filled_in(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
