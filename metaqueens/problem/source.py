"""Sources of instances of a problem: families with random rules, and files."""

from pathlib import Path
from typing import Protocol

from metaqueens.core.choices import EncodingName
from metaqueens.problem.base import BaseProblem


class AnyInstance(Protocol):
    """A problem with its name, its label (whether it has a solution) and a witness."""

    @property
    def problem(self) -> BaseProblem: ...
    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str | None: ...
    @property
    def witness(self) -> tuple[int, ...] | None: ...
    @property
    def line(self) -> str: ...


class Source(Protocol):
    """A family of ``instances`` problems, or the first ``instances`` of a file at ``path``."""

    @property
    def key(self) -> str: ...
    @property
    def encoding(self) -> EncodingName: ...
    @property
    def instances(self) -> int | None: ...
    @property
    def is_file(self) -> bool: ...
    @property
    def path(self) -> Path: ...
