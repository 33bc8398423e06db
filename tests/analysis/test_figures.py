"""Figures: that they show the numbers they are given, as well-formed and equal bytes."""

import re
import xml.etree.ElementTree as ET
from importlib.resources import files

import numpy as np
import pandas as pd
import pytest

from experiments.population.heat import heat_map
from metaqueens.analysis import figures
from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.style import COLOURS, line

HOSTILE = [
    "<script>alert(1)</script>",
    "_hidden",
    "$\\frac{1}{$",
    "\x00\x1b[31m",
    "名前 🙂",
    "a" * 99,
]
SVG = "{http://www.w3.org/2000/svg}"


def curve(*spent) -> pd.DataFrame:
    share = np.arange(1, len(spent) + 1) / 4
    return pd.DataFrame({"spent": spent, "share": share, "low": share / 2, "high": share})


def band(cost) -> pd.DataFrame:
    evaluations = np.logspace(0, 3, len(cost))
    return pd.DataFrame({"evaluations": evaluations, "low": cost, "median": cost, "high": cost})


def points(values) -> pd.DataFrame:
    n = [8, 16, 32][: len(values)]
    return pd.DataFrame({"n": n, "value": values, "low": values, "high": values})


DRAW = {
    "ecdf": lambda names: figures.ecdf(
        {name: curve(10.0, 100.0, 1000.0) for name in names}, 1e4, "evaluations"
    ),
    "anytime": lambda names: figures.anytime({name: band([9, 4, 0]) for name in names}),
    "against_n": lambda names: figures.against_n(
        {name: points([1.0, 10.0, np.inf]) for name in names}, "evaluations"
    ),
    "heat_map": lambda names: heat_map(
        pd.DataFrame(
            np.arange(len(names) ** 2, dtype=float).reshape(len(names), -1),
            index=pd.Index(names, name="population"), columns=pd.Index(names, name="mutation"),
        ),
        "evaluations",
    ),
}  # fmt: skip


def texts(figure) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(figure.svg()).iter(f"{SVG}text")]


@pytest.mark.parametrize("kind", DRAW)
def test_the_same_numbers_give_the_same_bytes_and_type_of_the_same_sizes(kind, tmp_path):
    one, two = (DRAW[kind](["a", "b", "c"]).svg() for _ in range(2))
    assert one == two
    sizes = re.findall(r"font-size: ([\d.]+)|font: ([\d.]+)px", one)
    assert {float(size or other) for size, other in sizes} <= {9.0, 9.5, 10.0, 10.5}
    DRAW[kind](["a", "b", "c"]).savefig(tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    assert style.picture(2, 2)[0]._repr_svg_().startswith("<?xml"), "which notebooks show"


@pytest.mark.parametrize("kind", DRAW)
def test_any_name_can_be_drawn(kind):
    said = texts(DRAW[kind](HOSTILE))
    assert all(any(name in text for text in said) for name in HOSTILE[:3])


ROWS = "hill_climbing encoding=rows sideways={} restarts=0"


@pytest.mark.parametrize("kind", ["ecdf", "anytime", "against_n"])
@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ([ROWS.format(100), ROWS.format(0)], ["sideways=100", "sideways=0"]),
        ([ROWS.format(100), f"{ROWS.format(100)} moves=step"], ["hill_climbing", "moves=step"]),
        (["genetic population=9", "genetic"], ["genetic population=9", "genetic"]),
        ([ROWS.format(100)], ["hill_climbin…ng=rows sideways=100 restarts=0"]),
    ],
)
def test_legends_of_long_names_show_the_words_that_differ(kind, names, shown):
    (legend,) = DRAW[kind](names).legends
    assert [text.get_text() for text in legend.get_texts()] == shown


@pytest.mark.parametrize("kind", DRAW)
def test_what_it_shows_is_told_in_words_and_goes_with_the_file(kind, tmp_path):
    figure = DRAW[kind](["hill climbing", HOSTILE[0]])
    if kind != "heat_map":  # which has more names than anybody listens to
        assert "hill climbing" in figure.alt
        assert HOSTILE[0] in figure.alt
    assert figure.alt.endswith(".")
    told = ET.fromstring(figure.svg()).iter("{http://purl.org/dc/elements/1.1/}description")
    assert [one.text for one in told] == [figure.alt]


def test_the_words_say_what_a_figure_shows():
    spent = figures.ecdf({"a": curve(10.0, 100.0, 1000.0), "b": curve()}, 1e4, "evaluations")
    assert spent.alt == "Share of runs solved by evaluations, of a and b."
    sizes = figures.against_n({"a": points([1.0, 10.0, np.inf])}, "evaluations")
    assert sizes.alt == "Cost in evaluations against n, of a."
    along = figures.anytime({"a": band([9, 4, 0])})
    assert along.alt == "Cost of the best solution over evaluations, median run, of a."


