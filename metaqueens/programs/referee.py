"""The referee of a program: its lines are read, and each of its boards is counted again."""

import json
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationError

from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed
from metaqueens.text.validation import Strict, explain, path_of

# The most bytes of a line without a board, and of each row of a board.
BYTES, BYTES_PER_ROW = 65_536, 24
SHOWN = 60
_Count = Annotated[int, Field(ge=0, lt=2**62)]


class Line(Strict):
    """A line: a board, the claimed number of its attacking pairs, counts; None where not told."""

    queens: list[int] | None = None
    guards: _Count | None = None
    evaluations: _Count | None = None
    steps: _Count | None = None


class FalseClaim(Exception):
    """A board has another number of attacking pairs than claimed; ``snapshot`` has the claim."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot


class Referee:
    """The snapshot of a program, by the lines that it wrote and our count of its boards.

    Parameters
    ----------
    problem
        The problem that it was given.
    counts
        Whether every board comes with the program's own count of evaluations.

    Attributes
    ----------
    now
        The best board so far; all queens on one diagonal before the first one.
    boards
        The number of boards that it wrote.
    """

    def __init__(self, problem: Queens, counts: bool) -> None:
        self.problem, self.counts, self.boards = problem, counts, 0
        self._lines = self._evaluations = 0
        diagonal = np.arange(problem.n, dtype=np.int32)
        self.now = Snapshot(diagonal, recount(problem, diagonal), 0, 0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether ``now`` is its own: before, only one queen on a diagonal is a solution."""
        return bool(self.boards or self.now.guards)

    def take(self, line: bytes) -> bool:
        """Read a line; return whether its board is the best so far.

        Raises ``RunFailed`` where it is no line of the protocol, ``FalseClaim`` where its board has
        another number of attacking pairs than it says.
        """
        self._lines += 1
        try:
            said = read(line, self.problem.n)
            self._count(said)
        except ValueError as error:
            raise RunFailed(f"line {self._lines} of its output: {error}") from None
        return self._judged(said) if said.queens is not None else False

    def _count(self, said: Line) -> None:
        """Take its own count of evaluations, which never falls, or count its boards."""
        before, counters = self._evaluations, {**self.now.counters}
        self.boards += said.queens is not None
        counters["boards"] = self.boards
        if said.evaluations is not None:
            counters["evaluations_told"] = said.evaluations
        if not self.counts:
            self._evaluations = self.boards
        elif said.evaluations is not None:
            if said.evaluations < before:
                raise ValueError(f"its evaluations fell from {before:,} to {said.evaluations:,}")
            self._evaluations = said.evaluations
        elif said.queens is not None:
            raise ValueError("evaluations are missing, which counts: true promises")
        # A board was priced at least once, and the best one not after all others.
        least = max(int(self.boards > 0), self.now.found_at)
        self.now = self.now._replace(
            evaluations=max(least, self._evaluations),
            steps=self.now.steps if said.steps is None else said.steps,
            counters=counters,
        )

    def _judged(self, said: Line) -> bool:
        queens = np.array(said.queens, np.int32)
        guards = recount(self.problem, queens)
        # Two boards of one evaluation are told apart by one more.
        found_at = max(self.now.evaluations, self.now.found_at + 1)
        better = self.now._replace(
            queens=queens,
            guards=guards,
            found_at=found_at,
            evaluations=max(found_at, self.now.evaluations),
        )
        if said.guards is not None and said.guards != guards:
            raise FalseClaim(better._replace(guards=said.guards))
        if self.boards > 1 and guards >= self.now.guards:
            return False
        self.now = better
        return True


def read(line: bytes, n: int) -> Line:
    """Read a line about ``n`` queens. Raises ``ValueError`` where it is not of the protocol."""
    try:
        value = _value(line.decode("utf-8").strip())
        said = _checked({"queens": value} if isinstance(value, list) else value)
        if said.queens is not None:
            _require_board(said.queens, n)
        elif said.guards is not None:
            raise ValueError("guards are of queens, which are missing")
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
        shown = line[: SHOWN + 1].decode("utf-8", "backslashreplace")
        shown = shown[:SHOWN] + "..." if len(line) > SHOWN else shown
        raise ValueError(f"{why}: {shown!r}") from None
    return said


def longest_line(n: int) -> int:
    """Return the most bytes of a line about ``n`` queens."""
    return BYTES + BYTES_PER_ROW * n


def _value(text: str) -> Any:
    if text[:1] in "{[":
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"no JSON ({error.msg.lower()}, character {error.pos + 1})") from None
    return [_number(word) for word in text.replace(",", " ").split()]


def _number(word: str) -> Any:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"expected a board, rows from 0, got {word[:SHOWN]!r}") from None


def _checked(value: dict[str, Any]) -> Line:
    try:
        return Line.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join(map(str, path_of(first, value)))
        raise ValueError(f"{path}: {explain(first, Line)}") from None


def _require_board(rows: list[int], n: int) -> None:
    if len(rows) != n:
        raise ValueError(f"expected {n:,} rows, got {len(rows):,}")
    for column, row in enumerate(rows):
        if not 0 <= row < n:
            said = f"row {row} in column {column}; rows are 0 to {n - 1}"
            raise ValueError(f"a queen off the board: {said}")
