"""Graph colouring, of the queen graph [1]_ or a file of DIMACS: an edge joins two colours.

.. [1] Vasquez (2004). New results on the queens_n2 graph coloring problem. Journal of Heuristics
       10(4): 407-413.
"""

from math import ceil, sqrt
from typing import Annotated, Any, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from metaqueens.classics import graphs
from metaqueens.classics.drawing import squares
from metaqueens.core.state import U
from metaqueens.problem.problem import Problem
from metaqueens.text.validation import wrong_argument

# A list in a config.
_Edge = Annotated[tuple[int, int], Field(strict=False)]


class Neighbours(NamedTuple):
    """A graph, and counts of the colours of neighbours."""

    first: np.ndarray  # (n + 1,) vertex i has the neighbours from first[i] to first[i + 1] - 1
    neighbours: np.ndarray  # (2 edges,)
    same: np.ndarray  # (n, colours) the number of neighbours of a vertex that have a colour


class Colouring(Problem):
    """Colour a graph, such as the squares of a board: no queen attacks a square of its colour.

    The cost is the number of edges that join two vertices of one colour.

    >>> Colouring(queens=2, colours=4).recount(np.array([0, 1, 2, 3]))
    0

    Parameters
    ----------
    colours
        Number of colours.
    queens
        Side of a board: its squares are vertices, joined if a queen can move from one to the other.
    file
        A graph of DIMACS, NAME.col, instead of a board. Results hold its edges.
    vertices, edges
        A graph without a file: a number of vertices, and pairs of them, from 0.
    """

    encoding = "rows"
    colours: int = Field(ge=1, le=1000)
    queens: int | None = Field(default=None, ge=1, le=100)
    file: str | None = None
    vertices: int | None = Field(default=None, ge=1, le=graphs.MAX_VERTICES)
    edges: tuple[_Edge, ...] = Field(default=(), strict=False)

    _read_file = model_validator(mode="before")(graphs.add_graph)

    @model_validator(mode="after")
    def _require_graph(self) -> Self:
        if (self.queens is None) == (self.vertices is None):
            raise ValueError("expected one of the keys queens, file and vertices")
        if not all(0 <= a < b < (self.vertices or 0) for a, b in self.edges):
            raise wrong_argument("edges", "expected pairs [a, b] with 0 <= a < b < vertices")
        return self

    @property
    def n(self) -> int:
        return self.vertices or (self.queens or 0) ** 2

    @property
    def value_count(self) -> int:
        return self.colours

    @property
    def label(self) -> str:
        graph = f"queens={self.queens}" if self.queens else self.file or f"vertices={self.n}"
        return f"Colouring {graph} colours={self.colours}"

    def data(self) -> Neighbours:
        edges = graphs.queen_edges(self.queens) if self.queens else self.edges
        same = np.zeros((self.n, self.colours), np.int32)
        return Neighbours(*graphs.list_neighbours(edges, self.n), same)

    @staticmethod
    def cost(values, data):
        pairs = np.int64(0)
        data.same[:] = 0
        for i in range(values.size):
            for k in range(data.first[i], data.first[i + 1]):
                data.same[i, values[data.neighbours[k]]] += 1
            pairs += data.same[i, values[i]]
        return pairs // 2

    @staticmethod
    def assign(values, data, i, value):
        old = np.int64(values[i])
        change = np.int64(data.same[i, value]) - np.int64(data.same[i, old])
        for k in range(data.first[i], data.first[i + 1]):
            data.same[U(data.neighbours[k]), U(old)] -= 1
            data.same[U(data.neighbours[k]), U(value)] += 1
        values[i] = value
        return change

    @staticmethod
    def assign_change(values, data, i, value):
        same = data.same[U(i)]
        return np.int64(same[U(value)]) - np.int64(same[U(values[U(i)])])

    @staticmethod
    def variable_cost(values, data, i):
        return data.same[i, values[i]]

    def cp_sat(self, model: Any, variables: Any) -> None:
        for line in graphs.queen_lines(self.queens) if self.queens else self.edges:
            model.add_all_different(variables[k] for k in line)

    def draw(self, values: np.ndarray) -> str:
        return squares((values + 1).tolist(), self.queens or ceil(sqrt(self.n)), self.colours)
