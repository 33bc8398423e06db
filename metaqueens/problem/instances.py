"""Files of instances: one JSON object a line, the keys of ``problem:`` and what was found of it.

.. [1] Gent, Jefferson & Nightingale (2017). n-Queens completion problem and excluded diagonals.
       CSPLib problem 079, https://www.csplib.org/Problems/prob079
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from metaqueens.files import reading
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.problem.rules import Diagonal
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.validation import describe

Label = Literal["satisfiable", "unsatisfiable", "unknown"]
LABELS: tuple[Label, ...] = get_args(Label)
MOST_INSTANCES = 1_000_000
MOST_BYTES = 2**30
FOUND = ("id", "label", "witness", "engines")
_CSPLIB = re.compile(
    r"\s*n\s*=\s*(\d{1,9})\s+numdiags\s*=\s*(\d{1,9})\s+diags\s*=\s*(\[[\d\[\],\s]*\])\s*", re.ASCII
)


class Instance(NamedTuple):
    """A problem with rules, and what is known of it.

    Parameters
    ----------
    problem
        What is asked.
    name
        Its ``id`` in the file; where that has none, its place, from 1.
    label
        Whether a solution exists; None where nobody has looked yet.
    witness
        A solution, the row of the queen in each column.
    engines
        The exact methods that gave the label. Beside ``unknown`` one that found no solution: alone
        it is not believed.
    """

    problem: Queens
    name: str
    label: Label | None = None
    witness: tuple[int, ...] | None = None
    engines: tuple[str, ...] = ()

    @property
    def unlabelled(self) -> "Instance":
        """The instance without what was found of it."""
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
    """The instances of a file, one after the other.

    Raises ``UserError`` with the place of what is wrong, ``OSError`` where it cannot be read.
    """
    with reading.opened(path) as file:
        yield from of_lines(path, file)


def of_lines(path: str | Path, lines: Iterable[bytes]) -> Iterator[Instance]:
    """The instances on ``lines`` of a file, as ``read`` has them."""
    for number, raw in enumerate(lines, start=1):
        if number > MOST_INSTANCES:
            raise UserError(f"{path}: more than {MOST_INSTANCES:,} instances")
        if raw.strip():
            yield _instance(raw, f"{path}:{number}", str(number))


def read_csplib(path: str | Path, excluded: int | None = None) -> Instance:
    """A published instance of Excluded Diagonals [1]_, its first ``excluded`` diagonals or all.

    Raises ``UserError`` where it is another format, ``OSError`` where it cannot be read.
    """
    text = reading.content(path, MOST_BYTES).decode("utf-8", "replace")
    found = _CSPLIB.fullmatch(text)
    if not found:
        raise UserError(
            f"{path}: expected the three lines n = ..., numdiags = ... and diags = [[d, 0 or 1],"
            " ...] of CSPLib's problem 079"
        )
    try:
        pairs = json.loads(found[3])
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: diags: expected pairs [d, 0 or 1]: {error}") from None
    diagonals = [_diagonal(path, pair) for pair in pairs]
    if len(diagonals) != int(found[2]):
        raise UserError(f"{path}: numdiags is {found[2]}, but diags has {len(diagonals)}")
    count = len(diagonals) if excluded is None else excluded
    if count > len(diagonals):
        raise UserError(f"{path}: {count} diagonals were asked for, it has {len(diagonals)}")
    return Instance(Queens(int(found[1]), excluded=tuple(diagonals[:count])), Path(path).stem)


def _diagonal(path: str | Path, pair: Any) -> Diagonal:
    if not (isinstance(pair, list) and len(pair) == 2 and pair[1] in (0, 1)):
        raise UserError(f"{path}: diags: expected pairs [d, 0 or 1], got {pair!r:.60}")
    return pair[0], "falling" if pair[1] else "rising"


def _instance(raw: bytes, place: str, name: str) -> Instance:
    try:
        given = json.loads(raw, object_pairs_hook=_each_key_once)
    except UserError as error:
        raise UserError(f"{place}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{place}: expected one JSON object a line: {error}") from None
    if not isinstance(given, dict):
        raise UserError(f'{place}: expected one JSON object a line, such as {{"n": 8}}')
    found = {key: given.pop(key) for key in FOUND if key in given}
    try:
        problem = Queens(**given)
    except (UserError, TypeError) as error:
        said = str(error).replace("Queens: ", "")
        raise UserError("\n".join(f"{place}: {line}" for line in said.splitlines())) from None
    return _checked(Instance(problem, name), found, place)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise UserError(f"{key}: this key stands here more than once")
    return found


def _checked(instance: Instance, found: dict[str, Any], place: str) -> Instance:
    """The instance with what its line says was found, whose types nobody has looked at."""
    label, witness = found.get("label"), found.get("witness")
    if label is not None and label not in LABELS:
        hint = did_you_mean(str(label), LABELS)
        raise UserError(f"{place}: label: {label!r} is not one of {', '.join(LABELS)}{hint}")
    if witness is not None:
        n = instance.problem.n
        whole = isinstance(witness, list) and all(type(row) is int for row in witness)
        if not whole or len(witness) != n or not all(0 <= row < n for row in witness):
            raise UserError(f"{place}: witness: expected {n} rows from 0 to {n - 1}")
        if recount(instance.problem, np.array(witness)) > 0:
            raise UserError(f"{place}: witness: it is no solution")
        if label != "satisfiable":
            other = f"the label is {label}" if label else "the line has no label"
            raise UserError(f"{place}: witness: it is a solution, but {other}")
    engines = _engines(found, place)
    name = found.get("id", instance.name)
    if type(name) not in (str, int):
        raise UserError(f"{place}: id: expected a text or a number, got {describe(name)}")
    return instance._replace(
        name=str(name),
        label=label,
        witness=None if witness is None else tuple(witness),
        engines=engines,
    )


def _engines(found: dict[str, Any], place: str) -> tuple[str, ...]:
    """Return which exact methods gave the label."""
    label, engines = found.get("label"), found.get("engines", [])
    if not isinstance(engines, list) or not all(isinstance(one, str) for one in engines):
        raise UserError(f"{place}: engines: expected a list of names")
    if engines and label is None:
        raise UserError(f"{place}: engines: they gave a label, and the line has none")
    return tuple(engines)


def one(path: str | Path, name: str | None = None) -> Instance:
    """The instance of a file that has this ``name``; where it holds but one, that one.

    Raises as ``read``, and where there is no such instance.
    """
    found, count = None, 0
    names: list[str] = []
    for count, instance in enumerate(read(path), 1):
        if name in (None, instance.name):
            found = found or instance
        if len(names) < 1000:
            names.append(instance.name)
        if found and (name is not None or count > 1):
            break
    if name is not None and found is None:
        hint = did_you_mean(name, names) or f"; there are {', '.join(names[:5])}, ..."
        raise UserError(f"{path}: no instance has the id {name!r}{hint}")
    if found is None:
        raise UserError(f"{path}: there are no instances in it")
    if name is None and count > 1:
        raise UserError(f"{path}: several instances; choose one with --id, such as --id {names[0]}")
    return found
