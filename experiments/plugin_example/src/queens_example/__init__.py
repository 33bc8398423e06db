"""Plug-ins for metaqueens, as an example."""
