"""From a file to checked values: every error with its place."""
