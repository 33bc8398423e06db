"""``metaqueens new program``, and ``check`` of a program: right and wrong ones."""

import json
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest

from metaqueens import Queens, solve
from metaqueens.cli.programs.new import PROGRAMS
from metaqueens.conformance import programs
from metaqueens.exact.backtracking import permutation
from metaqueens.exact.effort import Effort
from tests.cli import call

from . import DIAGONAL, SOLUTION, written

PYTHON = f"{sys.executable} -S nqueens.py {{n}} {{seed}}"


pytestmark = pytest.mark.usefixtures("here")


def checks(command, *settings):
    said = call("check", "--program", command, *settings, "--json")
    (target,) = json.loads(said.out)["targets"]
    found = {one["name"]: one for one in target["checks"]}
    assert (said.code == 3) == any(one["verdict"] == "failed" for one in found.values())
    return found


def test_what_is_to_be_typed_next():
    check = 'next: metaqueens check --program "{} {{n}} {{seed}}" counts=true'
    said = call("new", "program", "python").out.splitlines()
    assert said == ["wrote nqueens.py", check.format("python3 nqueens.py")]
    *said, last = call("new", "program", "c").out.splitlines()
    assert said == ["wrote nqueens.c", "next: cc -O2 -o nqueens nqueens.c"]
    assert last == check.format("./nqueens")


@pytest.mark.parametrize("language", PROGRAMS)
def test_a_starting_point_passes_every_check(language):
    file, compiler = PROGRAMS[language][0], "cc" if language == "c" else "python3"
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not here: {language} was not run")
    said = call("new", "program", language)
    assert said.code == 0, said.err
    written, *builds, test = said.out.splitlines()
    assert written == f"wrote {file}"
    for build in builds:
        subprocess.run(shlex.split(build.removeprefix("next: ")), check=True)
    *told, command, counts = shlex.split(test.removesuffix(" --problem costas"))
    assert (told, counts) == (["next:", "metaqueens", "check", "--program"], "counts=true")
    others = ["--problem", "costas"] if language == "costas" else []
    found = checks(command, "counts=true", "--seconds", "600", *others)
    assert {name: one for name, one in found.items() if one["verdict"] == "failed"} == {}


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_starting_point_refuses_another_problem(language):
    program = ["./nqueens"] if language == "c" else [sys.executable, "nqueens.py"]
    if not shutil.which("cc") and language == "c":
        pytest.skip("cc is not here: c was not run")
    call("new", "program", language)
    if language == "c":
        subprocess.run(["cc", "-O2", "-o", "nqueens", "nqueens.c"], check=True)
    problem = {"use": "costas", "n": 6}
    task = {**problem, "encoding": "permutation", "problem": problem, "seed": 1, "budget": {}}
    done = subprocess.run(
        [*program, "6", "1"], check=False, input=json.dumps(task), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("this template is for n queens; ")
    assert line.endswith("begin with metaqueens new program costas")


def test_a_program_for_another_problem(here):
    call("new", "program", "costas")
    program = f"{sys.executable} costas.py {{n}} {{seed}}"
    found = checks(program, "counts=true", "--problem", "costas n=5,7")
    assert [one["verdict"] for one in found.values()][:3] == ["ok"] * 3
    first, second, *_ = found.values()
    assert first["name"] == "solves Costas n=5 form=repeats"
    assert second["said"].startswith("Costas n=7 form=repeats twice; ")
    (one,) = checks(program, "--problem", "colouring queens=4 colours=5").values()
    assert ": a false claim; the count is " in one["said"]  # by the cost of Costas arrays
    (one,) = checks(program).values()
    assert one["said"].startswith("this template is not for n queens; begin with")
    refused = call("check", "mine.py", "--problem", "costas")
    assert (refused.code, refused.err.partition(";")[0]) == (2, "--problem: for a program")


COST = """\
    from metaqueens.problem.registry import problem_of_key

    return problem_of_key(json.dumps(task["problem"])).recount(np.array(values))
"""


@pytest.mark.parametrize("use", ["all_interval n=6", "colouring queens=4 colours=5"])
def test_the_template_for_other_problems_needs_their_cost_alone(here, use):
    call("new", "program", "costas")
    first, rest = (here / "costas.py").read_text().split("    found = 0\n", 1)
    first = first.replace("import sys\n", "import sys\nimport numpy as np\n")
    (here / "costas.py").write_text(first + COST + rest[rest.index("\n\ndef main") :])
    found = checks(f"{sys.executable} costas.py {{n}} {{seed}}", "counts=true", "--problem", use)
    assert next(iter(found.values()))["verdict"] == "ok", found


def test_a_program_that_ignores_a_rule_is_told_so(here):
    rules = "torus", "excluded", "blocked", "placed", "regions"
    found = checks(f"echo '{SOLUTION}'", f"honours=[{','.join(rules)}]")
    verdicts = {rule: found[f"respects {rule}"]["verdict"] for rule in rules}
    assert verdicts == dict.fromkeys(rules, "failed")
    assert found["honours rules of the board"]["said"] == ", ".join(rules)


@pytest.mark.parametrize("rule", ["excluded", "blocked", "placed", "regions"])
def test_few_solutions_of_the_plain_board_respect_a_rule(rule, uncompiled):
    plain = [np.array(rows) for rows in permutation(Queens(8), Effort())]
    assert len(plain) == 92
    assert sum(programs.BOARDS[rule].is_solution(rows) for rows in plain) <= 2


@pytest.mark.parametrize("rule", programs.BOARDS)
def test_the_board_of_a_rule_has_a_solution(rule):
    assert solve(programs.BOARDS[rule], "tabu_search", 100_000, seed=1).solved


def test_what_is_wrong_is_said():
    (one,) = checks("./none {n}").values()
    assert (one["name"], one["said"]) == ("solves 8 queens", "./none: no such file or directory")
    (one,) = checks(f'echo \'{{"queens": {DIAGONAL}, "guards": 0}}\'').values()
    assert one["said"] == "says 0 attacking pairs: a false claim; the count is 28"
    (one,) = checks("echo hello").values()
    assert one["said"].startswith("line 1 of its output: expected whole numbers from 0")


def test_a_program_that_is_not_ready_for_other_boards(here):
    found = checks(f"echo '{SOLUTION}'")
    assert found["solves 8 queens"]["verdict"] == "ok"
    assert found["places one queen"]["said"].startswith("line 1 of its output: expected 1 values")
    assert found["same seed, same run"]["verdict"] == "failed"


@pytest.mark.parametrize(
    ("old", "new", "check", "said"),
    [
        ("random.seed(seed)", "random.seed()", "same seed, same run", "use {seed}"),
        (", flush=True", "", "writes while it runs", "flush each line"),
        ("import sys\n", "import signal, sys\nsignal.signal(15, signal.SIG_IGN)\n",
         "ends when told", "it was still there 1 s after SIGTERM"),
    ],
)  # fmt: skip
def test_a_broken_program_is_told_why(here, monkeypatch, old, new, check, said):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    assert call("new", "program", "python").code == 0
    text = (here / "nqueens.py").read_text()
    assert old in text
    written(here, "nqueens.py", text.replace(old, new))
    found = checks(PYTHON, "--seconds", "600")
    assert found[check]["verdict"] == "failed"
    assert said in found[check]["said"] != ""
    assert found["tells its evaluations"]["said"] == (
        "yes, but they are not used without counts=true (in a config counts: true)"
    )
    assert found["honours rules of the board"]["said"] == (
        "none; if it respects some of torus, excluded, blocked, placed, regions:"
        " honours=[torus,...]"
    )
