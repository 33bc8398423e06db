"""A landscape as a table, and three sentences of what follows from it for searches."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from math import isfinite, isnan

from metaqueens.landscape.facts import SMALL, Escape, Landscape, Neighbourhood, Number
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import listed, many, percent

Cell = Callable[[Neighbourhood], str]


def table(found: Landscape) -> Table:
    """Return a row a quantity, a column a neighbourhood."""
    everyone = found.neighbourhoods
    rows = [row for row in _rows(found) if any(row[1](one) != "-" for one in everyone)]
    names = Column("", [name for name, _ in rows], is_number=False)
    columns = [
        Column(f"{one.name} ({one.encoding})", [cell(one) for _, cell in rows])
        for one in found.neighbourhoods
    ]
    return Table((names, *columns), title=board(found), notes=_notes(found))


def board(found: Landscape) -> str:
    """Return what was measured."""
    plain = found.problem.is_plain
    return many(found.problem.n, "queen") if plain else found.problem.label


def _rows(found: Landscape) -> Iterator[tuple[str, Cell]]:
    yield "boards", lambda one: _boards(one.boards)
    yield "share of solutions", lambda one: _solutions(found, one)
    yield "moves from a board", lambda one: f"{one.moves:,.4g}"
    yield "attacking pairs, mean", lambda one: number(one.cost)
    yield "strict local minima", lambda one: share(one.positions["strict local minimum"])
    yield "other local minima", lambda one: share(one.positions["local minimum"])
    if any(one.optima for one in found.neighbourhoods):
        yield "closed plateaus, unsolved", lambda one: _plateaus(one, "unsolved")
        yield "closed plateaus, solutions", lambda one: _plateaus(one, "solved")
        yield "open plateaus", lambda one: _plateaus(one, "is_open")
    yield "steepest descent solves", lambda one: share(one.solved)
    yield "steps when it solves", lambda one: number(one.steps_solved)
    yield "steps when it is stuck", lambda one: number(one.steps_stuck)
    yield "evaluations a solution, with restarts", lambda one: _restarted(one)
    yield "stuck beside an equal neighbour", lambda one: share(one.level)
    yield "stuck on a plateau with an exit", lambda one: share(one.ends_open)
    yield "solves with 100 sideways moves", lambda one: share(one.solved_sideways)
    yield "solves after one more random move", lambda one: share(one.after_kick)
    yield "correlation of neighbours", lambda one: number(one.correlation)
    yield "autocorrelation length, moves", lambda one: number(one.length)
    none = found.solutions and not found.solutions.solutions
    nearest = "a least-cost board" if none else "a solution"
    yield f"distance to {nearest}, mean", lambda one: number(one.distance)
    yield "fitness-distance correlation", lambda one: number(one.fdc)
    yield "the same, of local minima", lambda one: number(one.fdc_optima)
    yield "the same, to one solution only", lambda one: number(one.fdc_one)
    for k, escape in enumerate(found.neighbourhoods[0].escapes):
        yield f"escape at {at(escape)}", partial(_escape, k)


def at(escape: Escape) -> str:
    """Return the temperature in words."""
    return f"T = {escape.temperature:g}" if escape.temperature else "T = 0 (sideways)"


def number(value: Number | None) -> str:
    """Return a number to three digits, with its interval where it has one."""
    if value is None or isnan(value.value):
        return "-"
    text = f"{value.value:.3g}"
    if value.low is None or value.high is None or isnan(value.low):
        return text
    return f"{text} ({value.low:.3g} - {value.high:.3g})"


def share(value: Number | None) -> str:
    """Return the same for a share, in per cent."""
    if value is None or isnan(value.value):
        return "-"
    text = _percent(value.value)
    if value.low is None or value.high is None:
        return text
    return f"{text} ({_percent(value.low)[:-2]} - {_percent(value.high)[:-2]})"


def _percent(value: float) -> str:
    return "0 %" if value == 0 else percent(value) if value > 0.995 else f"{100 * value:.3g} %"


def _boards(number: int) -> str:
    """In full, or the order of magnitude: there are more of them than a float holds."""
    return f"{number:,}" if number < 10**15 else f"{Decimal(number):.0e}"


def _solutions(found: Landscape, one: Neighbourhood) -> str:
    if found.solutions is None:
        return "-"
    about = "" if found.solutions.descents is None else "about "
    share = Decimal(found.solutions.solutions) / one.boards
    return f"{about}{float(share):.3g}"


def _plateaus(one: Neighbourhood, which: str) -> str:
    if one.optima is None:
        return "-"
    if which == "solved":
        return f"{one.optima.closed - one.optima.unsolved:,}"
    return f"{getattr(one.optima, which):,}"


def _restarted(one: Neighbourhood) -> str:
    value, low, high, _ = one.restarted
    if not isfinite(value):
        return "-" if low is None else f"over {_three_digits(low)}"
    if low is None or high is None:
        return _three_digits(value)
    return f"{_three_digits(value)} ({_three_digits(low)} - {_three_digits(high)})"


def _three_digits(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}"


def _escape(k: int, one: Neighbourhood) -> str:
    return share(one.escapes[k].found)


def _notes(found: Landscape) -> list[str]:
    exact = [one.name for one in found.neighbourhoods if one.is_exact]
    rest = [one.name for one in found.neighbourhoods if not one.is_exact]
    notes = []
    if exact:
        notes.append(
            f"{listed(exact)}: all boards were looked at; a number without an interval is exact."
        )
    if rest:
        known = ", but for the attacking pairs and the correlations of swap and reassign, which are"
        known += " exact by theory"
        notes.append(f"{listed(rest)}: from samples{known if found.problem.is_plain else ''}.")
    small = "a small sample: " if found.samples < SMALL else ""
    notes.append(
        f"Intervals: 95 %, from {small}{many(found.samples, 'random board')} each, and from"
        " descents that began there. Steepest descent takes a best move, ties at random."
    )
    notes.append(
        "Correlation of local minima: where all boards were looked at each of them counts once,"
        " else as often as descents ended there; the two do not compare."
    )
    notes.append(
        "Escape: from a board where steepest descent is stuck, the chance that annealing at this"
        " temperature finds a better one within as many proposals as the board has moves."
    )
    return notes


def conclusions(found: Landscape) -> list[str]:
    """Three sentences: on descents, on plateaus, and on temperature."""
    return [_on_descents(found), _on_plateaus(found), _on_temperature(found)]


def _on_descents(found: Landscape) -> str:
    chances = [f"{_about(one.solved)} by {one.name}" for one in found.neighbourhoods]
    known = [one for one in found.neighbourhoods if isfinite(one.restarted.value)]
    text = f"Steepest descent alone solves, of random boards, {listed(chances)}"
    if not known:
        return f"{text}; none of the {found.samples:,} tried: restarts alone will not do."
    best = min(known, key=lambda one: one.restarted.value)
    return (
        f"{text}; restarted until it solves, it needs least by {best.name}, about"
        f" {_three_digits(best.restarted.value)} evaluations."
    )


def _on_plateaus(found: Landscape) -> str:
    helped = [one for one in found.neighbourhoods if _surely_less(one.solved, one.solved_sideways)]
    if not helped:
        return "Up to 100 sideways moves in a row are not shown to help in any neighbourhood."
    told = listed([f"{_about(one.solved_sideways)} by {one.name}" for one in helped])
    text = f"With up to 100 sideways moves in a row it solves {told}"
    if all(one.level.value > 0.5 for one in helped):
        text += ": most boards where it is stuck have an equal neighbour"
    return f"{text}; a search should walk along plateaus before it starts afresh or climbs."


def _on_temperature(found: Landscape) -> str:
    """Whether a temperature escapes more often than sideways moves alone."""
    parts = [part for one in found.neighbourhoods if (part := _temperatures(one))]
    if not parts:
        return "No descent was stuck, or no temperature was tried beside sideways moves alone."
    return (
        f"Where descent is stuck, sideways moves alone soon find a better board {'; '.join(parts)}."
    )


def _temperatures(one: Neighbourhood) -> str:
    sideways = next((e for e in one.escapes if e.temperature == 0), None)
    warm = [e for e in one.escapes if e.temperature > 0]
    if sideways is None or not warm or isnan(sideways.found.value):
        return ""
    more = [e for e in warm if _surely_less(sideways.found, e.found)]
    less = [e for e in warm if _surely_less(e.found, sideways.found)]
    text = f"in {_about(sideways.found)} of the tries by {one.name}"
    if more:
        best = max(more, key=lambda e: e.found.value)
        text += f" (T = {best.temperature:g}: {_about(best.found)}"
    else:
        text += " (no temperature is shown to do better"
    return f"{text}, T = {less[0].temperature:g} does worse)" if less else f"{text})"


def _surely_less(one: Number, other: Number) -> bool:
    """Whether intervals do not even touch."""
    high = one.value if one.high is None else one.high
    low = other.value if other.low is None else other.low
    return high < low


def _about(value: Number) -> str:
    return "-" if isnan(value.value) else _percent(value.value)
