"""The problem: what is asked, how it is searched, and the independent check of a board."""

from metaqueens.core.choices import EncodingName as EncodingName
from metaqueens.problem.queens import Queens as Queens
from metaqueens.problem.space import Space as Space
