"""The language of the package and its pages does not get worse than `tests/language.json`."""

import json

import pytest

from tests import language
from tests.wording import Wording

BAD = '''
"""Pages, where they are."""

class Plan:
    """What is drawn."""

def drawn(one):
    """The board of somebody."""
    said = f"no board for want of {one}"
    return said

def of_run(run):
    """Return what the run has."""
    return run

class Again:
    class Plan: pass
'''
GOOD = '''
"""Read plans."""

def draw_board(run):
    """Draw a board if the run has none."""
    board = run.board
    return board

class Board:
    """A board.

    Parameters
    ----------
    n
        Number of queens.
    """

    @property
    def drawn(self):
        """The board as text."""
'''


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a function that writes files and reads their wording; the table is in its folder."""
    monkeypatch.setattr(language, "TABLE", tmp_path / "language.json")

    def write(files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Wording(tmp_path)

    return write


def test_no_figure_is_above_its_limit():
    """If this fails, `python -m tests.language FOLDER` lists the findings of a folder."""
    assert language.find_excess(Wording(), language.read_limits()) == []


def test_each_kind_is_found_with_its_line(checkout):
    wording = checkout({"metaqueens/core/bad.py": BAD, "docs/how-to/page.md": "Where is what?\n"})
    places = {(finding.kind, finding.place.rpartition(":")[2]) for finding in wording.findings}
    assert places == {
        ("docstring where", "1"), ("docstring what", "4"), ("participle", "7"),
        ("vague variable", "7"), ("docstring without a verb", "7"), ("odd word", "7"),
        ("vague variable", "9"), ("odd word", "9"), ("preposition", "12"),
        ("headless docstring", "12"), ("docstring what", "12"), ("repeated class name", "4"),
        ("repeated class name", "17"), ("page where", "1"), ("page what", "1"),
    }  # fmt: skip
    assert {finding.folder for finding in wording.findings} == {"metaqueens/core", "docs/how-to"}


def test_plain_code_and_blocks_of_code_have_no_findings(checkout):
    page = "Read plans.\n\n```python\nwhat = where\n```\n"
    assert checkout({"metaqueens/core/good.py": GOOD, "docs/page.md": page}).findings == []


def test_the_command_lowers_a_limit_and_refuses_to_raise_it(checkout):
    assert language.lower_limits(checkout({"metaqueens/core/a.py": BAD})) == []
    first = language.read_limits()
    worse = checkout({"metaqueens/core/b.py": "def told(): pass\n"})
    assert language.lower_limits(worse) == ["metaqueens/core: participle: 2, the limit is 1"]
    assert language.read_limits() == first
    better = checkout({"metaqueens/core/a.py": GOOD})
    assert language.lower_limits(better) == []
    assert language.read_limits() == {"metaqueens/core": {"participle": 1}}


def test_a_module_may_move_to_a_new_folder_but_a_new_folder_may_not_add_findings(checkout):
    language.lower_limits(checkout({"metaqueens/core/a.py": "def told(): pass\n"}))
    moved = checkout({"metaqueens/core/a.py": "", "metaqueens/queens/a.py": "def told(): pass\n"})
    assert language.find_excess(moved, language.read_limits()) == []
    added = checkout({"metaqueens/core/a.py": "def told(): pass\n"})
    assert language.find_excess(added, language.read_limits()) == [
        "metaqueens/queens: participle: 2 in all folders, the limit is 1"
    ]


def test_a_word_that_is_as_rare_as_in_other_projects_is_allowed(checkout):
    language.TABLE.write_text(json.dumps({"docs": {}}))
    page = f"This page says where results are. {'Read it. ' * 250}"
    assert language.find_excess(checkout({"docs/page.md": page}), language.read_limits()) == []
    often = checkout({"docs/page.md": f"{page}{'Where? ' * 2}"})
    assert language.find_excess(often, language.read_limits()) == [
        "docs: page where: 3, the limit is 0"
    ]
