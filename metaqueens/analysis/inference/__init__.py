"""Statistical tests between algorithms."""
