"""Lower the limits on the language of the package and its pages: ``python -m tests.language``.

It sets the limits in ``tests/language.json`` to the current figures and refuses to raise one.
``python -m tests.language FOLDER`` lists the findings of a folder with their lines. After a merge
of branches that both changed the table, delete it and run the command: it writes a new one.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.wording import Wording

TABLE = Path(__file__).with_name("language.json")
# Occurrences per 1,000 words that are always allowed; other projects have about as many.
GOALS = {"docstring where": 2, "docstring what": 2, "page where": 2, "page what": 3}
Figures = dict[str, dict[str, int]]


def count(wording: Wording) -> Figures:
    """Return the number of findings by folder and kind."""
    figures: Figures = defaultdict(dict)
    numbers = Counter((finding.folder, finding.kind) for finding in wording.findings)
    for (folder, kind), number in sorted(numbers.items()):
        figures[folder][kind] = number
    return dict(figures)


def find_excess(wording: Wording, limits: Figures) -> list[str]:
    """Return a line for each figure above its limit."""
    return [
        f"{folder}: {kind}: {number}, the limit is {limits[folder].get(kind, 0)}"
        for folder, row in count(wording).items()
        for kind, number in row.items()
        if folder in limits
        and number > limits[folder].get(kind, 0)
        and not _is_usual(wording, folder, kind, number)
    ] + _find_excess_of_new(count(wording), limits)


def _find_excess_of_new(figures: Figures, limits: Figures) -> list[str]:
    """Return a line for each figure of new folders that raises the sum over all folders."""
    new = sorted(figures.keys() - limits.keys())
    before, after = _add_up(limits), _add_up(figures)
    return [
        f"{folder}: {kind}: {after[kind]} in all folders, the limit is {before[kind]}"
        for folder in new
        for kind in figures[folder]
        if after[kind] > before[kind]
    ]


def _is_usual(wording: Wording, folder: str, kind: str, number: int) -> bool:
    """Whether a word is at most as frequent as in other projects."""
    words = wording.words[folder, kind.split()[0]]
    return kind in GOALS and 1000 * number <= GOALS[kind] * words


def _add_up(figures: Figures) -> Counter[str]:
    return sum((Counter(row) for row in figures.values()), Counter())


def read_limits() -> Figures:
    """Return the table."""
    return json.loads(TABLE.read_text(encoding="utf-8"))


def lower_limits(wording: Wording) -> list[str]:
    """Lower the limits to the current figures, or return the figures above a limit."""
    figures = count(wording)
    limits = read_limits() if TABLE.exists() else figures
    if excess := find_excess(wording, limits):
        return excess
    rows = []
    for folder, row in sorted(figures.items()):
        limit = limits.get(folder, row)
        lowered = {kind: min(number, limit.get(kind, 0)) for kind, number in row.items()}
        rows.append(f" {json.dumps(folder)}: {json.dumps(lowered)}")
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    return []


def main(folders: list[str]) -> str | None:
    """Lower the limits or list the findings of folders; return an error."""
    wording = Wording()
    for finding in wording.findings:
        if finding.folder in folders:
            print(f"{finding.place}: {finding.kind}: {finding.text}")
    return None if folders else "\n".join(lower_limits(wording)) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
