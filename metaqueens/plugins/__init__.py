"""User code by name."""
