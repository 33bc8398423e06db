"""Who carries the runs out: this process, a pool of workers, a cluster."""
