"""What a word, a file or a folder stands for; no file of theirs is imported."""

import sys

import pytest

from metaqueens.arena.contestants import contestants, list_left_out, load
from metaqueens.text.errors import UserError
from tests.arena import SOLVER, written

CLASS = "import metaqueens\nopen({marker!r}, 'w')\nclass Mine: pass\n"


def one(word):
    (found,) = contestants([word], False)
    return found


def test_a_name_of_the_shelf_with_settings(here):
    found = one("tabu longest=9 encoding=rows")
    assert (found.kind, found.name) == ("shelf", "tabu longest=9 encoding=rows")
    assert (found.search.longest, found.search.encoding) == (9, "rows")


def test_a_class_is_not_imported(here):
    marker = here / "was imported"
    (here / "mine.py").write_text(CLASS.format(marker=str(marker)))
    for word in ("mine.py", "mine.py:Mine"):
        found = one(word)
        assert found.kind == "class"
        assert found.search.command[-2].endswith(word)
        assert found.files == (here / "mine.py",)
        assert found.hash
    assert not marker.exists()
    assert "mine" not in sys.modules


def test_a_python_program_begins_with_its_interpreter(here):
    written(here, plain=SOLVER)
    found = one("plain.py")
    assert found.kind == "python"
    assert found.search.command == [sys.executable, str(here / "plain.py"), "{n}", "{seed}"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("print([0])\n", "python"),
        ('"""A program for metaqueens."""\nprint([0])  # not import metaqueens\n', "python"),
        ("from metaqueens_parts import solve\n", "python"),
        ("#!/usr/bin/env python3\nimport metaqueens\n", "python"),
        ("from metaqueens import Algorithm\n", "class"),
        ("import metaqueens.search as search\n", "class"),
        ("if True:\n    import numpy, metaqueens\n", "class"),
    ],
)
def test_a_file_that_does_not_import_the_package_is_a_program(here, text, kind):
    (here / "mine.py").write_text(text)
    assert one("mine.py").kind == kind


def test_the_name_of_a_file_may_have_a_space(here):
    written(here, **{"Ada Lovelace": SOLVER})
    assert one("Ada Lovelace.py").name == "Ada Lovelace.py"


def test_a_file_of_blank_lines_is_read_at_once(here):
    (here / "mine.py").write_text("\n" * 2**20 + "import " + ", " * 2**20)
    assert one("mine.py").kind == "python"


def test_a_program(here):
    (here / "c").write_text("#!/bin/sh\n")
    (here / "c").chmod(0o755)
    found = one("./c")
    assert (found.kind, found.search.command) == ("program", [str(here / "c"), "{n}", "{seed}"])
    assert found.files == (here / "c",)
    # Its name and its first line are its own word.
    (here / "python3").write_text("#!/usr/bin/python3\n")
    (here / "python3").chmod(0o755)
    assert one("./python3").kind == "program"
    with pytest.raises(UserError, match="a file takes no settings"):
        one("./c {n} -x")


def test_a_folder_is_a_contestant_a_file(here):
    written(here / "in", b=SOLVER, a=SOLVER)
    (here / "in/.hidden").write_text("")
    (here / "in/link").symlink_to(here / "in/a.py")
    (here / "in/folder").mkdir()
    found = contestants([str(here / "in")], False)
    assert [one.name for one in found] == ["a.py", "b.py"]
    assert list_left_out([str(here / "in"), "hc"]) == ["folder", "link"]


def test_all_faults_of_a_folder_are_told_at_once(here):
    (here / "in/ada").mkdir(parents=True)
    with pytest.raises(UserError, match=r"in: no contestants there, .* folders and links: ada"):
        contestants(["in"], False)
    for name in ("eve.c", "bob.c"):
        (here / "in" / name).write_text("#include <stdio.h>\n")
    with pytest.raises(UserError, match=r"^in/bob\.c: a source file.*\nin/eve\.c: a source"):
        contestants(["in"], False)


@pytest.mark.parametrize("word", ["in", "in/eve"])
def test_a_program_that_is_not_executable_is_refused(here, word):
    (here / "in").mkdir()
    (here / "in/eve").write_text("#!/bin/sh\n")
    with pytest.raises(UserError, match=r"in/eve: not executable; chmod \+x in/eve"):
        one(word)
    (here / "in/eve").chmod(0o755)
    assert one(word).kind == "program"


def test_a_text_is_not_to_be_made_executable(here):
    (here / "notes.txt").write_text("Late hand-in.\n")
    with pytest.raises(UserError, match=r"notes\.txt: neither machine code nor a script"):
        one("notes.txt")


def test_a_source_is_to_be_compiled(here):
    (here / "eve.c").write_text("#include <stdio.h>\n")
    with pytest.raises(UserError, match=r"eve\.c: a source file; compile it, and name .* \./eve"):
        one("eve.c")


def test_control_characters_of_names_are_shown(here):
    written(here / "in", a=SOLVER)
    (here / "in/a.py").rename(here / "in/\x1b[31mRed\u202e.py")
    (found,) = contestants(["in"], False)
    assert found.name == "\\x1b[31mRed\\u202e.py"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tabu_serch"], "no file or algorithm of this name; did you mean tabu_search?"),
        (["mnie.py"], "mnie.py: no such file; did you mean mine.py?"),
        (["tabu_search longes=3"], "did you mean longest?"),
        (["in"], "no contestants there"),
        (["hc", "hc"], "hc: the name of several contestants, of hc, hc; rename their files"),
        (["'"], "expected a file or a name"),
    ],
)
def test_what_is_wrong_is_said(here, words, said):
    (here / "mine.py").write_text("")
    (here / "in").mkdir()
    with pytest.raises(UserError, match=said.replace("?", r"\?")):
        contestants(words, False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".", ".: is a directory"),
        ("/dev/null", "/dev/null: a pipe or a device; expected a regular file"),
        ("other.py:Mine", "other.py: no such file"),
        ("qplug:Shuffler",
         "qplug:Shuffler: no such file; a solver is a file: mine.py, mine.py:Mine, a program"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("here")
def test_a_solver_is_a_file(name, text):
    with pytest.raises(UserError) as raised:
        load(name, True)
    assert str(raised.value) == text
