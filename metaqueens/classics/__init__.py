"""Classic problems, a file each, by name: ``metaqueens list problems``."""
