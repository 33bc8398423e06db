"""The problem: what is asked, how it is searched, and the independent check of a board."""

from metaqueens.problem.queens import EncodingName as EncodingName, Queens as Queens
from metaqueens.problem.space import Space as Space
