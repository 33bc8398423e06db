"""Errors of results folders."""

from metaqueens.text.errors import UserError


class StoreError(UserError):
    """A results folder that cannot be used."""


class Damaged(StoreError):
    """A database that is broken; its good part can be had."""
