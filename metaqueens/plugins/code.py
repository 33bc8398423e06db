"""Code from outside by name: ``package.module:attribute``."""

import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file

_beside: ContextVar[Path | None] = ContextVar("_beside", default=None)
_copies: ContextVar[Path | None] = ContextVar("_copies", default=None)
# False where its user allowed it, which no reader inside takes back; None if nobody said.
_refused: ContextVar[bool | None] = ContextVar("_refused", default=None)
# What this process imported on its user's word, and the folders that it may have come from.
_loaded: dict[str, Any] = {}
_folders: dict[str, None] = {}
NOT_ALLOWED = "code from outside, which is not run without --allow-code"
# DEAP's operators are part of what was installed with us.
OURS = "deap.tools:"


@contextmanager
def beside(config: str | Path) -> Iterator[None]:
    """Inside it modules are looked for in the folder of the file ``config`` first."""
    token = _beside.set(Path(config).parent)
    try:
        yield
    finally:
        _beside.reset(token)


@contextmanager
def use_copies(folder: Path | None) -> Iterator[None]:
    """Inside it modules and programs are looked for in ``folder`` if they are nowhere else."""
    token = _copies.set(folder and folder.resolve())
    try:
        yield
    finally:
        _copies.reset(token)


def copies() -> Path | None:
    """Return the folder of copies in use; None if nothing from outside is run."""
    return None if _refused.get() else _copies.get()


@contextmanager
def refused(unless: bool = False) -> Iterator[None]:
    """Inside it nothing from outside is imported: what names it was written by nobody knows whom.

    What this process imported before, on its user's word, may be used; and everything ``unless``
    the user said so, here or around it.
    """
    token = _refused.set(not unless and _refused.get() is not False)
    try:
        yield
    finally:
        _refused.reset(token)


def beside_folder() -> Path | None:
    """The folder of the config that is being read on its user's word: the last of ``folders``."""
    here = None if _refused.get() else _beside.get()
    if here is None:
        return None
    here = here.resolve()
    _folders.pop(str(here), None)
    _folders[str(here)] = None
    return here


def require_allowed(what: str) -> None:
    """Raise ``UserError`` if nothing from outside is run."""
    if _refused.get():
        raise UserError(f"{what!r}: {NOT_ALLOWED}")


def look_in(folders: Iterable[str]) -> None:
    """Let modules be imported from these ``folders``: before the present one, after libraries."""
    present = ("", str(Path.cwd()))
    for folder in folders:
        if folder not in sys.path:
            place = next((k for k, one in enumerate(sys.path) if one in present), len(sys.path))
            sys.path.insert(place, folder)
        _folders[folder] = None


def folders() -> list[str]:
    """Where the modules of this process's user may lie, for those that work for it."""
    return [*_folders]


def loaded() -> list[str]:
    """Return the names that this process imported on its user's word."""
    return [*_loaded]


def raised(error: BaseException) -> bool:
    """Whether ``error``, of this process or of one that works for it, came through such code."""
    text = "".join(traceback.format_exception(error))
    return any(f'File "{file}"' in text for file in _files())


