"""Terminals of every kind: narrow, without colours, without Unicode, without a cursor."""

import subprocess
import sys
from collections import Counter

import pytest

from metaqueens.text.tables import Column, Table

from . import CONFIG, ran

pytest.importorskip("termios")

from tests.arena import POOR, written
from tests.terminal import COLOUR, ESCAPE, environment, typed

# With a long name.
TEXT = CONFIG.replace("  ga:", "  a long name of a genetic search:") + "validate: null\n"


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("terminal")
    ran(folder, TEXT)
    return folder


NAMES = ["simulated_annealing", "tabu", "an algorithm that has many words"]
TABLE = Table(
    (
        Column("problem", ["n=50 permutation", "n=50 permutation", "n=100"], is_number=False),
        Column("algorithm", NAMES, is_number=False),
        Column("ERT", ["24,866", "19", "inf"]),
        Column("95 % interval", ["20 - 1,946,809,587", "1 - 2", "-"]),
        Column("median time", ["365 us", "1.2 s", "-"]),
        Column("check", ["30 validated", "-", "no solution exists (proven)"], is_number=False),
    ),
    dispensable=("median time",),
    names=2,
)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 120])
def test_no_cell_of_a_table_is_cut(width, monkeypatch, capsys):
    from rich.console import Console

    from metaqueens.cli.terminal import consoles
    from metaqueens.cli.terminal.table import show

    monkeypatch.setattr(consoles, "console", lambda: Console(width=width, force_terminal=True))
    shown = show(TABLE)
    text = ESCAPE.sub("", capsys.readouterr().out)
    assert max(map(len, text.splitlines())) <= width
    words = [word for one in shown.columns for word in " ".join((one.head, *one.texts)).split()]
    assert Counter(text) >= Counter("".join(words))
    assert width <= 60 or all(word in text for word in words)
    gone = {*TABLE.heads} - {*shown.heads}
    assert gone <= {"median time"}
    assert (
        "columns omitted on this narrow terminal: median time" in " ".join(text.split())
    ) == bool(gone)


def test_a_terminal_may_have_no_width(here):
    no_width = typed("show", "small", folder=here, columns=0, COLUMNS="-3")
    assert no_width.code == 0
    assert "mc" in no_width.plain.split()


def test_colours_unless_they_are_not_wanted(here):
    """On standard error too."""
    words = ("solve", "8", "-s", "1")
    assert COLOUR.search(typed(*words, folder=here).text)
    assert not COLOUR.search(typed(*words, folder=here, NO_COLOR="1").text)


def test_a_terminal_without_a_cursor_gets_lines_alone(here):
    said = typed("run", "small.yaml", "runs=4", "-j", "1", "--no-report", folder=here, TERM="dumb",
                 columns=60)  # fmt: skip
    assert said.code == 0
    assert b"\x1b" not in said.sent
    assert b"\r" not in said.sent.replace(b"\r\n", b"")
    assert max(map(len, said.plain.splitlines())) > 40


def test_what_a_file_holds_is_the_same_with_colours(here):
    plain, forced = (
        subprocess.run(
            [sys.executable, "-m", "metaqueens", "compare", "small"], cwd=here, check=True,
            capture_output=True, text=True, env=environment(**given),
        ).stdout
        for given in ({}, {"FORCE_COLOR": "1", "COLUMNS": "40"})
    )  # fmt: skip
    assert forced == plain


def test_without_unicode_all_is_ascii(here):
    """The sign of life beside it too."""
    given = {"PYTHONIOENCODING": "ascii"}
    for words in (("show", "small"), ("solve", "8", "-s", "1")):
        said = typed(*words, folder=here, **given)
        assert said.code == 0
        assert said.sent.isascii(), words
        assert "\\u" not in said.text, words


def test_names_that_a_stream_cannot_show_are_escaped(here, tmp_path):
    text = TEXT.replace("  mc:", '  "\u03bc \U0001f451":')
    (tmp_path / "na\u00efve.yaml").write_text(text, encoding="utf-8")
    given = {"PYTHONIOENCODING": "ascii"}
    said = typed("run", "na\u00efve.yaml", "-j", "1", "--no-report", folder=tmp_path, **given)
    assert said.code == 0, said.text
    assert "\\u03bc" in said.text
    assert typed("list", "results", folder=tmp_path, **given).code == 0
    said = typed("run", "na\u00efver.yaml", folder=tmp_path, **given)
    assert said.code == 2
    assert "Traceback" not in said.text
    assert "na\\xefver.yaml" in said.text


def test_boards_stand_closer_on_a_narrow_terminal(here):
    def squares(n: int, columns: int) -> list[str]:
        said = typed(*f"enumerate {n} --limit 1 -m cp".split(), folder=here, columns=columns)
        assert said.code == 0
        return said.plain.splitlines()

    assert sum(len(line) == 15 and line.count("Q") == 1 for line in squares(8, 20)) == 8
    assert sum(len(line) == 28 and line.count("Q") == 1 for line in squares(28, 40)) == 28
    assert any(line.startswith("rows by column: ") for line in squares(28, 27))


@pytest.mark.parametrize(
    ("words", "sign"),
    [(("check", "--program", "./poor {n} {seed}"), "checking 0:0"),
     (("score", "poor", "--evaluations", "100"), "scoring poor 0:0")],
)  # fmt: skip
def test_a_program_at_work_has_a_sign_that_json_lacks(tmp_path, words, sign):
    written(tmp_path, poor=POOR)
    assert sign in typed(*words, folder=tmp_path).plain
    assert sign not in typed(*words, "--json", folder=tmp_path).plain
