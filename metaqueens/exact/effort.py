"""What an exact search spends: counted while it runs, so that an interrupted one can tell."""

from dataclasses import dataclass, fields


@dataclass
class Effort:
    """The work done so far; what a method does not count stays 0.

    nodes : partial boards without guards, the empty and the full ones among them
    attempts : squares or boards tried
    branches, failures : decisions of a solver and its dead ends (conflicts of CP-SAT)
    """

    nodes: int = 0
    attempts: int = 0
    branches: int = 0
    failures: int = 0

    @property
    def told(self) -> dict[str, int]:
        """What was counted, by name."""
        counts = ((field.name, getattr(self, field.name)) for field in fields(Effort))
        return {name: value for name, value in counts if value}
