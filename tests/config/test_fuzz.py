"""Whatever a config holds and whatever is set on the command line: an experiment, or one error.

Seeded mutations, so that each run of the tests sees the same; ``tests.fuzz`` looks for much longer.
"""

import random
from contextlib import suppress
from pathlib import Path

import pytest

from metaqueens import config
from metaqueens.config.contestant import contestant
from metaqueens.text.errors import UserError

from . import GOOD

FOLDER = Path(__file__).parents[2] / "configs"
FILES = [GOOD, *(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml")))]
# What stands in files, and what stands nowhere.
NASTY = [
    "", "~", "null", "[]", "{}", "[[]]", "{a: {}}", "true", "-1", "0", "1.5", "1e400", "-1e308",
    ".nan", ".inf", "-.inf", "9" * 18, "9" * 25, "9" * 120, "1e18", "1_0_", "'", '"', "''", "x\\0y",
    '"x\\0y"', '"\\ud800"', "é", "\0", "\ufeff", "\u2028", "\t", "  ", "\n", "- ", ": ", ", ", "#",
    "&a", "*a", "&a [*a]", "<<: *a", "!!int 5", "!x", "? ", "? ? ? ", "| ", ">-", "%YAML 1.2",
    "---", "...", "@", "`", "use: ", "use: genetic", "{use: linear}", "{hot: 1.0}", "a.b:c",
    "no.such:Thing", "deap.tools:cxOrdered", "metaqueens:Queens", "extends: ", "extends: \"x\\0y\"",
    "extends: .", "sweep: ", "sweep: {problem.n: [4, 5]}", "sweep: {algorithms: [{}, 5]}",
    "sweep: {algorithms: [{a: {use: genetic}}]}", "sweep: {problem: [4, {n: 5}]}",
    "sweep: {budget: [4, null, {seconds: 1}]}", "tune: ", "tune: {}", "limits: {seconds: 1e308}",
    "executor: dask", "[" * 90, "{a: " * 90, "? " * 480, "x" * 5000,
]  # fmt: skip
KEYS = [
    "runs", "seed", "name", "problem", "problem.n", "problem.encoding", "algorithms",
    "algorithms.ga", "budget", "algorithms.ga.use", "algorithms.ga.population",
    "algorithms.ga.crossover", "algorithms.ga.crossover.use", "algorithms.mc.scan",
    "algorithms.new.use", "budget.seconds", "limits.seconds", "limits", "executor", "sweep",
    "sweep.problem.n", "tune", "tune.space", "tune.train", "validate", "extends", "", ".", "a..b",
    "é", "a." * 600 + "b",
]  # fmt: skip


def mutated(rng: random.Random) -> bytes:
    """One of the files with a few things changed."""
    text = rng.choice(FILES)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 20)))
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        change = rng.randrange(7)
        if change == 0:
            text = text[:at] + text[to:]
        elif change == 1:
            text = text[:at] + rng.choice(NASTY) + text[to:]
        elif change == 2:
            text = text[:at] + rng.choice(text or "a") + text[at:]
        elif change == 3:  # another value
            key = lines[line].partition(":")[0]
            text = "\n".join([*lines[:line], f"{key}: {rng.choice(NASTY)}", *lines[line + 1 :]])
        elif change == 4:
            text = "\n".join([*lines[:line], *lines[line + 1 :], lines[line]])
        elif change == 5:
            text = "\n".join(
                [*lines[:line], rng.choice((" ", "  ", "- ")) + lines[line], *lines[line + 1 :]]
            )
        else:
            text = "\n".join([*lines[:line], rng.choice(NASTY), *lines[line:]])
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.randbytes(rng.randrange(4)) + data[at:]
    return data


def settings(rng: random.Random) -> list[str]:
    """A few overrides."""
    words = []
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        values = rng.choice((",", ", ")).join(
            rng.choice(NASTY) for _ in range(rng.choice((1, 1, 2, 3)))
        )
        words.append(f"{rng.choice(KEYS)}{rng.choice(('=', '=', '=', '', '=='))}{values}")
    return words


def outcome(path: Path, rng: random.Random) -> type | None:
    """Read one mutated file with some overrides; anything but a ``UserError`` is raised."""
    path.write_bytes(mutated(rng))
    try:
        return type(config.load(path, settings(rng)))
    except UserError as error:
        return None if str(error).strip() else UserError


def test_every_config_is_an_experiment_or_a_user_error(tmp_path):
    path, rng = tmp_path / "x.yaml", random.Random(2026)
    outcomes = [outcome(path, rng) for _ in range(1000)]
    assert set(outcomes) == {config.Experiment, None}


@pytest.mark.parametrize(
    "use", ["genetic", "simulated_annealing", "min_conflicts", "é", "a.b:c", ""]
)
def test_every_word_for_an_algorithm_is_a_setting_or_a_user_error(use):
    rng = random.Random(2026)
    for _ in range(100):
        with suppress(UserError):
            contestant(use, settings(rng))
