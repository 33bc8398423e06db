"""A landscape as a table."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import isnan

from metaqueens.landscape.facts import SMALL, Landscape, Neighbourhood, Number
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import many, percent

Row = tuple[str, list[str]]


def table(found: Landscape) -> Table:
    """Return a row a quantity, a column a neighbourhood."""
    everyone = found.neighbourhoods
    rows = [row for row in _rows(everyone) if any(cell != "-" for cell in row[1])]
    names = [name.replace("attacking pairs", found.problem.unit) for name, _ in rows]
    columns = [
        Column(f"{one.name} ({one.encoding})", [cells[k] for _, cells in rows])
        for k, one in enumerate(everyone)
    ]
    problem = found.problem
    title = many(problem.n, "queen") if problem.is_plain else problem.label
    return Table(
        (Column("", names, is_number=False), *columns), title=title, notes=[*_notes(found)]
    )


def _written(value: Number, write: Callable[[float], str]) -> str:
    """Return a number, with its interval if there is one."""
    if isnan(value.value):
        return "-"
    text = write(value.value)
    if isnan(value.low):
        return text
    low, high = (write(end).removesuffix(" %") for end in (value.low, value.high))
    return f"{text} ({low} - {high})"


def _share(value: float) -> str:
    return "0 %" if value == 0 else percent(value) if value > 0.995 else f"{100 * value:.3g} %"


_number = "{:.3g}".format
# By the key of a measure in ``--json``: what it is, and how it is written.
MEASURES: dict[str, tuple[str, Callable[[float], str]]] = {
    "cost": ("attacking pairs, mean", _number),
    "solved": ("steepest descent solves", _share),
    "steps_solved": ("steps when it solves", _number),
    "steps_stuck": ("steps when it is stuck", _number),
    "solved_sideways": ("solves with 100 sideways moves", _share),
    "correlation": ("correlation of neighbours", _number),
    "length": ("autocorrelation length, moves", _number),
}


def _rows(everyone: Sequence[Neighbourhood]) -> Iterator[Row]:
    yield "boards", [_boards(one.boards) for one in everyone]
    yield "moves from a board", [f"{one.moves:,.4g}" for one in everyone]
    for key, (head, write) in MEASURES.items():
        yield head, [_written(one.measures[key], write) for one in everyone]
    for k, (temperature, _) in enumerate(everyone[0].escapes):
        head = f"escape at T = {temperature:g}" + ("" if temperature else " (sideways)")
        yield head, [_written(one.escapes[k].found, _share) for one in everyone]


def _boards(number: int) -> str:
    """In full, or the order of magnitude: there are more of them than a float holds."""
    return f"{number:,}" if number < 10**15 else f"{Decimal(number):.0e}"


def _notes(found: Landscape) -> Iterator[str]:
    small = "a small sample: " if found.samples < SMALL else ""
    yield (
        f"Intervals: 95 %, from {small}{many(found.samples, 'random board')} each, and from"
        " descents that began there. Steepest descent takes a best move, ties at random."
    )
    yield (
        "Escape: from a board where steepest descent is stuck, the chance that annealing at this"
        " temperature finds a better one within as many proposals as the board has moves."
    )
