"""User code, as a process sees it that has imported none yet."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import metaqueens
from metaqueens.plugins import code as plugins


@contextmanager
def none_yet() -> Iterator[pytest.MonkeyPatch]:
    """No user code is imported at the start, and modules of user code are removed at the end."""
    before = {*sys.modules}  # a folder of code may hold the environment, too
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        patch.setattr(plugins, "_loaded", {})
        patch.setattr(plugins, "_folders", {})
        try:
            yield patch
        finally:
            forget_modules_of(*plugins.folders(), but=before)


def forget_modules_of(*folders: str | Path, but: Collection[str] = ()) -> None:
    """Remove the modules in these folders, except those of the package and its environment.

    A folder of user code may contain both, and a second copy of a module of the package has
    other functions than the first: such functions cannot be pickled.
    """
    kept = Path(metaqueens.__file__).parent, Path(sys.prefix)
    for name, module in [*sys.modules.items()]:
        if name in but or not (file := getattr(module, "__file__", None)):
            continue
        is_user_code = any(Path(file).is_relative_to(folder) for folder in folders)
        if is_user_code and not any(Path(file).is_relative_to(folder) for folder in kept):
            del sys.modules[name]
