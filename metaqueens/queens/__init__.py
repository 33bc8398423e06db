"""n queens: the board with and without rules, its instances, its check and its own searches."""

from metaqueens.queens.problem import Queens as Queens
