"""Kernels: the interface of a state, moves, the random stream, and their compilation."""
