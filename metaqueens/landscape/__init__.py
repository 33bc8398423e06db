"""Fitness landscapes: descents, autocorrelation, escapes, from samples of boards."""
