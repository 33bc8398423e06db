"""Figures, the only home of matplotlib: SVG and PNG, for print and for colour-blind readers.

Each function takes plain numbers and returns a ``Picture``; ``picture.savefig("name.svg")`` or
``.png`` keeps it. The same numbers give the same bytes.
"""

from metaqueens.analysis.figures.curves import (
    against_n as against_n,
    anytime as anytime,
    ecdf as ecdf,
)
from metaqueens.analysis.figures.style import Picture as Picture
