"""A program from outside as a contestant: its boards are counted again, its time is ours."""

import json
import os
import re
import shlex
import sys
from collections.abc import Generator, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field, PositiveFloat, PrivateAttr, model_validator

from metaqueens.core.choices import EncodingName
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.programs.confinement import Box
from metaqueens.programs.process import Arrival, Process, memory_limit
from metaqueens.programs.referee import FalseClaim, Referee, longest_line
from metaqueens.queens.problem import RULES
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import NO_LIMIT, Checkpoints
from metaqueens.search.driver import Rule, make_rule
from metaqueens.search.snapshot import Elsewhere, Snapshot
from metaqueens.text.errors import RunFailed, did_you_mean
from metaqueens.text.words import duration

# What every command may name in braces, beside its own parameters.
NAMES = ("n", "seed", "seconds", "evaluations", "stagnation", "problem", "python")
# The endings of a source that may lie beside a program, and of what Java makes of it.
SOURCES = (
    *(".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".cs", ".d", ".f90", ".go", ".hs", ".java"),
    *(".class", ".jl", ".kt", ".ml", ".nim", ".pas", ".rs", ".scala", ".swift", ".zig"),
)
_PLACE = re.compile(r"\{(\w+)\}")
_RuleName = Literal[RULES]  # type: ignore[valid-type]


class Program(Algorithm):
    """A program in any language, by a protocol of lines of text; Linux only.

    It is started for each run, under our clock and limits [1]_, and ended with all its children.
    Every candidate solution that it writes is recounted.

    >>> Program(command=["./mysolver", "{n}", "{seed}"]).command
    ['./mysolver', '{n}', '{seed}']

    Parameters
    ----------
    command
        The program and its arguments, a list of words; {n}, {seed}, {seconds}, {evaluations},
        {problem} and the names of ``parameters`` stand for their values. It runs in the config's
        folder.
    parameters
        What else it is told, by names of your choice: numbers, words, true or false; ``tune`` finds
        them as ``parameters.NAME``.
    honours
        The rules of the board that it takes account of, a list of their names.
    counts
        Whether its lines tell its evaluations. They are its own word. Where it does not, the boards
        that it writes are counted, and the budget needs seconds.
    silence
        Where the budget has no seconds, those without a line after which a run has failed.

    References
    ----------
    .. [1] Roussel (2011). Controlling a solver execution with the runsolver tool. Journal on
       Satisfiability, Boolean Modeling and Computation 7: 139-144.
    """

    needs = ()
    runs_in = "programs"
    refuses = {  # noqa: RUF012
        "start": "a board of its own",
        "restarts": "a program takes no restarts from outside: it begins afresh itself",
        "film": "a program from outside cannot be filmed",
    }

    command: list[str] = Field(min_length=1)
    parameters: dict[str, int | float | bool | str] = Field(default={})
    honours: list[_RuleName] = Field(default=[])
    counts: bool = False
    silence: PositiveFloat = 60.0

    _home: Path = PrivateAttr()

    @model_validator(mode="after")
    def _complete(self) -> "Program":
        """Refuse a placeholder that nothing fills in, and a name with two meanings."""
        known = (*NAMES, *self.parameters)
        for name in self.parameters:
            if name in NAMES or not re.fullmatch(r"[A-Za-z]\w*", name):
                raise ValueError(
                    f"parameters.{name}: expected a name of your own, of letters, digits and _"
                    + (f"; {{{name}}} is ours" if name in NAMES else "")
                )
        for word in self.command:
            if "\0" in word:
                raise ValueError("command: a word cannot hold the character of number 0")
            for name in _PLACE.findall(word):
                if name not in known:
                    hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
                    raise ValueError(f"command: {{{name}}} is none of its placeholders{hint}")
        return self

    def model_post_init(self, context: Any) -> None:
        self._home = _home(self.command)

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.honours)

    def supports(self, problem: BaseProblem, encoding: EncodingName | None = None) -> str | None:
        reason = super().supports(problem, encoding)
        if reason and not {*problem.rules} <= {*self.rules}:
            return f"{reason}; if the program does, name them under honours:"
        return reason

    def missing_limit(self, budget: Checkpoints) -> str | None:
        """See ``Algorithm.lacks``."""
        if self.counts or budget.seconds is not None:
            return None
        return (
            "budget.seconds is missing: a program that does not tell its evaluations (counts: true)"
            " is ended by the clock"
        )

    def longest_step(self, space: Space) -> int:
        return NO_LIMIT  # what it counts between two lines is up to the program

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        plugins.require_allowed(self.command[0])
        problem = space.problem
        referee = Referee(problem, self.counts)
        if referee.is_under_way:
            yield referee.now._replace(elsewhere=Elsewhere(0.0))
        with self.started(problem, checkpoints, _seed_of(rng)) as process:
            try:
                yield from followed(process, referee, checkpoints, self.silence)
            except RunFailed as error:
                process.end()
                said = f"{process.said}\n" if process.said else ""
                raise RunFailed(f"{said}{error}{_needs(self.command, error)}") from None

    def started(
        self,
        problem: BaseProblem,
        checkpoints: Checkpoints,
        seed: int,
        folder: Path | None = None,
        box: Box | None = None,
    ) -> Process:
        """Start it for one run; on its standard input it is given a line of JSON.

        It runs in ``folder``, or the config's; in a ``box`` where it is not trusted.
        """
        limits = {
            name: getattr(checkpoints, name) for name in ("seconds", "evaluations", "stagnation")
        }
        values = {
            **self.parameters,
            **limits,
            "n": problem.n,
            "seed": seed,
            "problem": problem.key,
            "python": sys.executable,
        }
        words = [_PLACE.sub(lambda found: _text(values[found[1]]), one) for one in self.command]
        given = {**problem.asked, "seed": seed, "budget": limits, "parameters": self.parameters}
        line = json.dumps(given).encode() + b"\n"
        return Process(words, folder or self._home, line, longest_line(problem.n), box)

    def own_files(self) -> dict[str, Path]:
        """Return the files that the command names in its folder, and their sources, by name."""
        words = [word for word in self.command if not _PLACE.search(word)]
        found = {}
        for word in (os.path.normpath(word) for word in words if not os.path.isabs(word)):
            for name in (word, *(f"{os.path.splitext(word)[0]}{suffix}" for suffix in SOURCES)):
                if _is_file(self._home / name):
                    found[Path(name).as_posix()] = self._home / name
        return found


