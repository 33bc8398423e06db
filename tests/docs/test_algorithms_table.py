"""The table of algorithms in docs/reference is what the code and the studies say."""

from experiments import algorithms_table
from metaqueens.contestants.registry import CONTESTANTS


def test_the_table_of_algorithms_is_made_from_the_code():
    text = algorithms_table.PAGE.read_text(encoding="utf-8")
    assert text == algorithms_table.filled_in(text), "run python experiments/algorithms_table.py"


def test_every_algorithm_has_a_row_without_an_empty_cell():
    rows = [
        [cell.strip() for cell in line.strip("| \n").split(" | ")]
        for line in algorithms_table.table().splitlines()[2:]
    ]
    assert [row[0] for row in rows] == [f"`{use}`" for use in CONTESTANTS]
    assert all(len(row) == len(algorithms_table.HEADS) and all(row) for row in rows)
