"""The configs of the package, which can be used by name."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def home(place: str) -> Path:
    """Return the path of a folder of the checkout: ``_NAME`` inside an installed package."""
    installed = _PACKAGE / f"_{Path(place).name}"
    return installed if installed.is_dir() else _PACKAGE.parent / place


def find(path: str | Path) -> str:
    """Return the file that ``path`` means: itself or, if there is no such file, a shipped config.

    ``ga_n50``, ``ga_n50.yaml`` and ``configs/ga_n50.yaml`` can mean a shipped one; any other path
    is the user's own file.
    """
    file = Path(path)
    exists = os.path.exists(file) and not os.path.isdir(file)
    if exists or file.name not in alternatives(path):
        return str(path)
    return str(home("configs") / f"{file.name.removesuffix('.yaml')}.yaml")


def alternatives(path: str | Path) -> list[str]:
    """Return the names that ``path`` may mean: none if it leads to another folder."""
    return names() if str(Path(path).parent) in (".", "configs") else []


def names() -> list[str]:
    """Return the name of each, without and with its ``.yaml``."""
    files = sorted(path.name for path in home("configs").glob("*.yaml"))
    return [name for file in files for name in (file.removesuffix(".yaml"), file)]
