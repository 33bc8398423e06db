"""The members that searches and experiments read of any problem."""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

if TYPE_CHECKING:
    import numpy as np

    from metaqueens.core.choices import EncodingName

# The rules of a problem, by their names in a config, that the kernels of its states count: a search
# that changes states only through these kernels takes account of them. All exact methods that know
# rules know these, and so does the check. A new field of ``Queens`` is not among them: it is
# refused, never ignored, except by parts that declare (*COUNTED, "its_name").
COUNTED: tuple[str, ...] = ("torus", "excluded", "blocked", "placed", "regions")
ALL_BUT_PLACED = tuple(rule for rule in COUNTED if rule != "placed")
T = TypeVar("T")
_NONE: Mapping[int, int] = MappingProxyType({})


def takes_no_account(names: Iterable[str]) -> str:
    """Return in words that a search does not take account of these rules; at least one."""
    *others, last = names
    return f"takes no account of the rule{'s ' if others else ' '}{', '.join([*others, last])}"


class DefaultProperty(Generic[T]):
    """A property that a field, a property or a constant of a subclass replaces."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, problem: Any, kind: type) -> T:
        if problem is None:  # Pydantic takes an attribute of the class for the default of a field
            raise AttributeError
        return self.compute(problem)


class BaseProblem:
    """A problem over arrays of whole numbers, with a cost that is 0 if it is solved.

    ``Queens`` is one; authors write subclasses of ``Problem``.
    """

    variable: ClassVar[str] = "variable"
    unit: ClassVar[str] = "cost"

    if TYPE_CHECKING:  # fields, properties, constants or functions of a subclass

        @property
        def n(self) -> int: ...
        @property
        def encoding(self) -> EncodingName: ...
        @property
        def encodings(self) -> tuple[EncodingName, ...]: ...
        @property
        def rules(self) -> tuple[str, ...]: ...
        @property
        def asked(self) -> dict[str, Any]: ...
        @property
        def config_keys(self) -> dict[str, Any]: ...
        @property
        def label(self) -> str: ...
        @classmethod
        def from_key(cls, key: str) -> Self: ...
        def has(self, name: str) -> bool: ...
        def recount(self, values: np.ndarray) -> int: ...
        def empty_state(self) -> Any: ...

    @property
    def key(self) -> str:
        """Canonical JSON that identifies it, such as ``{"n":50}``."""
        return json.dumps(self.asked, sort_keys=True, separators=(",", ":"))

    @property
    def title(self) -> str:
        """The problem in a sentence, such as ``8 queens``."""
        return self.label

    @property
    def family(self) -> str:
        """The name of its family; unless it says otherwise it is one of its own."""
        return self.label

    @DefaultProperty
    def value_count(self) -> int:
        """Return the number of values of a variable, which are 0 to this number - 1."""
        return self.n

    @DefaultProperty
    def max_cost(self) -> int | None:
        """Return a bound of the cost, for the fitness; None if none is known."""
        return None

    @property
    def is_plain(self) -> bool:
        """Whether it is n queens, and no rule is set."""
        return self.has("queens") and not self.rules

    @property
    def has_instance(self) -> bool:
        """Whether it is one of many of its family: a rule has a value, such as squares."""
        return any(getattr(self, rule) is not True for rule in self.rules)

    @property
    def fixed(self) -> Mapping[int, int]:
        """The value of each variable that does not change."""
        return _NONE

    def temperatures(self) -> tuple[float, float]:
        """Return the highest and the lowest temperature, times ln n, if none is measured."""
        return 0.8, 0.4

    def tiny(self) -> "Self":
        """Return a problem that is solved fast and compiles what this one compiles."""
        return self

    def fitness(self, cost: int) -> float:
        """Return 1 - cost / max_cost, or 1 / (1 + cost) if there is no bound; 1 if solved."""
        # A wrong function of a user may make a cost negative, which the recount refuses.
        return 1 - cost / self.max_cost if self.max_cost else 1 / (1 + max(cost, 0))

    def require_sound(self) -> None:
        """Raise ``UserError`` if the sizes of this problem cannot be searched."""

    def explain_no_solution(self) -> str:
        """Return why no solution exists, if this is known without a search; "" if it is not."""
        return ""

    def is_solution(self, values: "np.ndarray") -> bool:
        """Return whether ``values``, (n,), solve the problem, by none of the kernels of a search.

        Raises ``ValueError`` if they are no candidate solution.
        """
        return self.recount(values) == 0

    def describe_cost(self, cost: int) -> str:
        """Return a cost in words, such as ``3 attacking pairs``."""
        return f"cost {cost:,}"

    def picture(self, values: "np.ndarray") -> str:
        """Return HTML with a picture of ``values``, (n,); a chart if it has none of its own."""
        return f'<img alt="the best solution" src="{self.picture_source(values)}">'

    def picture_source(self, values: "np.ndarray") -> str:
        """Return the same picture as the source of an image, in which no script runs."""
        from metaqueens.problem.picture import chart, source_of

        with suppress(Exception):  # a picture is no reason to lose the page
            return source_of(self.draw(values.copy()))  # type: ignore[attr-defined]
        return source_of(chart(values))