def place_in(error: BaseException) -> str:
    """Return where ``error`` left such code: ``mine.py, line 5: x = 1 / 0``; "" if it did not."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename in _files()]
    if not frames:
        return ""
    last = frames[-1]
    return f"{Path(last.filename).name}, line {last.lineno}: {last.line}"


def _files() -> set[str]:
    names = {name.partition(":")[0] for name in _loaded}
    return {getattr(sys.modules.get(name), "__file__", None) or "" for name in names} - {""}


def load(name: str) -> Any:
    """Return what ``name`` says, imported from beside the config, else from the present folder.

    Raises ``ValueError`` with the nearest right word if there is no such thing, or where
    nothing may be imported.
    """
    path, name = _file_of(name), use_of(name)
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", name):
        raise ValueError(f"{name!r}: expected package.module:Name, or FILE.py:Name")
    if _refused.get() and not name.startswith(OURS):
        if name in _loaded:
            return _loaded[name]
        raise ValueError(f"{name!r}: {NOT_ALLOWED}")
    here = path.parent if path else _beside.get()
    look_in(str(folder.resolve()) for folder in (here, Path.cwd()) if folder is not None)
    if (folder := copies()) and not _is_found(name):
        look_in([str(folder)])
    _loaded[name] = _imported(name)
    _require_beside(here, name)
    return _loaded[name]


def _is_found(name: str) -> bool:
    """Return whether the package of ``name`` is anywhere; it is not imported."""
    package = name.partition(":")[0].partition(".")[0]
    return package in sys.modules or find_spec(package) is not None


def place_of(code: Callable[..., Any]) -> str:
    """Return the name by which ``load`` finds a function or a class.

    Raises ``ValueError`` if it has none: a lambda, or what another function made.
    """
    name = f"{code.__module__}:{getattr(code, '__qualname__', '')}"
    module, _, attribute = name.partition(":")
    if getattr(sys.modules.get(module), attribute, None) is not code:
        raise ValueError(f"expected a function or class at the top of a module, got {name}")
    _loaded[name] = code
    return name


def use_of(name: str) -> str:
    """Return ``module:Class`` for ``FILE.py:Class``, and look for modules in the file's folder.

    Raises ``UserError`` if there is no such file.
    """
    if (path := _file_of(name)) is None:
        return name
    require_allowed(name)
    if not path.is_file():
        near = did_you_mean_file(path.name, [file.name for file in path.parent.glob("*.py")])
        raise UserError(f"{path}: no such file{near}")
    look_in([str(path.parent.resolve())])
    spec = find_spec(path.stem)
    if spec and spec.origin:
        _require_same(name, path, spec.origin)
    return strip_path(name)


def strip_path(name: str) -> str:
    """Return ``module:Class`` for ``FILE.py:Class``; any other text as it is."""
    file, _, attribute = name.rpartition(":")
    return f"{Path(file).stem}:{attribute}" if file.endswith(".py") else name


def _file_of(name: str) -> Path | None:
    """Return the file in ``FILE.py:Class``: beside the config, in this folder, or a kept copy."""
    file = name.rpartition(":")[0]
    if not file.endswith(".py"):
        return None
    kept = copies()
    places = [
        (_beside.get() or Path()) / file,
        Path(file),
        *([kept / Path(file).name] if kept else []),
    ]
    return next((place for place in places if place.is_file()), Path(file))


def _imported(name: str) -> Any:
    module_name, _, attribute = name.partition(":")
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a module of the user's
        kind = "" if isinstance(error, ImportError | UserError) else f"{type(error).__name__}: "
        why = f"{kind}{error}"
        if isinstance(error, ModuleNotFoundError) and error.name == module_name:
            why = f"there is no {module_name.replace('.', '/')}.py beside it or in this folder"
        raise ValueError(f"{name!r}: cannot import {module_name!r}: {why}") from None
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise ValueError(
            f"{name!r}: {module_name} has no {attribute!r}{did_you_mean(attribute, dir(module))}"
        ) from None


def _require_beside(here: Path | None, name: str) -> None:
    """Raise ``ValueError`` if a module of the same name hides the one in the folder ``here``."""
    first = name.partition(":")[0].partition(".")[0]
    mine = here and here / f"{first}.py"
    found = getattr(sys.modules[first], "__file__", None)
    if mine and mine.is_file() and found:
        _require_same(name, mine, found)


def _require_same(name: str, mine: Path, found: str) -> None:
    if not (Path(found).exists() and mine.samefile(found)):
        raise UserError(f"{name!r}: {found} hides {mine}; call one of them something else")


class Table(Mapping[str, Any]):
    """Classes by name, each imported when it is first asked for; ``homes`` says from where."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self.homes = dict(homes)

    def __getitem__(self, name: str) -> Any:
        return _imported(self.homes[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.homes)

    def __len__(self) -> int:
        return len(self.homes)

    def __or__(self, other: "Table") -> "Table":
        return Table(self.homes | other.homes)
