"""What a set of runs says: metrics, with confidence intervals."""
