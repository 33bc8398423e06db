"""Commands that run an experiment."""
