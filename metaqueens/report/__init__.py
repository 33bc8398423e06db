"""The page of an experiment: its report."""
