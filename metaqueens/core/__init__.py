"""Kernels: the board, its moves, the random stream, and how they are compiled."""
