"""Read and check tidy tables: a row per run, with the columns that a comparison needs."""

import warnings
from io import TextIOWrapper
from math import inf
from numbers import Real
from pathlib import Path
from typing import Any

import pandas as pd

from metaqueens.analysis.data import labels
from metaqueens.experiment.results.database import FILE
from metaqueens.files import reading
from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file
from metaqueens.text.printable import KEPT_FROM_FORMULA, STEERING
from metaqueens.text.words import many

MOST_HEADER = 1_000_000
# The columns of a cell.
LIMITS = ("budget_evaluations", "budget_seconds")
OF_A_CELL = ("problem", "family", "n", "encoding", "use", "parameters", "existence")
NUMBERS = (
    "seed", "evaluations", "seconds", "n", "repetition", "cost", "fitness", "steps", "found_at",
    "cpu_seconds", *LIMITS,
)  # fmt: skip
NEEDED = ("algorithm", "problem", "seed", "evaluations", "solved")
_TEXTS = ("status", "reason", "verdict", "existence", "encoding", "use", "parameters", "budget")
_TRUE, _FALSE = {"true", "1", "1.0", "yes", "solved"}, {"false", "0", "0.0", "no", "unsolved"}
_NAMES = ["algorithm", "problem", "family"]
_CELL = [*OF_A_CELL, *LIMITS, "name", "budget"]


def read(path: Path) -> pd.DataFrame:
    """Read a CSV with a comma, a semicolon or a tab as separator. Raises ``UserError``."""
    if path.suffix in (".yaml", ".yml") and path.is_file():
        do = f"`metaqueens run {path}` does its runs; give their results folder here"
        raise UserError(f"{path}: a config, not results; {do}")
    # pandas 3.1 reads floats exactly, and has no such option.
    version = tuple(map(int, pd.__version__.split(".")[:2]))
    exact: dict[str, Any] = {"float_precision": "round_trip"} if version < (3, 1) else {}
    header = ""
    try:
        with TextIOWrapper(reading.open_file(path), encoding="utf-8-sig") as file:
            header = file.readline(MOST_HEADER)
        separator = max(",;\t", key=header.count)
        # Where a row has more cells than there are columns, pandas would only warn.
        with warnings.catch_warnings(action="error", category=pd.errors.ParserWarning):
            frame = pd.read_csv(
                path, sep=separator, skipinitialspace=True, index_col=False, encoding="utf-8-sig",
                **exact,
            )  # fmt: skip
    except FileNotFoundError:
        hint = did_you_mean_file(str(path), map(str, path.parent.glob("*")))
        raise UserError(f"{path}: no such results folder or CSV file{hint}") from None
    except UnicodeDecodeError:
        raise UserError(_not_csv(path, "it is no text in UTF-8")) from None
    except pd.errors.ParserWarning:
        raise UserError(_not_csv(path, "its rows have more values than its header")) from None
    except (OSError, ValueError) as error:
        raise UserError(_not_csv(path, str(error).strip().rpartition("C error: ")[2])) from None
    if (path.parent / FILE).is_file() and "seed" not in frame:
        raise UserError(
            f"{path}: a summary, one row for many runs; compare {path.parent}, which has the runs"
        )
    for name in frame.columns.intersection(_NAMES):
        frame[name] = frame[name].replace(KEPT_FROM_FORMULA, "", regex=True)
    return frame


def _not_csv(path: Path, why: str) -> str:
    return (
        f"{path}: not a CSV file: {why}; give a results folder, or a CSV file such as"
        " `metaqueens export FOLDER` writes"
    )


def split(frame: pd.DataFrame, source: str) -> tuple[list[dict[str, Any]], pd.DataFrame]:
    """Check a tidy table; return its cells and its runs. ``source`` is its name in errors."""
    frame = _complete(frame.rename(columns=lambda name: str(name).strip()), source)
    words = frame.solved.astype(str).str.strip().str.lower()
    if not (known := words.isin(_TRUE | _FALSE)).all():
        row = int(known.to_numpy().argmin())
        raise UserError(
            f"{source}: column 'solved', row {row + 2}: {words.iloc[row]!r} is neither true nor"
            " false (nor 1 or 0, yes or no)"
        )
    status = words.isin(_TRUE).map({True: "solved", False: "unsolved"})
    frame["status"] = status.mask(frame.status.astype(str) == "failed", "failed")
    for name in NUMBERS:
        frame[name] = _numbers(frame, name, source)
    # Of a rejected run the cost is a claim.
    is_false = (frame.status == "unsolved") & (frame.cost == 0) & (frame.verdict != "rejected")
    is_false |= (frame.status == "solved") & (frame.cost > 0)
    if is_false.any():
        row = int(is_false.to_numpy().argmax())
        raise UserError(
            f"{source}: row {row + 2}: solved is {frame.solved.iloc[row]}, but cost is"
            f" {frame.cost.iloc[row]:g}; a run is solved if and only if its cost is 0"
        )
    for name in ("algorithm", "problem", "evaluations"):
        gaps = (frame[name].isna() & (frame.status != "failed")).to_numpy()
        if gaps.any():
            raise UserError(f"{source}: column {name!r}, row {gaps.argmax() + 2}: nothing there")
    for name in _NAMES:
        frame[name] = frame[name].astype(str).str.replace(f"{STEERING.pattern}+", " ", regex=True)
    frame = frame.drop(columns="name", errors="ignore").rename(columns={"algorithm": "name"})
    frame["cell"] = frame.groupby(_CELL, observed=True, sort=False, dropna=False).ngroup()
    table = frame[["cell", *_CELL]].drop_duplicates("cell").sort_values("cell")
    cells: list[dict[str, Any]] = table.to_dict("records")
    if table.budget_evaluations.isna().all():
        cells = [cell | labels.read_limits(cell["budget"]) for cell in cells]
    return cells, frame.drop(columns=[*_CELL, "source"], errors="ignore")


