"""Copies of the user's own files that an experiment depends on: code, programs, configs.

They are taken from the session that the user starts, and never by the word of a database.
"""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.config import Experiment
from metaqueens.config.strict_yaml import items
from metaqueens.experiment.results.folder import CODE, CONFIG
from metaqueens.experiment.results.schema import StoreError
from metaqueens.files import copies
from metaqueens.plugins import code as plugins
from metaqueens.programs.contestant import Program
from metaqueens.text.errors import system_errors
from metaqueens.text.printable import printable


class Copies(NamedTuple):
    """The names of the sets of copies, by their folder, and what was left out and why."""

    sets: dict[str, str]
    left_out: list[str]


def keep(folder: Path, experiment: Experiment) -> Copies:
    """Copy what ``experiment`` depends on into its results ``folder``.

    Raises ``StoreError`` if that is not possible.
    """
    found = Copies({}, [])
    own = {CODE: _code(experiment), CONFIG: _configs(experiment, folder)}
    for kind, files in own.items():
        good = {name: path for name, path in files.items() if path.is_file()}
        outside = [name for name, path in good.items() if not _is_inside(name, path)]
        with system_errors(folder / kind, StoreError):
            good = {name: path for name, path in good.items() if name not in outside}
            key, large = copies.keep(folder / kind, good)
        if key:
            found.sets[kind] = key
        found.left_out.extend(f"{printable(name)}: outside of its folder" for name in outside)
        limit = f"all copies together may have {copies.MAX_BYTES:,} bytes"
        found.left_out.extend(f"{printable(name)}: {limit}" for name in large)
    return found


def _is_inside(name: str, path: Path) -> bool:
    """Return whether ``path``, which ends in ``name``, leads to a file in the folder before it."""
    folder = path.parents[len(Path(name).parts) - 1]
    return ".." not in Path(name).parts and path.resolve().is_relative_to(folder.resolve())


def _code(experiment: Experiment) -> dict[str, Path]:
    """Return the files of Python classes and of programs, by their names in their folder."""
    modules = {name.partition(":")[0] for name in _texts(experiment.given) & {*plugins.loaded()}}
    found: dict[str, Path] = {}
    for module in sorted(modules):
        if file := getattr(sys.modules.get(module), "__file__", None):
            found |= _files_of_module(module, Path(file))
    programs = [cell.algorithm for cell in experiment.cells if isinstance(cell.algorithm, Program)]
    for program in {tuple(program.command): program for program in programs}.values():
        files = program.own_files()
        for name, path in files.items():
            found[name] = path
            if path.suffix == ".py":
                imported = _imports(path, [path.parent])
                found |= {f"{Path(name).parent / one}": imported[one] for one in imported}
    return found | _graphs(experiment)


def _graphs(experiment: Experiment) -> dict[str, Path]:
    """Return the files of graphs that the experiment names, by their names beside its configs."""
    folders = [Path(), *(path.parent for path in _config_paths(experiment))]
    names = [text for text in _texts(experiment.given) if text.endswith(".col")]
    paths = [(name, folder / name) for folder in folders for name in names]
    return {name: path for name, path in paths if path.is_file()}


def _files_of_module(module: str, file: Path) -> dict[str, Path]:
    """Return the file of a module and of its imports; none if it is not in the user's folders."""
    name, folders = _name_of(module, file), [Path(one).resolve() for one in plugins.folders()]
    home = file.parents[len(Path(name).parts) - 1].resolve()
    if home not in folders or module.partition(".")[0] == "metaqueens":
        return {}
    return {name: file} | _imports(file, folders, module)


def _texts(value: Any) -> set[str]:
    """Return all texts at every depth of ``value``."""
    if isinstance(value, str):
        return {value}
    return set().union(*(_texts(one) for _, one in items(value)))


def _imports(file: Path, folders: Sequence[Path], module: str | None = None) -> dict[str, Path]:
    """Return the files in ``folders`` that ``file`` imports, directly or not; nothing is run."""
    finder = ModuleFinder([str(folder) for folder in folders], excludes=["metaqueens"])
    broken = ImportError, SyntaxError, ValueError, OSError
    with suppress(*broken):
        if module:
            finder.import_hook(module)
    with suppress(*broken):
        if not finder.modules:  # a script, or in a package without __init__.py
            finder.run_script(str(file))
    files = {name: getattr(one, "__file__", None) for name, one in finder.modules.items()}
    found = {name: Path(file) for name, file in files.items() if file}
    return {_name_of(name, path): path for name, path in found.items() if name != "__main__"}


def _name_of(module: str, file: Path) -> str:
    """Return the name of the ``file`` of a module, as it is from the folder of its package."""
    parts = module.split(".")
    return "/".join([*(parts if file.stem == "__init__" else parts[:-1]), file.name])


def _configs(experiment: Experiment, results: Path) -> dict[str, Path]:
    """Return the config as the user wrote it and those that it extends, by their names.

    Those in the results folder itself are there already.
    """
    paths = _config_paths(experiment)
    paths = {path for path in paths if not path.resolve().is_relative_to(results.resolve())}
    if not paths:
        return {}
    above = os.path.commonpath([path.parent for path in paths])
    return {path.relative_to(above).as_posix(): path for path in paths}


def _config_paths(experiment: Experiment) -> set[Path]:
    """Return the configs that ``experiment`` was read from."""
    places = (re.fullmatch(r"(.+\.ya?ml):\d+:\d+", place) for place in experiment.where.values())
    return {Path(os.path.abspath(found[1])) for found in places if found}
