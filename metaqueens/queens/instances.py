"""Files of instances: on each line a JSON object with the keys of ``problem:`` and its label."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

import numpy as np
from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.files import reading
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens, QueensInEncoding
from metaqueens.text.errors import UserError, did_you_mean

Label = Literal["satisfiable", "unsatisfiable", "unknown"]
LABELS: tuple[Label, ...] = get_args(Label)
MOST_INSTANCES = 1_000_000
MOST_BYTES = 2**30


class Instance(NamedTuple):
    """A problem with rules, its label and a solution.

    Parameters
    ----------
    problem
        The problem.
    name
        Its ``id`` in the file, or its number, from 1.
    label
        Whether a solution exists; None if no exact method was run.
    witness
        A solution, the row of the queen in each column.
    engines
        The exact methods that gave the label; for ``unknown`` the one that found no solution, since
        a proof needs two.
    """

    problem: Queens
    name: str
    label: Label | None = None
    witness: tuple[int, ...] | None = None
    engines: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The instance as a line of a file."""
        found: dict[str, Any] = {"n": self.problem.n, **self.problem.asked, "id": self.name}
        if self.label is not None:
            witness = None if self.witness is None else list(self.witness)
            found |= {"label": self.label, "witness": witness, "engines": list(self.engines)}
        return json.dumps(found, separators=(", ", ": "))


def read(path: str | Path) -> Iterator[Instance]:
    """Yield the instances of a file, one after the other.

    Raises ``UserError`` with the place of a mistake, ``OSError`` if it cannot be read.
    """
    with reading.open_file(path) as file:
        yield from read_lines(path, file)


def read_lines(path: str | Path, lines: Iterable[bytes]) -> Iterator[Instance]:
    """Yield the instances on ``lines`` of a file, as ``read`` does."""
    for number, raw in enumerate(lines, start=1):
        if number > MOST_INSTANCES:
            raise UserError(f"{path}: more than {MOST_INSTANCES:,} instances")
        if raw.strip():
            yield _instance(raw, f"{path}:{number}", str(number))


@dataclass(frozen=True, config=ConfigDict(extra="forbid"), kw_only=True)
class InstanceLine(QueensInEncoding):
    """The keys of a line: those of the problem, and those of an ``Instance``."""

    id: str = Field(coerce_numbers_to_str=True)
    label: Label | None = None  # type: ignore[assignment]  # no name of the problem
    witness: tuple[int, ...] | None = None
    engines: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Refuse a label or a witness that contradicts the problem."""
        witness, n = self.witness, self.n
        if self.engines and self.label is None:
            raise ValueError("engines: they gave a label, and the line has none")
        if witness is None:
            return self
        if len(witness) != n or not all(0 <= row < n for row in witness):
            raise ValueError(f"witness: expected {n} rows from 0 to {n - 1}")
        if recount(self, np.array(witness)) > 0:
            raise ValueError("witness: it is no solution")
        if self.label != "satisfiable":
            other = f"the label is {self.label}" if self.label else "the line has no label"
            raise ValueError(f"witness: it is a solution, but {other}")
        return self


def _instance(raw: bytes, place: str, name: str) -> Instance:
    try:
        keys = json.loads(raw)
        if not isinstance(keys, dict):
            raise ValueError('such as {"n": 8}')
    except (ValueError, RecursionError) as error:
        raise UserError(f"{place}: expected one JSON object a line: {error}") from None
    try:
        found = InstanceLine(**{"id": name, **keys})
    except (UserError, TypeError) as error:
        lines = [line.removeprefix("InstanceLine: ") for line in str(error).splitlines()]
        raise UserError("\n".join(f"{place}: {line}" for line in lines)) from None
    return Instance(found.queens, found.id, found.label, found.witness, found.engines)


def find_instance(path: str | Path, name: str | None = None) -> Instance:
    """Return the instance of a file with this ``name``, or its only instance.

    Raises ``UserError`` if there is no such instance, and the errors of ``read``.
    """
    if name is None:
        first = list(islice(read(path), 2))
        if len(first) == 1:
            return first[0]
        several = "several instances; choose one with --id, such as --id "
        why = f"{several}{first[0].name}" if first else "there are no instances in it"
        raise UserError(f"{path}: {why}")
    names: list[str] = []
    for instance in read(path):
        if instance.name == name:
            return instance
        names.append(instance.name)
    hint = did_you_mean(name, names[:1000]) or f"; there are {', '.join(names[:5])}, ..."
    raise UserError(f"{path}: no instance has the id {name!r}{hint}")
