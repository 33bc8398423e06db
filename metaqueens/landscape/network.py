"""The network of local optima [1]_, with closed plateaus for nodes [2]_.

.. [1] Ochoa, Tomassini, Verel & Darabos (2008). A study of NK landscapes' basins and local optima
       networks. GECCO 2008: 555-562.
.. [2] Verel, Ochoa & Tomassini (2011). Local optima networks of NK landscapes with neutrality.
       IEEE Transactions on Evolutionary Computation 15: 783-797.
"""

import numpy as np

from metaqueens.landscape import sampling
from metaqueens.landscape.exact import Exact
from metaqueens.landscape.facts import Network, Node
from metaqueens.landscape.ground import Ground, number_of, queens_of
from metaqueens.landscape.sampled import SIDEWAYS, Sampler

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
    """The closed plateaus that are drawn, by cost and basin."""
    costs = ground.costs[exact.least].astype(int)
    order = np.lexsort((exact.least, -exact.flow.round(6), costs))
    solved = [int(k) for k in order if costs[k] == 0]
    largest = np.lexsort((exact.least, -exact.flow.round(6)))
    kept = {*[int(k) for k in largest if costs[k] > 0][:MOST_UNSOLVED], *solved[:MOST_SOLVED]}
    return [int(k) for k in order if int(k) in kept]


def _members(exact: Exact, chosen: list[int]) -> dict[int, np.ndarray]:
    """The boards of each chosen plateau, by its least one."""
    marked = np.zeros(exact.parent.size, bool)
    marked[exact.least[chosen]] = True
    boards = np.flatnonzero(marked[exact.parent])
    owners = exact.parent[boards]
    return {int(least): boards[owners == least] for least in exact.least[chosen]}


def _tries(ground: Ground, parent: np.ndarray, members: np.ndarray, sampler: Sampler) -> list[int]:
    """The least boards of the plateaus where descents after one move end."""
    queens, ends = sampler.board.queens.copy(), []
    for place in sampler.rng.integers(members.size, size=TRIES):
        queens_of(ground, sampler.kind, int(members[place]), queens)
        cost = sampler.put(queens)
        cost += int(sampling.kick[sampler.kind](sampler.board, sampler.stream))
        sampler.descend(cost, SIDEWAYS)
        ends.append(int(parent[number_of(ground, sampler.kind, sampler.board.queens)]))
    return ends
