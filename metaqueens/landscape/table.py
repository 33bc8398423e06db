"""A landscape as a table: a row per measure, a column per neighbourhood."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from math import isnan

from metaqueens.landscape.measure import Landscape, Number
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import many, percent

Format = Callable[[float], str]


def _share(value: float) -> str:
    return "0 %" if value == 0 else percent(value) if value > 0.995 else f"{100 * value:.3g} %"


_number = "{:.3g}".format
# The name and the format of each measure, by its key in ``--json``.
MEASURES: dict[str, tuple[str, Format]] = {
    "cost": ("attacking pairs, mean", _number),
    "solved": ("steepest descent solves", _share),
    "steps_solved": ("steps when it solves", _number),
    "steps_stuck": ("steps when it is stuck", _number),
    "solved_sideways": ("solves with 100 sideways moves", _share),
    "correlation": ("correlation of neighbours", _number),
    "length": ("autocorrelation length, moves", _number),
}


def table(found: Landscape) -> Table:
    """Return the table of a landscape."""
    rows = [(name, texts) for name, texts in _make_rows(found) if set(texts) != {"-"}]
    columns = [
        Column(f"{one.name} ({one.encoding})", [texts[k] for _, texts in rows])
        for k, one in enumerate(found.neighbourhoods)
    ]
    names = Column("", [name for name, _ in rows], is_number=False)
    notes = (
        f"Intervals: 95 %, from {many(found.samples, 'random board')} each, and from"
        " descents that began there. Steepest descent takes a best move, ties at random.",
        "Escape: from a board where steepest descent is stuck, the chance that annealing at this"
        " temperature finds a better one within as many proposals as the board has moves.",
    )
    return Table((names, *columns), title=found.problem.title, notes=notes)


def _make_rows(found: Landscape) -> Iterator[tuple[str, list[str]]]:
    every = found.neighbourhoods
    # A large number with three digits; it may exceed a float.
    boards = [Decimal(one.boards) for one in every]
    yield "boards", [f"{count:,}" if count < 10**15 else f"{count:.2e}" for count in boards]
    yield "moves from a board", [f"{one.moves:,.4g}" for one in every]
    for key, (name, form) in MEASURES.items():
        name = name.replace("attacking pairs", found.problem.unit)
        yield name, [_format(one.measures[key], form) for one in every]
    for temperature in every[0].escapes:
        name = f"escape at T = {temperature:g}" + ("" if temperature else " (sideways)")
        yield name, [_format(one.escapes[temperature], _share) for one in every]


def _format(number: Number, form: Format) -> str:
    """Return a number, with its interval if there is one."""
    if isnan(number.value):
        return "-"
    low, high = (form(end).removesuffix(" %") for end in (number.low, number.high))
    return form(number.value) + ("" if isnan(number.low) else f" ({low} - {high})")
