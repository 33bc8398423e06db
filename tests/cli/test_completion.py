"""What a shell offers at Tab, and that asking is quick: nothing that searches is imported."""

import os
import shutil
import subprocess
import sys

import pytest
from click.shell_completion import ZshComplete

from metaqueens import config
from metaqueens.cli import COMMANDS, COMPLETE as VARIABLE, metaqueens
from metaqueens.cli.terminal.completing import _parameters
from metaqueens.config import shipped
from metaqueens.contestants.registry import CONTESTANTS
from tests.cli import call

CONFIG = """\
name: mine
problem: {n: 8}
algorithms: {climb: {use: hill_climbing}}
budget: {evaluations: 100}
runs: 1
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(CONFIG)
    return tmp_path


def offered(line):
    """What zsh gets for the last word of ``line``, which may be empty."""
    *words, begun = line.split(" ")[1:]
    asked = ZshComplete(metaqueens, {}, "metaqueens", VARIABLE)
    return [one.value for one in asked.get_completions(words, begun)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("metaqueens so", ["solve"]),
        ("metaqueens es", ["estimate"]),
        ("metaqueens solve 8 -a sim", ["simulated_annealing"]),
        ("metaqueens solve 8 -a hill_climbing var", ["variant="]),
        ("metaqueens solve 8 -a hill_climbing variant=ste", ["variant=steepest"]),
        ("metaqueens solve 8 schedule.h", ["schedule.hot="]),
        ("metaqueens solve 8 --js", ["--json"]),
        ("metaqueens animate 8 -a tabu", ["tabu_search"]),
        ("metaqueens run tune_a", ["tune_annealing"]),
        ("metaqueens run mi", ["min_conflicts_n50", "mine.yaml"]),
        ("metaqueens run mine.yaml ru", ["runs="]),
        ("metaqueens run mine.yaml problem.n", ["problem.n="]),
        ("metaqueens run mine.yaml algorithms.climb.v", ["algorithms.climb.variant="]),
        ("metaqueens run ga_n50 budget.st", ["budget.stagnation="]),
        ("metaqueens run gone.yaml see", ["seed="]),
        ("metaqueens check mine", ["mine.yaml"]),
        ("metaqueens list al", ["algorithms"]),
        ("metaqueens new pl", ["plugin"]),
        ("metaqueens new config a --from tune_g", ["tune_ga"]),
        ("metaqueens completion f", ["fish"]),
        ("metaqueens nonsense x", []),
        ("metaqueens new nonsense x", []),
    ],
)  # fmt: skip
def test_words(line, expected):
    assert offered(line) == expected


def test_every_command_can_be_asked():
    assert offered("metaqueens ") == [*COMMANDS]
    for name in COMMANDS:
        assert "--help" in offered(f"metaqueens {name} --he")


def test_results_come_first(here):
    for name in ("results/b", "results/a", "elsewhere/c"):
        (here / name).mkdir(parents=True)
        (here / name / "runs.sqlite").touch()
    for command in ("show", "compare", "report", "merge", "export", "watch", "validate", "ablate"):
        found = offered(f"metaqueens {command} ")
        assert found[:2] == ["results/a", "results/b"]
        assert "elsewhere/" in found
    assert offered("metaqueens show elsewhere/") == ["elsewhere/c"]


def test_every_algorithm_and_its_parameters_are_known():
    assert [*_parameters()] == [*CONTESTANTS]
    for use, kind in CONTESTANTS.items():
        own = {key.partition(".")[0] for key in _parameters()[use]}
        assert {name for name in kind.model_fields if name != "use"} <= own, use


def test_keys_that_are_offered_are_keys():
    for key in ("schedule.use=linear", "focus=conflicted"):
        assert key in offered(f"metaqueens solve 8 {key.partition('=')[0]}=")
    file = shipped.folder() / "simulated_annealing_n50.yaml"
    begun = "algorithms.default.focus="
    (word,) = (one for one in offered(f"metaqueens run {file} {begun}") if "conf" in one)
    (cell, *_) = config.load(file, [word]).cells
    assert cell.algorithm.focus == "conflicted"


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["so"], "solve"),
        (["run", "mine"], "mine.yaml"),
        (["solve", "8", "-a", "hill_climbing", "var"], "variant="),
        (["solve", "8", "-a", "hill_climbing", "variant", "="],
         "steepest first_improvement stochastic conflicted"),
        (["solve", "8", "-a", "hill_climbing", "variant", "=", "ste"], "steepest"),
    ],
)  # fmt: skip
def test_bash(words, expected, here):
    """The script in a real bash, which hands over ``key=word`` in three words."""
    program = here / "metaqueens"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m metaqueens "$@"\n')
    program.chmod(0o755)
    (here / "script").write_text(call("completion", "bash").out)
    told = " ".join(f"'{word}'" for word in ["metaqueens", *words])
    asked = (
        f"source ./script; COMP_WORDS=({told}); COMP_CWORD={len(words)};"
        ' _metaqueens_completion metaqueens 2>/dev/null; echo "${COMPREPLY[*]}"'
    )
    environment = {**os.environ, "PATH": f"{here}:{os.environ['PATH']}"}
    said = subprocess.run(
        ["bash", "-c", asked], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout == f"{expected}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell_asks_us(shell):
    said = call("completion", shell)
    assert said.code == 0
    assert f"{VARIABLE}={shell}_complete" in said.out


@pytest.mark.parametrize("words", ["", "solve 8 -a ", "solve 8 ", "run ga_n50 ", "show "])
def test_asking_imports_nothing_that_searches(words):
    code = (
        "import sys\nfrom metaqueens.cli import main\ntry: main()\n"
        "except SystemExit: print([n for n in ('numpy', 'pydantic', 'rich') if n in sys.modules])"
    )
    environment = {
        **os.environ,
        VARIABLE: "bash_complete",
        "COMP_WORDS": f"metaqueens {words}",
        "COMP_CWORD": str(len(words.split()) + 1),
    }
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    *told, imported = said.stdout.splitlines()
    assert imported == "[]"
    assert all(line.startswith("plain,") for line in told if line)
    assert told or words.startswith("show")
