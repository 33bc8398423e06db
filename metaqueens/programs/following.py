"""A running program, from its first line to its end: the limit that ends it, its failures."""

from collections.abc import Generator, Iterator
from math import inf

from metaqueens.programs.process import Arrival, Process, memory_limit
from metaqueens.programs.referee import FalseClaim, Referee
from metaqueens.search.driver import Rule, within
from metaqueens.search.looks import Looks
from metaqueens.search.standing import Elsewhere, Standing
from metaqueens.text.errors import RunFailed
from metaqueens.text.words import duration

# The longest wait before a run looks whether it is interrupted.
LOOK_SECONDS = 0.1


def followed(
    process: Process, referee: Referee, looks: Looks, silence: float
) -> Iterator[Standing]:
    """Yield the standings of a running program; the last one once it has been ended.

    ``silence`` is how long it may write nothing where the budget has no seconds. Raises
    ``RunFailed`` where it fails, or does not keep to the protocol.
    """
    rule, limit, heard = within(looks), looks.seconds or inf, 0.0
    silence = inf if looks.seconds else silence
    while not process.has_finished:
        left = min(limit, heard + silence) - process.seconds
        arrived = process.wait(max(0.0, min(left, LOOK_SECONDS)))
        if arrived.seconds >= limit:
            _require_a_board(referee, f"within its {duration(limit)}")
            yield _last(referee.now, process, arrived.seconds)
            return
        if (yield from _taken(arrived, process, referee, rule)):
            return
        heard = arrived.seconds if arrived.lines else heard
        if arrived.seconds - heard >= silence:
            raise RunFailed(f"it wrote no line for {duration(silence)}")
        if referee.is_under_way:
            # By the program's clock: the caller's began before it was started.
            yield referee.now._replace(elsewhere=Elsewhere(arrived.seconds))
    ended = process.seconds
    _require_good_end(process)
    _require_a_board(referee, "before it ended")
    yield _last(referee.now, process, ended)


def _taken(
    arrived: Arrival, process: Process, referee: Referee, rule: Rule
) -> Generator[Standing, None, bool]:
    """Yield every improvement among the lines; return whether one of them ends the run."""
    for line in arrived.lines:
        try:
            improved = referee.take(line)
        except FalseClaim as claim:
            yield _last(claim.standing, process, arrived.seconds)
            return True
        if referee.boards and rule(referee.now, arrived.seconds):
            yield _last(referee.now, process, arrived.seconds)
            return True
        if improved:
            yield referee.now._replace(elsewhere=Elsewhere(arrived.seconds))
    return False


def _last(standing: Standing, process: Process, seconds: float) -> Standing:
    """End the program; return ``standing`` with its times."""
    process.end()
    return standing._replace(elsewhere=Elsewhere(seconds, process.cpu_seconds, process.said))


def _require_good_end(process: Process) -> None:
    if process.status:
        limit = memory_limit.get()
        # A program that lacks memory rarely says so itself.
        why = f"; limits.memory_gb gave it {limit / 2**30:g} GB" if limit else ""
        raise RunFailed(process.end_in_words + why)
    if process.half:
        shown = process.half[:60].decode("utf-8", "backslashreplace")
        raise RunFailed(f"it ended in half a line, without a newline: {shown!r}")


def _require_a_board(referee: Referee, when: str) -> None:
    if not referee.boards:
        raise RunFailed(
            f"it wrote no board {when}; one that may find nothing writes any board first"
        )
