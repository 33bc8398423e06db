"""Signals at the start of a process: inherited settings, and Ctrl-C during the imports.

Ctrl-C ends the program at once then. ``KeyboardInterrupt`` would end in a traceback, or be lost
while a C module is being imported.
"""

import _signal as signal  # type: ignore[import-not-found]  # signal imports for milliseconds
import os


def reset_signals() -> None:
    """Unblock SIGALRM and stop ignoring SIGCHLD, which time limits and children depend on.

    Every other inherited setting stays, such as SIGHUP ignored by ``nohup``. Call it in the main
    thread of a process that belongs to this program.
    """
    if hasattr(signal, "SIGCHLD"):  # Windows has neither
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def end_at_ctrl_c() -> None:
    """End the process at SIGINT until the command line takes over; not if it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)


def end(number: int, frame: object) -> None:
    """End the process with one line and the exit code of the signal ``number``."""
    os.write(2, b"interrupted\n")
    os._exit(128 + number)
