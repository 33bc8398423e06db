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
    """One of the files with a few places of it, or the values of a few keys, replaced."""
    text = rng.choice(FILES)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        nasty, at = rng.choice(NASTY), rng.randrange(len(text) + 1)
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        if rng.random() < 0.5:
            text = text[:at] + rng.choice((nasty, "")) + text[at + rng.choice((0, 1, 5, 20)) :]
        else:
            changed = rng.choice((f"{lines[line].partition(':')[0]}: {nasty}", f"  {lines[line]}"))
            text = "\n".join([*lines[:line], changed, *lines[line + rng.randrange(2) :]])
    data = text.encode("utf-8", "surrogatepass")
    return data if rng.random() < 0.95 else data + rng.randbytes(3)


def settings(rng: random.Random) -> list[str]:
    """A few overrides."""
    return [
        rng.choice(KEYS) + rng.choice(("=", "=", "", "==")) + ",".join(rng.choices(NASTY, k=count))
        for count in rng.choice(((), (), (1,), (1, 2), (3, 1, 2, 1)))
    ]


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


@pytest.mark.parametrize("use", ["genetic", "simulated_annealing", "é", "a.b:c", ""])
def test_every_word_for_an_algorithm_is_a_setting_or_a_user_error(use):
    rng = random.Random(2026)
    for _ in range(100):
        with suppress(UserError):
            contestant(use, settings(rng))
