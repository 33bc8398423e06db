"""Runs on a Dask cluster: its workers may be wherever Dask can reach."""

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
# So long may a cluster be without its scheduler, or without any worker, before it is given up.
PATIENCE_SECONDS = 10
ANSWER_SECONDS, SECONDS_BETWEEN_LOOKS = 4, 1
CLOSE_SECONDS = 2


@contextmanager
def reached(address: str) -> Iterator[tuple[Submit, Callable[[], int]]]:
    """Yield a function that submits chunks to the cluster at ``address``, and how many run at once.

    Raises ``UserError`` if there is no Dask, no cluster, or one of its workers has another
    version of metaqueens; and from either way where the cluster is lost.
    """
    try:
        import distributed
    except ImportError:
        raise UserError(
            "executor: dask needs one more package: pip install distributed; or: metaqueens[dask];"
            " or use: processes"
        ) from None
    _silence()
    client = None
    try:
        try:
            _require_scheduler(address)
            client = distributed.Client(address, timeout=CONNECT_SECONDS)
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            client.register_plugin(_prepared())
        except UserError:
            raise
        except Exception as error:  # whatever a stranger's port, or a certificate, makes of it
            raise UserError(
                f"executor.address: no cluster with workers at {address}: {_in_a_line(error)}"
            ) from None
        ways = _Ways(client, address)
        yield ways.submit, ways.slots
    finally:
        if client is not None:
            with suppress(Exception):  # it may be gone
                client.close(timeout=CLOSE_SECONDS)


def _silence() -> None:
    """Keep what Dask logs to itself: what ends a run is said by us, in one line."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    # A future that is called off where the scheduler is gone cannot tell it, and logs a traceback.
    for name in ("concurrent.futures", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _prepared() -> Any:
    """Return what prepares each worker, also a later one: it finds code where this process does.

    One of another version, which may give other results, is refused.
    """
    from distributed import WorkerPlugin

    folders, wanted = plugins.folders(), __version__

    class Prepared(WorkerPlugin):
        name = "metaqueens"

        def setup(self, worker) -> None:  # type: ignore[no-untyped-def]
            import metaqueens

            if (found := metaqueens.__version__) != wanted:
                said = f"the worker {worker.address} has metaqueens {found}, not {wanted}"
                raise UserError(f"executor.address: {said}")
            plugins.look_in(folders)

    return Prepared()


def _require_scheduler(address: str) -> None:
    """Ask who is at ``address``: Dask's own client waits for ever for one that says nothing."""
    from distributed import Security
    from distributed.core import rpc

    async def ask() -> None:
        secure = Security().get_connection_args("client")
        async with rpc(address, timeout=CONNECT_SECONDS, connection_args=secure) as scheduler:
            await asyncio.wait_for(scheduler.identity(), CONNECT_SECONDS)

    # In a thread of its own, because a notebook has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


def _in_a_line(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {CONNECT_SECONDS} seconds"
    return " ".join(str(error).split()) or type(error).__name__


def _execute(chunk: bytes) -> tuple[list[Outcome], float]:
    """Do the runs of a pickled chunk.

    The scheduler unpickles the arguments of tasks. As bytes they need no user code there.
    """
    return execute_all(loads(chunk))


class _Ways:
    """To submit a chunk, and to ask how many are done at once."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        # Runs are not pure functions to Dask: a failed one may be done again under the same key.
        self._executor = client.get_executor(pure=False, retries=0)
        self._threads, self._seen, self._looked = 1, time.monotonic(), float("-inf")

    def submit(self, chunk: list[Run]) -> Answer:
        from distributed.protocol.pickle import dumps

        try:
            return self._executor.submit(_execute, dumps(chunk))  # type: ignore[no-any-return]
        except Exception:
            # A client that has looked in vain for its scheduler closes, for good.
            if self._client.status == "closed":
                raise self._without("scheduler") from None
            raise

    def slots(self) -> int:
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return self._threads
        lost = "workers"
        try:
            ask = self._client.scheduler.ncores
            found = self._client.sync(ask, callback_timeout=ANSWER_SECONDS)
        except Exception:  # a scheduler that is gone ends in many ways
            found, lost = {}, "scheduler"
        self._looked = time.monotonic()
        if found:
            self._threads, self._seen = max(1, sum(map(int, found.values()))), self._looked
        elif self._looked - self._seen >= PATIENCE_SECONDS:
            raise self._without(lost)
        return self._threads

    def _without(self, lost: str) -> UserError:
        return UserError(
            f"executor: the cluster at {self._address} has been without its {lost} for"
            f" {time.monotonic() - self._seen:.0f} seconds; the runs that were finished are kept,"
            " and the same command does the rest"
        )
