"""What enumeration says of a neighbourhood: plateaus, basins, the network of local optima [1]_.

The nodes of the network are closed plateaus [2]_.

.. [1] Ochoa, Tomassini, Verel & Darabos (2008). A study of NK landscapes' basins and local optima
       networks. GECCO 2008: 555-562.
.. [2] Verel, Ochoa & Tomassini (2011). Local optima networks of NK landscapes with neutrality.
       IEEE Transactions on Evolutionary Computation 15: 783-797.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import takewhile
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from metaqueens.landscape import autocorrelation, basins, plateaus, sampling
from metaqueens.landscape.facts import Network, Node, Number, Plateaus
from metaqueens.landscape.ground import Ground, number_of, queens_of
from metaqueens.landscape.sampled import SIDEWAYS, Sampler

# Boards, of which correlations are added up at a time.
_CHUNK = 2**20


class Exact(NamedTuple):
    """What a walk over all boards found.

    facts : fields of ``Neighbourhood`` that are now exact
    parent : (boards,) the least board of each board's plateau
    least, sizes, flow : of each closed plateau its least board, boards and basin
    """

    facts: dict[str, Any]
    parent: np.ndarray
    least: np.ndarray
    sizes: np.ndarray
    flow: np.ndarray


def enumerated(
    ground: Ground, kind: int, tell: Callable[[float], None] = lambda done: None
) -> Exact:
    """Look at all boards; ``tell`` is given the share of the work that is done."""
    survey, flow = plateaus.Survey.empty(ground), basins.sources(ground)
    with beside(basins.flowed(ground, kind, flow)) as end:
        for done in plateaus.surveyed(ground, kind, survey):
            tell(0.8 * done / ground.size)
        priced = end()
    tell(0.85)
    found = plateaus.plateaus(survey)
    flows = basins.basins(flow, survey.parent, found.least)
    facts = _positions(survey.positions) | _walks(survey.sums, ground.size)
    facts |= _descents(ground, flow, found, flows) | {"priced": Number(priced / ground.size)}
    del flow
    tell(0.95)
    facts |= _distances(ground, basins.distances(ground, kind), survey.lower)
    facts["changes"] = _changes(survey.changes)
    facts["optima"] = _plateaus(ground, found)
    closed = ~found.is_open
    parts = (found.least[closed], found.sizes[closed], flows[closed])
    return Exact(facts, survey.parent, *parts)


@contextmanager
def beside(work: Iterator[float]) -> Iterator[Callable[[], float]]:
    """Carry ``work`` out in a thread: kernels hold no lock. What is given waits for its last."""
    left = Event()

    def drained() -> float:
        *_, last = takewhile(lambda _: not left.is_set(), work)
        return last

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(drained)
        try:
            yield job.result
        finally:
            left.set()


def _positions(counts: np.ndarray) -> dict[str, Any]:
    shares = {
        name: Number(float(counts[kinds] / counts.sum()))
        for kinds, name in plateaus.POSITIONS.items()
    }
    return {"positions": shares}


def _walks(sums: np.ndarray, boards: int) -> dict[str, Any]:
    """Of a random walk, which stands on a board in proportion to its moves."""
    moves, first, second, together = sums
    mean = first / moves
    variance = second / moves - mean**2
    value = float((together / moves - mean**2) / variance) if variance > 0 else float("nan")
    length = Number(autocorrelation.length(value))
    return {"moves": float(moves / boards), "correlation": Number(value), "length": length}


def _descents(
    ground: Ground, flow: np.ndarray, found: plateaus.Plateaus, flows: np.ndarray
) -> dict[str, Any]:
    solutions = np.flatnonzero(ground.costs == 0)
    solved, steps = (float(flow[solutions, k].sum()) for k in (0, 1))
    if ground.size - solved < 1e-9 * ground.size:  # all: what is left is rounding
        solved = float(ground.size)
    stuck, stuck_steps = ground.size - solved, float(flow[:, 1].sum()) - steps
    on_open = float(flows[found.is_open].sum())
    return {
        "solved": Number(solved / ground.size),
        "steps_solved": Number(steps / solved if solved else float("nan")),
        "steps_stuck": Number(stuck_steps / stuck if stuck else float("nan")),
        "ends_open": Number(min(1.0, on_open / stuck) if stuck else float("nan")),
    }


def _distances(ground: Ground, far: np.ndarray, lower: np.ndarray) -> dict[str, Any]:
    return {
        "distance": Number(float(far.mean())),
        "fdc": Number(_correlation(ground.costs, far, None)),
        "fdc_optima": Number(_correlation(ground.costs, far, ~lower & (ground.costs > 0))),
    }


def _correlation(costs: np.ndarray, far: np.ndarray, chosen: np.ndarray | None) -> float:
    """Pearson's, from how many boards have each cost and distance: whole numbers, so exact."""
    counts = np.zeros((int(costs.max()) + 1, int(far.max()) + 1), np.int64)
    for begin in range(0, costs.size, _CHUNK):
        part = slice(begin, begin + _CHUNK)
        x, y = costs[part], far[part]
        if chosen is not None:
            x, y = x[chosen[part]], y[chosen[part]]
        places = x.astype(np.int64) * counts.shape[1] + y
        counts += np.bincount(places, minlength=counts.size).reshape(counts.shape)
    x, y = np.indices(counts.shape)
    terms = (1, x, y, x * x, y * y, x * y)
    count, x1, y1, x2, y2, xy = (int((counts * term).sum()) for term in terms)
    spread = (count * x2 - x1 * x1) * (count * y2 - y1 * y1)
    return (count * xy - x1 * y1) / float(spread) ** 0.5 if spread else float("nan")


