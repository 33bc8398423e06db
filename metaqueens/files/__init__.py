"""Read and write files."""
