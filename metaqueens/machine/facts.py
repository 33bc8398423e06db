"""All that ``doctor`` looks at."""

from collections.abc import Iterator
from pathlib import Path

from metaqueens.machine import kernels, packages, places, system
from metaqueens.machine.fact import Fact


def facts(folder: Path = Path()) -> Iterator[Fact]:
    """Every fact about this installation, and about working in ``folder``; the slow ones last."""
    yield from packages.facts()
    yield from system.facts()
    yield from places.facts(folder)
    yield from kernels.facts()
