"""Runs on a Dask cluster: one of this machine's processes, or any that Dask can reach."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from metaqueens import __version__, plugins
from metaqueens.errors import UserError
from metaqueens.experiment.plan import Run
from metaqueens.experiment.worker import Outcome, Submit, execute_all

CONNECT_SECONDS = 8


@contextmanager
def reached(address: str, workers: int) -> Iterator[tuple[Submit, Callable[[], int]]]:
    """A way to submit chunks to the cluster at ``address``, and how many it does at once.

    ``local`` makes a cluster of ``workers`` processes here. Raises ``UserError`` where there is no
    Dask, no cluster, or one of its workers has another version of metaqueens.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError(
            "executor: dask needs one more package: pip install distributed; or use: processes"
        ) from None
    if address == "local":
        with (
            LocalCluster(workers, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            _let_find_code(client)
            yield _submitter(client)
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise UserError(
            f"executor.address: no cluster with workers at {address}: {error}"
        ) from None
    with client:
        _require_our_version(client)
        _let_find_code(client)
        yield _submitter(client)


def _submitter(client) -> tuple[Submit, Callable[[], int]]:  # type: ignore[no-untyped-def]
    # Runs are not pure functions to Dask: a failed one may be done again under the same key.
    executor = client.get_executor(pure=False, retries=0)

    def slots() -> int:
        return max(1, sum(map(int, client.nthreads().values())))

    return lambda chunk: executor.submit(_execute_all, chunk, __version__), slots


def _execute_all(chunk: list[Run], wanted: str) -> tuple[list[Outcome], float]:
    """For workers that came later, whom nobody asked for their version."""
    if wanted != __version__:
        raise UserError(f"a worker has metaqueens {__version__}, not {wanted}")
    return execute_all(chunk)


def _require_our_version(client) -> None:  # type: ignore[no-untyped-def]
    """Another version may give other results for the same run."""
    for worker, version in client.run(_version).items():
        if version != __version__:
            raise UserError(
                f"executor.address: the worker {worker} has metaqueens {version}, not {__version__}"
            )


def _let_find_code(client) -> None:  # type: ignore[no-untyped-def]
    """Workers, also those that come later, look for code from outside where this process does."""
    from distributed import WorkerPlugin

    folders = plugins.folders()

    class LooksIn(WorkerPlugin):
        name = "metaqueens-code"

        def setup(self, worker) -> None:  # type: ignore[no-untyped-def]
            plugins.look_in(folders)

    if folders:
        client.register_plugin(LooksIn())


def _version() -> str:
    return __version__
