"""User code, as a process sees it that has imported none yet."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from metaqueens.plugins import code as plugins

OURS = "metaqueens", "tests", "docs", "experiments", "wasm"


@contextmanager
def none_yet() -> Iterator[pytest.MonkeyPatch]:
    """No user code is imported at the start, and modules of user code are removed at the end."""
    before = {*sys.modules}  # a folder of code may hold the environment, too
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        patch.setattr(plugins, "loaded", {})
        patch.setattr(plugins, "folders", {})
        try:
            yield patch
        finally:
            forget_modules_of(*plugins.folders, but=before)


def forget_modules_of(*folders: str | Path, but: Collection[str] = ()) -> None:
    """Remove the modules in these folders, except those of this checkout and its environment.

    A folder of user code may contain both, and a second copy of a module has other functions and
    other state than the first: such functions cannot be pickled.
    """
    for name, module in [*sys.modules.items()] if folders else ():
        if name in but or not (file := getattr(module, "__file__", None)):
            continue
        if name.partition(".")[0] in OURS or file.startswith(sys.prefix):
            continue
        if any(Path(file).is_relative_to(folder) for folder in folders):
            del sys.modules[name]
