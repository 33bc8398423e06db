"""The style of figures: Okabe and Ito's colours [1]_, each with its dash and its marker.

.. [1] Okabe & Ito (2008). Color universal design. jfly.uni-koeln.de/color.
"""

import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

from metaqueens.text.words import drop_common_words, join_names

INK, MUTED, RULE, PAPER = "#1b1f24", "#57606a", "#d5dae0", "#ffffff"
# The last three are darker than the original ones, for white and dark pages.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#c26a9b", "#4a96c4", "#b87f00", INK)
DASHES = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (3, 1.5)))
MARKERS = "osD^vPX*"
LONGEST_NAME = 44

RC: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "metaqueens",
    "text.parse_math": False,
    "axes.titlesize": 10.5,
    "legend.fontsize": 9.5,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": MUTED,
    "axes.titlecolor": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.grid": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "legend.frameon": False,
    "savefig.dpi": 300,
    "pdf.fonttype": 42,
}
# A decorator of functions that draw, as Matplotlib reads the style when it makes a text or a tick.
apply_style = rc_context(RC)


class Picture(Figure):
    """A figure that keeps its style wherever it is saved or shown.

    Parameters
    ----------
    alt
        A description in words, for those who do not see it.
    """

    alt: str = ""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Write the figure in the format of the file's ending, with its description."""
        form = options.get("format") or str(fname).rpartition(".")[2]
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
        metadata = {"Subject" if form == "pdf" else "Description": self.alt, **dates.get(form, {})}
        with rc_context(RC), warnings.catch_warnings():
            # A name in a script that the font lacks is shown as boxes.
            warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
            # Compute the layout once; Matplotlib would do so in two whole drawings.
            if engine := self.get_layout_engine():
                engine.execute(self)
                self.set_layout_engine(None)
            super().savefig(fname, metadata=metadata, **options)

    def svg(self, paper: str = "none") -> str:
        """Return the figure as SVG text, without a background or on ``paper`` of this colour."""
        text = io.StringIO()
        self.savefig(text, format="svg", facecolor=paper)
        return text.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg(PAPER)


def picture(width: float = 5.2, height: float = 3.3) -> tuple[Picture, Axes]:
    """Return an empty figure, in inches, and its axes."""
    figure = Picture(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def log_scale(axis: Any, unit: str) -> None:
    """Make ``axis``, drawn on already, logarithmic: 10k evaluations, 5 ms."""
    axis.axes.set(**{f"{axis.axis_name}label": unit})
    if axis.get_data_interval()[1] <= 0:  # nothing that has a place on it
        return
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0,) if high > 1000 * low else (1.0, 2.0, 5.0)))
    seconds = "s" if unit == "seconds" else ""
    axis.set_major_formatter(EngFormatter(seconds, sep=" " if seconds else "", usetex=False))
    axis.set_minor_formatter(NullFormatter())


def line(k: int) -> dict[str, Any]:
    """Return the colour, the dash and the marker of the k-th contestant's line."""
    colour, dash, marker = (looks[k % len(looks)] for looks in (COLOURS, DASHES, MARKERS))
    return {"color": colour, "linestyle": dash, "marker": marker}


def draw_steps(axes: Axes, curves: Mapping[str, Sequence[Any]], band: bool = True) -> list[Any]:
    """Draw the steps of each contestant, and its band if wanted: x, y, low and high of each.

    Return the handles of the lines.
    """
    handles = []
    for k, (name, ends) in enumerate(zip(short_names(curves), curves.values(), strict=True)):
        x, y, low, high = ends
        look, every = line(k), max(1, len(x) // 6)
        handles += axes.step(x, y, where="post", label=name, markevery=every, **look)
        if band:
            colour = look["color"]
            axes.fill_between(x, low, high, step="post", alpha=0.15, linewidth=0, color=colour)
    return handles


def describe(subject: str, contestants: Iterable[str]) -> str:
    """Return the description of a figure in words; tables have its numbers."""
    return f"{subject}, of {join_names(map(clean_name, contestants), 9)}."


def clean_name(name: object) -> str:
    """Return a ``name`` of any length, on one line and without control characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(name))


def tidy(name: object) -> str:
    """Return a ``name`` for a figure: on one line, not too long, without control characters."""
    text = clean_name(name)
    if len(text) > LONGEST_NAME:  # names differ mostly at their end
        text = f"{text[:12]}\N{HORIZONTAL ELLIPSIS}{text[13 - LONGEST_NAME :]}"
    return f" {text}" if text.startswith("_") else text  # matplotlib hides labels that start so


def short_names(names: Iterable[object]) -> list[str]:
    """Return ``names`` for a legend; if one is too long, without the words that all have."""
    texts = [*map(clean_name, names)]
    if len(texts) > 1 and any(len(text) > LONGEST_NAME for text in texts):
        texts = list(map(" ".join, drop_common_words([text.split(" ") for text in texts])))
    return [*map(tidy, texts)]


def legend(figure: Figure, handles: Sequence[Any]) -> None:
    """Draw the legend below the axes."""
    longest = max((len(handle.get_label()) for handle in handles), default=0)
    # In points: the handle with the gaps around it, and a letter.
    columns = int(72 * figure.get_figwidth() / (66 + 5.7 * longest))
    columns = max(1, min(columns, len(handles)))
    figure.set_figheight(figure.get_figheight() + 0.19 * max(0, -(-len(handles) // columns) - 2))
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, handlelength=3.2)


def thin(values: Any, limit: int = 250) -> Any:
    """Return up to ``limit`` of ``values``, evenly spaced, with the first and the last."""
    if len(values) <= limit:
        return values
    at = np.unique(np.linspace(0, len(values) - 1, limit).round().astype(int))
    return values.take(at)
