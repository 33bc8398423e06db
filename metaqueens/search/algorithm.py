"""The interface of algorithms: parameters are fields, state is local to ``search``."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args, get_origin

import numpy as np
from pydantic import Field, StrictInt, ValidationInfo, field_validator, model_validator

from metaqueens.core.choices import EncodingName, MoveName
from metaqueens.core.failures import describe_place, place_of
from metaqueens.core.state import BYTES_PER_VARIABLE
from metaqueens.plugins.code import place_in
from metaqueens.problem.base import ALL_BUT_PLACED, COUNTED, BaseProblem, takes_no_account
from metaqueens.problem.space import MOVES, Space
from metaqueens.search.budget import Checkpoints
from metaqueens.search.restarts import Restarts
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed, UserError
from metaqueens.text.validation import Strict as Strict


class Start(Strict):
    """The board with which a search starts. A restart draws a random one.

    Parameters
    ----------
    board
        The row of the queen in each column, from 0, as ``metaqueens solve --save`` writes it.
    """

    board: Annotated[tuple[StrictInt, ...], Field(min_length=1, strict=False)]

    def require_fits(self, space: Space) -> None:
        """Raise ``ValueError`` if the board does not belong to ``space``."""
        values = np.array(self.board)
        if values.size != space.n:
            raise ValueError(f"start: it has {values.size:,} values, the problem {space.n:,}")
        if values.min() < 0 or values.max() >= space.value_count:
            raise ValueError(f"start: a value is outside 0 to {space.value_count - 1}")
        for i, value in space.problem.fixed.items():
            if values[i] != value:
                variable = f"{space.problem.variable} {i}"
                raise ValueError(f"start: the problem has {variable} at {value}, not {values[i]}")
        if space.encoding == "permutation" and np.unique(values).size < space.n:
            remedy = "; give it `encoding: rows`, in Python encoding='rows'"
            hint = remedy if "rows" in space.problem.encodings else ""
            raise ValueError(f"start: a value occurs twice in a permutation{hint}")


class Algorithm(Strict):
    """Base of the algorithms: their fields are the keys that a config gives beside ``use``.

    A subclass writes ``search``. If they differ from the defaults it also sets ``encodings``,
    ``needs`` and ``rules`` and writes ``check``, ``longest_step`` and ``memory_per_variable``. An
    algorithm is a frozen value: what a search changes lives in ``search``.

    >>> from metaqueens import TabuSearch
    >>> isinstance(TabuSearch(), Algorithm)
    True

    Parameters
    ----------
    encoding
        The encoding in which the algorithm searches; null for the problem's own.
    restarts
        The number of evaluations after which the search restarts; null for no restarts.
    start
        The candidate solution with which the search starts; null for one that it makes itself.

    Attributes
    ----------
    encodings
        The encodings in which it can search; the first is the default.
    needs
        The functions of a problem that it calls, such as ``variable_cost``; () if it takes any
        problem, ("queens",) if it is for n queens only. May be a property.
    rules
        The rules of the board that it takes account of; ``problem.base.COUNTED`` if it changes
        states only through the kernels of ``core.state``. May be a property.
    refuses
        Why it takes no ``restarts`` and no ``film``, and what it starts with instead of a given
        ``start``, by these names.
    runs_in
        ``thread``: its kernels are compiled before the clock starts, and the processor time of this
        thread is counted. ``threads``: that of all threads. ``programs``: it compiles nothing.

    Raises
    ------
    UserError
        If a parameter is unknown or out of its range; it is a ``ValueError``.
    """

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation", "rows")
    if TYPE_CHECKING:  # constants of a class, or properties

        @property
        def needs(self) -> tuple[str, ...]: ...
        @property
        def rules(self) -> tuple[str, ...]: ...
    else:
        needs: ClassVar[tuple[str, ...]] = ("queens",)
        rules: ClassVar[tuple[str, ...]] = ()
    refuses: ClassVar[Mapping[str, str]] = MappingProxyType({})
    runs_in: ClassVar[Literal["thread", "threads", "programs"]] = "thread"

    encoding: EncodingName | None = None
    # Left out of the stored parameters if null, so that cells keep the keys that they had before.
    restarts: Restarts | None = Field(default=None, exclude_if=lambda policy: policy is None)
    start: Start | None = Field(default=None, exclude_if=lambda start: start is None)

    @field_validator("restarts", "start", mode="before")
    @classmethod
    def _is_taken(cls, value: Any, info: ValidationInfo) -> Any:
        reason = cls.refuses.get(str(info.field_name))
        if value is None or reason is None:
            return value
        if info.field_name == "start":
            raise ValueError(f"{cls.__name__} begins with {reason}, not with a given board")
        raise ValueError(reason)

    @model_validator(mode="before")
    @classmethod
    def _drop_use(cls, keys: Any) -> Any:
        # In a config ``use`` names the class; it is no parameter.
        if isinstance(keys, dict):
            return {key: value for key, value in keys.items() if key != "use"}
        return keys

    def encodings_on(self, problem: BaseProblem) -> tuple[EncodingName, ...]:
        """Return the encodings in which it can search, if they depend on the problem."""
        return self.encodings

    @property
    def memory_per_variable(self) -> int:
        """The bytes per variable of a search and its result: a state, the best solution, a copy."""
        return BYTES_PER_VARIABLE + 16

    def check(self, space: Space) -> None:
        """Raise ``ValueError`` if these parameters do not fit ``space``: for subclasses."""

    def missing_limit(self, budget: Checkpoints) -> str | None:
        """Return in words which limit a budget must set for these parameters; None for none."""
        return None

    def longest_step(self, space: Space) -> int:
        """Return the maximum number of evaluations between two reports.

        A run exceeds its budget by at most this number. By default it is a scan of all values of a
        variable, or one ``population``.
        """
        return max(space.n, getattr(self, "population", 1))

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        """Yield snapshots of the search; the caller decides when to stop.

        The first snapshot is the first evaluated solution; later ones come no later than
        ``checkpoints.next_report`` says, or one step after. A search that is stuck returns.
        """
        raise NotImplementedError

    def supports(self, problem: BaseProblem, encoding: EncodingName | None = None) -> str | None:
        """Return why these parameters cannot be used on ``problem``; None if they can.

        In ``encoding``, unless they name one themselves.
        """
        try:
            _require_supported(self, problem, choose_encoding(self, problem, encoding))
        except ValueError as error:
            return str(error)
        return None


def _require_supported(algorithm: Algorithm, problem: BaseProblem, encoding: EncodingName) -> None:
    """Raise ``ValueError`` with a sentence if ``algorithm`` cannot search ``problem``."""
    name = type(algorithm).__name__
    missing = [need for need in algorithm.needs if not problem.has(need)]
    if missing and missing != ["queens"]:
        raise ValueError(f"{name} needs {type(problem).__name__}.{missing[0]}()")
    if missing:
        words = [word for word, other in list_variants(algorithm) if "queens" not in other.needs]
        remedy = f"; with `{words[0]}` it takes any problem" if words else ""
        raise ValueError(f"{name} is for n queens only, not for {type(problem).__name__}{remedy}")
    known = algorithm.encodings_on(problem)
    both = [other for other in known if other in problem.encodings]
    if not both:
        raise ValueError(
            f"{name} works on {known[0]} only, and {type(problem).__name__} is defined in"
            f" {problem.encoding}; choose another search, such as hill_climbing"
        )
    space = Space(problem, encoding)
    if encoding not in known:
        raise ValueError(
            f"encoding: {name} works on {' or '.join(known)}, not on {encoding}; give it"
            f" `encoding: {both[0]}`"
        )
    if unknown := [rule for rule in problem.rules if rule not in algorithm.rules]:
        words = [word for word, other in list_variants(algorithm) if {*unknown} <= {*other.rules}]
        remedy = f"; with `{words[0]}` it does" if words else _suggest_rules(algorithm, unknown)
        raise ValueError(f"{name} {takes_no_account(unknown)}{remedy}")
    if isinstance(algorithm.start, Start):
        algorithm.start.require_fits(space)
    algorithm.check(space)


def _suggest_rules(algorithm: Algorithm, unknown: Sequence[str]) -> str:
    """Return the line with which a user's class takes account of rules; "" for ours."""
    is_ours = type(algorithm).__module__.partition(".")[0] == __name__.partition(".")[0]
    if is_ours or not {*unknown} <= {*COUNTED}:
        return ""
    others = [rule for rule in ALL_BUT_PLACED if rule not in algorithm.rules]
    rules = repr((*algorithm.rules, *others)).replace("'", '"')
    placed = ', and "placed" if it moves no variable in space.problem.fixed'
    line = f"add to the class: rules = {rules}{placed if 'placed' in unknown else ''}"
    return f"; if its costs come from the state or from recount, {line}"


