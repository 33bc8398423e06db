"""The members that searches and experiments read of any problem."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np

    from metaqueens.core.choices import EncodingName


class BaseProblem:
    """A problem over arrays of whole numbers, with a cost that is 0 if it is solved.

    ``Queens`` is one; authors write subclasses of ``Problem``.
    """

    if TYPE_CHECKING:  # fields, properties or constants of a subclass

        @property
        def n(self) -> int: ...
        @property
        def encoding(self) -> EncodingName: ...
        @property
        def placed(self) -> tuple[tuple[int, int], ...]: ...
        @property
        def rules(self) -> tuple[str, ...]: ...
        @property
        def is_plain(self) -> bool: ...
        @property
        def has_instance(self) -> bool: ...
        @property
        def asked(self) -> dict[str, Any]: ...
        @property
        def key(self) -> str: ...
        @property
        def label(self) -> str: ...
        @property
        def family(self) -> str: ...

    @property
    def value_count(self) -> int:
        """The number of values of a variable, which are 0 to this number - 1."""
        return self.n

    @property
    def max_cost(self) -> int | None:
        """A bound of the cost, for the fitness; None if none is known."""
        return None

    def has(self, name: str) -> bool:
        """Return whether searches find the function ``name``, such as ``variable_cost``."""
        raise NotImplementedError

    def fitness(self, cost: int) -> float:
        """Return 1 - cost / max_cost, or 1 / (1 + cost) if there is no bound; 1 if solved."""
        # A wrong function of a user may make a cost negative, which the recount refuses.
        return 1 - cost / self.max_cost if self.max_cost else 1 / (1 + max(cost, 0))

    def in_encoding(self, encoding: "EncodingName") -> Self:
        """Return the problem searched in ``encoding``.

        Raises ``ValueError`` if it is not defined in it.
        """
        if encoding != self.encoding:
            name = type(self).__name__
            raise ValueError(f"encoding: {name} is defined in {self.encoding}, not in {encoding}")
        return self

    def require_sound(self) -> None:
        """Raise ``UserError`` if the sizes of this problem cannot be searched."""

    def recount(self, values: "np.ndarray") -> int:
        """Return the cost of ``values`` by the problem's own function: see ``check.recount``."""
        raise NotImplementedError

    def empty_state(self) -> Any:
        """Return memory for a candidate solution: see ``kernel_rules.empty_state``."""
        raise NotImplementedError

    def lacks(self, needed: Collection[str]) -> list[str]:
        """Return those of some functions that it does not have."""
        return [name for name in needed if not self.has(name)]
