"""One run of a program: boards recounted, arrivals stamped, failures explained."""

import json

import psutil
import pytest

from metaqueens import Budget, Program, Queens, solve
from metaqueens.text.errors import RunFailed, UserError

from . import DIAGONAL, SOLUTION, python, shell, solved_by


def test_each_improvement_is_recounted_and_stamped():
    result = solved_by(shell(f"echo 0 1 2 3 4 5 6 7; echo '{SOLUTION}'; exec sleep 1000"))
    assert result.solved
    assert result.values.tolist() == json.loads(SOLUTION)
    assert [point[:2] for point in result.trace] == [(1, 28), (2, 0)]
    assert 0 < result.trace[0].seconds <= result.trace[1].seconds <= result.seconds
    assert result.counters == {"boards": 2}
    assert result.cpu_seconds > 0


def test_it_is_told_the_instance_and_the_seed():
    program = python(
        f"import sys; print(sys.stdin.read(), sys.argv[1:], file=sys.stderr); print({SOLUTION})",
        parameters={"noise": 0.5, "greedy": True},
        honours=["torus", "blocked"],
    )
    problem = Queens(8, blocked=[(0, 3)])
    result = solve(problem, program, Budget(seconds=600.0, evaluations=1000), seed=2**53 - 1)
    given, arguments = result.said.split("\n")
    assert arguments.strip() == "['8', '9007199254740991']"
    assert json.loads(given) == {
        "n": 8,
        "blocked": [[0, 3]],
        "seed": 2**53 - 1,
        "budget": {"seconds": 600.0, "evaluations": 1000, "stagnation": None},
        "parameters": {"noise": 0.5, "greedy": True},
    }


def test_placeholders_are_filled_in_everywhere():
    program = Program(
        command=["sh", "-c", "echo $0 $1 >&2; echo 1 3 0 2", "{n}-{seed}-{depth}", "{problem}"],
        parameters={"depth": 3},
    )
    assert solved_by(program, n=4).said == '4-1-3 {"n":4}'


def test_it_has_the_environment_of_this_moment(monkeypatch):
    for text in ("one", "two"):
        monkeypatch.setenv("SAID", text)
        assert solved_by(shell(f"echo $SAID >&2; echo '{SOLUTION}'")).said == text


def test_its_evaluations_are_its_own_word():
    lines = [f'{{"queens": {DIAGONAL}, "evaluations": 10}}', '{"evaluations": 500, "steps": 7}']
    told = "; ".join(f"echo '{line}'" for line in lines)
    result = solved_by(shell(told, counts=True))
    assert (result.evaluations, result.found_at, result.steps) == (500, 10, 7)
    assert result.reason == "stagnation"
    assert result.counters == {"boards": 1, "evaluations_told": 500}
    # Where it is not asked to count, its word is kept beside what we count: the boards.
    assert solved_by(shell(told)).evaluations == 1


def test_a_limit_on_evaluations_ends_it():
    program = python(
        "k = 0\nwhile True:\n k += 1\n"
        f' print(\'{{"queens": {DIAGONAL}, "evaluations": %d}}\' % k, flush=True)',
        counts=True,
    )
    result = solve(Queens(8), program, Budget(evaluations=50), seed=1)
    assert (result.reason, result.evaluations) == ("evaluations", 50)


def test_the_clock_ends_it_and_its_best_board_stands():
    result = solved_by(shell("echo 0 1 2 3 4 5 6 7; exec sleep 1000"), seconds=0.2)
    assert (result.reason, result.cost) == ("seconds", 28)
    assert result.seconds >= 0.2


def test_what_it_writes_after_its_time_does_not_count():
    code = (
        "import signal, sys, time\n"
        f"def end(*_):\n print({SOLUTION}, flush=True)\n sys.exit()\n"
        f"signal.signal(signal.SIGTERM, end)\nprint({DIAGONAL}, flush=True)\ntime.sleep(1000)"
    )
    assert solved_by(python(code), seconds=0.5).cost == 28


FAILURES = {
    "true": "it wrote no board before it ended; one that may find nothing writes any board first",
    "exit 3": "it ended with exit code 3",
    "kill -40 $$": "it was ended by signal 40",
    "kill -SEGV $$": "it was ended by SIGSEGV",
    "echo 0 1 2 3 4 5 6 7; exit 1": "it ended with exit code 1",
    "printf '0 1 2 3'": "it ended in half a line, without a newline: '0 1 2 3'",
    "echo 0 1 2 3 4 5 6 7; echo ok": "line 2 of its output: expected whole numbers from 0, got"
    " 'ok'",
    "yes | tr -d '\\n'": "it wrote a line of more than 65,728 bytes",
}


@pytest.mark.parametrize("script", FAILURES)
def test_a_failure_has_its_reason_in_a_line(script):
    with pytest.raises(RunFailed) as failed:
        solved_by(shell(script))
    assert str(failed.value) == FAILURES[script]


def test_silence_is_a_failure():
    with pytest.raises(RunFailed, match="it wrote no board within its 100 ms"):
        solved_by(shell("exec sleep 1000"), seconds=0.1)
    quiet = shell("exec sleep 1000", counts=True, silence=0.1)
    with pytest.raises(RunFailed, match="it wrote no line for 100 ms"):
        solve(Queens(8), quiet, Budget(evaluations=100), seed=1)


