"""Results in the format of IOHexperimenter, which IOHanalyzer and iohinspector read.

A folder for each algorithm: ``IOHprofiler_f*.json`` says which runs there are, a ``.dat`` file a
size holds their traces one after the other. A run begins there where ``evaluations`` is 1. Guards
are minimised. Function 1 is the plain board on permutations, 2 on rows; boards with rules have a
function for each family of rules, named after it, and the boards of one family are its instances.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from metaqueens import __version__
from metaqueens.experiment.results import boards, queries, tallies
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.files.writing import building
from metaqueens.problem.space import MOVES
from metaqueens.text.errors import UserError, system_errors

# Older versions name their files and columns otherwise; iohinspector reads from 0.3.3 on.
FORMAT = "0.3.5"
PLAIN: dict[str, int] = {encoding: number for number, encoding in enumerate(MOVES, 1)}
# Readers keep the dimension as a 16-bit number.
MOST_QUEENS = 65_535


class Suite(NamedTuple):
    """What the cells of an export are called: functions by number, instances by problem.

    functions : by name, its number from 1
    instances : by function, n and problem, its number from 1
    """

    functions: dict[str, int]
    instances: dict[tuple[str, int, str], int]

    @classmethod
    def of(cls, cells: list[CellRow]) -> Self:
        """Number what ``cells`` are of: plain boards first, all else in its order."""
        functions = {f"queens_{encoding}": number for encoding, number in PLAIN.items()}
        instances: dict[tuple[str, int, str], int] = {}
        for cell in cells:
            name = _function(cell)
            functions.setdefault(name, len(functions) + 1)
            known = sum(at[:2] == (name, cell.n) for at in instances)
            instances.setdefault((name, cell.n, cell.problem), known + 1)
        return cls(functions, instances)


class Written(NamedTuple):
    """How many runs were written, which cells are too large for the format, and failed runs."""

    runs: int
    too_large: list[str]
    failed: int


def write(store: Store, folder: Path, with_boards: bool = False) -> Written:
    """Write all finished runs to ``folder``, which must be new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: is there already; remove it, or choose another with -o")
    store.require_traces()
    cells = queries.cells(store)
    fitting = [cell for cell in cells if cell.n <= MOST_QUEENS]
    suite, done = Suite.of(fitting), 0
    with system_errors(folder), building(folder) as part:
        for k, (name, one) in enumerate(_data_sets(fitting).items(), 1):
            to = part / f"{k}-{_slug(name)}"
            done += _write_data_set(store, suite, to, name, one, with_boards)
    failed = tallies.total(store).failed
    large = [cell for cell in cells if cell.n > MOST_QUEENS]
    return Written(done, [f"cell {one.cell}: {one.name}, n = {one.n:,}" for one in large], failed)


def _data_sets(cells: list[CellRow]) -> dict[str, list[CellRow]]:
    """Return the cells of each algorithm; the second of one name and board gets another name."""
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
    boards = [(cell.problem, cell.encoding) for cell in (one, other)]
    return boards[0] == boards[1] or _content(one) != _content(other)


def _content(cell: CellRow) -> tuple[str, ...]:
    return cell.use, cell.parameters, cell.budget


def _function(cell: CellRow) -> str:
    """Return the name of a cell's function: its encoding, and its rules where it has any."""
    name = f"queens_{cell.encoding}"
    # "n=10, 4 diagonals excluded" without its size, which is the dimension.
    _, _, rules = queries.family_of(cell.problem, cell.problem_label).partition(", ")
    return f"{name}_{_slug(rules)}" if rules else name


def _write_data_set(
    store: Store, suite: Suite, folder: Path, name: str, cells: list[CellRow], with_boards: bool
) -> int:
    """Write the files of one algorithm: one of each function; return the number of runs."""
    done = 0
    for function in dict.fromkeys(map(_function, cells)):
        mine = [cell for cell in cells if _function(cell) == function]
        number = suite.functions[function]
        title = f"f{number}_{function}"
        (folder / f"data_{title}").mkdir(parents=True, exist_ok=True)
        scenarios = []
        for n in dict.fromkeys(cell.n for cell in mine):
            path = f"data_{title}/IOHprofiler_f{number}_DIM{n}.dat"
            with (folder / path).open("w", encoding="ascii") as data:
                data.write("evaluations raw_y\n")
                runs = [
                    run
                    for cell in (one for one in mine if one.n == n)
                    for run in _runs(
                        store, cell, suite.instances[function, n, cell.problem], data, with_boards
                    )
                ]
            scenarios.append({"dimension": n, "path": path, "runs": runs})
            done += len(runs)
        info = {**_head(name, function, number, mine[0]), "scenarios": scenarios}
        (folder / f"IOHprofiler_{title}.json").write_text(json.dumps(info), encoding="utf-8")
    return done


def _head(name: str, function: str, number: int, cell: CellRow) -> dict[str, Any]:
    return {
        "version": FORMAT,
        "suite": "metaqueens",
        "function_id": number,
        "function_name": function,
        "maximization": False,
        "algorithm": {"name": name, "info": f"{cell.use} {cell.parameters}"},
        "experiment_attributes": [{"budget": _words(cell.budget)}, {"metaqueens": __version__}],
        "attributes": ["evaluations", "raw_y"],
    }


def _runs(
    store: Store, cell: CellRow, instance: int, data: IO[str], with_boards: bool
) -> Iterator[dict[str, Any]]:
    """Write the traces of a cell's finished runs to ``data``; yield what is said of each run."""
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
        yield {"instance": instance, "evals": evaluations, "best": best}


def _whole(
    trace: list[tuple[int, int]], n: int, evaluations: int, guards: int
) -> Iterator[tuple[int, int]]:
    """Yield a trace from evaluation 1, where readers look for a run's start, to the last one."""
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
