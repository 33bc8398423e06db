"""The base class of a user's problem over the same encodings."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, ClassVar, Self

import numpy as np

from metaqueens.core.choices import EncodingName
from metaqueens.core.failures import describe_place, place_of
from metaqueens.core.jit import interpret_kernels
from metaqueens.plugins import code as plugins
from metaqueens.problem import registry
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import RunFailed, UserError
from metaqueens.text.validation import Strict, describe

# Up to this number of variables a cost is recounted by Python; above, by code compiled apart.
PYTHON_UP_TO = 1000


class Problem(BaseProblem, Strict):
    """A problem whose solutions are arrays of whole numbers, and whose cost is 0 if solved.

    A subclass declares its parameters as fields; ``n``, the number of variables, is one of them or
    a property, and so are ``value_count`` and ``max_cost`` if it has them. Its functions are static
    methods, which are compiled. Only ``cost`` is required. They call functions of the file that are
    marked ``@metaqueens.kernel``, and read the fields only through ``data``.

    >>> class Sorted(Problem):
    ...     n: int
    ...     @staticmethod
    ...     def cost(values, data):
    ...         return (values[1:] < values[:-1]).sum()
    >>> Sorted(n=3).recount(np.array([2, 0, 1]))
    1

    cost(values, data)
        The cost of a candidate solution, (n,) int: a whole number, 0 if solved. If ``data`` has
        counts, it fills them. Plain Python also runs it on fresh data to check each result.
    swap(values, data, i, j), assign(values, data, i, value)
        Make the move, update ``data``, and return the change of the cost.
    swap_change, assign_change
        Return the same change without making the move, if that is cheaper.
    variable_cost(values, data, i)
        The part of variable ``i`` in the cost, 0 if it has none.
    cp_sat(self, model, variables)
        Add constraints to a CP-SAT model; the variables of a permutation differ already.
    write(self, values), draw(self, values)
        Return text for a terminal, and a picture as SVG.

    Attributes
    ----------
    encoding
        ``permutation``: each value once. ``rows``: a variable takes 0 to ``value_count`` - 1.
    """

    encoding: ClassVar[EncodingName] = "permutation"
    # Only n queens has rules.
    rules: ClassVar[tuple[str, ...]] = ()
    State: ClassVar[Any] = None

    cost: ClassVar[Callable[..., Any]]

    @classmethod
    def __pydantic_init_subclass__(cls, **more: Any) -> None:
        super().__pydantic_init_subclass__(**more)
        if hasattr(cls, "cost"):
            from metaqueens.core.problem_state import ARGUMENTS, make_state_class

            functions = {name: getattr(cls, name) for name in ARGUMENTS if hasattr(cls, name)}
            cls.State = make_state_class(cls, cls.encoding, functions)

    @property
    def encodings(self) -> tuple[EncodingName, ...]:
        """The encodings in which it may be searched: its own."""
        return (self.encoding,)

    def has(self, name: str) -> bool:
        """Return whether the author wrote the function ``name``; none is called ``queens``."""
        return name != "queens" and hasattr(type(self), name)

    def data(self) -> Any:
        """Return instance data and memory for counts: a NamedTuple of arrays, or None."""
        return None

    def empty_state(self) -> Any:
        """Return memory for a candidate solution, nothing counted yet."""
        values = np.zeros(self.n, np.int32)
        return self.State(values, self.data(), np.zeros(1, np.int64), int(self.value_count))

    def require_sound(self) -> None:
        """Raise ``UserError`` if the sizes or the functions of this problem cannot be searched."""
        from metaqueens.core.problem_state import ARGUMENTS

        registry.require_cost(type(self), type(self).__name__)
        for name in ("n", "value_count"):
            size = getattr(self, name, None)
            if type(size) is not int or size < 1:
                expected = f"expected a whole number from 1 on, got {describe(size)}"
                raise UserError(f"{self._name_size(name)}: {expected}")
        if self.encoding == "permutation" and self.value_count != self.n:
            raise UserError(
                f"{self._name_size('value_count')}: a permutation of {self.n} variables has"
                f" {self.n} values, not {self.value_count}"
            )
        for name, arguments in ARGUMENTS.items():
            code = getattr(getattr(type(self), name, None), "__code__", None)
            taken = code.co_varnames[: code.co_argcount] if code else arguments
            if len(taken) != len(arguments) or "self" in taken:
                raise UserError(
                    f"{describe_place(*place_of(code))}: expected @staticmethod"
                    f" {name}({', '.join(arguments)}), got {name}({', '.join(taken)})"
                )

    def _name_size(self, name: str) -> str:
        """Return the name of a size, with the line of its property."""
        getter = getattr(getattr(type(self), name, None), "fget", None)
        place = f"{describe_place(*place_of(getter.__code__))}: " if getter else ""
        return f"{place}{type(self).__name__}.{name}"

    def recount(self, values: np.ndarray) -> int:
        """Return the cost of ``values``, (n,), without the kernels of a search.

        Raises ``ValueError`` if they are no candidate solution; ``RunFailed`` if the cost is no
        whole number, or the author's function fails.
        """
        self.require_legal(values)
        count: Any = type(self).cost
        if self.n > PYTHON_UP_TO:  # compiled with checks of bounds, and not stored
            from numba import njit

            count = njit(boundscheck=True)(count)
        try:
            with interpret_kernels(), np.errstate(over="ignore"):
                cost = count(np.array(values, np.int64), _as_int64(self.data()))
        except Exception as error:
            place = plugins.place_in(error) or f"{type(self).__name__}.cost()"
            raise RunFailed(f"{place}: {type(error).__name__}: {error}") from error
        if not isinstance(cost, int | np.integer | np.bool_) or cost < 0:
            raise RunFailed(
                f"{type(self).__name__}.cost() returned {describe(cost)}; expected a whole number"
                " from 0 on"
            )
        return int(cost)

    def require_legal(self, values: np.ndarray) -> None:
        """Raise ``ValueError`` if ``values`` are no candidate solution of this problem."""
        if np.shape(values) != (self.n,) or values.dtype.kind not in "iu":
            raise ValueError(f"expected {self.n:,} whole numbers, got {describe(values)}")
        if values.min() < 0 or values.max() >= self.value_count:
            raise ValueError(f"a value is outside 0 to {self.value_count - 1}")
        if self.encoding == "permutation" and np.unique(values).size < self.n:
            raise ValueError("a value occurs twice in a permutation")

    @property
    def asked(self) -> dict[str, Any]:
        """The class, its fields and ``n``, as JSON has them."""
        return {**self.config_keys, "n": int(self.n)}

    @property
    def label(self) -> str:
        """The name and the fields, such as ``Costas n=9``."""
        fields = self.model_dump(mode="json").items()
        return " ".join([type(self).__name__, *(f"{name}={_short(at)}" for name, at in fields)])

    @property
    def config_keys(self) -> dict[str, Any]:
        """The keys of ``problem:`` that mean this problem."""
        return {"use": registry.name_of(type(self)), **self.model_dump(mode="json")}

    @classmethod
    def from_key(cls, key: str) -> Self:
        """Return the problem of this class that has this ``key``.

        Raises ``ValueError`` if there is none.
        """
        fields = json.loads(key)
        del fields["use"]
        if "n" not in cls.model_fields:
            del fields["n"]
        return cls.model_validate_json(json.dumps(fields))


def digests_of(problems: Iterable[BaseProblem]) -> dict[str, str]:
    """Return the digest of the file of each class of users' problems, by its name."""
    kinds = dict.fromkeys(type(problem) for problem in problems if isinstance(problem, Problem))
    return {plugins.place_of(kind): kind.State.digest for kind in kinds if kind.State.digest}


def _as_int64(data: Any) -> Any:
    """Return instance data with whole numbers as compiled code computes with them."""
    if not isinstance(data, tuple):
        return data
    wide = [
        part.astype(np.int64) if isinstance(part, np.ndarray) and part.dtype.kind in "iu" else part
        for part in data
    ]
    return type(data)._make(wide) if hasattr(data, "_make") else tuple(wide)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 20 else f"#{sha256(text.encode()).hexdigest()[:10]}"
