"""The interface of algorithms: parameters are fields, state is local to ``search``."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal, get_args, get_origin

import numpy as np
from pydantic import Field, ValidationInfo, field_validator, model_validator

from metaqueens.core.choices import EncodingName, MoveName
from metaqueens.core.state import BYTES_PER_VARIABLE
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.rules import takes_no_account
from metaqueens.problem.space import MOVES, Space
from metaqueens.search.budget import Looks
from metaqueens.search.restarts import Restarts
from metaqueens.search.standing import Standing
from metaqueens.search.start import Start
from metaqueens.text.validation import Strict as Strict


class Parameters(Strict):
    """Base of the algorithms: their fields are the keys that a config gives beside ``use``.

    A subclass writes ``search``, and where they differ ``check``, ``longest_step`` and
    ``bytes_per_queen``. It is a frozen value: what a search changes lives in ``search``.

    >>> from metaqueens import TabuSearch
    >>> isinstance(TabuSearch(), Parameters)
    True

    Parameters
    ----------
    encoding
        The encoding this algorithm works on; null for the problem's own.
    restarts
        After how many evaluations the search begins afresh, whatever the algorithm; null for never.
    start
        The board that the search begins with; null for one that it makes itself.

    Attributes
    ----------
    encodings
        The encodings that it can work on; the first is suggested.
    rules
        The rules of the board that it takes account of; ``problem.kernel_rules.COUNTED`` for
        what our kernels count.
    reach
        The most queens that a sweep asks it for; None for no limit.
    good_for
        What it is the right choice for, as the reference's table of algorithms says it.
    cost_unit
        The unit of its evaluations, such as ``nodes``.

    Raises
    ------
    UserError
        Where a parameter is unknown or out of its range; it is a ``ValueError``.
    """

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation", "rows")
    # What it needs of a problem: functions such as ``variable_cost``; () for any problem; and
    # ("queens",) if it is for n queens only.
    needs: ClassVar[tuple[str, ...]] = ("queens",)
    # The rules of the board that it takes account of, by their names in ``problem:``.
    rules: ClassVar[tuple[str, ...]] = ()
    # The most queens that a sweep asks it for; a larger cell is skipped, which is said.
    reach: ClassVar[int | None] = None
    good_for: ClassVar[str] = ""
    cost_unit: ClassVar[str] = "evaluations"
    # Whether a search on a tiny board, before the clock starts, compiles what it needs.
    compiles: ClassVar[bool] = True
    # Whether it searches in threads of its own, whose processor time is then counted too.
    starts_threads: ClassVar[bool] = False
    # What it begins with where that cannot be a given board, why it takes no restarts, and why
    # there are no films of it.
    begins_with: ClassVar[str] = ""
    no_restarts: ClassVar[str] = ""
    no_film: ClassVar[str] = ""

    encoding: EncodingName | None = None
    # Where it is null it is left out of what is kept, so that cells have the keys they had before.
    restarts: Restarts | None = Field(default=None, exclude_if=lambda policy: policy is None)
    start: Start | None = Field(default=None, exclude_if=lambda start: start is None)

    @classmethod
    def why_not(cls, key: str) -> str:
        """Return why it takes no ``restarts`` or ``start``; "" where it does."""
        if key == "start" and cls.begins_with:
            return f"{cls.__name__} begins with {cls.begins_with}, not with a given board"
        return cls.no_restarts if key == "restarts" else ""

    @field_validator("restarts", "start", mode="before")
    @classmethod
    def _is_taken(cls, given: Any, info: ValidationInfo) -> Any:
        if given is not None and (why := cls.why_not(str(info.field_name))):
            raise ValueError(why)
        return given

    @model_validator(mode="before")
    @classmethod
    def _without_its_name(cls, given: Any) -> Any:
        # In a config ``use`` says which class this is; it is no parameter of it.
        if isinstance(given, dict):
            return {key: value for key, value in given.items() if key != "use"}
        return given

    @property
    def preferred_encoding(self) -> EncodingName:
        """Return the encoding that it is told to work on, else the first that it can."""
        return self.encoding or self.encodings[0]

    def encodings_on(self, problem: BaseProblem) -> tuple[EncodingName, ...]:
        """Return the encodings that it can work on: for subclasses that depend on the problem."""
        return self.encodings

    def preferred_encoding_on(self, problem: BaseProblem) -> EncodingName:
        """Return the preferred encoding on n queens, and that of the problem on any other."""
        own = self.encoding or problem.encoding
        return self.preferred_encoding if problem.has("queens") else own

    @property
    def bytes_per_queen(self) -> int:
        """What a search and its result hold, about: the board, the best one, a copy, some marks."""
        return BYTES_PER_VARIABLE + 16

    def check(self, space: Space) -> None:
        """Raise ``ValueError`` where these parameters do not fit ``space``: for subclasses."""

    @property
    def needed(self) -> tuple[str, ...]:
        """What it needs of a problem with these parameters: see ``needs``."""
        return self.needs

    def supports(self, problem: BaseProblem) -> str | None:
        """Return why these parameters cannot work on ``problem``, or None if they can."""
        if reason := self.lacking(problem):
            return reason
        try:
            space = Space(problem, self.encoding or problem.encoding)
        except ValueError as error:
            return str(error)
        known = self.encodings_on(problem)
        if space.encoding not in known:
            return (
                f"encoding: {type(self).__name__} works on {' or '.join(known)}, not on"
                f" {space.encoding}; give it `encoding: {known[0]}`"
            )
        if reason := self.unsupported(problem):
            return reason
        try:
            if isinstance(self.start, Start):
                self.start.require_fits(space)
            self.check(space)
        except ValueError as error:
            return str(error)
        return None

    def lacking(self, problem: BaseProblem) -> str | None:
        """Return which function that it needs a problem lacks, in words; None for none."""
        missing = problem.lacks(self.needed)
        if not missing:
            return None
        name, kind = type(self).__name__, type(problem).__name__
        if missing == ["queens"]:
            others = _with_other_words(self)
            words = [word for word, other in others if "queens" not in other.needed]
            remedy = f"; with `{words[0]}` it takes any problem" if words else ""
            return f"{name} is for n queens only, not for {kind}{remedy}"
        return f"{name} needs {kind}.{missing[0]}()"

    def unsupported(self, problem: BaseProblem) -> str | None:
        """Return in words which rules of ``problem`` it takes no account of; None for none."""
        unknown = [rule for rule in problem.rules if rule not in self.supported_rules]
        if not unknown:
            return None
        words = [word for word, rules in rules_by_word(self).items() if {*unknown} <= {*rules}]
        remedy = f"; with `{words[0]}` it does" if words else ""
        return f"{type(self).__name__} {takes_no_account(unknown)}{remedy}"

    @property
    def supported_rules(self) -> tuple[str, ...]:
        """The rules that it takes account of with these parameters."""
        return self.rules

    def lacks(self, budget: Looks) -> str | None:
        """The limit that a budget must set for these parameters and does not; None for none."""
        return None

    def longest_step(self, space: Space) -> int:
        """The most evaluations between two chances to stop: what a budget may be exceeded by.

        Here a look at a column, or at a ``population``.
        """
        return max(space.n, getattr(self, "population", 1))

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        """Yield where the search stands, again and again; the caller decides when to stop.

        The first standing is the first board priced; later ones come no later than
        ``looks.until`` says, or one step after. A search that can go no further returns.
        """
        raise NotImplementedError


def space_for(algorithm: Parameters, problem: BaseProblem) -> Space:
    """``problem``, all of it, in the encoding that ``algorithm`` works on.

    Raises ``ValueError`` where the algorithm cannot work on it.
    """
    if reason := algorithm.supports(problem):
        raise ValueError(reason)
    return Space(problem, algorithm.encoding or problem.encoding)


def neighbourhood(algorithm: Parameters, problem: BaseProblem) -> MoveName:
    """Return the name of the moves that it makes: its own, or the first of the encoding's."""
    return getattr(algorithm, "moves", None) or MOVES[problem.encoding][0]


def rules_by_word(search: Parameters) -> dict[str, tuple[str, ...]]:
    """Return the rules that an algorithm takes account of with another word, by ``name: word``.

    Words that change nothing are left out.
    """
    found = {word: other.supported_rules for word, other in _with_other_words(search)}
    usual = set(search.supported_rules)
    return {word: rules for word, rules in found.items() if set(rules) != usual}


def _with_other_words(search: Parameters) -> Iterator[tuple[str, Parameters]]:
    for name, field in type(search).model_fields.items():
        is_word = get_origin(field.annotation) is Literal
        for word in get_args(field.annotation) if is_word else ():
            yield f"{name}: {word}", search.model_copy(update={name: word})
