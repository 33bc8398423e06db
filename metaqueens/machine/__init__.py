"""What this machine is, and how fast our kernels run on it."""
