"""Graphs to colour: the moves of queens on a board, and files of DIMACS, which are data."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from metaqueens.files import reading
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.validation import wrong_argument

MAX_BYTES, MAX_VERTICES = 10_000_000, 10_000


def read_graph(path: Path) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the number of vertices and the edges (a, b), a < b, of the file ``path``.

    Raises ``UserError`` with the line of an error.
    """
    with system_errors(path):
        lines = reading.content(path, MAX_BYTES).decode("utf-8", "replace").splitlines()
    vertices, edges = 0, set[tuple[int, int]]()
    for number, line in enumerate(lines, 1):
        kind, *words = line.split() or [""]
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 10]
        expected = ""
        if kind == "p" and vertices == 0 and len(words) == 3 and len(numbers) == 2:
            vertices = numbers[0]
            if not 1 <= vertices <= MAX_VERTICES:
                expected = f"1 to {MAX_VERTICES:,} vertices"
        elif kind == "e" and vertices:
            if len(words) == 2 == len({*numbers} & {*range(1, vertices + 1)}):
                edges.add((min(numbers) - 1, max(numbers) - 1))
            else:
                expected = f"an edge of two different vertices from 1 to {vertices:,}"
        elif kind not in ("", "c", "n"):
            expected = "c, n, or e VERTEX VERTEX" if vertices else "p edge VERTICES EDGES"
        if expected:
            raise UserError(f"{path}, line {number}: expected {expected}, got {line[:40]!r}")
    if not vertices:
        raise UserError(f"{path}: expected a line p edge VERTICES EDGES, got none")
    return vertices, tuple(sorted(edges))


def add_graph(fields: Any) -> Any:
    """Return the fields of a problem with the graph of its ``file``, if that is not there yet."""
    if not isinstance(fields, dict) or not isinstance(fields.get("file"), str):
        return fields
    if fields.keys() & {"queens", "vertices", "edges"}:
        return fields
    path = (plugins.config_folder() or Path()) / fields["file"]
    try:
        plugins.require_allowed(fields["file"])
        vertices, edges = read_graph(path)
    except ValueError as error:
        raise wrong_argument("file", str(error)) from None
    return {**fields, "file": path.stem, "vertices": vertices, "edges": edges}


def queen_lines(side: int) -> list[np.ndarray]:
    """Return the squares of each row, column and diagonal of a board, numbered by rows."""
    board = np.arange(side * side).reshape(side, side)
    turned = board[::-1]
    diagonals = [one.diagonal(k) for one in (board, turned) for k in range(1 - side, side)]
    return [line for line in (*board, *board.T, *diagonals) if line.size > 1]


def queen_edges(side: int) -> np.ndarray:
    """Return each two squares of a line of a board, (edges, 2)."""
    pairs = [line[np.stack(np.triu_indices(line.size, 1), 1)] for line in queen_lines(side)]
    return np.concatenate([np.empty((0, 2), np.int64), *pairs])


def list_neighbours(edges: ArrayLike, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the place of the first neighbour of each vertex, (n + 1,), and all neighbours."""
    pairs = np.array(edges, np.int32).reshape(-1, 2)
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[np.argsort(both[:, 0], kind="stable")]
    return np.searchsorted(both[:, 0], np.arange(n + 1)), both[:, 1].copy()
