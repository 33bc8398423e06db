"""Commands of the exact methods."""
