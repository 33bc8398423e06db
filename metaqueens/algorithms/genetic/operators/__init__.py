"""The operators of genetic algorithms, as kernels."""
