"""What every operator from outside owes the search that calls it."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args

import numpy as np

from metaqueens.algorithms.local_search import LocalSearch
from metaqueens.conformance.algorithms import checks as checks_of_algorithm
from metaqueens.conformance.checking import Check, global_random_states, wrong_with
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.search.parameters import Parameters

Kind = Literal["mutation", "crossover", "selection", "acceptance"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SIZES, TIMES = (2, 3, 8, 30), 20
Boards = list[Any]


def checks(kind: Kind, search: Parameters, seconds: float) -> Iterator[Check]:
    """Every promise of the operator of a ``kind`` that ``search`` has, and then of the search.

    The search's are left out on an encoding where the operator breaks its own.
    """
    tests = _CRITERION if kind == "acceptance" else _SELECTION if kind == "selection" else _VARIES
    for encoding in [search.encoding] if search.encoding else search.encodings:
        broken = False
        for test in tests:
            wrong = wrong_with(seconds, test, kind, search, encoding)
            broken = broken or bool(wrong)
            yield Check(test.__name__.removeprefix("_").replace("_", " "), encoding, wrong)
        if not broken:
            whole = search.model_copy(update={"encoding": encoding})
            yield from checks_of_algorithm(whole, seconds)


def _of(kind: Kind, search: Parameters) -> Callable[..., Any]:
    function, keys = getattr(search, kind).operator()
    return lambda *arguments: function(*arguments, **keys)


def _boards(n: int, encoding: Any, count: int, seed: int) -> Boards:
    """Random boards as the genetic algorithm has them, with their fitness."""
    from metaqueens.algorithms.genetic.engines.deap_toolbox import Fitness, Individual
    from metaqueens.problem.check import recount

    space, rng, made = Space(Queens(n), encoding), np.random.default_rng(seed), []
    for _ in range(count):
        queens = space.random_board(rng).queens
        made.append(Individual("i", queens.tolist()))
        made[-1].fitness = Fitness()
        made[-1].fitness.values = (recount(space.problem, queens),)
    return made


def _seeded(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002, where operators in DEAP's style draw from


def _children(kind: Kind, search: Parameters, encoding: Any, n: int, seed: int) -> Boards:
    """Return what becomes of one random board, or two."""
    boards = _boards(n, encoding, 1 if kind == "mutation" else 2, seed)
    _seeded(seed)
    given = _of(kind, search)(*boards)
    assert isinstance(given, tuple), (
        f"it returned {type(given).__name__}; expected a tuple of {len(boards)}, as DEAP's do"
    )
    assert len(given) == len(boards), f"it returned {len(given)} boards; expected {len(boards)}"
    return list(given)


def _returns_boards_as_deap_does(kind: Kind, search: Parameters, encoding: Any) -> None:
    for seed in range(TIMES):
        children = _children(kind, search, encoding, 8, seed)
        for child in children:
            assert hasattr(child, "fitness"), (
                f"it returned a {type(child).__name__}; expected the board it was given, changed"
                " in place, or a copy with its fitness"
            )
        assert len({id(child) for child in children}) == len(children), (
            "it returned one board twice"
        )


def _keeps_the_encoding(kind: Kind, search: Parameters, encoding: Any) -> None:
    for n in SIZES:
        for seed in range(TIMES):
            for child in _children(kind, search, encoding, n, seed):
                rows = [int(row) for row in child]
                assert len(rows) == n, f"a board of {n} queens came back with {len(rows)}"
                off = [row for row in rows if not 0 <= row < n]
                assert not off, f"a queen came to row {off[:1]} of a board of {n} rows"
                if encoding == "permutation":
                    assert sorted(rows) == list(range(n)), f"{rows} is no permutation"


def _same_seed_same_children(kind: Kind, search: Parameters, encoding: Any) -> None:
    for seed in range(TIMES):
        one, two = (_children(kind, search, encoding, 30, seed) for _ in range(2))
        assert list(map(list, one)) == list(map(list, two)), "another child from the same seed"


def _does_not_seed_the_global_generators(kind: Kind, search: Parameters, encoding: Any) -> None:
    after = []
    for seed in (1, 2):
        if kind == "selection":
            _chosen(search, encoding, seed)
        else:
            _children(kind, search, encoding, 8, seed)
        python, *numpy = global_random_states()
        after.append((python, numpy))
    assert after[0][0] != after[1][0], "it seeds random, of which every run has its own"
    assert after[0][1] != after[1][1], "it seeds numpy.random, of which every run has its own"


def _chosen(search: Parameters, encoding: Any, seed: int) -> tuple[Boards, Boards]:
    """Twenty boards, and the seven of them that were selected."""
    boards = _boards(8, encoding, 20, seed)
    _seeded(seed)
    return boards, _of("selection", search)(boards, 7)


def _selects_as_many_as_asked(kind: Kind, search: Parameters, encoding: Any) -> None:
    for seed in range(TIMES):
        boards, chosen = _chosen(search, encoding, seed)
        assert len(chosen) == 7, f"asked for 7 of 20 boards it returned {len(chosen)}"
        ours = {id(board) for board in boards}
        assert all(id(one) in ours for one in chosen), "it returned a board that it was not given"


def _leaves_the_population_as_it_is(kind: Kind, search: Parameters, encoding: Any) -> None:
    boards, _ = _chosen(search, encoding, 3)
    untouched = _boards(8, encoding, 20, 3)
    assert list(map(list, boards)) == list(map(list, untouched)), "it changed boards"
    same = [
        one.fitness.values == two.fitness.values for one, two in zip(boards, untouched, strict=True)
    ]
    assert all(same), "it changed the fitness of boards"


def _same_seed_same_selection(kind: Kind, search: Parameters, encoding: Any) -> None:
    for seed in range(TIMES):
        one, two = (list(map(list, _chosen(search, encoding, seed)[1])) for _ in range(2))
        assert one == two, "another selection from the same seed"


def _answers(search: Parameters, seed: int) -> list[Any]:
    """Return what a criterion says of a walk through random numbers of attacking pairs."""
    rng, said = np.random.default_rng(seed), []
    assert isinstance(search, LocalSearch)
    accepts = search.acceptance.criterion(30)  # type: ignore[union-attr]
    drawn, best, current = np.random.default_rng(seed + 1), 30, 30
    for change in drawn.integers(-2, 6, 300).tolist():
        candidate = max(1, current + change)
        said.append(accepts(rng, best, current, candidate))
        current = candidate if said[-1] else current
        best = min(best, current)
    return said


def _says_true_or_false(kind: Kind, search: Parameters, encoding: Any) -> None:
    other = [one for one in _answers(search, 0) if not isinstance(one, bool | np.bool_)]
    assert not other, f"it returned {other[0]!r}; expected True or False"


def _lets_some_move_pass(kind: Kind, search: Parameters, encoding: Any) -> None:
    assert any(_answers(search, 0)), "it lets no move pass, though many improve the board"


def _same_seed_same_answers(kind: Kind, search: Parameters, encoding: Any) -> None:
    """In a run after another, too: what it remembers is of one run."""
    first, _, again = (_answers(search, seed) for seed in (1, 2, 1))
    assert first == again, "other answers from the same seed; does it remember an earlier run?"


def _leaves_global_generators_alone(kind: Kind, search: Parameters, encoding: Any) -> None:
    before = global_random_states()
    _answers(search, 1)
    assert global_random_states() == before, "it draws from a global generator; rng is the run's"


_VARIES = (
    _returns_boards_as_deap_does,
    _keeps_the_encoding,
    _same_seed_same_children,
    _does_not_seed_the_global_generators,
)
_SELECTION = (
    _selects_as_many_as_asked,
    _leaves_the_population_as_it_is,
    _same_seed_same_selection,
    _does_not_seed_the_global_generators,
)
_CRITERION = (
    _says_true_or_false,
    _lets_some_move_pass,
    _same_seed_same_answers,
    _leaves_global_generators_alone,
)


def search_with(kind: Kind) -> tuple[str, tuple[str, ...]]:
    """Return the algorithm that operators of a ``kind`` are parts of, and its other settings."""
    return ("local_search", ()) if kind == "acceptance" else ("genetic", ("population=20",))
