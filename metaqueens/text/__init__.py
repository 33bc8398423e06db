"""Text for people: words, tables, errors, and what may be printed."""
