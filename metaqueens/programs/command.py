"""The command of a program: its placeholders filled in, and the folder that it is relative to."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from metaqueens.plugins import code as plugins
from metaqueens.problem.queens import Queens
from metaqueens.search.looks import Looks
from metaqueens.text.errors import did_you_mean

# What every command may name in braces, beside its own parameters.
NAMES = ("n", "seed", "seconds", "evaluations", "stagnation", "problem", "python")
_PLACE = re.compile(r"\{(\w+)\}")


def require_known(command: Sequence[str], parameters: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` for a placeholder that nothing fills in, or a name with two meanings."""
    known = (*NAMES, *parameters)
    for name in parameters:
        if name in NAMES or not re.fullmatch(r"[A-Za-z]\w*", name):
            raise ValueError(
                f"parameters.{name}: expected a name of your own, of letters, digits and _"
                + (f"; {{{name}}} is ours" if name in NAMES else "")
            )
    for word in command:
        if "\0" in word:
            raise ValueError("command: a word cannot hold the character of number 0")
        for name in _PLACE.findall(word):
            if name not in known:
                hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
                raise ValueError(f"command: {{{name}}} is none of its placeholders{hint}")


def filled_in(
    command: Sequence[str], problem: Queens, looks: Looks, seed: int, parameters: Mapping[str, Any]
) -> list[str]:
    """The words of ``command`` for one run; a limit that is not set is an empty text."""
    values = {
        **parameters,
        "n": problem.n,
        "seed": seed,
        "seconds": looks.seconds,
        "evaluations": looks.evaluations,
        "stagnation": looks.stagnation,
        "problem": problem.key,
        "python": sys.executable,
    }
    return [_PLACE.sub(lambda found: _text(values.get(found[1])), word) for word in command]


def instance(problem: Queens, looks: Looks, seed: int, parameters: Mapping[str, Any]) -> bytes:
    """What a program reads from standard input: a line of JSON."""
    limits = {name: getattr(looks, name) for name in ("seconds", "evaluations", "stagnation")}
    given = {**problem.asked, "seed": seed, "budget": limits, "parameters": dict(parameters)}
    return json.dumps(given).encode() + b"\n"


def home(command: Sequence[str]) -> Path:
    """The folder of the config that is being read; else of the last one that has the program."""
    if (beside := plugins.beside_folder()) is not None:
        return beside
    folders = [Path(one) for one in reversed(plugins.folders())]
    words = [word for word in command if not _PLACE.search(word)]
    return next((one for one in folders if _any_in(one, words)), Path.cwd())


def _any_in(folder: Path, words: Sequence[str]) -> bool:
    try:
        return any((folder / word).is_file() for word in words if not word.startswith("/"))
    except OSError:  # a word that is longer than any file's name
        return False


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
