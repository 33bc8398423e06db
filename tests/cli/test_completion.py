"""What a shell offers at Tab, and that asking is quick: nothing that searches is imported."""

import os
import shutil
import subprocess
import sys

import pytest
from click.shell_completion import ZshComplete

from metaqueens.cli import COMMANDS, metaqueens

COMPLETE = "_METAQUEENS_COMPLETE"


def offered(line):
    """Return what zsh gets for the last word of ``line``, which may be empty."""
    *words, begun = line.split(" ")[1:]
    asked = ZshComplete(metaqueens, {}, "metaqueens", COMPLETE)
    return [one.value for one in asked.get_completions(words, begun)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("metaqueens so", ["solve"]),
        ("metaqueens es", ["estimate"]),
        ("metaqueens solve 8 --js", ["--json"]),
        ("metaqueens show results/b", ["results/b"]),
        ("metaqueens list al", ["algorithms"]),
        ("metaqueens new pr", ["problem", "program"]),
        ("metaqueens nonsense x", []),
        ("metaqueens run configs/tune_g", ["configs/tune_g"]),
    ],
)
def test_words(line, expected):
    assert offered(line) == expected


def test_every_command_can_be_asked():
    assert sorted(offered("metaqueens ")) == sorted(COMMANDS)
    for name in COMMANDS:
        assert "--help" in offered(f"metaqueens {name} --he")


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [("so", "solve"), ("list al", "algorithms")],
)
def test_the_script_in_a_real_bash(words, expected, tmp_path):
    program = tmp_path / "metaqueens"
    program.write_text(f"#!{sys.executable}\nfrom metaqueens.cli import main\nmain()\n")
    program.chmod(0o755)
    asked = f"""
        eval "$({COMPLETE}=bash_source metaqueens)"
        COMP_WORDS=(metaqueens {words}); COMP_CWORD={words.count(" ") + 1}
        _metaqueens_completion metaqueens 2>/dev/null; echo "${{COMPREPLY[*]}}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said = subprocess.check_output(["bash", "-c", asked], env=environment, text=True)
    assert said == f"{expected}\n"
