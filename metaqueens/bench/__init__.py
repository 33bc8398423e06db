"""A fixed suite of runs, counts and speeds: a row for each version on each machine."""
