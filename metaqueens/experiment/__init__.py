"""Run experiments: the plan, the executors, the store, the exact check."""
