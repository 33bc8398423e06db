"""Errors of a config, each with its place."""

from collections.abc import Sequence

from metaqueens.text.errors import UserError


class ConfigError(UserError):
    """A config that does not say what it must; ``problems`` has a line for each error."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)
