"""A program as a contestant: its solutions are recounted, its time is measured by us."""

import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from math import inf
from os.path import isfile
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, PositiveFloat, PrivateAttr, model_validator

from metaqueens.core.choices import EncodingName
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.programs.confinement import Box
from metaqueens.programs.process import Process
from metaqueens.programs.referee import Referee, longest_line
from metaqueens.queens.problem import RULES
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import NO_LIMIT, Checkpoints
from metaqueens.search.driver import make_rule
from metaqueens.search.snapshot import Elsewhere, Snapshot
from metaqueens.text.errors import RunFailed, RunLate, did_you_mean
from metaqueens.text.words import duration

# Placeholders of every command, beside its own parameters.
NAMES = ("n", "seed", "seconds", "evaluations", "stagnation", "problem", "python")
# The longest wait before a run checks whether it is interrupted.
CHECK_SECONDS = 0.1
_PLACE = re.compile(r"\{(\w+)\}")
# A run of a program: a problem and a seed.
Task = tuple[BaseProblem, int]
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
        Further values for the program, by names of your choice: numbers, words, true or false;
        ``tune`` finds them as ``parameters.NAME``.
    honours
        The rules of the board that it respects, a list of their names.
    counts
        Whether its lines tell its evaluations, which nothing checks. Otherwise the evaluations are
        the boards that it writes, and the budget needs seconds.
    silence
        A run fails after this time in seconds without a line, if the budget has no seconds.

    References
    ----------
    .. [1] Roussel (2011). Controlling a solver execution with the runsolver tool. Journal on
       Satisfiability, Boolean Modeling and Computation 7: 139-144.
    """

    needs = ()
    runs_in = "programs"
    # Whether its first line has the processor time of its start, which only our own code may tell.
    tells_start: ClassVar[bool] = False
    refuses = {  # noqa: RUF012
        "start": "a board of its own",
        "restarts": "a program takes no restarts, because it restarts itself",
        "film": "a program cannot be filmed",
    }

    command: list[str] = Field(min_length=1, strict=False)  # or a tuple
    parameters: dict[str, int | float | bool | str] = Field(default={})
    honours: list[_RuleName] = Field(default=[], strict=False)
    counts: bool = False
    silence: PositiveFloat = 60.0

    _home: Path = PrivateAttr()

    @model_validator(mode="after")
    def _require_names(self) -> "Program":
        """Refuse an unknown placeholder, and a parameter with the name of another."""
        known = (*NAMES, *self.parameters)
        for name in self.parameters:
            if name in NAMES or not re.fullmatch(r"[A-Za-z]\w*", name):
                raise ValueError(
                    f"parameters.{name}: expected a name of your own, of letters, digits and _"
                    + (f"; {{{name}}} is ours" if name in NAMES else "")
                )
        for word in self.command:
            for name in _PLACE.findall(word):
                if name not in known:
                    hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
                    raise ValueError(f"command: {{{name}}} is none of its placeholders{hint}")
        return self

    def model_post_init(self, context: Any) -> None:
        """Find the folder with the program: that of the config, the current one, the latest."""
        beside = plugins.config_folder()
        folders = [Path(path) for path in reversed(plugins.folders)]
        folders = [beside, Path.cwd()] if beside else folders
        words = [word for word in self.command if not (_PLACE.search(word) or word[:1] == "/")]
        having = (path for path in folders if any(isfile(path / word) for word in words))
        self._home = next(having, beside or Path.cwd())

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.honours)

    def supports(self, problem: BaseProblem, encoding: EncodingName | None = None) -> str | None:
        reason = super().supports(problem, encoding)
        if reason and not {*problem.rules} <= {*self.rules}:
            return f"{reason}; if the program does, name them under honours:"
        return reason

    def missing_limit(self, budget: Checkpoints) -> str | None:
        if self.counts or budget.seconds is not None:
            return None
        return (
            "budget.seconds is missing: a program that does not tell its evaluations (counts: true)"
            " is ended by the clock"
        )

    def longest_step(self, space: Space) -> int:
        return NO_LIMIT  # a program may count any number between two lines

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        plugins.require_allowed(self.command[0])
        problem = space.problem
        referee = Referee(problem, self.counts, self.tells_start)
        if referee.is_under_way:
            yield referee.now._replace(elsewhere=Elsewhere(0.0))
        seeds: Any = rng.bit_generator.seed_seq
        with self.launch([(problem, int(seeds.entropy))], checkpoints) as process:
            try:
                yield from follow(process, referee, checkpoints, self.silence)
            except RunFailed as error:
                process.end()
                hint = ""
                if str(error).startswith("it ended") and not any("{" in w for w in self.command):
                    asked = shlex.join(self.command)
                    hint = f'; if it takes arguments, name them: "{asked} {{n}} {{seed}}"'
                errors = f"{process.errors}\n" if process.errors else ""
                raise RunFailed(f"{errors}{error}{hint}") from None

    def launch(
        self,
        tasks: Sequence[Task],
        checkpoints: Checkpoints,
        folder: Path | None = None,
        box: Box | None = None,
    ) -> Process:
        """Start it for a run of each task, which is a line of JSON on its standard input.

        It runs in ``folder``, by default the config's; in a ``box`` if it is not trusted.
        """
        (problem, seed), *_ = tasks
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
        words = [_PLACE.sub(lambda found: _text(values[found[1]]), word) for word in self.command]
        lines = [
            {**problem.asked, **_describe(problem), "seed": seed}
            | {"budget": limits, "parameters": self.parameters}
            for problem, seed in tasks
        ]
        text = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        longest = longest_line(max(problem.n for problem, _ in tasks))
        return Process(words, folder or self._home, text, longest, box)


def own_file(problem: BaseProblem) -> tuple[Path, ...]:
    """Return the file of a user's problem; () if this package has the problem, or there is none."""
    module = type(problem).__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    is_ours = module.partition(".")[0] == __name__.partition(".")[0]
    return () if is_ours or file is None else (Path(file).resolve(),)


