"""What every operator from outside owes the search that calls it."""

import random
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from metaqueens.conformance.algorithms import checks as checks_of_algorithm
from metaqueens.conformance.checking import Check, checked, global_random_states
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.search.parameters import Parameters

Kind = Literal["mutation", "crossover", "selection", "acceptance"]
SIZES, TIMES = (2, 3, 8, 30), 20
Boards = list[Any]


def checks(kind: Kind, search: Parameters, seconds: float) -> Iterator[Check]:
    """Every promise of the operator of a ``kind`` that ``search`` has, and then of the search.

    The search's are left out on an encoding where the operator breaks its own.
    """
    promises = {"acceptance": _Acceptance, "selection": _Selection}.get(kind, _Variation)
    for encoding in [search.encoding] if search.encoding else search.encodings:
        whole = search.model_copy(update={"encoding": encoding})
        broken, operator = False, promises(kind, whole)
        names = [name for one in promises.__mro__[:-1] for name in vars(one)]
        for name in [name for name in names if not name.startswith("_")]:
            found = checked(seconds, getattr(operator, name), encoding=encoding)
            broken = broken or found.verdict == "failed"
            yield found
        if not broken:
            yield from checks_of_algorithm(whole, seconds)


class _Operator:
    """An operator of ``search``; its public methods are its promises, each a test."""

    def __init__(self, kind: Kind, search: Any) -> None:
        self._part, self._encoding = getattr(search, kind), search.encoding
        self._parents = 1 if kind == "mutation" else 2

    def same_seed_same_outcome(self) -> None:
        for seed in range(TIMES):
            one, _, again = (self._outcome(k) for k in (seed, seed + 1, seed))
            assert one == again, (
                "another outcome from the same seed; does it remember an earlier run?"
            )

    def _outcome(self, seed: int) -> list[Any]:
        raise NotImplementedError


class _Acceptance(_Operator):
    def says_true_or_false(self) -> None:
        other = [one for one in self._outcome(0) if not isinstance(one, bool | np.bool_)]
        assert not other, f"it returned {other[0]!r}; expected True or False"

    def lets_some_move_pass(self) -> None:
        assert any(self._outcome(0)), "it lets no move pass, though many improve the board"

    def leaves_global_generators_alone(self) -> None:
        before = global_random_states()
        self._outcome(1)
        assert global_random_states() == before, (
            "it draws from a global generator; rng is the run's"
        )

    def _outcome(self, seed: int) -> list[Any]:
        """Return what it says of a walk through random numbers of attacking pairs."""
        rng, said = np.random.default_rng(seed), []
        accepts = self._part.criterion(30)
        drawn, best, current = np.random.default_rng(seed + 1), 30, 30
        for change in drawn.integers(-2, 6, 300).tolist():
            candidate = max(1, current + change)
            said.append(accepts(rng, best, current, candidate))
            current = candidate if said[-1] else current
            best = min(best, current)
        return said


class _OfGenetic(_Operator):
    """An operator in DEAP's style, which draws from the global generators."""

    def does_not_seed_the_global_generators(self) -> None:
        after = []
        for seed in (1, 2):
            self._outcome(seed)
            python, *numpy = global_random_states()
            after.append((python, numpy))
        assert after[0][0] != after[1][0], "it seeds random, of which every run has its own"
        assert after[0][1] != after[1][1], "it seeds numpy.random, of which every run has its own"

    def _boards(self, n: int, count: int, seed: int) -> Boards:
        """Random boards as the genetic algorithm has them, with their fitness."""
        from metaqueens.algorithms.genetic.engines.deap_toolbox import Fitness, Individual

        space, rng, made = Space(Queens(n), self._encoding), np.random.default_rng(seed), []
        for _ in range(count):
            queens = space.random_board(rng).queens
            made.append(Individual("i", queens.tolist()))
            made[-1].fitness = Fitness()
            made[-1].fitness.values = (recount(space.problem, queens),)
        return made

    def _returned(self, seed: int, *given: Any) -> Any:
        function, keys = self._part.operator()
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002, where operators in DEAP's style draw from
        return function(*given, **keys)


class _Variation(_OfGenetic):
    def returns_boards_as_deap_does(self) -> None:
        for seed in range(TIMES):
            children = self._children(8, seed)
            for child in children:
                assert hasattr(child, "fitness"), (
                    f"it returned a {type(child).__name__}; expected the board it was given,"
                    " changed in place, or a copy with its fitness"
                )
            assert len({*map(id, children)}) == len(children), "it returned one board twice"

    def keeps_the_encoding(self) -> None:
        for n in SIZES:
            for child in [one for seed in range(TIMES) for one in self._children(n, seed)]:
                rows = [int(row) for row in child]
                assert len(rows) == n, f"a board of {n} queens came back with {len(rows)}"
                off = [row for row in rows if not 0 <= row < n]
                assert not off, f"a queen came to row {off[:1]} of a board of {n} rows"
                if self._encoding == "permutation":
                    assert sorted(rows) == list(range(n)), f"{rows} is no permutation"

    def _outcome(self, seed: int) -> list[Any]:
        return list(map(list, self._children(30, seed)))

    def _children(self, n: int, seed: int) -> Boards:
        """Return what becomes of one random board, or two."""
        boards = self._boards(n, self._parents, seed)
        given = self._returned(seed, *boards)
        assert isinstance(given, tuple), (
            f"it returned {type(given).__name__}; expected a tuple of {len(boards)}, as DEAP's do"
        )
        assert len(given) == len(boards), f"it returned {len(given)} boards; expected {len(boards)}"
        return list(given)


class _Selection(_OfGenetic):
    def selects_as_many_as_asked(self) -> None:
        for seed in range(TIMES):
            boards, chosen = self._chosen(seed)
            assert len(chosen) == 7, f"asked for 7 of 20 boards it returned {len(chosen)}"
            assert {*map(id, chosen)} <= {*map(id, boards)}, (
                "it returned a board that it was not given"
            )

    def leaves_the_population_as_it_is(self) -> None:
        boards, untouched = self._chosen(3)[0], self._boards(8, 20, 3)
        assert list(map(list, boards)) == list(map(list, untouched)), "it changed boards"
        fitness = [[one.fitness.values for one in two] for two in (boards, untouched)]
        assert fitness[0] == fitness[1], "it changed the fitness of boards"

    def _outcome(self, seed: int) -> list[Any]:
        return list(map(list, self._chosen(seed)[1]))

    def _chosen(self, seed: int) -> tuple[Boards, Boards]:
        """Twenty boards, and the seven of them that were selected."""
        boards = self._boards(8, 20, seed)
        return boards, self._returned(seed, boards, 7)


def search_with(kind: Kind) -> tuple[str, tuple[str, ...]]:
    """Return the algorithm that operators of a ``kind`` are parts of, and its other settings."""
    return ("local_search", ()) if kind == "acceptance" else ("genetic", ("population=20",))
