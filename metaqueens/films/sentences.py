"""What a search of one board does between two frames, in a sentence."""

from collections.abc import Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np

from metaqueens.text.words import many


class Frame(NamedTuple):
    """A moment of a search; only the first ``placed`` columns of its board hold a queen.

    ``guards`` are those of the board, ``best`` the fewest so far; ``steered`` are the signals at
    the report before, from which the last move was made. ``of_many``: the search has many
    boards, and this is the last that it priced.
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


def signal_columns(frames: Sequence[Frame]) -> dict[str, list[Any]]:
    """Return the signals of the frames by name, None in a frame without it."""
    names = dict.fromkeys(name for frame in frames for name in frame.signals)
    return {name: [frame.signals.get(name) for frame in frames] for name in names}


def describe_change(before: Frame | None, now: Frame) -> str:
    """Return what led from one frame to the next; columns and rows count from 0."""
    if before is None:
        text = _first(now)
    elif now.placed < len(now.queens) or before.placed < len(before.queens):
        text = _filling(before, now)
    else:
        text = _drawing(before, now) if now.of_many else _moving(before, now)
        if now.best < before.best and now.best > 0:
            text += " The fewest so far."
    return text + (" A solution." if now.guards == 0 and now.placed == len(now.queens) else "")


def _first(now: Frame) -> str:
    if now.placed == 0:
        return "The board is empty."
    return f"The first board: {many(now.guards, 'attacking pair')}."


def _filling(before: Frame, now: Frame) -> str:
    """Of a search that fills the columns from left to right."""
    if now.placed < before.placed:
        return "It starts again with an empty board."
    looked = f"; {many(now.evaluations - before.evaluations, 'square')} looked at"
    if now.placed == before.placed:
        return f"Column {now.placed}: no free square yet{looked}."
    last = now.placed - 1
    if before.placed == last:
        return f"Column {last}: queen to row {now.queens[last]}, {_pairs(now)} so far{looked}."
    return f"Queens in columns {before.placed} to {last}: {_pairs(now)}{looked}."


def _drawing(before: Frame, now: Frame) -> str:
    """Of a search with many boards, which are no moves apart."""
    priced = many(now.evaluations - before.evaluations, "board")
    return f"{priced} priced, the last with {_pairs(now)}."


def _moving(before: Frame, now: Frame) -> str:
    moved = np.flatnonzero(now.queens != before.queens)
    priced, steps = now.evaluations - before.evaluations, now.steps - before.steps
    if moved.size == 0:
        made = "none made" if steps == 0 else "the board is as before"
        return f"{many(priced, 'move')} priced, {made}."
    if steps == 0:
        if moved.size > len(now.queens) / 2:
            return f"It starts again from a new board: {_pairs(now)}."
        return f"{many(moved.size, 'queen')} moved at random: {_change(before, now)}."
    change = _change(before, now)
    if steps > 1:
        return f"{steps:,} moves of {priced:,} priced: {change}."
    looked = f"; {priced:,} moves priced" if priced > 1 else ""
    return f"{_move(before, now, moved)}: {change}{_chance(before, now)}{looked}."


def _move(before: Frame, now: Frame, moved: np.ndarray) -> str:
    if moved.size == 2:
        return f"Queens of columns {moved[0]} and {moved[1]} exchange rows"
    if moved.size == 1:
        (column,) = moved
        return f"Queen of column {column} from row {before.queens[column]} to {now.queens[column]}"
    return f"{moved.size} queens moved"


def _change(before: Frame, now: Frame) -> str:
    change = now.guards - before.guards
    if change == 0:
        return "as many attacking pairs as before"
    return f"{many(abs(change), 'attacking pair')} {'more' if change > 0 else 'fewer'}"


def _chance(before: Frame, now: Frame) -> str:
    """With which chance a worsening move was accepted, where a temperature decides that."""
    change, temperature = now.guards - before.guards, now.steered.get("temperature")
    if change <= 0 or not isinstance(temperature, float):
        return ""
    return f", accepted with chance {exp(-change / temperature):.2g}"


def _pairs(now: Frame) -> str:
    return many(now.guards, "attacking pair") if now.guards else "no attacking pairs"
