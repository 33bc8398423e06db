"""Closed choices, declared once: as words for people, from which kernels get their numbers."""

from enum import IntEnum
from typing import Any, Literal, get_args

# More than any run counts, and what kernels take for a limit that is not set: it stands in this
# folder because all of it is hashed for the kernel cache.
NO_LIMIT = 2**62


def make_enum(name: str, words: Any, module: str) -> Any:
    """Return the ``IntEnum`` called ``name`` of the words of a Literal, from 0 on in their order.

    ``module`` is that of the caller, ``__name__``, where a kernel in the cache finds it again.

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


# What kernels call the encodings.
Encoding = make_enum("Encoding", EncodingName, __name__)

# The neighbourhoods. All need n >= 2.
MoveName = Literal["swap", "reassign", "step"]
Moves = make_enum("Moves", MoveName, __name__)
