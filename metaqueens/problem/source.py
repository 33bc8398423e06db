"""Sources of instances of a problem: families with random rules, and files."""

from pathlib import Path
from typing import Protocol

from metaqueens.core.choices import EncodingName
from metaqueens.problem.base import BaseProblem


class AnyInstance(Protocol):
    """A problem with its name, its label (whether it has a solution) and a witness."""

    problem: BaseProblem
    name: str
    label: str | None
    witness: tuple[int, ...] | None
    line: str


class Source(Protocol):
    """A family of ``instances`` problems, or the first ``instances`` of a file at ``path``."""

    key: str
    encoding: EncodingName
    instances: int | None
    is_file: bool
    path: Path
