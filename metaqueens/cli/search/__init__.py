"""Commands that search one board."""