def _describe(problem: BaseProblem) -> dict[str, Any]:
    """Return further keys of the input of a program, if the problem is not n queens.

    A field may have the name of another key, such as seed: ``problem`` has all of them again.
    """
    if problem.has("queens"):
        return {}
    space = {"encoding": problem.encoding, "value_count": problem.value_count}
    files = [("file", str(path)) for path in own_file(problem)]
    return {**space, **dict(files), "problem": problem.asked}


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def follow(
    process: Process, referee: Referee, checkpoints: Checkpoints, silence: float
) -> Iterator[Snapshot]:
    """Yield the snapshots of a running program; the last one after its end.

    Without a limit of seconds, it fails after ``silence`` seconds without a line. Raises
    ``RunFailed`` if it fails, or breaks the protocol.
    """
    rule, limit, last_line = make_rule(checkpoints), checkpoints.seconds or inf, 0.0
    silence = inf if checkpoints.seconds else silence
    while not process.has_finished:
        left = min(limit, last_line + silence) - process.seconds
        lines = process.wait(max(0.0, min(left, CHECK_SECONDS)))
        seconds = process.seconds
        if seconds >= limit:
            _require_solution(referee, f"within its {duration(limit)} of wall time", RunLate)
            yield _end(referee.now, process, seconds)
            return
        for line in lines:
            is_better = referee.take(line)
            if referee.claim or (referee.boards and rule(referee.now, seconds)):
                yield _end(referee.claim or referee.now, process, seconds)
                return
            if is_better:
                yield referee.now._replace(elsewhere=Elsewhere(seconds))
        last_line = seconds if lines else last_line
        if seconds - last_line >= silence:
            raise RunFailed(f"it wrote no line for {duration(silence)}")
        if referee.is_under_way:
            # By the program's clock, because the caller's began before its start.
            yield referee.now._replace(elsewhere=Elsewhere(seconds))
    seconds = process.seconds
    if process.status:
        raise RunFailed(process.describe_end())
    if process.half:
        shown = process.half[:60].decode("utf-8", "backslashreplace")
        raise RunFailed(f"it ended in half a line, without a newline: {shown!r}")
    _require_solution(referee, "before it ended", RunFailed)
    yield _end(referee.now, process, seconds)


def _end(snapshot: Snapshot, process: Process, seconds: float) -> Snapshot:
    """End the program; return ``snapshot`` with its times."""
    process.end()
    return snapshot._replace(elsewhere=Elsewhere(seconds, process.cpu_seconds, process.errors))


def _require_solution(referee: Referee, when: str, error: type[RunFailed]) -> None:
    if not referee.boards:
        raise error(f"it wrote no board {when}; one that may find nothing writes any board first")
