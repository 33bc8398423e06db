"""Commands that carry an experiment out."""
