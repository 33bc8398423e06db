"""The numbers of README.template.md, from the tables beside it."""

import csv
from math import exp, inf, log
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GROUPS = {"choosing": "chose the rule", "judging": "judged it", "fresh": "not seen before"}


def numbers() -> dict[str, Any]:
    """Return what the template names."""
    temperatures, limits = _rows("temperatures"), _rows("limits")
    best = _best(temperatures, ("problem",), "temperature")
    measured = [row for row in temperatures if row["temperature"] == "measured"]
    ratios = {row["problem"]: row["ert"] / best[row["problem"],][0] for row in measured}
    medians = [row["median"] for row in measured]
    return {
        "temperatures": lambda: _table(
            ("problem", "role", "measured T", "best T", "ERT by default", "best ERT", "ratio"),
            (
                (
                    row["problem"], GROUPS[row["group"]], _short(row["median"]),
                    _short(best[row["problem"],][1]), _short(row["ert"]),
                    _short(best[row["problem"],][0]), f"{ratios[row['problem']]:.2f}",
                )
                for row in measured
            ),
        ),
        "largest": f"{max(ratios.values()):.2f}",
        "span": _short(float(f"{max(medians) / min(medians):.2g}")),
        "choice": lambda: _choice(best),
        "limits": lambda: _limits(limits),
    }  # fmt: skip


def _choice(best: Any) -> str:
    """Return the ratios of each choice of the two constants, as a table."""
    found: dict[Any, list[float]] = {}
    for row in _rows("choice"):
        ratio = row["ert"] / best[row["problem"],][0]
        found.setdefault((row["worsening"], row["accepted"]), []).append(ratio)
    return _table(
        ("worsening", "accepted", "geometric mean", "largest"),
        (
            (
                f"{worsening:g}", f"{accepted:g}",
                f"{exp(sum(map(log, ratios)) / len(ratios)):.2f}", f"{max(ratios):.2f}",
            )
            for (worsening, accepted), ratios in found.items()
        ),
    )  # fmt: skip


def _limits(rows: Any) -> str:
    """Return the ratios of the defaults to the best parameters that were tried, as a table."""
    best = _best(rows, ("search", "problem"), "parameters")
    given = {(row["search"], row["problem"], row["parameters"]): row["ert"] for row in rows}
    searches, problems = (
        [*dict.fromkeys(row[key] for row in rows)] for key in ("search", "problem")
    )

    def ratio(search: str, problem: str, parameters: str) -> str:
        at = given.get((search, problem, parameters))
        if at is None:
            return "-"
        return f"{at / best[search, problem][0]:.3g}" if at < inf else "unsolved"

    return _table(
        ("search", "default", *problems),
        (
            (f"`{search}`", kind, *(ratio(search, problem, kind) for problem in problems))
            for search in searches
            for kind in ("usual", "measured")
            if any((search, problem, kind) in given for problem in problems)
        ),
    )


def _best(rows: Any, keys: tuple[str, ...], name: str) -> Any:
    """Return the least ERT that is not measured, and its ``name``, for each of the ``keys``."""
    found: Any = {}
    for row in rows:
        if row[name] != "measured":
            key = tuple(row[each] for each in keys)
            found[key] = min(found.get(key, (inf, "")), (row["ert"], row[name]))
    return found


def _short(value: float) -> str:
    return f"{float(f'{value:.3g}'):,g}"


def _table(head: Any, rows: Any) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _rows(name: str) -> list[dict[str, Any]]:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return [{key: _number(text) for key, text in row.items()} for row in csv.DictReader(file)]


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text
