"""Estimates from a sample of runs, with confidence intervals."""
