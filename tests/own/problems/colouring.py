"""Colouring of a random graph, by its cost alone and with a table of counts."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem


class Graph(NamedTuple):
    """Neighbours of vertex i: from ``first[i]`` on; ``clashes``: of each vertex and colour."""

    first: np.ndarray
    neighbours: np.ndarray
    clashes: np.ndarray


class ByCost(Problem):
    """No edge joins two vertices of one colour: fewer values than variables."""

    encoding = "rows"
    vertices: int
    colours: int
    density: float = 0.5

    @property
    def n(self):
        return self.vertices

    @property
    def value_count(self):
        return self.colours

    def edges(self):
        """Return the edges, (m, 2)."""
        chosen = np.random.default_rng(1).random((self.n, self.n)) < self.density
        return np.argwhere(np.triu(chosen, 1))

    def data(self):
        edges = self.edges()
        both = np.concatenate([edges, edges[:, ::-1]])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        first = np.searchsorted(both[:, 0], np.arange(self.n + 1)).astype(np.int32)
        clashes = np.zeros((self.n, self.colours), np.int32)
        return Graph(first, both[:, 1].astype(np.int32), clashes)

    @staticmethod
    def cost(values, data):
        clashes = 0
        for i in range(values.size):
            for k in range(data.first[i], data.first[i + 1]):
                clashes += values[data.neighbours[k]] == values[i]
        return clashes // 2


class Incremental(ByCost):
    """The same with the number of neighbours by vertex and colour."""

    @staticmethod
    def cost(values, data):
        clashes = 0
        data.clashes[:] = 0
        for i in range(values.size):
            for k in range(data.first[i], data.first[i + 1]):
                data.clashes[i, values[data.neighbours[k]]] += 1
            clashes += data.clashes[i, values[i]]
        return clashes // 2

    @staticmethod
    def assign_change(values, data, i, value):
        return data.clashes[i, value] - data.clashes[i, values[i]]

    @staticmethod
    def assign(values, data, i, value):
        change = data.clashes[i, value] - data.clashes[i, values[i]]
        for k in range(data.first[i], data.first[i + 1]):
            data.clashes[data.neighbours[k], values[i]] -= 1
            data.clashes[data.neighbours[k], value] += 1
        values[i] = value
        return change


class Colouring(Incremental):
    """The same with the conflicts of a vertex."""

    @staticmethod
    def variable_cost(values, data, i):
        return data.clashes[i, values[i]]
