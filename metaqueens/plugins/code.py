"""User code by name: ``package.module:attribute``, or ``FILE.py:attribute``."""

import re
import sys
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import format_tb
from types import ModuleType
from typing import Any

from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file

_beside: ContextVar[Path | None] = ContextVar("_beside", default=None)
# False if the user allowed imports, which no inner reader changes; None by default.
_refused: ContextVar[bool | None] = ContextVar("_refused", default=None)
# The code that was imported for the user, by name, and the folders of the user's modules, the
# latest config's last.
loaded: dict[str, Any] = {}
folders: dict[str, None] = {}
# Operators of DEAP, which is installed with this package.
OURS = "deap.tools:"
# A place in a traceback of Python: its file, its line, and the text of that.
_PLACE = re.compile(r'^ *File "(.+)", line (\d+), .*\n +(.+)', re.MULTILINE)


@contextmanager
def _set(variable: ContextVar[Any], value: Any) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def look_beside(config: str | Path) -> AbstractContextManager[None]:
    """Import modules from the folder of the file ``config`` first."""
    return _set(_beside, Path(config).parent)


def refuse(unless: bool = False) -> AbstractContextManager[None]:
    """Import no user code, because a stranger may have named it.

    Earlier imports stay usable; everything is allowed if ``unless`` is true, here or outside.
    """
    return _set(_refused, not unless and _refused.get() is not False)


def config_folder() -> Path | None:
    """Return the folder of the config that is being read, if user code is allowed."""
    here = None if _refused.get() else _beside.get()
    if here is None:
        return None
    here = here.resolve()
    folders.pop(str(here), None)
    folders[str(here)] = None
    return here


def require_allowed(name: str) -> None:
    """Raise ``UserError`` if user code is refused."""
    if _refused.get():
        raise UserError(f"{name!r}: user code, which is not run without --allow-code")


def look_in(places: Iterable[str]) -> None:
    """Import modules from these folders: before the current one, after libraries."""
    current = ("", str(Path.cwd()))
    for folder in places:
        if folder not in sys.path:
            place = next((k for k, path in enumerate(sys.path) if path in current), len(sys.path))
            sys.path.insert(place, folder)
        folders[folder] = None


def place_in(error: BaseException | str) -> str:
    """Return the last line of user code in an error or the text of its traceback, or "".

    It is like ``mine.py, line 5: x = 1 / 0``.
    """
    modules = (sys.modules.get(name.partition(":")[0]) for name in loaded)
    files = {getattr(module, "__file__", None) for module in modules}
    text = error if isinstance(error, str) else "".join(format_tb(error.__traceback__))
    places = [place for place in _PLACE.findall(text) if place[0] in files]
    return "".join(f"{Path(file).name}, line {line}: {code}" for file, line, code in places[-1:])


def load(name: str) -> Any:
    """Import ``name`` from the folder of the config, or else from the current folder.

    Raises ``UserError`` with the nearest valid name if it does not exist, or user code is refused.
    """
    path, name = _file_of(name), use_of(name)
    if not re.fullmatch(r"[^:./]+(\.[^:./]+)*:\w+", name):
        raise UserError(f"{name!r}: expected package.module:Name, or FILE.py:Name")
    if _refused.get() and name in loaded:
        return loaded[name]
    if not name.startswith(OURS):
        require_allowed(name)
    here = path.parent if path else _beside.get()
    look_in(str(folder.resolve()) for folder in (here, Path.cwd()) if folder is not None)
    package = name.partition(":")[0].partition(".")[0]
    loaded[name] = _import(name)
    beside = here and here / f"{package}.py"
    if beside and beside.is_file() and (file := getattr(sys.modules[package], "__file__", None)):
        _require_same(name, beside, file)
    return loaded[name]


def place_of(code: Callable[..., Any]) -> str:
    """Return the name by which ``load`` finds a function or a class.

    Raises ``ValueError`` if it has none, such as a lambda or a local function.
    """
    name = f"{code.__module__}:{getattr(code, '__qualname__', '')}"
    module, _, attribute = name.partition(":")
    if getattr(sys.modules.get(module), attribute, None) is not code:
        raise ValueError(f"expected a function or class at the top of a module, got {name}")
    loaded[name] = code
    return name


def use_of(name: str) -> str:
    """Return ``module:Class`` for ``FILE.py:Class``, and import from the file's folder.

    Raises ``UserError`` if there is no such file.
    """
    if (path := _file_of(name)) is None:
        return name
    require_allowed(name)
    if not path.is_file():
        near = did_you_mean_file(path.name, [file.name for file in path.parent.glob("*.py")])
        raise UserError(f"{path}: no such file{near}")
    require_name(path)
    look_in([str(path.parent.resolve())])
    spec = find_spec(path.stem)
    if spec and spec.origin:
        _require_same(name, path, spec.origin)
    return f"{path.stem}:{name.rpartition(':')[2]}"


def require_name(path: Path) -> None:
    """Raise ``UserError`` if Python cannot import the file, because its name has a dot."""
    if "." in path.stem:
        remedy = f"call it {path.stem.replace('.', '_')}.py"
        raise UserError(f"{path}: a dot in the name of a file with a class; {remedy}")


def _file_of(name: str) -> Path | None:
    """Return the file in ``FILE.py:Class``: beside the config, or in this folder."""
    file = name.rpartition(":")[0]
    if not file.endswith(".py"):
        return None
    beside = (_beside.get() or Path()) / file
    return beside if beside.is_file() else Path(file)


def import_users(module: str, name: str) -> ModuleType:
    """Import a ``module`` of a user, who wrote ``name``. Raises ``UserError`` for any error."""
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:
        kind = "" if isinstance(error, ImportError | UserError) else f"{type(error).__name__}: "
        why = f"{kind}{error}"
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            why = f"there is no {module.replace('.', '/')}.py beside it or in this folder"
        raise UserError(f"{name!r}: cannot import {module!r}: {why}") from None


def _import(name: str) -> Any:
    module_name, _, attribute = name.partition(":")
    module = import_users(module_name, name)
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise UserError(
            f"{name!r}: {module_name} has no {attribute!r}{did_you_mean(attribute, dir(module))}"
        ) from None


def require_base(name: str, found: Any) -> None:
    """Raise ``UserError`` if ``found`` is a class like a problem or a search, without its base."""
    for function, base in (("cost", "Problem"), ("search", "Algorithm")):
        if isinstance(found, type) and callable(getattr(found, function, None)):
            kind = found.__name__
            raise UserError(f"{name!r}: class {kind} is no {base}: write class {kind}({base})")


def _require_same(name: str, file: Path, found: str) -> None:
    """Raise ``UserError`` if the module that Python finds, in the file ``found``, is another."""
    if not (Path(found).exists() and file.samefile(found)):
        raise UserError(f"{name.strip(':')}: {found} hides {file}; call one of them something else")


class LazyTable(UserDict[str, Any]):
    """Classes by name, each imported when it is first used from its place in ``data``."""

    def __getitem__(self, name: str) -> Any:
        return _import(self.data[name])

    def find_name(self, kind: type) -> str | None:
        """Return the name of a class; None if it is none of these."""
        ours = (name for name, at in self.data.items() if at.endswith(f":{kind.__name__}"))
        return next((name for name in ours if self[name] is kind), None)
