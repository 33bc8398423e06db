"""A problem: its cost, its states, how it is searched, and the independent check of a solution."""
