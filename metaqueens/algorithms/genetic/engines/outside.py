"""Operators from outside as the genetic algorithm calls them: who fails is named."""

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

from metaqueens.algorithms.genetic.parts import Plugin
from metaqueens.problem.space import Space
from metaqueens.text.errors import PluginFailed
from metaqueens.text.words import many

ASKED = {1: "a tuple of one board", 2: "a tuple of two boards", None: "a list of boards"}
Boards = list[Any]


def called(part: str, plugin: Plugin, count: int | None) -> Callable[..., Boards]:
    """Return the operator ``plugin``, the ``part`` of a search, which returns ``count`` boards.

    Without a ``count``, at least one. It raises ``PluginFailed`` where it fails or returns anything
    else.
    """
    function, keywords = plugin.operator()
    name = f"{part} {plugin.use}"

    def operator(*given: Any) -> Boards:
        try:
            found = function(*given, **keywords)
        except MemoryError:  # what a run may take is said elsewhere
            raise
        except Exception as error:
            raise PluginFailed(_told(f"{name}{_said(keywords)}", error)) from error
        boards = _boards(found)
        if not boards or (count and len(boards) != count):
            got = f"{name} returned {_described(found, boards)}"
            raise PluginFailed(f"{got}; expected {ASKED[count]}")
        return boards

    return operator


def require_boards(genes: np.ndarray, count: int, space: Space, parts: dict[str, Plugin]) -> None:
    """Raise ``PluginFailed`` where ``genes`` are not ``count`` boards, which kernels rely on.

    ``parts`` are the operators that may have left them so.
    """
    # What a selection changes is priced only where it made a board of its own.
    likely = {part: plugin for part, plugin in parts.items() if part != "selection"} or parts
    names = " or ".join(f"{part} {plugin.use}" for part, plugin in likely.items())
    if genes.size != count * space.n:
        raise PluginFailed(f"{names} changed the length of a board of {space.n} queens")
    if genes.size and (genes.min() < 0 or genes.max() >= space.n):
        raise PluginFailed(f"{names} put a queen outside rows 0 to {space.n - 1}")
    boards = genes.reshape(count, space.n)
    if space.encoding == "permutation" and (np.sort(boards) != np.arange(space.n)).any():
        raise PluginFailed(f"{names} put two queens on one row, which is not a permutation")


def _boards(found: Any) -> Boards:
    """Return the boards that were returned; none where anything else is among them."""
    if _is_board(found) or not hasattr(found, "__iter__"):
        return []
    boards = list(found)
    return boards if all(map(_is_board, boards)) else []


def _is_board(one: Any) -> bool:
    return hasattr(one, "fitness")


def _described(found: Any, boards: Boards) -> str:
    kind = type(found).__name__
    if _is_board(found):
        return "a board"
    if boards:
        return f"a {kind} of {many(len(boards), 'board')}"
    if not isinstance(found, tuple | list):
        return "nothing" if found is None else f"an object of {kind}"
    other = next((one for one in found if not _is_board(one)), None)
    if not found:
        return f"an empty {kind}"
    return f"a {kind} with an object of {type(other).__name__}, which is none of the boards given"


def _said(keywords: dict[str, Any]) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in keywords.items())
    return f" with {given}" if given else ""


def _told(name: str, error: Exception) -> str:
    """Where it raised, without the frames that are ours; the last line says what."""
    frames = traceback.format_tb(error.__traceback__)[1:]
    places = ["Traceback (most recent call last):\n", *frames] if frames else []
    return f"{''.join(places)}{name}: {type(error).__name__}: {error}"
