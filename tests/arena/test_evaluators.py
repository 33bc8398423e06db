"""The adapters for systems that generate programs, on a fixed sequence of programs."""

import json
from importlib import import_module
from math import inf
from pathlib import Path

import pytest

from metaqueens import Queens, score
from tests.arena import BABBLES, DIES, HANGS, LIES, POOR, written
from tests.arena.test_score import RANDOM, pytestmark  # noqa: F401

FOLDER = Path(__file__).parents[2] / "experiments/evaluators"
SETTINGS = {
    "problem": [Queens(n, placed=((1, 0),)) for n in (6, 8)],
    "evaluations": 300,
    "seconds": 100.0,
}
# Only a program that hangs waits for the end of its time.
SHORT = SETTINGS | {"seconds": 2.0}
PROGRAMS = {"poor": POOR, "random": RANDOM}
FAILURES = {"hangs": HANGS, "babbles": BABBLES, "dies": DIES, "lies": LIES}
# The program is given as a text, not as a file.
BY_TEXT = ("for_eoh", "for_llm4ad")


def load(name, monkeypatch, settings=SETTINGS):
    module = import_module(f"experiments.evaluators.{name}")
    monkeypatch.setattr(module, "SETTINGS", settings)
    return module


def fitness(name, text, here, monkeypatch, capsys):
    """What the system reads of a program, the higher the better; -inf if it is no success."""
    module = load(name, monkeypatch, SHORT if text == HANGS else SETTINGS)
    if name in BY_TEXT:
        evaluate = module.Solvers().evaluate if name == "for_eoh" else module.evaluate_program
        found = evaluate(text)
        sign = -1 if name == "for_eoh" else 1
        return -inf if found is None else sign * found
    (path,) = written(here, program=text)
    if name == "for_openevolve":
        return module.evaluate(path)["combined_score"]
    if name == "for_shinkaevolve":
        module.main(["--program_path", path, "--results_dir", str(here / "out")])
        metrics, correct = (
            json.loads((here / f"out/{file}.json").read_text()) for file in ("metrics", "correct")
        )
        assert correct["correct"] == ("combined_score" in metrics) == (correct["error"] is None)
        return metrics.get("combined_score", -inf)
    if name == "for_reevo":
        capsys.readouterr()
        module.main(path)
        last = capsys.readouterr().out.split("\n")[-2]
        try:
            return float(last)
        except ValueError:
            return -inf
    module.main(path, here / "verifier")
    return float((here / "verifier/reward.txt").read_text())


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("for_*.py")))
def test_a_sequence_of_programs_has_its_order(name, here, monkeypatch, capsys):
    assert len((FOLDER / f"{name}.py").read_text().splitlines()) <= 25
    found = {
        program: fitness(name, text, here, monkeypatch, capsys)
        for program, text in {**PROGRAMS, **FAILURES}.items()
    }
    assert found["random"] > found["poor"] > 0
    assert all(found[failure] <= 0 for failure in FAILURES)
    (path,) = written(here, again=RANDOM)
    scale = 100 if name == "for_harbor" else 1
    assert scale * found["random"] == pytest.approx(score(path, **SETTINGS)["score"])


def test_a_generated_function_is_called_by_a_solver_of_ours(here, monkeypatch):
    module = load("for_llm4ad", monkeypatch)
    head, _, loop = RANDOM.partition("best, left")
    function = f"{head}\ndef order(rng, left):\n    rng.shuffle(left)\n"
    monkeypatch.setattr(
        module, "SOLVER", f"best, left{loop}".replace("random.shuffle(left)", "order(random, left)")
    )
    assert module.evaluate_program(function) > 0
    assert module.evaluate_program("import sys\nsys.exit(1)") is None