def choose_encoding(
    algorithm: Algorithm, problem: BaseProblem, encoding: EncodingName | None = None
) -> EncodingName:
    """Return the encoding in which ``algorithm`` searches ``problem``.

    It is the one that its parameters name, or ``encoding``, or the problem's own if it can, or its
    first.
    """
    known = algorithm.encodings_on(problem)
    usual = problem.encoding if problem.encoding in known else known[0]
    return algorithm.encoding or encoding or usual


def space_for(
    algorithm: Algorithm, problem: BaseProblem, encoding: EncodingName | None = None
) -> Space:
    """Return ``problem`` in the encoding in which ``algorithm`` searches it.

    Raises ``ValueError`` if the algorithm cannot be used on it, or its author's ``supports`` fails.
    """
    try:
        reason = algorithm.supports(problem, encoding)
    except UserError:
        raise
    except Exception as error:
        kind = type(algorithm)
        place = place_in(error) or describe_place(*place_of(kind.supports.__code__))
        call = f"{kind.__name__}.supports(problem, encoding)"
        raise RunFailed(f"{place}: {call} failed: {type(error).__name__}: {error}") from error
    if reason:
        raise ValueError(reason)
    return Space(problem, choose_encoding(algorithm, problem, encoding))


def neighbourhood(algorithm: Algorithm, encoding: EncodingName) -> MoveName:
    """Return the name of the moves that it makes: its own, or the first of the encoding's."""
    return getattr(algorithm, "moves", None) or MOVES[encoding][0]


def list_variants(algorithm: Algorithm) -> Iterator[tuple[str, Algorithm]]:
    """Yield the algorithm with each other word of its parameters, and ``name: word``."""
    for name, field in type(algorithm).model_fields.items():
        is_word = get_origin(field.annotation) is Literal
        for word in get_args(field.annotation) if is_word else ():
            yield f"{name}: {word}", algorithm.model_copy(update={name: word})
