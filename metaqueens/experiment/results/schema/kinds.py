"""Kinds of values: the SQL condition that a column's values meet, and what that is called."""

from typing import NamedTuple

from metaqueens.experiment.results.schema.json_columns import SHAPES

LARGEST = 2**62
# Of a name, of other words, of a text: far more than anybody needs.
NAME, WORDS = 10_000, 1000
YEAR_9999 = 253_000_000_000


class Kind(NamedTuple):
    """The SQL ``condition`` that a value {0} must meet, and what that is called."""

    condition: str
    words: str


def whole(least: int, most: int = LARGEST) -> Kind:
    """Whole numbers between two."""
    return Kind(
        f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN {least} AND {most}",
        f"a whole number from {least} to {most}",
    )


def number(least: float, most: float) -> Kind:
    """Numbers between two."""
    return Kind(
        f"typeof({{0}}) IN ('real', 'integer') AND {{0}} BETWEEN {least} AND {most}",
        f"a number from {least:g} to {most:g}",
    )


def text(longest: int) -> Kind:
    """Texts, in characters."""
    return Kind(
        f"typeof({{0}}) = 'text' AND length({{0}}) <= {longest}", f"a text of at most {longest:,}"
    )


def one_of(*words: str) -> Kind:
    """Some words."""
    known = ", ".join(f"'{word}'" for word in words)
    return Kind(f"typeof({{0}}) = 'text' AND {{0}} IN ({known})", f"one of {', '.join(words)}")


def json(shape: str) -> Kind:
    """JSON of a shape: see ``json_columns``."""
    return Kind(f"fits('{shape}', {{0}})", f"JSON, {SHAPES[shape].words}")


def or_null(kind: Kind) -> Kind:
    """What ``kind`` is, or NULL."""
    return Kind(f"({{0}} IS NULL OR {kind.condition})", f"{kind.words}, or nothing")


def unless_failed(kind: Kind) -> Kind:
    """What ``kind`` is; a failed run may have NULL."""
    # A finished run has a value there, a failed one may have.
    return Kind(
        f"(({{0}} IS NULL AND status = 'failed') OR ({kind.condition}))",
        f"{kind.words}, or nothing where the run failed",
    )
