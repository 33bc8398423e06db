"""Whether a results folder is a tuning's, whose runs are not those that its experiment asks for."""

from pathlib import Path

STUDY, OUTCOME = "tune.sqlite", "tune.json"


def begun(folder: Path) -> bool:
    """Whether the runs in ``folder`` are a tuning's."""
    return (folder / STUDY).exists()


def ended(folder: Path) -> bool:
    """Whether that tuning is complete."""
    return (folder / OUTCOME).exists()
