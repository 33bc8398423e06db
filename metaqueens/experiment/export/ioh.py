"""Results in the format of IOHexperimenter, which IOHanalyzer and iohinspector read.

A folder for each algorithm: ``IOHprofiler_f*.json`` says which runs there are, a ``.dat`` file a
size holds their traces one after the other. A run begins there where ``evaluations`` is 1. Guards
are minimised. Function 1 is the problem on permutations, 2 on rows.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from metaqueens import __version__
from metaqueens.errors import UserError, system_errors
from metaqueens.experiment.results import boards, queries, tallies
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.files import building
from metaqueens.problem.space import MOVES

# Older versions name their files and columns otherwise; iohinspector reads from 0.3.3 on.
FORMAT = "0.3.5"
# Readers keep the dimension as a 16-bit number.
MOST_QUEENS = 65_535
FUNCTIONS: dict[str, int] = {encoding: number for number, encoding in enumerate(MOVES, 1)}


class Written(NamedTuple):
    """How many runs were written, which cells are too large for the format, and failed runs."""

    runs: int
    too_large: list[str]
    failed: int


def write(store: Store, folder: Path, with_boards: bool = False) -> Written:
    """Write all finished runs to ``folder``, which must be new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: is there already; remove it, or choose another with -o")
    store.require_sound("traces")
    cells = queries.cells(store)
    fitting = [cell for cell in cells if cell.n <= MOST_QUEENS]
    done = 0
    with system_errors(folder), building(folder) as part:
        for k, (name, one) in enumerate(_data_sets(fitting).items(), 1):
            done += _write_data_set(store, part / f"{k}-{_slug(name)}", name, one, with_boards)
    failed = tallies.total(store).failed
    large = [cell for cell in cells if cell.n > MOST_QUEENS]
    return Written(done, [f"cell {one.cell}: {one.name}, n = {one.n:,}" for one in large], failed)


def _data_sets(cells: list[CellRow]) -> dict[str, list[CellRow]]:
    """The cells of each algorithm; the second of the same name and size gets a name of its own."""
    sets: dict[str, list[CellRow]] = {}
    for cell in cells:
        name, k = cell.name, 1
        while any(_clash(cell, other) for other in sets.get(name, ())):
            k += 1
            name = f"{cell.name} ({k})"
        sets.setdefault(name, []).append(cell)
    return sets


def _clash(one: CellRow, other: CellRow) -> bool:
    # An algorithm's parameters stand in the file once: other parameters are another algorithm.
    return (one.n, one.encoding) == (other.n, other.encoding) or _content(one) != _content(other)


def _content(cell: CellRow) -> tuple[str, ...]:
    return cell.use, cell.parameters, cell.budget


def _write_data_set(
    store: Store, folder: Path, name: str, cells: list[CellRow], with_boards: bool
) -> int:
    """The files of one algorithm: one of each encoding that it worked on."""
    done = 0
    for encoding in dict.fromkeys(cell.encoding for cell in cells):
        mine = [cell for cell in cells if cell.encoding == encoding]
        title = f"f{FUNCTIONS[encoding]}_queens_{encoding}"
        (folder / f"data_{title}").mkdir(parents=True, exist_ok=True)
        with (folder / f"IOHprofiler_{title}.json").open("w", encoding="utf-8") as info:
            info.write(json.dumps(_head(name, mine[0]))[:-1] + ', "scenarios": [')
            for k, cell in enumerate(mine):
                path = f"data_{title}/IOHprofiler_f{FUNCTIONS[encoding]}_DIM{cell.n}.dat"
                start = json.dumps({"dimension": cell.n, "path": path})[:-1]
                info.write(f'{"," * (k > 0)}\n {start}, "runs": [')
                with (folder / path).open("w", encoding="ascii") as data:
                    done += _write_runs(store, cell, info, data, with_boards)
                info.write("]}")
            info.write("]}\n")
    return done


def _head(name: str, cell: CellRow) -> dict[str, Any]:
    return {
        "version": FORMAT,
        "suite": "metaqueens",
        "function_id": FUNCTIONS[cell.encoding],
        "function_name": f"queens_{cell.encoding}",
        "maximization": False,
        "algorithm": {"name": name, "info": f"{cell.use} {cell.parameters}"},
        "experiment_attributes": [{"budget": _words(cell.budget)}, {"metaqueens": __version__}],
        "attributes": ["evaluations", "raw_y"],
    }


def _write_runs(
    store: Store, cell: CellRow, info: IO[str], data: IO[str], with_boards: bool
) -> int:
    data.write("evaluations raw_y\n")
    done = 0
    columns = ("status", "repetition", "evaluations", "found_at", "guards", "board")
    for status, repetition, evaluations, found_at, guards, board in queries.runs(
        store, columns, cell.cell
    ):
        if status == "failed":
            continue
        trace = [(at, value) for at, value, _ in queries.trace(store, cell.cell, repetition)]
        for at, value in _whole(trace, cell.n, evaluations, guards):
            data.write(f"{at} {value}\n")
        x = boards.read(store.folder, board, cell.n).tolist() if with_boards else []
        best = {"evals": found_at, "y": float(guards), "x": x}
        run = json.dumps({"instance": 1, "evals": evaluations, "best": best})
        info.write(f"{',' * (done > 0)}\n  {run}")
        done += 1
    return done


def _whole(
    trace: list[tuple[int, int]], n: int, evaluations: int, guards: int
) -> Iterator[tuple[int, int]]:
    """A trace from evaluation 1, where readers look for a run's start, to its last evaluation."""
    if not trace or trace[0][0] != 1:
        # Unknown, as a population is looked at as a whole: no board has more guards than this.
        yield 1, n * (n - 1) // 2
    yield from trace
    if evaluations > max(1, *(at for at, _ in trace)):
        yield evaluations, guards


def _words(budget: str) -> str:
    # In words, because iohinspector evaluates what stands here if it is an expression of Python's.
    limits = json.loads(budget).items()
    return ", ".join(f"{value} {limit}" for limit, value in limits if value is not None)


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9=._-]+", "_", name)[:80]