def _changes(counts: np.ndarray) -> list[tuple[int, float]]:
    total = counts.sum()
    return [(by, float(count / total)) for by, count in enumerate(counts) if count]


def _plateaus(ground: Ground, found: plateaus.Plateaus) -> Plateaus:
    closed = ~found.is_open
    unsolved = closed & (ground.costs[found.least] > 0)
    return Plateaus(
        closed=int(closed.sum()),
        unsolved=int(unsolved.sum()),
        is_open=int(found.is_open.sum()),
    )


# Nodes that are drawn: those of the largest basins, solutions and others.
MOST_UNSOLVED, MOST_SOLVED, TRIES = 100, 100, 100


def network(ground: Ground, exact: Exact, sampler: Sampler) -> Network:
    """The network: from each node one random move and a steepest descent with sideways moves."""
    chosen = _chosen(ground, exact)
    places = {int(exact.least[k]): place for place, k in enumerate(chosen)}
    nodes, edges, elsewhere = [], [], 0
    members = _members(exact, chosen)
    for place, k in enumerate(chosen):
        least = int(exact.least[k])
        nodes.append(Node(int(ground.costs[least]), int(exact.sizes[k]), float(exact.flow[k])))
        ends = [places.get(end) for end in _tries(ground, exact.parent, members[least], sampler)]
        elsewhere += ends.count(None)
        for other in sorted({end for end in ends if end is not None}):
            edges.append((place, other, ends.count(other) / TRIES))
    share = elsewhere / (TRIES * len(chosen)) if len(chosen) else 0.0
    return Network(nodes, edges, exact.least.size, TRIES, share)


def _chosen(ground: Ground, exact: Exact) -> list[int]:
    """Return the closed plateaus that are drawn, by cost and basin."""
    costs = ground.costs[exact.least].astype(int)
    order = np.lexsort((exact.least, -exact.flow.round(6), costs))
    solved = [int(k) for k in order if costs[k] == 0]
    largest = np.lexsort((exact.least, -exact.flow.round(6)))
    kept = {*[int(k) for k in largest if costs[k] > 0][:MOST_UNSOLVED], *solved[:MOST_SOLVED]}
    return [int(k) for k in order if int(k) in kept]


def _members(exact: Exact, chosen: list[int]) -> dict[int, np.ndarray]:
    """Return the boards of each chosen plateau, by its least one."""
    marked = np.zeros(exact.parent.size, bool)
    marked[exact.least[chosen]] = True
    boards = np.flatnonzero(marked[exact.parent])
    owners = exact.parent[boards]
    return {int(least): boards[owners == least] for least in exact.least[chosen]}


def _tries(ground: Ground, parent: np.ndarray, members: np.ndarray, sampler: Sampler) -> list[int]:
    """Return the least boards of the plateaus where descents after one move end."""
    queens, ends = sampler.board.queens.copy(), []
    for place in sampler.rng.integers(members.size, size=TRIES):
        queens_of(ground, sampler.kind, int(members[place]), queens)
        cost = sampler.put(queens)
        cost += int(sampling.kick[sampler.kind](sampler.board, sampler.stream))
        sampler.descend(cost, SIDEWAYS)
        ends.append(int(parent[number_of(ground, sampler.kind, sampler.board.queens)]))
    return ends
