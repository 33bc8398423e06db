"""Code from outside, by name."""
