"""Plug-ins for metaqueens."""
