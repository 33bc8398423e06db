"""Closed choices: words in a config, numbers in kernels."""

from enum import IntEnum
from typing import Any, Literal, get_args

# More than any run counts: kernels take it for a limit that is not set. It belongs to this folder
# because all files of the folder are hashed for the kernel cache.
NO_LIMIT = 2**62


def make_enum(name: str, words: Any, module: str) -> Any:
    """Make an ``IntEnum`` called ``name`` of the words of a Literal, numbered from 0.

    ``module`` is the ``__name__`` of the caller: the kernel cache finds the class by it.

    >>> Side = make_enum("Side", Literal["left", "right"], __name__)   # doctest: +SKIP
    >>> Side.LEFT.value, Side["RIGHT"].value   # doctest: +SKIP
    (0, 1)
    """
    members = {word.upper(): number for number, word in enumerate(get_args(words))}
    return IntEnum(name, members, module=module)


EncodingName = Literal["permutation", "rows"]


def choice_of(choices: Any, word: str) -> Any:
    """Return the member of ``choices`` that a config calls ``word``."""
    return choices[word.upper()]


Encoding = make_enum("Encoding", EncodingName, __name__)

# The neighbourhoods. All need n >= 2.
MoveName = Literal["swap", "reassign", "step"]
Moves = make_enum("Moves", MoveName, __name__)
