"""Commands on results that are there."""
