"""The lab: a page in which searches run, compiled from our own kernels, the same runs as ours."""
