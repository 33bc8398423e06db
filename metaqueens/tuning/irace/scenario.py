"""The same tuning for irace [1]_: a scenario, its parameters, and a runner that it calls.

.. [1] Lopez-Ibanez, Dubois-Lacoste, Perez Caceres, Birattari & Stutzle (2016). The irace package:
       iterated racing for automatic algorithm configuration. Op. Res. Perspectives 3: 43-58.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from metaqueens.config import Experiment, dump
from metaqueens.config.tuning.space import Space, place, trouble
from metaqueens.config.tuning.task import Instance, Task
from metaqueens.config.tuning_keys import Dimension
from metaqueens.files.writing import write_text
from metaqueens.metrics import goals
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import UserError, system_errors
from metaqueens.tuning.costs import PENALTY
from metaqueens.tuning.irace.r_expressions import in_r, quoted

FEWEST_DIGITS = 4


def write_scenario(experiment: Experiment, folder: Path) -> list[str]:
    """Write all that irace needs into ``folder``; the names of the files.

    Raises ``UserError`` where the space has a choice that a command line cannot say, or the folder
    cannot be written.
    """
    task = experiment.tune
    assert task is not None
    conditions = {
        key: " & ".join(_condition(parent, values) for parent, values in given.items())
        for key, given in task.space.conditions.items()
    }
    texts = {
        "parameters.txt": _parameters(task, conditions),
        "forbidden.txt": "\n".join([*_forbidden(task.space), ""]),
        "instances.txt": _instances(experiment, task.train),
        "test-instances.txt": _instances(experiment, task.test),
        "default.txt": _default(task.space),
        "experiment.yaml": _experiment(experiment, task),
        "target-runner": _runner(task),
        "scenario.txt": _scenario(experiment, task),
    }
    with system_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_text(folder / name, text)
        (folder / "target-runner").chmod(0o755)
    return [str(folder / name) for name in texts]


def _parameters(task: Task, conditions: Mapping[str, str]) -> str:
    lines = ["# name, switch, type, domain | condition"]
    for key, dimension in task.space.dimensions.items():
        kind = "c" if dimension.choice else "i" if dimension.whole else "r"
        values = [_word(key, one) for one in dimension.ends] if dimension.choice else dimension.ends
        line = [
            key,
            f'"algorithms.{task.label}.{key}="',
            kind + ",log" * dimension.log,
            f"({', '.join(map(str, values))})",
        ]
        lines.append(" ".join(line + (["|", conditions[key]] if key in conditions else [])))
    forbidden = _forbidden(task.space)
    lines += ["", "[forbidden]", *forbidden] if forbidden else []
    return "\n".join([*lines, "", "[global]", f"digits = {_digits(task.space)}", ""])


def _forbidden(space: Space) -> list[str]:
    """The expressions that a setting can make true or false, as R has them."""
    return [
        in_r(one, space.dimensions, space.flat_base)
        for one in space.forbidden
        if any(name in space.dimensions for name in one.names)
    ]


def _condition(parent: str, values: Sequence[Any]) -> str:
    return f"{parent} %in% c({', '.join(quoted(value) for value in values)})"


def _digits(space: Space) -> int:
    """Decimals, so that no end of a range is rounded away."""
    ends = [end for one in space.dimensions.values() if one.real for end in one.real]
    shown = [f"{end:.12f}".rstrip("0").partition(".")[2] for end in ends]
    return max([FEWEST_DIGITS, *(len(one) + 2 for one in shown)])


def _word(key: str, value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    if isinstance(value, dict | list) or not text or set(text) & set(" ,|\"'\\#$`;&<>()*?"):
        raise UserError(
            f"tune.space.{key}: irace passes values on a command line, which cannot say {value!r}"
        )
    return f'"{text}"'


def _instances(experiment: Experiment, instances: Sequence[Instance]) -> str:
    """An instance a line: the settings that make it."""
    lines = []
    for problem, budget in instances:
        given = experiment.given["budget"]
        limits = {key: getattr(budget, key) for key in ("evaluations", "seconds", "stagnation")}
        own = [
            f"budget.{key}={json.dumps(value)}"
            for key, value in limits.items()
            if value != given.get(key)
        ]
        asked = {**problem.asked, "encoding": problem.encoding}
        words = [f"problem.{key}={_setting(value)}" for key, value in asked.items()]
        lines.append(" ".join([*words, *own]))
    return "\n".join([*lines, ""])


def _setting(value: Any) -> str:
    """A value as an override has it, without a space: settings are split at spaces."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _default(space: Space) -> str:
    """The default setting as irace's first candidate, where the space has it."""
    default, values = space.default, []
    for key, dimension in space.dimensions.items():
        if not space.is_active(key, default):
            values.append("NA")
        elif dimension.contains(default.get(key)):
            values.append(quoted(default[key]) if dimension.choice else str(default[key]))
        else:
            return ""
    return f"{' '.join(space.dimensions)}\n{' '.join(values)}\n"


def _experiment(experiment: Experiment, task: Task) -> str:
    """The experiment without what irace will set, and without what only some variants have."""
    space = task.space
    common: dict[str, Any] = {}
    for key, value in space.flat_base.items():
        if value is None or isinstance(value, dict) or key in space.dimensions:
            continue
        if all(_has(space, key, value, parent, one) for parent, one in space.dimensions.items()):
            common[key] = value
    parameters = place(space.kind, {}, common)
    given = {key: one for key, one in experiment.given.items() if key not in ("tune", "sweep")}
    given |= {
        "algorithms": {task.label: {"use": task.use, **parameters}},
        "runs": 1,
        "validate": None,
        "keep_boards": "none",
    }
    return dump(given)


def _has(space: Space, key: str, value: Any, parent: str, dimension: Dimension) -> bool:
    part = parent.removesuffix(".use")
    if not (parent.endswith(".use") and key.startswith(f"{part}.")):
        return True
    return not any(
        trouble(space.kind, space.base, {parent: choice, key: value}, key)
        for choice in dimension.choice or ()
    )


def _runner(task: Task) -> str:
    text = files("metaqueens.tuning.irace").joinpath("target_runner.py").read_text(encoding="utf-8")
    metric = goals()[task.minimise]
    counted = metric.cost if metric.less_is_better else "unsolved"
    text = text.replace('"COUNTED"', json.dumps(counted))
    text = text.replace('float("PENALTY")', str(metric.penalty or PENALTY))
    text = text.replace('["CODE"]', repr(plugins.folders()))
    return text.replace("PYTHON", sys.executable)


def _scenario(experiment: Experiment, task: Task) -> str:
    lines = [
        "## For irace 4: irace --scenario scenario.txt --parallel 2",
        "## For irace 3, which reads what is forbidden elsewhere: remove the sections in brackets",
        "## from parameters.txt and blockSize from here, and add --forbidden-file forbidden.txt",
        'parameterFile = "parameters.txt"',
        'targetRunner = "./target-runner"',
        'trainInstancesDir = ""',
        'trainInstancesFile = "instances.txt"',
        'testInstancesDir = ""',
        'testInstancesFile = "test-instances.txt"',
        *(['configurationsFile = "default.txt"'] if _default(task.space) else []),
        f"maxExperiments = {task.max_runs}",
        "deterministic = 0",
        *([f"blockSize = {len(task.train)}"] if len(task.train) > 1 else []),
        f"seed = {experiment.seed % (2**31 - 2) + 1}",
    ]
    return "\n".join([*lines, ""])
