"""The ``tune`` block of a file."""
