"""One algorithm by its name and ``key=value`` words, for commands that need no file."""

import shlex
from collections.abc import Sequence
from typing import Any

from metaqueens.config.yaml import board_files
from metaqueens.config.yaml.checking import check_algorithm
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.settings import assign, read_setting
from metaqueens.config.yaml.strict_yaml import Document
from metaqueens.contestants.registry import class_of
from metaqueens.search.parameters import Parameters
from metaqueens.text.errors import UserError


def program_of(command: str, settings: Sequence[str] = ()) -> Parameters:
    """The program from outside that a shell would start with ``command``.

    Raises ``UserError`` where these are no words of a command line, or as ``contestant`` does.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"{str(error).lower()}: {command}") from None
    return contestant("program", settings, command=words)


def contestant(use: str, settings: Sequence[str] = (), **given: Any) -> Parameters:
    """The algorithm ``use``, its parameters set as a config would set them below its label.

    What is ``given`` beside the ``settings`` is set first.

    Raises ``ConfigError`` with every error: of a name, the nearest right one; of a setting, its
    word. A command takes the settings as its last argument and hands them on as they are:

    >>> @click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")   # doctest: +SKIP
    >>> contestant("simulated_annealing", ["schedule.hot=2", "focus=conflicted"]).focus
    'conflicted'
    """
    value: dict[str, Any] = {"use": use, **given}
    document = Document(value, {(): "command line"})
    errors = []
    try:
        class_of(use)
    except ValueError as error:
        errors.append(str(error))
    for setting in settings:
        place = f"command line: {setting}"
        try:
            key, values = read_setting(setting, "population=50")
            if key == "use":
                raise ValueError(f"the algorithm is {use} already")
            if len(values) > 1:
                raise ValueError(f"expected one value, got {len(values)}")
        except ValueError as error:
            errors.append(f"{place}: {error}")
        else:
            assign(document, tuple(key.split(".")), values[0], place)
    if errors:
        raise ConfigError(errors)
    return check_algorithm(board_files.resolve(document), ())
