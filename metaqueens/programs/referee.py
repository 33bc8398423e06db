"""The referee of a program, who reads its lines and recounts its solutions."""

import json
from typing import Annotated, Any

import numpy as np
from pydantic import AliasChoices, Field, ValidationError

from metaqueens.problem.base import BaseProblem
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed
from metaqueens.text.validation import Strict, explain, path_of

# The maximum number of bytes of a line without values, and of each value.
BYTES, BYTES_PER_ROW = 65_536, 24
SHOWN = 60
_Count = Annotated[int, Field(ge=0, lt=2**62)]


class Line(Strict):
    """A line: a candidate solution, its claimed cost, and counts; None for those omitted.

    The first two have other names for n queens.
    """

    values: list[int] | None = Field(None, validation_alias=AliasChoices("values", "queens"))
    cost: _Count | None = Field(None, validation_alias=AliasChoices("cost", "guards"))
    evaluations: _Count | None = None
    steps: _Count | None = None


class Referee:
    """The snapshot of a program, from its lines and our recount.

    counts : whether the program tells its evaluations with every candidate solution
    now : the best candidate solution so far; before the first one its values are 0, 1, 2, ...
    boards : the number of candidate solutions that it wrote
    claim : the candidate solution whose cost is another than claimed, with the claim
    start_seconds : the processor time of its start; if it ``tells_start`` its first line has that
    """

    claim: Snapshot | None = None

    def __init__(self, problem: BaseProblem, counts: bool, tells_start: bool = False) -> None:
        self.problem, self.counts, self.boards = problem, counts, 0
        self.start_seconds = None if tells_start else 0.0
        self._lines = self._evaluations = 0
        first = np.arange(problem.n, dtype=np.int32) % np.int32(problem.value_count)
        self.now = Snapshot(first, problem.recount(first), 0, 0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether ``now`` may be reported: it is the program's own, or no solution yet."""
        return bool(self.boards or self.now.cost)

    def take(self, line: bytes) -> bool:
        """Read a line; return whether its candidate solution is the best so far.

        Raises ``RunFailed`` if it is no line of the protocol.
        """
        if self.start_seconds is None:
            self.start_seconds = float(line)
            return False
        self._lines += 1
        try:
            content = read(line, self.problem)
            self._count(content)
            return self._judge(content) if content.values is not None else False
        except ValueError as error:  # of a recount too, such as a value that occurs twice
            raise RunFailed(f"line {self._lines} of its output: {error}") from None

    def _count(self, line: Line) -> None:
        """Take its own count of evaluations, which never falls, or count its solutions."""
        before, counters = self._evaluations, {**self.now.counters}
        self.boards += line.values is not None
        counters["boards"] = self.boards
        if line.evaluations is not None:
            counters["evaluations_told"] = line.evaluations
        if not self.counts:
            self._evaluations = self.boards
        elif line.evaluations is not None:
            if line.evaluations < before:
                raise ValueError(f"its evaluations fell from {before:,} to {line.evaluations:,}")
            self._evaluations = line.evaluations
        elif line.values is not None:
            name = "queens" if self.problem.has("queens") else "values"
            wanted = f'write {{"{name}": [...], "evaluations": 812}}'
            raise ValueError(f"evaluations are missing; {wanted}")
        # A solution takes an evaluation, and the best one was found before the end.
        least = max(int(self.boards > 0), self.now.found_at)
        self.now = self.now._replace(
            evaluations=max(least, self._evaluations),
            steps=self.now.steps if line.steps is None else line.steps,
            counters=counters,
        )

    def _judge(self, line: Line) -> bool:
        values = np.array(line.values, np.int32)
        cost = self.problem.recount(values)
        # Two solutions of one evaluation differ by one more.
        at = max(self.now.evaluations, self.now.found_at + 1)
        better = self.now._replace(values=values, cost=cost, found_at=at, evaluations=at)
        if line.cost is not None and line.cost != cost:
            self.claim = better._replace(cost=line.cost)
            return False
        if self.boards > 1 and cost >= self.now.cost:
            return False
        self.now = better
        return True


def read(line: bytes, problem: BaseProblem) -> Line:
    """Read a line about ``problem``. Raises ``ValueError`` if it breaks the protocol."""
    try:
        value = _parse(line.decode("utf-8").strip())
        value = {"values": value} if isinstance(value, list) else value
        found = Line.model_validate(value)
        if found.values is not None:
            _require_legal(problem, found.values)
        elif found.cost is not None:
            raise ValueError("a cost without values")
        return found
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        why = f"{'.'.join(map(str, path_of(first, value)))}: {explain(first, Line)}"
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
    shown = line[: SHOWN + 1].decode("utf-8", "backslashreplace")
    shown = shown[:SHOWN] + "..." if len(line) > SHOWN else shown
    raise ValueError(why if why.endswith(repr(shown)) else f"{why}: {shown!r}")


def longest_line(n: int) -> int:
    """Return the maximum number of bytes of a line about ``n`` variables."""
    return BYTES + BYTES_PER_ROW * n


def _parse(text: str) -> Any:
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
        shown = word[:SHOWN] + "..." if len(word) > SHOWN else word
        raise ValueError(f"expected whole numbers from 0, got {shown!r}") from None


def _require_legal(problem: BaseProblem, values: list[int]) -> None:
    if len(values) != problem.n:
        raise ValueError(f"expected {problem.n:,} values, got {len(values):,}")
    for i, value in enumerate(values):
        if not 0 <= value < problem.value_count:
            allowed = f"values are 0 to {problem.value_count - 1}"
            raise ValueError(f"value {value} of variable {i}; {allowed}")
