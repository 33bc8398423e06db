"""Text for people: words, tables, errors, and safe output."""
