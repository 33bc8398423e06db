"""Files of instances: on each line a JSON object with the keys of ``problem:`` and its label."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from metaqueens.files import reading
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens, QueensInEncoding
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.validation import ExplainedValue

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
    def unlabelled(self) -> "Instance":
        """The instance without its label and its solution."""
        return Instance(self.problem, self.name)

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


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Findings(metaclass=ExplainedValue):
    """The keys of a line beside those of the problem."""

    id: str = Field(coerce_numbers_to_str=True)
    label: Label | None = None
    witness: tuple[int, ...] | None = None
    engines: tuple[str, ...] = ()


def _instance(raw: bytes, place: str, name: str) -> Instance:
    try:
        keys_given = json.loads(raw)
        if not isinstance(keys_given, dict):
            raise ValueError('such as {"n": 8}')
    except (ValueError, RecursionError) as error:
        raise UserError(f"{place}: expected one JSON object a line: {error}") from None
    keys = {one.name for one in fields(Findings)}
    try:
        found = Findings(
            **{"id": name, **{key: keys_given.pop(key) for key in keys & keys_given.keys()}}
        )
        problem = QueensInEncoding(**keys_given).queens
    except (UserError, TypeError) as error:
        lines = re.sub(
            r"^(QueensInEncoding|Findings): ", "", str(error), flags=re.MULTILINE
        ).splitlines()
        raise UserError("\n".join(f"{place}: {line}" for line in lines)) from None
    if wrong := _contradiction(problem, found):
        raise UserError(f"{place}: {wrong}")
    return Instance(problem, found.id, found.label, found.witness, found.engines)


def _contradiction(problem: Queens, found: Findings) -> str | None:
    """Return the contradiction of a label or a witness with ``problem``, or None."""
    label, witness, n = found.label, found.witness, problem.n
    if found.engines and label is None:
        return "engines: they gave a label, and the line has none"
    if witness is None:
        return None
    if len(witness) != n or not all(0 <= row < n for row in witness):
        return f"witness: expected {n} rows from 0 to {n - 1}"
    if recount(problem, np.array(witness)) > 0:
        return "witness: it is no solution"
    other = f"the label is {label}" if label else "the line has no label"
    return None if label == "satisfiable" else f"witness: it is a solution, but {other}"


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
