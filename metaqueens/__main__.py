"""``python -m metaqueens``."""

from metaqueens.cli import main

main()
