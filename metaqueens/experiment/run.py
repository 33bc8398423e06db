"""An experiment from Python: carried out, summed up, and written up as a page."""

import warnings
from contextlib import closing
from pathlib import Path

from metaqueens.config import Experiment
from metaqueens.experiment.session import Begun, Done, session


def run(
    experiment: Experiment,
    folder: str | Path | None = None,
    workers: int = 1,
    *,
    report: bool = True,
) -> Path:
    """Run ``experiment`` and validate it, as ``metaqueens run`` does.

    Parameters
    ----------
    experiment
        What ``load`` returns.
    folder
        Where the results go; results/<name> when not given. Runs that are there already are not
        done again.
    workers
        Processes that do the runs.
    report
        Whether ``report.html`` is written too, where there are new runs or there is none yet. A
        page that cannot be written is a warning.

    Returns
    -------
    Path
        The folder: ``runs.sqlite``, ``experiment.yaml``, ``summary.csv`` and the report.

    Raises
    ------
    StoreError
        Where the folder cannot be used.
    KeyboardInterrupt
        After a Ctrl-C, with all that was finished kept.
    """
    # Above this room: what a run leaves beside its results is made of them.
    from metaqueens.analysis.summary.results import write_summary
    from metaqueens.report.document import PAGE, write

    folder = Path(folder or Path("results") / experiment.name)
    is_new = False
    with closing(session(experiment, folder, workers=workers)) as events:
        for event in events:
            if isinstance(event, Begun):
                is_new = event.missing > 0
            elif isinstance(event, Done):
                write_summary(event.store)
    if report and (is_new or not (folder / PAGE).exists()):
        try:
            write([folder], folder / PAGE)
        except Exception as error:  # no reason to lose the results
            warnings.warn(f"no report: {type(error).__name__}: {error}", stacklevel=2)
    return folder