@pytest.mark.parametrize(("top", "ticks"), [(6, [0, 1, 2, 5]), (20_000, [0, 1, 10, 100, 1e3, 1e4])])
def test_a_small_range_of_costs_has_more_ticks(top, ticks):
    (axes,) = figures.anytime({"a": band([top, top / 2, 0])}).axes
    low, high = axes.get_ylim()
    assert [tick for tick in axes.get_yticks() if low <= tick <= high] == ticks


def light(colour) -> float:
    """Its luminance, as WCAG has it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def contrast(one, other) -> float:
    from matplotlib.colors import to_rgb

    darker, lighter = sorted([light(to_rgb(one)) + 0.05, light(to_rgb(other)) + 0.05])
    return lighter / darker


def test_every_line_can_be_seen_on_light_and_dark_paper_and_without_its_colour():
    css = files("metaqueens.pages").joinpath("assets", "style.css").read_text()
    papers = re.findall(r"--paper: (#[0-9a-f]{6})", css)
    assert len(papers) == 2
    for paper in papers:
        for colour in COLOURS[:-1]:  # pages give the last one, ink, a colour of their own
            assert contrast(colour, paper) >= 3, (colour, paper)
    looks = [line(k) for k in range(len(COLOURS))]
    checkpoints = {(str(look["linestyle"]), look["marker"]) for look in looks}
    assert len(checkpoints) == len(COLOURS)


def test_a_distribution_goes_on_to_the_end_and_no_further_than_it_is_known():
    figure = figures.ecdf({"a": curve(10.0, 100.0, 1000.0), "none": curve()}, 1e4, "evaluations")
    a, none = figure.axes[0].lines
    assert a.get_xdata().tolist() == [10, 100, 1000, 1e4]
    assert a.get_ydata().tolist() == [0.25, 0.5, 0.75, 0.75]
    assert none.get_ydata().tolist() == [0]


def test_ten_thousand_points_are_thinned_with_both_ends_kept():
    thinned = style.thin(np.arange(10_000))
    assert len(thinned) == 250
    assert (thinned[0], thinned[-1]) == (0, 9_999)


def test_sizes_that_nobody_solved_are_marked():
    seen = {"a": points([1.0, 10.0, np.inf]), "b": points([1.0, 10.0, 20.0])}
    plain = figures.against_n(seen, "evaluations").axes[0]
    crosses = [line for line in plain.lines if line.get_marker() == "x" and len(line.get_xdata())]
    assert [list(line.get_xdata()) for line in crosses] == [[32]]


def test_an_interval_that_is_not_known_has_no_bar():
    unknown = points([1.0, 10.0]).assign(low=np.nan, high=np.nan)
    known = points([1.0, 10.0, 100.0]).assign(low=[0.5, np.nan, 50.0], high=[2.0, np.nan, np.inf])
    axes = figures.against_n({"unknown": unknown, "known": known}, "evaluations").axes[0]
    assert [bars.has_yerr for bars in axes.containers] == [False, True]
    (bars,) = axes.containers[1].lines[2]
    ends = [segment[:, 1].tolist() for segment in bars.get_segments() if len(segment)]
    assert [end for end in ends if not np.isnan(end).any()] == [[0.5, 2.0], [50.0, 100.0]]


@pytest.mark.parametrize("lines", [1, 7])
def test_crosses_are_above_all_data_and_intervals(lines):
    wide = points([1.0, 10.0, 20.0]).assign(high=[2.0, 1e9, 1e9])
    seen = {"a": wide} | {str(k): points([1.0, np.inf, np.inf]) for k in range(lines)}
    axes = figures.against_n(seen, "evaluations").axes[0]
    crosses = [line for line in axes.lines if line.get_marker() == "x" and len(line.get_xdata())]
    heights = [line.get_ydata()[0] for line in crosses]
    assert max(heights) == 0.98
    assert len(set(heights)) == lines
    highest = axes.transAxes.inverted().transform(axes.transData.transform((8, 1e9)))[1]
    assert highest + 0.02 < min(heights)


def test_a_heat_map_tells_each_value_and_crosses_out_what_never_solved():
    table = pd.DataFrame(
        [[100, 2000.0], [np.inf, 5]], index=pd.Index([10, 30], name="population"),
        columns=pd.Index([0.1, 0.3], name="mutation"),
    )  # fmt: skip
    values, names = {"100", "2,000", "5", "\N{MULTIPLICATION SIGN}"}, {"population", "mutation"}
    assert {*values, *names, "0.1", "30"} <= {*texts(heat_map(table, "expected evaluations"))}


def test_what_is_written_on_a_map_can_be_read():
    values = pd.DataFrame(np.geomspace(1, 1000, 60).reshape(6, 10))
    axes = heat_map(values, "evaluations").axes[0]
    cells = axes.collections[0].to_rgba(values.to_numpy().ravel())
    for text, cell in zip(axes.texts, cells, strict=True):
        assert contrast(text.get_color(), cell) >= 4.5


def test_names_keep_what_tells_them_apart():
    one, other = style.tidy("x" * 60 + "=1"), style.tidy("x" * 60 + "=2")
    assert len(one) == len(other) == style.LONGEST_NAME
    assert one != other
