"""Files that come with the package: configs, of which a name may mean one."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def folder() -> Path:
    """Return where the configs are."""
    return home("configs")


def home(place: str) -> Path:
    """Where ``place``, a folder of the checkout, is: ``_NAME`` inside an installed package."""
    installed = _PACKAGE / f"_{Path(place).name}"
    return installed if installed.is_dir() else _PACKAGE.parent / place


def find(path: str | Path) -> str:
    """The file that ``path`` means: itself or, if there is no such file, a shipped config.

    ``ga_n50``, ``ga_n50.yaml`` and ``configs/ga_n50.yaml`` can mean a shipped one; any other path
    is the user's own file.
    """
    given = Path(path)
    own = os.path.exists(given) and not os.path.isdir(given)
    if own or given.name not in alternatives(path):
        return str(path)
    return str(folder() / f"{given.name.removesuffix('.yaml')}.yaml")


def alternatives(path: str | Path) -> list[str]:
    """The names that ``path`` may have been meant to be: none if it leads to another folder."""
    return names() if str(Path(path).parent) in (".", "configs") else []


def names() -> list[str]:
    """Return what each is called, without and with its ``.yaml``."""
    files = sorted(path.name for path in folder().glob("*.yaml"))
    return [name for file in files for name in (file.removesuffix(".yaml"), file)]
