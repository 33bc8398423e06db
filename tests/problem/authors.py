"""Problems of authors, as files: sound ones, in which tests plant faults."""

from hashlib import sha256

from metaqueens.problem.registry import load_problem

COSTAS = """\
from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Seen(NamedTuple):
    counts: np.ndarray


@kernel
def count(values, counts, d, i, by):
    k = values[i + d] - values[i] + values.size - 1
    if by > 0:
        counts[d, k] += 1
        return np.int64(counts[d, k] > 1)
    counts[d, k] -= 1
    return -np.int64(counts[d, k] > 0)


@kernel
def around(values, counts, i, j, by):
    n, change = values.size, np.int64(0)
    for d in range(1, n):
        if i >= d:
            change += count(values, counts, d, i - d, by)
        if i + d < n:
            change += count(values, counts, d, i, by)
        if j >= d and j - d != i:
            change += count(values, counts, d, j - d, by)
        if j + d < n and j + d != i:
            change += count(values, counts, d, j, by)
    return change


class Costas(Problem):
    n: int

    def data(self):
        return Seen(np.zeros((self.n, 2 * self.n - 1), np.int32))

    @staticmethod
    def cost(values, data):
        n, repeats = values.size, 0
        data.counts[:] = 0
        for d in range(1, n):
            for i in range(n - d):
                k = values[i + d] - values[i] + n - 1
                repeats += data.counts[d, k] > 0
                data.counts[d, k] += 1
        return repeats

    @staticmethod
    def swap(values, data, i, j):
        change = around(values, data.counts, i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + around(values, data.counts, i, j, 1)

    @staticmethod
    def variable_cost(values, data, i):
        n, found = values.size, np.int64(0)
        for d in range(1, n):
            if i >= d:
                found += data.counts[d, values[i] - values[i - d] + n - 1] > 1
            if i + d < n:
                found += data.counts[d, values[i + d] - values[i] + n - 1] > 1
        return found

    def cp_sat(self, model, variables):
        for d in range(1, self.n):
            model.add_all_different(
                variables[i + d] - variables[i] for i in range(self.n - d)
            )
"""
COLOURING = '''\
from typing import NamedTuple

import numpy as np

from metaqueens import Problem


class Graph(NamedTuple):
    joined: np.ndarray
    clashes: np.ndarray


class Colouring(Problem):
    """A ring of vertices, each joined to the next two."""

    n: int
    colours: int = 3
    encoding = "rows"

    @property
    def value_count(self):
        return self.colours

    def data(self):
        joined = np.array([[(i + k) % self.n for k in (-2, -1, 1, 2)] for i in range(self.n)])
        return Graph(joined, np.zeros((self.n, self.colours), np.int32))

    @staticmethod
    def cost(values, data):
        clashes = 0
        data.clashes[:] = 0
        for i in range(values.size):
            for other in data.joined[i]:
                data.clashes[i, values[other]] += 1
            clashes += data.clashes[i, values[i]]
        return clashes // 2

    @staticmethod
    def assign_change(values, data, i, value):
        return data.clashes[i, value] - data.clashes[i, values[i]]

    @staticmethod
    def assign(values, data, i, value):
        change = data.clashes[i, value] - data.clashes[i, values[i]]
        for other in data.joined[i]:
            data.clashes[other, values[i]] -= 1
            data.clashes[other, value] += 1
        values[i] = value
        return change

    @staticmethod
    def variable_cost(values, data, i):
        return data.clashes[i, values[i]]
'''
INTERVAL = """\
import numpy as np

from metaqueens import Problem


class AllInterval(Problem):
    n: int

    @staticmethod
    def cost(values, data):
        n = values.size
        seen, repeats = np.zeros(n, np.int32), 0
        for i in range(n - 1):
            k = abs(values[i + 1] - values[i])
            repeats += seen[k] > 0
            seen[k] += 1
        return repeats
"""
TEXTS = {"Costas": COSTAS, "Colouring": COLOURING, "AllInterval": INTERVAL}


def plant(folder, name, old="", new="", at="# fault"):
    """Write the problem ``name`` with a fault; return its class, and the place of ``at``."""
    text = TEXTS[name]
    assert not old or text.count(old) == 1
    text = text.replace(old, new) if old else text
    file = folder / f"author_{sha256(text.encode()).hexdigest()[:8]}.py"
    file.write_text(text)
    line = next((k for k, line in enumerate(text.splitlines(), 1) if at in line), 0)
    return load_problem(f"{file}:{name}"), f"{file.name}, line {line}: "
