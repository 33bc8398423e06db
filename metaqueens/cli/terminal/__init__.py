"""How things are shown: tables, boards, progress."""
