"""A sweep over two parameters as a map."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import LogNorm

from metaqueens.analysis.figures import style

if TYPE_CHECKING:
    import pandas as pd


@style.styled
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
    axes.pcolormesh(
        np.ma.masked_invalid(values), cmap="cividis_r", norm=norm, edgecolors=style.PAPER,
        linewidth=1,
    )  # fmt: skip
    axes.set_xticks(np.arange(len(table.columns)) + 0.5, list(map(style.tidy, table.columns)))
    axes.set_yticks(np.arange(len(table)) + 0.5, list(map(style.tidy, table.index)))
    axes.set(xlabel=style.tidy(table.columns.name), ylabel=style.tidy(table.index.name))
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for (row, column), value in np.ndenumerate(values):
        # Black or white, not our ink: the cell keeps its colour on a dark page.
        dark = np.isfinite(value) and norm(value) > 0.5
        colour = "#fffffe" if dark else "#000001" if np.isfinite(value) else style.INK
        text = f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
        shown = text if np.isfinite(value) else "\N{MULTIPLICATION SIGN}"
        axes.text(
            column + 0.5, row + 0.5, shown, ha="center", va="center", fontsize=8, color=colour
        )
    axes.set_title(unit, loc="left", color=style.INK)
    return figure
