"""Commands on existing results."""
