"""Executors of runs: this process, a pool of workers, a cluster."""
