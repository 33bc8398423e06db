"""The exact side: what is certainly true of a board or a size."""
