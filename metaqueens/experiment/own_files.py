"""Copies of the user's own files that an experiment depends on: modules, programs, graphs.

The list comes from the session that the user starts, never from a database.
"""

import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any

from metaqueens.config import Experiment
from metaqueens.config.checking import folder_of
from metaqueens.config.strict_yaml import items
from metaqueens.experiment.results.folder import CODE
from metaqueens.experiment.results.schema import StoreError
from metaqueens.files import copies
from metaqueens.plugins import code as plugins
from metaqueens.programs.contestant import Program
from metaqueens.text.errors import system_errors
from metaqueens.text.printable import printable


def keep(folder: Path, experiment: Experiment) -> None:
    """Copy the user's code that ``experiment`` depends on into its results ``folder``.

    Raises ``StoreError`` if that is not possible.
    """
    names = _list_texts(experiment.given)
    found = _code(experiment, names) | _graphs(experiment, names)
    files = {name: path for name, path in found.items() if path.is_file()}
    inside = {name: path for name, path in files.items() if _is_inside(name, path)}
    with system_errors(folder / CODE, StoreError):
        copies.keep(folder / CODE, inside)
    for name in files.keys() - inside.keys():
        text = f"not copied into {folder}: {printable(name)}: outside of its folder"
        logging.getLogger("metaqueens").warning(text)


def _is_inside(name: str, path: Path) -> bool:
    """Tell whether ``path``, which ends in ``name``, leads to a file in the folder before it."""
    folder = path.parents[len(Path(name).parts) - 1]
    return ".." not in Path(name).parts and path.resolve().is_relative_to(folder.resolve())


def _code(experiment: Experiment, texts: set[str]) -> dict[str, Path]:
    """Return the files of Python classes and of programs, by their names in their folder."""
    names = set(map(plugins.strip_path, texts))
    uses = names & {*plugins.list_loaded()}
    found: dict[str, Path] = {}
    for module in sorted({name.partition(":")[0] for name in uses}):
        if file := getattr(sys.modules.get(module), "__file__", None):
            found |= _module_files(module, Path(file))
    programs = [cell.algorithm for cell in experiment.cells if isinstance(cell.algorithm, Program)]
    for program in {tuple(program.command): program for program in programs}.values():
        for name, path in program.own_files().items():
            found[name] = path
            if path.suffix == ".py":
                imports = _imports(path, [path.parent])
                found |= {f"{Path(name).parent / other}": imports[other] for other in imports}
    return found


def _graphs(experiment: Experiment, texts: set[str]) -> dict[str, Path]:
    """Return the files of graphs that the experiment names, by their names beside its configs."""
    folders = [Path(), *map(folder_of, {*experiment.where.values()})]
    names = [text for text in texts if text.endswith(".col")]
    paths = [(name, folder / name) for folder in folders for name in names]
    return {name: path for name, path in paths if path.is_file()}


def _module_files(module: str, file: Path) -> dict[str, Path]:
    """Return the files of a module and its imports; none if it is not in the user's folders."""
    name, folders = _file_name(module, file), [Path(path).resolve() for path in plugins.folders()]
    home = file.parents[len(Path(name).parts) - 1].resolve()
    if home not in folders or module.partition(".")[0] == "metaqueens":
        return {}
    return {name: file} | _imports(file, folders, module)


def _list_texts(value: Any) -> set[str]:
    """Return all texts in ``value``, at every depth."""
    if isinstance(value, str):
        return {value}
    return set().union(*(_list_texts(part) for _, part in items(value)))


def _imports(file: Path, folders: Sequence[Path], module: str | None = None) -> dict[str, Path]:
    """Return the files in ``folders`` that ``file`` imports, also indirectly; nothing is run."""
    finder = ModuleFinder([str(folder) for folder in folders], excludes=["metaqueens"])
    broken = ImportError, SyntaxError, ValueError, OSError
    with suppress(*broken):
        if module:
            finder.import_hook(module)
    with suppress(*broken):
        if not finder.modules:  # a script, or in a package without __init__.py
            finder.run_script(str(file))
    files = {name: getattr(found, "__file__", None) for name, found in finder.modules.items()}
    paths = {name: Path(file) for name, file in files.items() if file and name != "__main__"}
    return {_file_name(name, path): path for name, path in paths.items()}


def _file_name(module: str, file: Path) -> str:
    """Return the name of a module's ``file`` in the folder of its package."""
    parts = module.split(".")
    return "/".join([*(parts if file.stem == "__init__" else parts[:-1]), file.name])
