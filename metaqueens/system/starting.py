"""Ctrl-C while the program is still being imported: it ends at once, as there is nothing to keep.

Raised there, ``KeyboardInterrupt`` would end in a traceback, or be lost where a module in C is
imported.
"""

import _signal as signal  # type: ignore[import-not-found]  # signal imports for milliseconds
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


def end_at_ctrl_c() -> None:
    """End the process at SIGINT, until the command line takes over; not where it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)


def end(number: int, frame: "FrameType | None") -> None:
    """End the process with one line and the exit code of the signal ``number``."""
    os.write(2, b"interrupted\n")
    os._exit(128 + number)
