"""What an experiment compares: algorithms and exact methods by name."""
