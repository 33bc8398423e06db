"""The two engines of the genetic algorithm: DEAP's toolbox, and compiled kernels."""
