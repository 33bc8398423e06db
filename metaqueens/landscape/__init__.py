"""Fitness landscapes: local optima, plateaus, basins, autocorrelation, escape; measured only."""
