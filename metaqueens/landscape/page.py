"""The page of a fitness landscape: the conclusions, the table, the figures."""

import json
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from metaqueens.files.writing import replacing, write_text
from metaqueens.landscape import figures as drawn
from metaqueens.landscape.facts import Landscape
from metaqueens.landscape.table import board, conclusions, table
from metaqueens.pages.charts import Chart, inline
from metaqueens.pages.page import render

PAGE, DATA = "landscape.html", "landscape.json"
FORMATS = ("svg", "png")


def charts(found: Landscape) -> Iterator[Chart]:
    """Yield the figures of a landscape."""
    shown = found.neighbourhoods
    where = "at boards without a better neighbour that are no solutions"
    if not all(one.is_exact for one in shown):
        where += " (those where descents are stuck, where boards were sampled)"
    yield Chart("changes", f"What moves add to the attacking pairs {where}.", drawn.changes(shown))
    yield Chart(
        "autocorrelation",
        "Autocorrelation of random walks: points as walked, with 95 % bands; lines by theory.",
        drawn.autocorrelation(shown),
    )
    if any(one.escapes for one in shown):
        yield Chart(
            "escapes",
            "From where steepest descent is stuck: the chance to find a better board within as many"
            " proposals as the board has moves, by temperature; 95 % intervals.",
            drawn.escapes(shown),
        )


def _page(found: Landscape, figures: list[Chart]) -> str:
    return render(
        "landscape.html.j2",
        [],
        title=f"The landscape of {board(found)}",
        conclusions=conclusions(found),
        table=table(found),
        seed=found.seed,
        figures=[
            (chart.caption, Markup(inline(chart.picture.svg(), f"l{k}-", chart.picture.alt)))
            for k, chart in enumerate(figures)
        ],
    )


def write(found: Landscape, output: Path) -> None:
    """Write the page; where ``output`` is a folder, the figures and the numbers beside it."""
    figures = list(charts(found))
    if output.suffix == ".html":
        write_text(output, _page(found, figures))
        return
    output.mkdir(parents=True, exist_ok=True)
    write_text(output / PAGE, _page(found, figures))
    write_text(output / DATA, json.dumps(found.as_json, indent=1) + "\n")
    for chart in figures:
        for form in FORMATS:
            with replacing(output / f"{chart.name}.{form}") as part:
                chart.picture.savefig(part)
