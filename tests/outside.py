"""Code from outside, as a process meets it that has imported none yet."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from metaqueens.plugins import code as plugins


@contextmanager
def none_yet() -> Iterator[pytest.MonkeyPatch]:
    """Nothing from outside is known here, and what is imported meanwhile is forgotten."""
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
    """Modules that lie there are imported again when they are next asked for."""
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None)
        theirs = file and any(Path(file).is_relative_to(folder) for folder in folders)
        if theirs and name not in but:
            del sys.modules[name]
