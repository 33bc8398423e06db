"""A sweep over two parameters as a heat map, in the style of the figures of a report."""

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import LogNorm

from metaqueens.analysis.figures import style
from metaqueens.text.words import three_digits

if TYPE_CHECKING:
    import pandas as pd


@style.apply_style
def heat_map(table: "pd.DataFrame", unit: str) -> style.Picture:
    """The cost of each combination, written in its cell; lighter is cheaper, inf is crossed out.

    ``table`` has one parameter along its rows and another along its columns, both named.
    """
    figure, axes = style.picture(
        width=1.4 + 0.75 * max(len(table.columns), 4), height=1.1 + 0.45 * len(table)
    )
    values = table.to_numpy(dtype=float)
    known = values[np.isfinite(values) & (values > 0)]
    low, high = (known.min(), known.max()) if known.size else (1.0, 10.0)
    norm = LogNorm(low, max(high, 1.001 * low))
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(values),
        cmap="cividis_r",
        norm=norm,
        edgecolors=style.PAPER,
        linewidth=1,
    )
    axes.set_xticks(np.arange(len(table.columns)) + 0.5, list(map(style.tidy, table.columns)))
    axes.set_yticks(np.arange(len(table)) + 0.5, list(map(style.tidy, table.index)))
    axes.set(xlabel=style.tidy(table.columns.name), ylabel=style.tidy(table.index.name))
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for (row, column), value in np.ndenumerate(values):
        axes.text(column + 0.5, row + 0.5, **_written(value, mesh.to_rgba(value)))
    axes.set_title(unit, loc="left", color=style.INK)
    figure.alt = _in_words(table, unit)
    return figure


def _in_words(table: "pd.DataFrame", unit: str) -> str:
    """Where the least and the largest value are, and how many are infinite."""
    values = table.to_numpy(dtype=float)
    axes = f"{style.clean_name(table.index.name)} and {style.clean_name(table.columns.name)}"
    said = f"{unit}, by {axes}."
    known = np.isfinite(values)
    if known.any():
        for which, end, beyond in (("Least", np.argmin, np.inf), ("Most", np.argmax, -np.inf)):
            row, column = np.unravel_index(end(np.where(known, values, beyond)), values.shape)
            names = table.index[row], table.columns[column]
            at = " and ".join(map(style.clean_name, names))
            said += f" {which}: {three_digits(values[row, column])} at {at}."
    return f"{said} Never solved: {(~known).sum():,} of {values.size:,}."


def _written(value: float, ground: Any) -> dict[str, Any]:
    look = {"ha": "center", "va": "center", "fontsize": 9}
    if not np.isfinite(value):
        return {"s": "\N{MULTIPLICATION SIGN}", "color": style.INK, **look}
    text = f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
    return {"s": text, "color": readable(ground), **look}


def readable(ground: Any) -> str:
    """Black or white, whichever is easier to read on ``ground``; pages recolour our ink."""
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in ground[:3]]
    light = float(np.dot([0.2126, 0.7152, 0.0722], channels))
    return "#fffffe" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000001"