def _seed_of(rng: np.random.Generator) -> int:
    """Return the seed of ``rng``; one drawn from it where that is not a plain number."""
    sequence = getattr(rng.bit_generator, "seed_seq", None)
    if isinstance(sequence, np.random.SeedSequence) and not sequence.spawn_key:
        entropy = sequence.entropy
        if isinstance(entropy, int):
            return entropy
    return int(rng.integers(2**53))


def _needs(command: Sequence[str], error: RunFailed) -> str:
    """Return what a command may lack whose program, which is told nothing, ended by itself."""
    if any("{" in word for word in command) or not str(error).startswith("it ended"):
        return ""
    asked = shlex.join(command)
    return f'; if it takes arguments, name them: "{asked} {{n}} {{seed}}"'


def _home(command: Sequence[str]) -> Path:
    """Return the folder of the config that is read, else of the last one with the program.

    If the program is in none, it is the folder with a copy of it.
    """
    beside = plugins.beside_folder()
    folders = [beside] if beside else [Path(one) for one in reversed(plugins.folders())]
    folders += [copies] if (copies := plugins.copies()) else []
    words = [word for word in command if not _PLACE.search(word)]
    return next((one for one in folders if _any_in(one, words)), beside or Path.cwd())


def _any_in(folder: Path, words: Sequence[str]) -> bool:
    return any(_is_file(folder / word) for word in words if not word.startswith("/"))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a word that is longer than any file's name
        return False


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


# The longest wait before a run looks whether it is interrupted.
LOOK_SECONDS = 0.1


def followed(
    process: Process, referee: Referee, checkpoints: Checkpoints, silence: float
) -> Iterator[Snapshot]:
    """Yield the snapshots of a running program; the last one once it has been ended.

    ``silence`` is how long it may write nothing where the budget has no seconds. Raises
    ``RunFailed`` where it fails, or does not keep to the protocol.
    """
    rule, limit, heard = make_rule(checkpoints), checkpoints.seconds or inf, 0.0
    silence = inf if checkpoints.seconds else silence
    while not process.has_finished:
        left = min(limit, heard + silence) - process.seconds
        arrived = process.wait(max(0.0, min(left, LOOK_SECONDS)))
        if arrived.seconds >= limit:
            _require_a_board(referee, f"within its {duration(limit)}")
            yield _last(referee.now, process, arrived.seconds)
            return
        if (yield from _taken(arrived, process, referee, rule)):
            return
        heard = arrived.seconds if arrived.lines else heard
        if arrived.seconds - heard >= silence:
            raise RunFailed(f"it wrote no line for {duration(silence)}")
        if referee.is_under_way:
            # By the program's clock: the caller's began before it was started.
            yield referee.now._replace(elsewhere=Elsewhere(arrived.seconds))
    ended = process.seconds
    _require_good_end(process)
    _require_a_board(referee, "before it ended")
    yield _last(referee.now, process, ended)


def _taken(
    arrived: Arrival, process: Process, referee: Referee, rule: Rule
) -> Generator[Snapshot, None, bool]:
    """Yield every improvement among the lines; return whether one of them ends the run."""
    for line in arrived.lines:
        try:
            improved = referee.take(line)
        except FalseClaim as claim:
            yield _last(claim.snapshot, process, arrived.seconds)
            return True
        if referee.boards and rule(referee.now, arrived.seconds):
            yield _last(referee.now, process, arrived.seconds)
            return True
        if improved:
            yield referee.now._replace(elsewhere=Elsewhere(arrived.seconds))
    return False


def _last(snapshot: Snapshot, process: Process, seconds: float) -> Snapshot:
    """End the program; return ``snapshot`` with its times."""
    process.end()
    return snapshot._replace(elsewhere=Elsewhere(seconds, process.cpu_seconds, process.said))


def _require_good_end(process: Process) -> None:
    if process.status:
        limit = memory_limit.get()
        # A program that lacks memory rarely says so itself.
        why = f"; limits.memory_gb gave it {limit / 2**30:g} GB" if limit else ""
        raise RunFailed(process.end_in_words + why)
    if process.half:
        shown = process.half[:60].decode("utf-8", "backslashreplace")
        raise RunFailed(f"it ended in half a line, without a newline: {shown!r}")


def _require_a_board(referee: Referee, when: str) -> None:
    if not referee.boards:
        raise RunFailed(
            f"it wrote no board {when}; one that may find nothing writes any board first"
        )
