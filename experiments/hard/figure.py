"""Draw how many times as long local search takes as the best exact method, by n.

python -m experiments.hard.figure    # figure.svg, out of table.csv and chosen.csv
"""

from pathlib import Path

from experiments.hard.readme import read
from metaqueens.analysis.figures.style import PAPER, Picture, apply_style, log_scale

HERE = Path(__file__).parent


@apply_style
def figure() -> Picture:
    """A line a family."""
    picture = Picture(figsize=(7, 4), layout="constrained")
    picture.alt = "Expected seconds of the best local search by those of the best exact method"
    axes = picture.subplots()
    spent = {
        (r["family"], r["algorithm"], int(r["n"])): float(r["expected"]) for r in read("table.csv")
    }
    for marker, row in zip("osD^v", read("chosen.csv"), strict=True):
        family, local, exact = row.values()
        sizes = sorted(n for name, algorithm, n in spent if (name, algorithm) == (family, local))
        ratios = [spent[family, local, n] / spent[family, exact, n] for n in sizes]
        axes.plot(sizes, ratios, marker=marker, label=family)
    axes.axhline(1, color="black", linewidth=1, linestyle="--")
    log_scale(axes.yaxis, "expected seconds, local search / exact method")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("queens")
    axes.legend(title="below 1 local search wins")
    return picture


if __name__ == "__main__":
    figure().savefig(HERE / "figure.svg", facecolor=PAPER)
