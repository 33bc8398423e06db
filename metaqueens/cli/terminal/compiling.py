"""Says on stderr that kernels are being compiled, where no other display there says it."""

import sys
from typing import Any

from metaqueens.cli.terminal.abilities import rewrites
from metaqueens.core.compilation import SAID


class Sign:
    """A spinner on a terminal for as long as it lasts; elsewhere a line, once."""

    def __init__(self) -> None:
        self.said = False
        self.spinner: Any = None

    def __call__(self, begun: bool) -> None:
        if self.spinner:
            self.spinner.stop()
            self.spinner = None
        if begun and rewrites(sys.stderr):
            from metaqueens.cli.terminal.progress import spinner

            self.spinner = spinner()
            self.spinner.add_task(SAID, total=None)
            self.spinner.start()
        elif begun and not self.said:
            print(SAID, file=sys.stderr, flush=True)
        self.said |= begun
