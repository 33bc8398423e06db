"""What searches did before the house was rebuilt, kept to be compared: see ``record.py``."""