def read_traces(
    path: Path, cells: list[dict[str, Any]], runs: pd.DataFrame
) -> tuple[pd.DataFrame, list[str]] | None:
    """Return the traces of the ``runs`` of a CSV, and notes; None if no file beside it has them.

    NAME.traces.csv has the columns algorithm, problem, repetition (or seed), evaluations and cost,
    and can have seconds and encoding. Columns of the result: cell, repetition, evaluations, cost,
    seconds.
    """
    beside = path.with_name(f"{path.stem}.traces{path.suffix}")
    if not beside.is_file():
        return None
    points, source = read(beside), str(beside)
    if "problem" not in points and "n" in points:
        points["problem"] = list(map(_label_size, points.n))
    of_a_run = "repetition" if "repetition" in points else "seed"
    for name in ("algorithm", "problem", of_a_run, "evaluations", "cost"):
        if name not in points:
            raise UserError(f"{source}: no column {name!r}{did_you_mean(name, points.columns)}")
    if "seconds" not in points:
        points["seconds"] = None
    for name in (of_a_run, "evaluations", "cost", "seconds"):
        points[name] = _numbers(points, name, source)
    names = pd.DataFrame(cells)[["name", "problem", "encoding"]]
    named = runs.join(names.rename(columns={"name": "algorithm"}), on="cell")
    points = points.astype({"algorithm": str, "problem": str})
    keys = ["algorithm", "problem", of_a_run, *({"encoding"} & {*points.columns})]
    wanted = [*dict.fromkeys([*keys, "cell", "repetition"])]
    strays = ~pd.MultiIndex.from_frame(points[keys]).isin(pd.MultiIndex.from_frame(named[keys]))
    if strays.all():
        raise UserError(f"{source}: none of its rows belongs to a run of {path}")
    notes = []
    if number := int(strays.sum()):
        first = ", ".join(f"{name} {points[name][strays.argmax()]}" for name in keys)
        notes.append(f"{source}: {many(number, 'row')} of no run of {path} left out ({first})")
    found = points.merge(named[wanted], on=keys).sort_values(
        ["cell", "repetition", "evaluations"], kind="stable"
    )
    return found[["cell", "repetition", "evaluations", "cost", "seconds"]], notes


def _label_size(n: Any) -> str:
    return f"n={n:.0f}" if isinstance(n, Real) and float(n).is_integer() else str(n)


def _complete(frame: pd.DataFrame, source: str) -> pd.DataFrame:
    """Return the frame with all known columns; those that it lacks are missing values."""
    if "problem" not in frame and "n" in frame:
        frame["problem"] = list(map(_label_size, frame.n))
    if "solved" not in frame and "status" in frame:
        frame["solved"] = frame.status == "solved"
    for name in NEEDED:
        if name not in frame:
            has = ", ".join(map(repr, frame.columns[:12]))
            hint = did_you_mean(name, frame.columns.difference(NEEDED))
            raise UserError(
                f"{source}: no column {name!r}{hint}; it has {has}, and one row per run needs"
                f" {', '.join(NEEDED)}"
            )
    if frame.empty:
        raise UserError(f"{source}: no runs in it, only the names of the columns")
    if "n" not in frame:
        frame["n"] = frame.problem.astype(str).str.extract(r"\bn ?= ?(\d+)", expand=False)
    if "repetition" not in frame:
        frame["repetition"] = frame.groupby(["problem", "algorithm"]).cumcount()
    frame[[name for name in (*NUMBERS, *_TEXTS) if name not in frame]] = None
    frame["problem"] = frame.problem.astype(str)
    if "family" not in frame:
        frame["family"] = frame.problem
    return frame


def _numbers(frame: pd.DataFrame, name: str, source: str) -> pd.Series:
    numbers = pd.to_numeric(frame[name], errors="coerce")
    bad = (numbers.isna() & frame[name].notna()) | (numbers < 0) | (numbers == inf)
    if bad.any():
        row = int(bad.to_numpy().argmax())
        cell = str(frame[name].iloc[row])
        raise UserError(
            f"{source}: column {name!r}, row {row + 2}: {cell!r} is no number from 0 on"
        )
    return numbers
