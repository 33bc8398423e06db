"""The exact check behind every claim: solutions are recounted, and CP-SAT confirms them."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from metaqueens.config import sources
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of
from metaqueens.problem.registry import load_part

Verdict = Literal["validated", "checked", "rejected"]
BATCH = 100
# The existence of a solution, by the label of an instance.
_EXISTENCE = {"satisfiable": "solvable", "unsatisfiable": "proven none"}
_FINISHED = "FROM runs JOIN cells USING (cell) WHERE status != 'failed'"
_STORED = f"{_FINISHED} AND board IS NOT '{boards.NOT_KEPT}'"


class Claim(NamedTuple):
    """The status, cost and values that a finished run reported."""

    cell: int
    repetition: int
    problem: BaseProblem
    status: str
    cost: int
    values: np.ndarray


def verdict_on(problem: BaseProblem, values: np.ndarray, cost: int, with_cp_sat: bool) -> Verdict:
    """Check whether ``values``, shape (n,), have the claimed ``cost``.

    ``checked``: the recount agrees. ``validated``: the cost is 0, and CP-SAT agrees too.
    """
    is_legal = values.shape == (problem.n,) and values.dtype.kind == "i"
    is_legal = is_legal and values.min() >= 0 and values.max() < problem.value_count
    try:
        if not is_legal or problem.recount(values) != cost:
            return "rejected"
    except ValueError:  # the count of a user's problem fails
        return "rejected"
    if cost > 0 or not with_cp_sat or not load_part("cp_sat").can_confirm(problem):
        return "checked"
    confirm = _confirm if values.size <= 20 else _confirm.__wrapped__
    return "validated" if confirm(problem, values.astype(np.int32).tobytes()) else "rejected"


# Many runs find the same solution of a small problem: CP-SAT confirms it once.
@lru_cache(10_000)
def _confirm(problem: BaseProblem, values: bytes) -> bool:
    return bool(load_part("cp_sat").confirms(problem, np.frombuffer(values, np.int32)))


def validate(store: Store, with_cp_sat: bool, everything: bool = False) -> Iterator[Verdict]:
    """Check the runs without a verdict, or all runs if ``everything``; store and yield verdicts."""
    batch: list[tuple[Verdict, int, int]] = []
    confirmable = load_part("cp_sat").CONFIRM_UP_TO if with_cp_sat else 0
    for claim in load_claims(store, confirmable, everything):
        verdict: Verdict = "rejected"
        if (claim.status == "solved") == (claim.cost == 0):
            verdict = verdict_on(claim.problem, claim.values, claim.cost, with_cp_sat)
        batch.append((verdict, claim.cell, claim.repetition))
        if len(batch) == BATCH:
            _write(store, batch)
            batch = []
        yield verdict
    _write(store, batch)
    _store_existence(store, with_cp_sat, everything)


def _write(store: Store, batch: list[tuple[Verdict, int, int]]) -> None:
    with store.writing() as connection:
        connection.executemany(
            "UPDATE runs SET verdict = ? WHERE cell = ? AND repetition = ?", batch
        )


def _store_existence(store: Store, with_cp_sat: bool, everything: bool) -> None:
    """Store whether unsolved problems have a solution: by a witness, a proof or a label.

    Known entries are kept unless ``everything``; those of solved problems are cleared.
    """
    query = "SELECT problem, existence FROM cells WHERE existence IS NOT NULL"
    known = {} if everything else dict(store.connection.execute(query))
    instances = sources.read_labelled(store.folder)
    labels = {instance.problem.key: _EXISTENCE.get(str(instance.label)) for instance in instances}
    known |= {instance.problem.key: "solvable" for instance in instances if instance.witness}
    query = (
        f"SELECT problem {_FINISHED} GROUP BY problem"
        " HAVING SUM(status = 'solved' AND verdict IS NOT 'rejected') = 0 ORDER BY n, problem"
    )
    found = {
        key: known.get(key) or (_prove_existence(key) if with_cp_sat else None) or labels.get(key)
        for (key,) in store.connection.execute(query).fetchall()
    }
    with store.writing() as connection:
        connection.execute("UPDATE cells SET existence = NULL")
        connection.executemany(
            "UPDATE cells SET existence = ? WHERE problem = ?",
            [(text, key) for key, text in found.items() if text],
        )


def _prove_existence(key: str) -> str | None:
    """Prove whether a problem has a solution; None if it is large or has unknown rules."""
    problem = queries.problem_of(key)
    if problem is None or not problem.has("queens"):
        return None
    return _EXISTENCE.get(str(load_part("labels").prove(problem)))


def count_boards(store: Store) -> int:
    """Count the runs whose solution is stored."""
    return int(store.connection.execute(f"SELECT COUNT(*) {_STORED}").fetchone()[0])


def load_claims(store: Store, confirmable: int, everything: bool) -> Iterator[Claim]:
    """Yield the claims of finished runs without a verdict, or of all runs if ``everything``.

    Also solutions of up to ``confirmable`` variables that no solver has confirmed. Runs of unknown
    problems are skipped, and unless ``everything`` those of another version of the user's file.
    """
    digests = queries.digests(store)
    # The list comes first: rows that are written meanwhile may or may not be visible to an open
    # cursor. Boards are read singly, because all of them may not fit in memory.
    places: list[tuple[int, int]] = store.connection.execute(
        f"SELECT cell, repetition {_STORED} AND"
        " (? OR verdict IS NULL OR (verdict = 'checked' AND cost = 0 AND n <= ?))",
        (everything, confirmable),
    ).fetchall()
    columns = "problem, session, status, cost, board"
    query = f"SELECT {columns} {_FINISHED} AND cell = ? AND repetition = ?"
    for at in places:
        key, session, status, cost, board = store.connection.execute(query, at).fetchone()
        problem = queries.problem_of(key)
        # To read a key takes as long as an empty run.
        made_with = digests.get(queries.use_of(key), {}).get(session) if digests else None
        is_of_any_version = everything or made_with is None
        if problem and (is_of_any_version or made_with in digests_of([problem]).values()):
            values = boards.read(store.folder, board, problem.n)
            yield Claim(*at, problem, status, cost, values)


def count_unknown(store: Store) -> dict[str, int]:
    """Count the stored solutions of problems that are unknown here, by problem."""
    found: Counter[str] = Counter()
    for key, runs in store.connection.execute(f"SELECT problem, COUNT(*) {_STORED} GROUP BY 1"):
        if queries.problem_of(key) is None:
            found[queries.use_of(key) or key] += runs
    return found


def list_rejected(store: Store) -> list[tuple[str, int, int, int, str]]:
    """Return algorithm, n, cell, repetition and the reason of each rejected run."""
    return store.connection.execute(
        "SELECT name, n, cell, repetition, CASE WHEN (status = 'solved') = (cost = 0)"
        " THEN printf('its cost is not the one that it claims (%d)', cost)"
        " ELSE printf('its status is %s, but it claims a cost of %,d', status, cost) END"
        f" {_FINISHED} AND verdict = 'rejected'"
    ).fetchall()


def drop_boards(store: Store, keep: str) -> None:
    """Remove judged solutions: keep ``all`` of them, the ``best`` of each cell, or ``none``."""
    if keep == "all":
        return
    ranked = (
        "SELECT cell, repetition, board, ROW_NUMBER() OVER"
        " (PARTITION BY cell ORDER BY fitness DESC, evaluations, repetition) AS place FROM runs"
        " WHERE verdict IN ('validated', 'checked') AND board IS NOT ?"
    )
    query = f"SELECT cell, repetition, board FROM ({ranked}) WHERE place > ?"
    values = boards.NOT_KEPT, int(keep == "best")
    for cell, repetition, board in store.connection.execute(query, values).fetchall():
        with store.writing() as connection:
            connection.execute(
                "UPDATE runs SET board = ? WHERE cell = ? AND repetition = ?",
                (boards.NOT_KEPT, cell, repetition),
            )
        boards.drop(store.folder, board)
