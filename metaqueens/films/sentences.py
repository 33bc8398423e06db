"""Sentences on the changes between two frames of a search with one board."""

from math import exp
from typing import Any, NamedTuple

import numpy as np

from metaqueens.text.words import many


class FilmFrame(NamedTuple):
    """A frame of a search; only the first ``placed`` columns of its board hold a queen.

    ``guards`` are those of the board, ``best`` the fewest so far. ``steered`` are the signals of
    the previous report, which decided the last move. ``of_many``: the search has many boards, and
    this is the best one of a population, or the last one evaluated.
    """

    queens: np.ndarray
    placed: int
    guards: int
    best: int
    evaluations: int
    steps: int
    signals: dict[str, Any]
    steered: dict[str, Any]
    of_many: bool = False

    @property
    def position(self) -> tuple[int, int, list[int]]:
        """The steps and the board, which differ between two frames that are shown."""
        return self.steps, self.placed, self.queens.tolist()


def describe_change(before: FilmFrame | None, now: FilmFrame) -> str:
    """Describe the change from one frame to the next; columns and rows count from 0."""
    if before is None and now.placed == 0:
        text = "The board is empty."
    elif before is None:
        board = "The best of the first boards" if "distinct" in now.signals else "The first board"
        text = f"{board}: {many(now.guards, 'attacking pair')}."
    elif now.placed < len(now.queens) or before.placed < len(before.queens):
        text = _filling(before, now)
    else:
        text = _drawing(before, now, "board", _pairs(now)) if now.of_many else _moving(before, now)
        if now.best < before.best and now.best > 0:
            text += " The fewest so far."
    return text + (" A solution." if now.guards == 0 and now.placed == len(now.queens) else "")


def describe_values(before: FilmFrame | None, now: FilmFrame) -> str:
    """Describe the change from one frame to the next, for a problem other than n queens."""
    cost = f"cost {now.guards:,}" if now.guards else "cost 0, a solution"
    if before is None:
        return f"The first candidate: {cost}."
    if now.of_many:
        return _drawing(before, now, "candidate", cost)
    effort = f"{many(now.evaluations - before.evaluations, 'move')} evaluated"
    moved, values = np.flatnonzero(now.queens != before.queens), now.queens
    if moved.size == 0:
        return f"{effort}, the values are as before."
    text = f"{moved.size} variables changed"
    if moved.size == 1:
        text = f"Variable {moved[0]} from value {before.queens[moved[0]]} to {values[moved[0]]}"
    elif moved.size == 2 and values[moved[0]] == before.queens[moved[1]]:
        text = f"Variables {moved[0]} and {moved[1]} exchange values"
    return f"{text}: {cost} (before {before.guards:,}); {effort}."


def _filling(before: FilmFrame, now: FilmFrame) -> str:
    """Describe a search that fills the columns from left to right."""
    if now.placed < before.placed:
        return "It starts again with an empty board."
    looked = f"; {many(now.evaluations - before.evaluations, 'square')} evaluated"
    if now.placed == before.placed:
        return f"Column {now.placed}: no free square yet{looked}."
    last = now.placed - 1
    if before.placed == last:
        return f"Column {last}: queen to row {now.queens[last]}, {_pairs(now)} so far{looked}."
    return f"Queens in columns {before.placed} to {last}: {_pairs(now)}{looked}."


def _drawing(before: FilmFrame, now: FilmFrame, noun: str, cost: str) -> str:
    """Describe a search with many boards, whose changes are no moves."""
    drawn = many(now.evaluations - before.evaluations, noun)
    which = "the best of the generation" if "distinct" in now.signals else "the last"
    return f"{drawn} evaluated, {which} with {cost}."


def _moving(before: FilmFrame, now: FilmFrame) -> str:
    moved = np.flatnonzero(now.queens != before.queens)
    tried, steps = now.evaluations - before.evaluations, now.steps - before.steps
    if moved.size == 0:
        made = "none made" if steps == 0 else "the board is as before"
        return f"{many(tried, 'move')} evaluated, {made}."
    if steps == 0:
        if moved.size > len(now.queens) / 2:
            return f"It starts again from a new board: {_pairs(now)}."
        return f"{many(moved.size, 'queen')} moved at random: {_change(before, now)}."
    change = _change(before, now)
    if steps > 1:
        return f"{steps:,} moves of {tried:,} evaluated: {change}."
    looked = f"; {tried:,} moves evaluated" if tried > 1 else ""
    return f"{_move(before, now, moved)}: {change}{_chance(before, now)}{looked}."


def _move(before: FilmFrame, now: FilmFrame, moved: np.ndarray) -> str:
    if moved.size == 2:
        return f"Queens of columns {moved[0]} and {moved[1]} exchange rows"
    if moved.size == 1:
        (column,) = moved
        return f"Queen of column {column} from row {before.queens[column]} to {now.queens[column]}"
    return f"{moved.size} queens moved"


def _change(before: FilmFrame, now: FilmFrame) -> str:
    change = now.guards - before.guards
    if change == 0:
        return "as many attacking pairs as before"
    return f"{many(abs(change), 'attacking pair')} {'more' if change > 0 else 'fewer'}"


def _chance(before: FilmFrame, now: FilmFrame) -> str:
    """Return the probability with which a worsening move was accepted, if a temperature decides."""
    change, temperature = now.guards - before.guards, now.steered.get("temperature")
    if change <= 0 or not isinstance(temperature, float):
        return ""
    return f", accepted with chance {exp(-change / temperature):.2g}"


def _pairs(now: FilmFrame) -> str:
    return many(now.guards, "attacking pair") if now.guards else "no attacking pairs"
