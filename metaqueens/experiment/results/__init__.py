"""The results folder: its database and boards; queries, checks and merges."""
