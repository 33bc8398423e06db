"""Runs on a Dask cluster."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pickle import loads
from typing import Any

from metaqueens import __version__
from metaqueens.experiment.execution.worker import Answer, Submit, execute_all
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import UserError

CONNECT_SECONDS = 8
# A cluster may be without its scheduler or without workers for this time.
PATIENCE_SECONDS = 10
ANSWER_SECONDS, SECONDS_BETWEEN_CHECKS = 4, 1
CLOSE_SECONDS = 2


@contextmanager
def connect(address: str) -> Iterator[tuple[Submit, Callable[[], int]]]:
    """Yield functions that submit chunks to the cluster at ``address``, and count its threads.

    Raises ``UserError`` if Dask or the cluster is missing, or a worker has another version of
    metaqueens; both functions raise it if the cluster is lost.
    """
    try:
        import distributed
    except ImportError:
        raise UserError(
            "executor: dask needs one more package: pip install distributed; or: metaqueens[dask];"
            " or use: processes"
        ) from None
    # Errors are reported by us, in one line.
    dask = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in (*dask, "concurrent.futures", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    client = None
    try:
        try:
            _require_scheduler(address)
            client = distributed.Client(address, timeout=CONNECT_SECONDS)
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            client.register_plugin(_make_plugin())
        except UserError:
            raise
        except Exception as error:  # any error of a wrong port, or of a certificate
            why = " ".join(str(error).split()) or type(error).__name__
            if isinstance(error, TimeoutError):
                why = f"no answer within {CONNECT_SECONDS} seconds"
            text = f"executor.address: no cluster with workers at {address}: {why}"
            raise UserError(text) from None
        cluster = _Cluster(client, address)
        yield cluster.submit, cluster.count_threads
    finally:
        if client is not None:
            with suppress(Exception):  # it may be gone
                client.close(timeout=CLOSE_SECONDS)


def _make_plugin() -> Any:
    """Return a plug-in of Dask that prepares each worker, also a later one.

    A worker imports user code from our folders. One of another version, whose results may differ,
    is refused.
    """
    from distributed import WorkerPlugin

    folders, expected = [*plugins.folders], __version__

    class Preparation(WorkerPlugin):
        name = "metaqueens"

        def setup(self, worker) -> None:  # type: ignore[no-untyped-def]
            import metaqueens

            if (found := metaqueens.__version__) != expected:
                text = f"the worker {worker.address} has metaqueens {found}, not {expected}"
                raise UserError(f"executor.address: {text}")
            plugins.look_in(folders)

    return Preparation()


def _require_scheduler(address: str) -> None:
    """Contact the scheduler: Dask's client waits for ever for an address that does not answer."""
    from distributed import Security
    from distributed.core import rpc

    async def ask() -> None:
        secure = Security().get_connection_args("client")
        async with rpc(address, timeout=CONNECT_SECONDS, connection_args=secure) as scheduler:
            await asyncio.wait_for(scheduler.identity(), CONNECT_SECONDS)

    # In a thread, because a notebook has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


def _execute(chunk: bytes) -> tuple[list[Outcome], float]:
    """Do the runs of a pickled chunk; as bytes, the scheduler needs no user code to unpickle it."""
    return execute_all(loads(chunk))


class _Cluster:
    """A connected cluster, and the time since its last sign of life."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        # Runs are not pure for Dask, which may repeat a failed one under the same key.
        self._executor = client.get_executor(pure=False, retries=0)
        self._threads, self._seen, self._checked = 1, time.monotonic(), float("-inf")

    def submit(self, chunk: list[Run]) -> Answer:
        from distributed.protocol.pickle import dumps

        try:
            return self._executor.submit(_execute, dumps(chunk))  # type: ignore[no-any-return]
        except Exception:
            # A client that lost its scheduler closes.
            if self._client.status == "closed":
                raise self._loss("scheduler") from None
            raise

    def count_threads(self) -> int:
        now = time.monotonic()
        if now - self._checked < SECONDS_BETWEEN_CHECKS:
            return self._threads
        part = "workers"
        try:
            ask = self._client.scheduler.ncores
            found = self._client.sync(ask, callback_timeout=ANSWER_SECONDS)
        except Exception:  # a scheduler that is gone raises many errors
            found, part = {}, "scheduler"
        self._checked = time.monotonic()
        if found:
            self._threads, self._seen = max(1, sum(map(int, found.values()))), self._checked
        elif self._checked - self._seen >= PATIENCE_SECONDS:
            raise self._loss(part)
        return self._threads

    def _loss(self, part: str) -> UserError:
        return UserError(
            f"executor: the cluster at {self._address} has been without its {part} for"
            f" {time.monotonic() - self._seen:.0f} seconds; the runs that were finished are kept,"
            " and the same command does the rest"
        )
