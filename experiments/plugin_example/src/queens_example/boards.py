"""Instances: a file of problems, as `metaqueens instances` writes them."""

from pathlib import Path

CORNERS = Path(__file__).with_name("corners.jsonl")
