"""A portfolio [1]_: several searches share one budget, each going on in its turn.

.. [1] Gomes & Selman (2001). Algorithm portfolios. Artificial Intelligence 126: 43-62.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import (
    BeforeValidator,
    PlainSerializer,
    PositiveInt,
    SerializationInfo,
    ValidationError,
    WithJsonSchema,
    field_validator,
)

from metaqueens.contestants.registry import class_of, name_of
from metaqueens.exact import EXACT
from metaqueens.problem.queens import RULES, Queens
from metaqueens.problem.space import Space
from metaqueens.search.budget import Looks
from metaqueens.search.contestant import begun, bytes_per_queen
from metaqueens.search.parameters import Parameters
from metaqueens.search.restarts import PartLooks, Past
from metaqueens.search.standing import GENERATION, TURN, Standing
from metaqueens.text.validation import describe, explain, path_of


def _member(given: Any) -> Parameters:
    """Return one algorithm, from keys and values as in a config."""
    if isinstance(given, Parameters):
        found, use = given, name_of(type(given))
    elif not isinstance(given, dict) or not isinstance(given.get("use"), str):
        raise ValueError(
            f"expected keys and values, such as {{use: tabu_search}}, got {describe(given)}"
        )
    else:
        use = given["use"]
        try:
            found = class_of(use).model_validate(given)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
            raise ValueError("; ".join(_said(one, use, given) for one in wrong)) from None
    if use in EXACT or not found.compiles:
        kind = "an exact method" if use in EXACT else "a program from outside"
        raise ValueError(f"{use} is {kind}, which does not pause for the others")
    return found


def _said(error: Any, use: str, given: Any) -> str:
    path = ".".join(map(str, path_of(error, given)))
    return f"{path}{': ' if path else ''}{explain(error, class_of(use))}"


def _plain(member: Parameters, info: SerializationInfo) -> dict[str, Any]:
    return {"use": name_of(type(member)), **member.model_dump(mode=info.mode)}


Member = Annotated[
    Parameters,
    BeforeValidator(_member),
    PlainSerializer(_plain),
    WithJsonSchema(
        {"type": "object", "properties": {"use": {"type": "string"}}, "required": ["use"]}
    ),
]


# What shares the budget where nobody says it.
USUAL = ("tabu_search", "adaptive_search", "simulated_annealing")


class Portfolio(Parameters):
    """Several searches in turn, each going on where it paused, until one of them has a solution.

    All that they price counts. What each spent, and whose board is the best, are counters of the
    result: ``tabu_search.evaluations``, and ``tabu_search.found``, which is 1. Each member draws
    from a generator of its own.

    >>> from metaqueens import solve
    >>> both = Portfolio(members={"a": {"use": "tabu_search"}, "b": {"use": "hill_climbing"}})
    >>> solve(12, both, seed=1).solved
    True

    Parameters
    ----------
    members
        The searches, by labels of your choice, each with the keys that it has under
        ``algorithms:``; they work on the portfolio's encoding. Null for tabu_search,
        adaptive_search and simulated_annealing.
    unit
        Evaluations of a turn, or one step more.
    """

    good_for: ClassVar[str] = "boards for which the best search is not known"
    begins_with: ClassVar[str] = "the boards of its members"

    members: dict[str, Member] | None = None
    unit: PositiveInt = 10_000

    @field_validator("members")
    @classmethod
    def _several(cls, members: dict[str, Parameters] | None) -> dict[str, Parameters] | None:
        if members is not None and len(members) < 2:
            raise ValueError(f"a portfolio has at least two members, got {len(members)}")
        return members

    @property
    def parts(self) -> dict[str, Parameters]:
        """The members, the usual ones filled in."""
        return self.members or {use: class_of(use)() for use in USUAL}

    @property
    def supported_rules(self) -> tuple[str, ...]:
        return tuple(
            r for r in RULES if all(r in one.supported_rules for one in self.parts.values())
        )

    @property
    def bytes_per_queen(self) -> int:
        return sum(bytes_per_queen(member) for member in self.parts.values())

    def supports(self, problem: Queens) -> str | None:
        space = Space(problem, self.encoding or problem.encoding)
        for label, member in self.parts.items():
            if member.encoding not in (None, space.encoding):
                return (
                    f"members.{label}: works on {member.encoding}, the portfolio on"
                    f" {space.encoding}"
                )
            if reason := member.supports(space.problem):
                return f"members.{label}: {reason}"
        return super().supports(problem)

    def longest_step(self, space: Space) -> int:
        return max(member.longest_step(space) for member in self.parts.values())

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        turns = [
            Turn(label, member, space, looks, own)
            for (label, member), own in zip(
                self.parts.items(), rng.spawn(len(self.parts)), strict=True
            )
        ]
        best, found_by = None, ""
        while any(turn.goes_on for turn in turns):
            for turn in [turn for turn in turns if turn.goes_on]:
                turn.begin(self.unit, best, [other for other in turns if other is not turn])
                for now in turn.search:
                    turn.last = now
                    whole = turn.looks.past.with_try(now)
                    if best is None or whole.guards < best.guards:
                        found_by = turn.label
                    yield whole._replace(
                        counters=_counters(turns, found_by), signals=turn.signals, population=None
                    )
                    if now.evaluations >= turn.looks.cutoff:
                        break
                else:
                    turn.goes_on = False
                if found_by == turn.label and turn.last is not None:
                    # Its arrays change when it goes on.
                    whole = turn.looks.past.with_try(turn.last)
                    best = whole._replace(queens=whole.queens.copy())


class Turn:
    """The turns of one member: its search, and where that stands.

    Parameters
    ----------
    label, member, space, rng
        What searches, where, with which random draws.
    run
        The limits of the whole run.
    """

    def __init__(
        self, label: str, member: Parameters, space: Space, run: Looks, rng: np.random.Generator
    ) -> None:
        self.label, self.goes_on = label, True
        self.looks = PartLooks(run, Past(), 0)
        self.last: Standing | None = None
        self.search = begun(member, space, self.looks, rng)

    @property
    def spent(self) -> tuple[int, int]:
        """Evaluations and steps of this member."""
        return (self.last.evaluations, self.last.steps) if self.last else (0, 0)

    def signals(self) -> dict[str, float | str]:
        """Whose turn it is, and what steers its search."""
        own = self.last.signals() if self.last else {}
        return {TURN: self.label} | {name: own[name] for name in own if name != GENERATION}

    def begin(self, unit: int, best: Standing | None, others: "Sequence[Turn]") -> None:
        """Go on for ``unit`` evaluations, while the ``others`` stand where they do."""
        spent = [other.spent for other in others]
        self.looks.past = Past(best, sum(one[0] for one in spent), sum(one[1] for one in spent))
        self.looks.cutoff = self.spent[0] + unit


def _counters(turns: Sequence[Turn], found_by: str) -> dict[str, int]:
    """Evaluations and counters of each member, and a 1 for the one whose board is the best."""
    counts: dict[str, int] = {}
    for turn in turns:
        evaluations, steps = turn.spent
        own = {**(turn.last.counters if turn.last else {})}
        own |= {"evaluations": evaluations, "steps": steps}
        counts |= {f"{turn.label}.{name}": count for name, count in own.items()}
    return {**counts, f"{found_by}.found": 1}
