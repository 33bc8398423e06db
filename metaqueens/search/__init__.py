"""What a search is given and reports, and ``solve``, which carries one out."""

from metaqueens.search.budget import (
    NO_LIMIT as NO_LIMIT,
    Budget as Budget,
    Every as Every,
    Looks as Looks,
)
from metaqueens.search.parameters import (
    Parameters as Parameters,
    Strict as Strict,
)
from metaqueens.search.standing import Standing as Standing
from metaqueens.search.walk import Walk as Walk
