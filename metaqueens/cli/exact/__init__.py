"""Commands of the exact side."""
