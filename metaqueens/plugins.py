"""Outside code by name: ``package.module:attribute``."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from metaqueens.errors import did_you_mean


def load(name: str) -> Any:
    """Import what ``name`` says; modules beside the user, in the present folder, are found too.

    Raises ``ValueError`` with the nearest right word where there is no such thing.
    """
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # last, so that nothing of the user's hides a library
    try:
        module = import_module(module_name)
    except ImportError as error:
        raise ValueError(f"{name!r}: cannot import {module_name!r}: {error}") from None
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise ValueError(
            f"{name!r}: {module_name} has no {attribute!r}{did_you_mean(attribute, dir(module))}"
        ) from None
