"""Output on the terminal: tables, boards, progress."""
