"""What the results say: summaries with honest intervals."""
