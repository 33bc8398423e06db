"""Searches: their interface, budgets, snapshots and results, and ``solve``."""

from metaqueens.search.algorithm import Algorithm as Algorithm, Strict as Strict
from metaqueens.search.budget import (
    NO_LIMIT as NO_LIMIT,
    Budget as Budget,
    Checkpoints as Checkpoints,
    ReportEvery as ReportEvery,
)
from metaqueens.search.snapshot import Snapshot as Snapshot
from metaqueens.search.walk import Walk as Walk
