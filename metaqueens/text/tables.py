"""Tables of texts: what the terminal, Markdown, LaTeX and the pages of the report all show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isinf, isnan
from typing import Any, NamedTuple, Self


class Column(NamedTuple):
    """A column of a table.

    Parameters
    ----------
    head
        What stands above it.
    texts
        Its cells, from the top.
    is_number
        Whether it stands on the right and is not broken into lines.
    order
        What each cell is sorted by, as a script reads it; a column of words sorts by its texts.
    """

    head: str
    texts: Sequence[str]
    is_number: bool = True
    order: Sequence[str] = ()


class Table(NamedTuple):
    """Columns of equal length, with sentences around them.

    Parameters
    ----------
    columns
        From the left.
    title
        What it is of.
    notes
        Sentences that stand below.
    legend
        By the head of a column what it means; told of those that are shown.
    dispensable
        Heads of the columns that may be left out for want of room, the first ones first.
    marked
        The numbers of the rows that stand out.
    left_out
        How many rows more there are than it has room for.
    names
        How many columns, from the left, name what a row is of.
    label
        The name by which a paper refers to the table.
    """

    columns: tuple[Column, ...]
    title: str = ""
    notes: Sequence[str] = ()
    legend: Mapping[str, str] = {}
    dispensable: Sequence[str] = ()
    marked: frozenset[int] = frozenset()
    left_out: int = 0
    names: int = 1
    label: str = ""

    @property
    def heads(self) -> list[str]:
        """The heads of all columns."""
        return [one.head for one in self.columns]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The texts, row by row."""
        return list(zip(*(one.texts for one in self.columns), strict=True))

    def drop_columns(self, heads: Iterable[str]) -> Self:
        """Without the columns of these heads."""
        gone = set(heads)
        return self._replace(columns=tuple(one for one in self.columns if one.head not in gone))

    def first(self, count: int) -> Self:
        """Return the first ``count`` rows."""
        return self._replace(
            columns=tuple(
                one._replace(texts=one.texts[:count], order=one.order[:count])
                for one in self.columns
            )
        )

    def sentences(self) -> list[str]:
        """Return what stands below: the legend of the columns that are there, and the notes."""
        meanings = [f"{head}: {self.legend[head]}." for head in self.heads if head in self.legend]
        return [*([" ".join(meanings)] if meanings else []), *self.notes]


def numbers(head: str, values: Iterable[Any], text: Callable[[Any], str]) -> Column:
    """Return a column of numbers, which sorts by them, formatted by ``text``; None is infinite."""
    values = [inf if value is None else value for value in values]
    return Column(head, [text(value) for value in values], order=list(map(sort_key, values)))


def words(head: str, texts: Iterable[Any]) -> Column:
    """Return a column of words, which sorts by them."""
    return Column(head, list(map(str, texts)), is_number=False)


def sort_key(value: float) -> str:
    """Return a number as a script sorts it."""
    return "" if isnan(value) else "Infinity" if isinf(value) else repr(float(value))
