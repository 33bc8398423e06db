"""The interface of algorithms: parameters are fields, state is local to ``search``."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from pydantic import Field, field_validator, model_validator

from metaqueens.core.board import BYTES_PER_QUEEN
from metaqueens.problem.queens import EncodingName, Queens
from metaqueens.problem.rules import not_honoured
from metaqueens.problem.space import Space
from metaqueens.search.honoured import remedy
from metaqueens.search.looks import Looks
from metaqueens.search.restarts import Policy, Restarts
from metaqueens.search.standing import Standing
from metaqueens.search.start import Start
from metaqueens.search.steps import Step
from metaqueens.search.strict import Strict as Strict
from metaqueens.text.validation import describe, wrong_argument

StandsFor = Mapping[str, Mapping[str, Mapping[str, str]]]


@runtime_checkable
class Algorithm(Protocol):
    """A search: its parameters are its fields, its state lives in ``search``."""

    encodings: ClassVar[tuple[EncodingName, ...]]
    encoding: EncodingName | None

    @property
    def bytes_per_queen(self) -> int:
        """What the search and its result hold at the most."""

    def supports(self, problem: Queens) -> str | None:
        """Why these parameters cannot work on ``problem``, or None where they can."""

    def longest_step(self, space: Space) -> int:
        """The most evaluations between two chances to stop: what a budget may be exceeded by."""

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        """Yield where the search stands, again and again; the caller decides when to stop.

        The first standing is the first board priced; later ones come no later than
        ``looks.until`` says, or one step after. A search that can go no further returns.
        """

    def film_steps(self, problem: Queens) -> Iterator[Step] | None:
        """All that it does up to its first solution, where a film shows its steps.

        None where a film shows its standings. Raises ``ValueError`` where it cannot be filmed.
        """


class Parameters(Strict):
    """Base of the algorithms: their fields are the keys that a config gives beside ``use``.

    A subclass writes ``search``, and where they differ ``check``, ``longest_step`` and
    ``bytes_per_queen``. It is a frozen value: what a search changes lives in ``search``.

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

    Raises
    ------
    UserError
        Where a parameter is unknown or out of its range; it is a ``ValueError``.
    """

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation", "rows")
    # The rules of the board that it takes account of, by their names in ``problem:``.
    rules: ClassVar[tuple[str, ...]] = ()
    # The most queens that a sweep asks it for; a larger cell is skipped, which is said.
    reach: ClassVar[int | None] = None
    good_for: ClassVar[str] = ""
    # Keys that stand for others, and what each of their words sets: what is kept is what it sets.
    stands_for: ClassVar[StandsFor] = {}
    # Whether a search on a tiny board, before the clock starts, compiles what it needs.
    compiles: ClassVar[bool] = True
    # What it begins with where that cannot be a given board.
    begins_with: ClassVar[str] = ""

    encoding: EncodingName | None = None
    # Where it is null it is left out of what is kept, so that cells have the keys they had before.
    restarts: Restarts | None = Field(default=None, exclude_if=lambda policy: policy is None)
    start: Start | None = Field(default=None, exclude_if=lambda start: start is None)

    @field_validator("start", mode="before")
    @classmethod
    def _begins_with_a_board(cls, given: Any) -> Any:
        if given is not None and cls.begins_with:
            raise ValueError(
                f"{cls.__name__} begins with {cls.begins_with}, not with a given board"
            )
        return given

    @model_validator(mode="before")
    @classmethod
    def _without_its_name(cls, given: Any) -> Any:
        # In a config ``use`` says which class this is; it is no parameter of it.
        if isinstance(given, dict):
            return cls._spelt_out({key: value for key, value in given.items() if key != "use"})
        return given

    @classmethod
    def _spelt_out(cls, given: dict[str, Any]) -> dict[str, Any]:
        """``given`` with what its keys stand for in their place."""
        for key in cls.stands_for.keys() & given.keys():
            words, word = cls.stands_for[key], given.pop(key)
            if not isinstance(word, str) or word not in words:
                raise wrong_argument(key, f"expected {' or '.join(words)}, got {describe(word)}")
            for field, value in words[word].items():
                if given.setdefault(field, value) != value:
                    raise wrong_argument(key, f"{word} contradicts {field}: {given[field]}")
            for field, value in _set_by_others(words, word):
                if given.get(field) == value:
                    raise wrong_argument(key, f"{word} contradicts {field}: {value}")
        return given

    @classmethod
    def said_of(cls, fields: Mapping[str, Any]) -> dict[str, str]:
        """The keys that stand for others, each with the word that says what ``fields`` are."""
        found: dict[str, str] = {}
        for key, words in cls.stands_for.items():
            fits = [word for word, sets in words.items() if sets.items() <= fields.items()]
            found |= {key: max(fits, key=lambda word: len(words[word]))} if fits else {}
        return found

    @classmethod
    def without(cls, key: str, word: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
        """``fields`` without those that contradict ``word`` of a ``key`` that stands for others."""
        words = cls.stands_for.get(key, {})
        gone = {
            *words.get(word, {}),
            *(one for one, value in _set_by_others(words, word) if fields.get(one) == value),
        }
        return {name: value for name, value in fields.items() if name not in gone}

    @property
    def bytes_per_queen(self) -> int:
        """What the search and its result hold at the most: the board, the best one, a copy."""
        return BYTES_PER_QUEEN + 8

    def check(self, space: Space) -> None:
        """Raise ``ValueError`` where these parameters do not fit ``space``: for subclasses."""

    def supports(self, problem: Queens) -> str | None:
        """See ``Algorithm.supports``: the encodings it works on, and what ``check`` refuses."""
        space = Space(problem, self.encoding or problem.encoding)
        if space.encoding not in self.encodings:
            works = " or ".join(self.encodings)
            return (
                f"encoding: {type(self).__name__} works on {works}, not on {space.encoding};"
                f" give it `encoding: {self.encodings[0]}`"
            )
        if reason := self.refused(problem):
            return reason
        try:
            if isinstance(self.start, Start):
                self.start.require_fits(space)
            self.check(space)
        except ValueError as error:
            return str(error)
        return None

    def refused(self, problem: Queens) -> str | None:
        """The rules of ``problem`` that it does not take account of, in words; None for none."""
        refused = [rule for rule in problem.rules if rule not in self.honoured]
        if not refused:
            return None
        return f"{type(self).__name__} {not_honoured(refused)}{remedy(self, refused)}"

    @property
    def honoured(self) -> tuple[str, ...]:
        """The rules that it takes account of with these parameters."""
        return self.rules

    def lacks(self, budget: Looks) -> str | None:
        """The limit that a budget must set for these parameters and does not; None for none."""
        return None

    def longest_step(self, space: Space) -> int:
        """See ``Algorithm.longest_step``: a look at a column, or at a ``population``."""
        return max(space.n, getattr(self, "population", 1))

    def film_steps(self, problem: Queens) -> Iterator[Step] | None:
        """See ``Algorithm.film_steps``: its standings show this search."""
        return None

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        """See ``Algorithm.search``."""
        raise NotImplementedError


def _set_by_others(words: Mapping[str, Mapping[str, str]], word: Any) -> list[tuple[str, str]]:
    """What the other words of a key set, and ``word`` leaves alone."""
    mine = words.get(word, {})
    others = [sets.items() for other, sets in words.items() if other != word]
    return [one for sets in others for one in sets if one[0] not in mine]


def space_for(algorithm: Algorithm, problem: Queens) -> Space:
    """``problem``, all of it, in the encoding that ``algorithm`` works on.

    Raises ``ValueError`` where the algorithm cannot work on it.
    """
    space = Space(problem, algorithm.encoding or problem.encoding)
    # As the space has it, whose encoding need not be changed once more.
    if reason := algorithm.supports(space.problem):
        raise ValueError(reason)
    return space


def lacks(algorithm: Algorithm, budget: Looks) -> str | None:
    """The limit that ``algorithm`` needs and ``budget`` does not set; None for none."""
    return algorithm.lacks(budget) if isinstance(algorithm, Parameters) else None


def bytes_per_queen(algorithm: Algorithm) -> int:
    """What its search and the result hold at the most, with the best board of earlier tries."""
    earlier = 4 if isinstance(getattr(algorithm, "restarts", None), Policy) else 0
    return algorithm.bytes_per_queen + earlier
