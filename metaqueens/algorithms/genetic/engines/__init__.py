"""What carries a genetic algorithm out: DEAP's toolbox, or compiled kernels."""
