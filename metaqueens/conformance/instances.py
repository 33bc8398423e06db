"""What every set of instances owes whoever names it in a config."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from metaqueens.conformance.checking import Check, checked
from metaqueens.problem.instances import read


def checks(path: str | Path, seconds: float) -> Iterator[Check]:
    """Yield every promise of the set in the file ``path``."""
    for test in (_is_read, _tells_its_instances_apart):
        yield checked(seconds, test, path)


def _is_read(path: str | Path) -> None:
    """Each line is a problem, and what it says was found of it is true, as ``read`` looks."""
    assert sum(1 for _ in read(path)) > 0, f"{path}: no instances in it"


def _tells_its_instances_apart(path: str | Path) -> None:
    seen = Counter(one.name for one in read(path))
    twice = [name for name, count in seen.items() if count > 1]
    assert not twice, f"{path}: the id {twice[0]} is there {seen[twice[0]]} times"
