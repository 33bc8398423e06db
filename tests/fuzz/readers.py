"""What reads a stranger's files; results are damaged in ``tests/cli/test_strangers.py``."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metaqueens import Colouring, config
from metaqueens.analysis.comparison import compare
from metaqueens.analysis.data.runs import load_runs as load
from metaqueens.classics.graphs import read_graph
from metaqueens.config import strict_yaml
from metaqueens.experiment.plan import cell_key
from metaqueens.programs import referee
from metaqueens.queens import board_file, instances
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens
from metaqueens.text.errors import UserError

CORPUS = Path(__file__).parent / "corpus"
FOLDER = Path(tempfile.mkdtemp(prefix="metaqueens-fuzz-"))


def outcome(read: Callable[[], Any], error: type[Exception] = UserError) -> Any:
    """What ``read`` returns; None where it says in words what is wrong."""
    try:
        return read()
    except error as told:
        if str(told).strip():
            return None
        raise


def written(data: bytes, name: str) -> Path:
    path = FOLDER / name
    path.write_bytes(data)
    return path


def boards(data: bytes) -> None:
    path = written(data[1:], "board.txt")
    board = outcome(lambda: board_file.read(str(path))[1])
    assert board is None or recount(Queens(board.size), board) >= 0


def configs(data: bytes) -> None:
    """An experiment that can be told apart from every other one."""

    def keys(experiment: config.Experiment) -> list[str]:
        return [cell_key(cell, experiment.seed) for cell in experiment.cells]

    text = data.decode("utf-8", "surrogateescape")
    if experiment := outcome(lambda: config.parse(text, to_run=False)):
        again = config.parse(strict_yaml.dump(experiment.given), to_run=False)
        assert keys(again) == keys(experiment)


def graphs(data: bytes) -> None:
    """A graph of DIMACS is one that can be coloured."""
    path = written(data, "x.col")
    if found := outcome(lambda: read_graph(path)):
        vertices, edges = found
        assert Colouring(vertices=vertices, edges=edges, colours=3).n == vertices


def lines_of_instances(data: bytes) -> None:
    """The line that an instance writes is read as that instance."""
    path = written(data, "x.jsonl")
    if found := outcome(lambda: list(instances.read(path))):
        lines = [f"{instance.line}\n" for instance in found]
        again = written("".join(lines).encode(), "y.jsonl")
        assert [f"{instance.line}\n" for instance in instances.read(again)] == lines


def program_lines(data: bytes) -> None:
    """A board that lies on the board, and counts."""
    n = data[0] % 9 + 1 if data else 1
    told = outcome(lambda: referee.read(data[1:], Queens(n)), ValueError)  # which the referee shows
    if told is None:
        return
    if told.values is not None:
        assert len(told.values) == n
        assert all(0 <= row < n for row in told.values)
    assert told.cost is None or (told.values is not None and told.cost >= 0)
    counts = (told.cost, told.evaluations, told.steps)
    assert all(count is None or 0 <= count < 2**62 for count in counts)


def tables(data: bytes) -> None:
    """Runs that can be compared."""
    path = written(data, "runs.csv")
    runs = outcome(lambda: load(path))
    if runs is None:
        return
    assert set(runs.status) <= {"solved", "unsolved", "failed"}
    assert (runs.evaluations.dropna() >= 0).all()
    if len(runs) < 20:
        found = outcome(lambda: compare(path))
        assert found is None or found.answer.strip()


def yaml_reader(data: bytes) -> None:
    """What it has read, it writes such that it reads the same again."""
    text = data.decode("utf-8", "surrogateescape")
    if document := outcome(lambda: strict_yaml.read(text, "x.yaml")):
        again = strict_yaml.read(strict_yaml.dump(document.value), "y.yaml")
        assert repr(again.value) == repr(document.value)  # where .nan is itself


READERS = {
    "boards": boards,
    "configs": configs,
    "graphs": graphs,
    "instances": lines_of_instances,
    "program_lines": program_lines,
    "tables": tables,
    "yaml_reader": yaml_reader,
}
