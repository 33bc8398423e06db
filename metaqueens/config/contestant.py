"""One algorithm by its name and ``key=value`` words, for commands that need no file."""

import shlex
from collections.abc import Sequence
from typing import Any

from metaqueens.config import other_files
from metaqueens.config.checking import check_algorithm
from metaqueens.config.overrides import read_setting
from metaqueens.config.strict_yaml import ConfigError, Document
from metaqueens.contestants.registry import class_of
from metaqueens.search.parameters import Parameters
from metaqueens.text.errors import UserError


def program_of(command: str, settings: Sequence[str] = ()) -> Parameters:
    """Return the program from outside that a shell would start with ``command``.

    Raises ``UserError`` where these are no words of a command line, or as ``contestant`` does.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"{str(error).lower()}: {command}") from None
    return contestant("program", settings, command=words)


def contestant(use: str, settings: Sequence[str] = (), **given: Any) -> Parameters:
    """Return the algorithm ``use``, its parameters set as a config would set them.

    What is ``given`` beside the ``settings`` is set first.

    Raises ``ConfigError`` with every error: of a name, the nearest right one; of a setting, its
    word. A command takes the settings as its last argument and hands them on as they are:

    >>> @click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")   # doctest: +SKIP
    >>> contestant("simulated_annealing", ["schedule.hot=2", "focus=conflicted"]).focus
    'conflicted'
    """
    document = Document({"use": use, **given}, {(): "command line"})
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
            document.assign(tuple(key.split(".")), values[0], place)
    if errors:
        raise ConfigError(errors)
    return check_algorithm(other_files.with_boards(document), ())
