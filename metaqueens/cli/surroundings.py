"""Preparation of a command: streams, and a message on compilation."""

import io
import os
import sys

from metaqueens.core.compilation import MESSAGE


def prepare_streams() -> None:
    """Make the standard streams usable.

    Call it first: an opened file would take the number of a closed stream, and get its output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # escapes characters that a terminal cannot show
            stream.reconfigure(errors="backslashreplace")


def give_up_stdout() -> None:
    """Drop all output from now on: the rest of the buffer would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class CompilationSign:
    """Prints once that kernels are being compiled."""

    is_shown = False

    def __call__(self, begun: bool) -> None:
        if begun and not self.is_shown:
            print(MESSAGE, file=sys.stderr, flush=True)
        self.is_shown |= begun
