"""Tables of texts for the terminal, Markdown, LaTeX and the pages of the report."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isinf, isnan
from typing import Any, NamedTuple, Self


class Column(NamedTuple):
    """A column; ``order`` has the sort key of each cell for a script, if it has numbers.

    Numbers are right-aligned and not broken into lines.
    """

    head: str
    texts: Sequence[str]
    is_number: bool = True
    order: Sequence[str] = ()


class Table(NamedTuple):
    """Columns of equal length, with notes below.

    The ``legend`` has the meanings of columns by their heads. Columns are omitted in the order of
    ``dispensable`` if there is too little space. ``marked`` are the numbers of highlighted rows,
    ``left_out`` is the number of rows that are not shown. The first ``names`` columns name a row.
    ``label`` is the name by which a paper refers to the table.
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
        return [column.head for column in self.columns]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The texts, row by row."""
        return list(zip(*(column.texts for column in self.columns), strict=True))

    def fit(self, fits: Callable[[Self], bool]) -> Self:
        """Return the table without as many dispensable columns as it takes to fit, at most all."""
        for dropped in range(len(self.dispensable) + 1):
            gone = self.dispensable[:dropped]
            columns = (column for column in self.columns if column.head not in gone)
            shown = self._replace(columns=tuple(columns))
            if fits(shown):
                break
        return shown

    def first(self, count: int) -> Self:
        """Return the first ``count`` rows, and the number of those that are left out."""
        columns = (
            column._replace(texts=column.texts[:count], order=column.order[:count])
            for column in self.columns
        )
        left_out = max(0, len(self.rows) - count)
        return self._replace(columns=tuple(columns), left_out=left_out)

    def sentences(self) -> list[str]:
        """Return the sentences below the table: the legend of its columns, and the notes."""
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
    """Return the sort key of a number for a script."""
    return "" if isnan(value) else "Infinity" if isinf(value) else repr(float(value))
