"""Settings ``key=value`` of the command line: of one algorithm, or of a config."""

import re
import shlex
from collections.abc import Sequence
from typing import Any

from metaqueens.config import strict_yaml
from metaqueens.config.checking import check_algorithm
from metaqueens.config.file import ExperimentFile
from metaqueens.config.grid import split_keys
from metaqueens.config.strict_yaml import COMMAND_LINE, MOST_LEVELS, ConfigError, Document
from metaqueens.contestants.registry import CONTESTANTS, class_of, full_name
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.errors import UserError

# Options of the commands that take settings.
OPTIONS = ("evaluations", "output", "seconds", "seed")


def program_of(command: str, settings: Sequence[str] = ()) -> Algorithm:
    """Return the program that a shell would start with ``command``.

    Raises ``UserError`` if it is no command line, or as ``contestant`` does.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"{str(error).lower()}: {command}") from None
    return contestant("program", settings, command=words)


def contestant(use: str, settings: Sequence[str] = (), **given: Any) -> Algorithm:
    """Return the algorithm ``use`` with its parameters ``given``, and then ``settings``.

    The settings are ``KEY=VALUE``, the last argument of a command. Raises ``UserError`` with every
    error, its setting, and the nearest known name.

    >>> @click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")   # doctest: +SKIP
    >>> contestant("simulated_annealing", ["schedule.hot=2", "focus=conflicted"]).focus
    'conflicted'
    """
    document = Document({"use": use, **given}, {(): COMMAND_LINE})
    errors, known = [], class_of(use).model_fields
    for setting in settings:
        place = f"{COMMAND_LINE}: {setting}"
        try:
            if "=" not in setting and setting.partition(".")[0] in known:
                raise ValueError(f"a value is missing; write {setting}=VALUE")
            key, values = read_setting(setting, "population=50")
            if key == "use":
                raise ValueError(f"the algorithm is {use} already")
            if (option := key.removeprefix("budget.")) in OPTIONS and key not in known:
                raise ValueError(f"did you mean --{option} {values[0]}?")
            if len(values) > 1:
                raise ValueError(f"expected one value, got {len(values)}")
        except ValueError as error:
            errors.append(f"{place}: {error}")
        else:
            document.assign(tuple(key.split(".")), values[0], place)
    if errors:
        raise ConfigError(errors)
    return check_algorithm(document, ())


def override(document: Document, overrides: Sequence[str], place: str = COMMAND_LINE) -> Document:
    """Apply ``key=value`` settings; a comma makes a sweep. Raises ``ConfigError``."""
    document = Document({**document.value}, {**document.where})
    errors = []
    for setting in overrides:
        try:
            key, values = read_setting(setting, "runs=5 or problem.n=20,50")
            if setting == "sweep=null":
                document.value["sweep"] = None
            elif key.split(".")[0] == "sweep":
                raise ValueError("a comma makes a sweep, such as problem.n=20,50")
            else:
                _refuse_parameter(document.value, key)
                assign(document, key, values, f"{place}: {setting}")
        except ValueError as error:
            errors.append(f"{place}: {setting}: {error}")
    if errors:
        raise ConfigError(errors)
    return document


def _refuse_parameter(config: Any, key: str) -> None:
    """Raise ``ValueError`` if ``key`` is a parameter of an algorithm, and no key of a config."""
    algorithms, first = config.get("algorithms"), key.partition(".")[0]
    if first in ExperimentFile.model_fields or not isinstance(algorithms, dict):
        return
    if first in algorithms and first != key:
        raise ValueError(f"no such key; did you mean algorithms.{key}?")
    for label, settings in algorithms.items():
        keys = settings if isinstance(settings, dict) else {}
        use = full_name(str(keys.get("use") or label))
        if use in CONTESTANTS and key in class_of(use).model_fields:
            raise ValueError(f"no such key; did you mean algorithms.{label}.{key}?")


def read_setting(setting: str, example: str) -> tuple[str, list[Any]]:
    """Return the key of a setting ``key=value`` and the values between its commas, as in YAML.

    Raises ``ValueError``.
    """
    key, equals, text = setting.partition("=")
    if not equals or not all(key.split(".")):
        raise ValueError(f"expected key=value, such as {example}")
    if key.count(".") >= MOST_LEVELS:
        raise ValueError(f"nested too deep: more than {MOST_LEVELS} levels")
    try:
        return key, strict_yaml.read(f"[{text}]", "").value or [None]
    except ConfigError as error:
        reason = re.sub(r"^:(\d+:\d+: )?", "", error.problems[0])
        raise ValueError(f"not a value that YAML allows: {reason}") from None


def assign(document: Document, key: str, values: list[Any], place: str) -> None:
    """Replace the value of ``key``, or its sweep, by a value, or by several as a sweep.

    Raises ``ValueError`` if a sweep sets a part of the file that contains ``key``.
    """
    value = document.value
    sweep = {} if value.get("sweep") is None else value["sweep"]
    if not isinstance(sweep, dict):
        return  # ``combine`` reports the error
    keys = split_keys(key)
    owners = {swept: name for name in sweep for swept in split_keys(name)}
    for swept, name in owners.items():
        if any(key.startswith(f"{swept}.") for key in keys):
            raise ValueError(f"{key}: the file sweeps {swept}, which sets it; give {name}")
        if swept in keys and not {*split_keys(name)} <= {*keys}:
            raise ValueError(f"the file sweeps {name} together; give all of them, or sweep=null")
    rest = {
        name: rows
        for name, rows in sweep.items()
        if not any(f"{other}.".startswith(f"{key}.") for other in split_keys(name) for key in keys)
    }
    value["sweep"] = rest or None
    if len(values) > 1 or len(keys) > 1:
        document.assign(("sweep", key), values, place)
    else:
        document.assign(tuple(key.split(".")), values[0], place)
