"""What an exact search spends: counted while it runs, so that an interrupted one can tell."""

from dataclasses import dataclass


@dataclass
class Effort:
    """The work done so far; None is what a method does not count.

    attempts : squares or boards tried
    nodes : partial boards without guards, the empty and the full ones among them
    branches, failures : decisions of a solver and its dead ends (conflicts of CP-SAT)
    """

    attempts: int | None = None
    nodes: int | None = None
    branches: int | None = None
    failures: int | None = None

    @property
    def told(self) -> dict[str, int]:
        """What was counted, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}
