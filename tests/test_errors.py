"""Errors of the file system, as users read them."""

import errno
import re
import tempfile
from pathlib import Path

import pytest

from metaqueens import cli
from metaqueens.core import folders
from metaqueens.text.errors import UserError, did_you_mean_file, system_errors, system_text
from tests.cli import call

ROOT = Path(__file__).parents[1] / "metaqueens"


def test_what_the_system_says_becomes_one_line(tmp_path):
    missing = tmp_path / "missing"
    with pytest.raises(UserError) as raised, system_errors():
        missing.read_text()
    assert str(raised.value) == f"{missing}: no such file or directory"
    assert raised.value.__suppress_context__
    with pytest.raises(UserError) as raised, system_errors("-o film.gif"):
        missing.read_text()
    assert str(raised.value) == "-o film.gif: no such file or directory"


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("nothing.yaml", ""),
        ("results/nothing.csv", ""),
        ("gan50.yaml", "ga_n50.yaml"),
        ("ga_n50.yml", "ga_n50.yaml"),
        ("gan50", "ga_n50"),
        ("tune_ga.yaml", ""),  # a link to nothing
        ("results/runz.csv", "results/runs.csv"),
    ],
)
def test_a_file_is_like_another_by_its_own_name_alone(name, nearest):
    known = ["tune_ga.yaml", "ga_n50.yaml", "ga_n50", "results/runs.csv", "results/tables"]
    assert did_you_mean_file(name, known) == (f"; did you mean {nearest}?" if nearest else "")


def test_it_is_of_the_kind_asked_for(tmp_path):
    class Special(UserError):
        pass

    with pytest.raises(Special), system_errors(kind=Special):
        tmp_path.read_text()


def test_an_error_without_a_number_says_what_it_says():
    assert system_text(OSError("A Pipe")) == "a Pipe"
    assert system_text(OSError("Set MPLCONFIGDIR to a folder")) == "set MPLCONFIGDIR to a folder"


def test_folders_for_machine_code_that_cannot_be_written_are_named(monkeypatch, tmp_path):
    def refuse(prefix):
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    file = tmp_path / "file"
    file.write_text("not a folder")
    monkeypatch.setattr(folders, "_PACKAGE", file)
    monkeypatch.setattr(folders, "user_cache", lambda: file / "cache")
    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(UserError) as raised:
        folders.cache_folder.__wrapped__()
    assert str(raised.value) == (
        f"machine code: neither {file}/__pycache__ nor {file}/cache nor a folder for temporary"
        " files can be written; set TMPDIR or XDG_CACHE_HOME to a folder that can"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError("Matplotlib: set MPLCONFIGDIR"), "matplotlib: set MPLCONFIGDIR\n"),
        (OSError(errno.ENOENT, "No usable temporary directory"), "no usable temporary directory\n"),
        (OSError(errno.EACCES, "Permission denied", "a.csv"), "a.csv: permission denied\n"),
    ],
)
def test_only_errors_of_the_output_blame_it(error, said, monkeypatch):
    def fail():
        raise error

    monkeypatch.setattr(cli, "_run_uninterrupted", fail)
    assert call("list", "algorithms").err == said


def test_nobody_else_words_an_error_of_the_system():
    worded = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if re.search(r"error\.strerror", path.read_text(encoding="utf-8"))
    ]
    assert worded == ["text/errors.py"]
