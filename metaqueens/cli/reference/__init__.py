"""Commands that list what is available."""
