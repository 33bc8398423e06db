"""The results folder: its database and boards; queries and checks."""
