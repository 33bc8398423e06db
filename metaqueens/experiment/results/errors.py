"""Errors of results folders."""

from metaqueens.errors import UserError


class StoreError(UserError):
    """A results folder that cannot be used."""


class Damaged(StoreError):
    """A database that is broken; its good part can be had."""
