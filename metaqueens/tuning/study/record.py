"""``tune.sqlite``: the study as Optuna keeps it, for optuna-dashboard and whoever reads studies."""

import sqlite3
from pathlib import Path
from typing import Any

import optuna

from metaqueens.experiment.results.folder import STUDY
from metaqueens.files.writing import write_text

FILE = STUDY


class Record:
    """Written anew from the results whenever the tuner starts, then batch by batch."""

    def __init__(self, folder: Path, name: str) -> None:
        for suffix in ("-journal", "-wal", "-shm"):
            (folder / f"{FILE}{suffix}").unlink(missing_ok=True)
        write_text(folder / FILE, "")  # always there: it says that the runs are a tuning's
        self._storage = optuna.storages.RDBStorage(
            f"sqlite:///{folder / FILE}", engine_kwargs={"connect_args": {"factory": _Unsynced}}
        )
        self._study = optuna.create_study(storage=self._storage, study_name=name)
        self._kept = 0

    def keep(self, study: optuna.Study) -> None:
        """Add the trials of ``study`` that are new."""
        trials = study.get_trials(deepcopy=False)
        for trial in trials[self._kept :]:
            self._study.add_trial(trial)
        self._kept = len(trials)

    def close(self) -> None:
        """Leave the file to others."""
        self._storage.remove_session()
        self._storage.engine.dispose()


class _Unsynced(sqlite3.Connection):
    """The study can be made again from the runs: no need to wait for the disk."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.execute("PRAGMA synchronous = OFF")
