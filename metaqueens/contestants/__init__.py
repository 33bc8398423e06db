"""The contestants of an experiment: algorithms and exact methods by name."""
