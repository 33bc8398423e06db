"""Summaries: what the runs of each algorithm on each problem came to, as tables show it."""
