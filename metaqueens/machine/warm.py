"""Compile ahead what searches need: every algorithm, on every encoding, under every rule.

On plain boards every choice of words that an algorithm has is compiled, under each rule its usual
ones; rules that are asked together are compiled when they are first met.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from metaqueens.config.tuning.automatic import automatic
from metaqueens.config.tuning.space import Space
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.experiment.execution import pool
from metaqueens.problem.queens import RULES, Queens
from metaqueens.programs.trial import BOARDS
from metaqueens.search.driver import warm_up
from metaqueens.search.parameters import Parameters, space_for

# Solvers and programs of other people, and one that is written down.
NOT_COMPILED = {"clingo", "construction", "cp", "cp_sat", "program"}
# What it compiles all others use: the boards, their lines, the pricing of a whole board.
SHARED = "random_search"
PLAIN = "plain"
KINDS = (PLAIN, *RULES)


class Warmed(NamedTuple):
    """How far it is: which algorithm is done, and how many searches of it could be tried."""

    use: str
    searches: int


def algorithms() -> list[str]:
    """Those that compile anything; what the others share first, then the longest."""
    found = [use for use in CONTESTANTS if use not in NOT_COMPILED]
    return sorted(found, key=lambda use: (use != SHARED, use != "genetic"))


def warm(
    workers: int, uses: Sequence[str] | None = None, kinds: Sequence[str] = KINDS
) -> Iterator[Warmed]:
    """Compile all that the algorithms ``uses`` need on boards of these ``kinds``, as they are done.

    Kernels of one algorithm are compiled by one process: two that keep the same kernel would each
    write over what the other has kept.
    """
    first, *others = uses or algorithms()
    yield _compiled(first, kinds)
    if not others or workers == 1:
        for use in others:
            yield _compiled(use, kinds)
        return
    with pool.started(min(workers, len(others))) as processes:
        under_way = [processes.task(_compiled, use, kinds) for use in others]
        while under_way:
            done = pool.some_done(under_way)
            under_way = [one for one in under_way if one not in done]
            yield from (one.result() for one in done)


def _compiled(use: str, kinds: Sequence[str]) -> Warmed:
    """Run every search of the algorithm on a tiny board."""
    found = [*_searches(use, kinds)]
    for algorithm, problem in found:
        warm_up(algorithm, space_for(algorithm, problem))
    return Warmed(use, len(found))


def _searches(use: str, kinds: Sequence[str]) -> Iterator[tuple[Parameters, Queens]]:
    kind = CONTESTANTS[use]
    for encoding in kind.encodings:
        usual = kind(encoding=encoding)
        for board in kinds:
            problem = Queens(8) if board == PLAIN else Queens(**BOARDS[board])
            for one in _choices(usual) if board == PLAIN else [usual]:
                if one.supports(replace(problem, encoding=encoding)) is None:
                    yield one, problem


def _choices(usual: Parameters) -> Iterator[Parameters]:
    """``usual`` with every combination of the words and switches that it can be given."""
    dimensions = automatic(usual, [Queens(8)])
    words = {key: one.choice for key, one in dimensions.items() if one.choice}
    base = usual.model_dump(mode="json")
    space = Space(type(usual), base, dimensions, {}, ())
    for chosen in product(*words.values()):
        try:
            yield space.build(dict(zip(words, chosen, strict=True)))
        except ValueError:  # they do not go together
            continue