def test_what_it_says_on_standard_error_is_kept_and_cut():
    result = solved_by(shell(f"echo hello >&2; echo '{SOLUTION}'"))
    assert result.said == "hello"
    many = python(f"import sys; sys.stderr.write('x' * 10**7 + 'end'); print({SOLUTION})")
    said = solved_by(many).said
    assert said.startswith("xxx")
    assert said.endswith("end")
    assert len(said) < 20_000
    with pytest.raises(RunFailed, match=r"(?s)ZeroDivisionError.*\nit ended with exit code 1$"):
        solved_by(python("1/0"))


@pytest.mark.parametrize(
    "endless", ["yes 0 1 2 3 4 5 6 7", "echo 0 1 2 3 4 5 6 7; yes >&2", "yes '{\"steps\": 1}'"]
)
def test_what_is_written_without_end_is_bounded_by_the_clock(endless):
    process = psutil.Process()
    before = process.memory_info().rss
    if "steps" in endless:
        with pytest.raises(RunFailed, match="it wrote no board within its 500 ms"):
            solved_by(shell(endless), seconds=0.5)
    else:
        result = solved_by(shell(endless), seconds=0.5)
        assert (result.reason, result.cost) == ("seconds", 28)
        assert len(result.said) < 20_000
        assert len(result.trace) == 1
    assert process.memory_info().rss - before < 100 * 2**20


def test_what_cannot_be_started_is_explained(tmp_path):
    (tmp_path / "plain").write_text("echo 1 3 0 2")
    for command, why in {
        str(tmp_path / "none"): "no such file or directory",
        str(tmp_path / "plain"): r"not executable \(chmod \+x plain\)",
        "no-such-program": "no such file or directory",
        str(tmp_path): "permission denied",
        f"./{'x' * 300}": "file name too long",
    }.items():
        with pytest.raises(RunFailed, match=f"{command}: {why}"):
            solved_by(Program(command=[command]))


CRLF = r"its lines end as on Windows; remove the \r: sed -i 's/\r$//' it"


@pytest.mark.parametrize(
    ("file", "content", "mode", "why"),
    [
        ("plain", "\x7fnothing", 0o755,
         "neither machine code nor a script; write #! and its interpreter, such as"
         " #!/usr/bin/env python3, in its first line"),
        ("it.c", "int main() {}", 0o644,
         "a source file; compile it, and name the program, such as ./it"),
        ("it.rs", "fn main() {}", 0o755,
         "a source file; compile it, and name the program, such as ./it"),
        ("it", "#!/no/interpreter\n", 0o755,
         "the interpreter in its first line is missing: '#!/no/interpreter'"),
        ("it", "#!/bin/sh\r\n", 0o755, CRLF),
        ("it", "#!/usr/bin/env python3\r\n", 0o755, CRLF),
    ],
)  # fmt: skip
def test_a_file_that_is_no_program_is_explained(file, content, mode, why, here):
    (here / file).write_text(content, newline="")
    (here / file).chmod(mode)
    with pytest.raises(RunFailed) as failed:
        solved_by(Program(command=[f"./{file}"]))
    assert str(failed.value) == f"./{file}: {why}"


def test_a_program_in_the_folder_needs_its_path(here):
    (here / "solver").write_text("#!/bin/sh\n")
    with pytest.raises(RunFailed, match=r"solver: no such program; write \./solver"):
        solved_by(Program(command=["solver"]))


def test_a_command_may_be_a_tuple():
    made = Program(command=("./x", "{n}"), honours=("torus",))
    assert made == Program(command=["./x", "{n}"], honours=["torus"])
    assert made.command == ["./x", "{n}"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"command": []}, "command: expected at least one, got none"),
        ({"command": "./x {n}"}, r"^Program: command: expected a list, got the text './x \{n\}'$"),
        ({"command": ("./x", 3)}, "^Program: command: expected text, got 3$"),
        ({"command": ["x", "{m}"]}, r"\{m\} is none of its placeholders; there are n, seed,"),
        ({"command": ["x", "{sed}"]}, "did you mean seed"),
        ({"command": ["x"], "parameters": {"n": 3}}, r"parameters.n: .*\{n\} is ours"),
        ({"command": ["x"], "honours": ["tori"]}, "did you mean torus"),
        ({"command": ["x"], "restarts": {"use": "luby", "unit": 5}}, "takes no restarts"),
    ],
)
def test_wrong_parameters_are_explained(given, why):
    with pytest.raises(UserError, match=why):
        Program(**given)


def test_rules_that_it_does_not_name_are_refused():
    with pytest.raises(ValueError, match="name them under honours:"):
        solved_by(shell("true"), torus=True)
    assert not solved_by(shell("echo 0 1 2 3 4", honours=["torus"]), n=5, torus=True).solved


def test_it_is_not_filmed():
    from metaqueens.films.recording import record

    with pytest.raises(ValueError, match="cannot be filmed"):
        record(Queens(8), shell("true"), 1, 100, 10)
