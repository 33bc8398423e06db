"""The instances of the families and files of a config: drawn once, then kept.

They are kept in the results folder, which is complete by itself, and in the user's cache.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Protocol

from metaqueens.core.choices import EncodingName
from metaqueens.files.writing import user_cache, write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import load_part
from metaqueens.text.errors import UserError, system_errors

# The folder of the instances, in a results folder and in the user's cache.
FOLDER = "instances"
# Increased when a seed begins to mean other instances.
DRAWN_AS = 1


class AnyInstance(Protocol):
    """A problem with its name, its label (whether it has a solution) and a witness."""

    problem: BaseProblem
    name: str
    label: str | None
    witness: tuple[int, ...] | None
    line: str


class Source(Protocol):
    """A family of ``instances`` problems, or the first ``instances`` of a file at ``path``."""

    key: str
    encoding: EncodingName
    instances: int | None
    is_file: bool
    path: Path


Progress = Callable[[int], AbstractContextManager[Callable[[int, str], None]]]
# Returns the instances of a source in an experiment of this name.
Find = Callable[[Source, str], tuple[AnyInstance, ...]]


def finder(
    results: Callable[[str], Path | None],
    progress: Progress = lambda total: nullcontext(lambda done, note: None),
) -> Find:
    """Return a function that finds instances in results, files or the cache, or draws them.

    Parameters
    ----------
    results
        Returns the results folder of an experiment of this name, or None.
    progress
        Called with the number of instances to draw; a context whose function is told the number
        that is done.
    """

    def find(source: Source, name: str) -> tuple[AnyInstance, ...]:
        folder = results(name)
        found = _read(_file(folder / FOLDER, source)) if folder else ()
        if source.is_file and (source.path.exists() or not found):
            with system_errors(source.path):
                found = tuple(islice(load_part("instances").read(source.path), source.instances))
            if not found:
                raise UserError(f"{source.path}: there are no instances in it")
        if not source.is_file and len(found) < (source.instances or 0):
            found = _read_cache(source, progress)
        return found[: source.instances]

    return find


FROM_CACHE = finder(lambda name: None)


def one_of_each(find: Find) -> Find:
    """Return ``find`` with the first instance in the place of all of a family."""
    return lambda source, name: find(
        source if source.is_file else replace(source, instances=1),  # type: ignore[type-var]
        name,
    )


def keep(results: Path, listed: Mapping[Source, Sequence[AnyInstance]]) -> None:
    """Write the instances into a results folder, unless they or more of the same are there."""
    for source, found in listed.items():
        path = _file(results / FOLDER, source)
        if _read(path)[: len(found)] != tuple(found):
            _write(path, found)


def read_labelled(results: Path) -> list[AnyInstance]:
    """Return the instances of a results folder that have a label."""
    files = sorted((results / FOLDER).glob("*.jsonl"))
    return [instance for path in files for instance in _read(path) if instance.label]


def _read_cache(source: Source, progress: Progress) -> tuple[AnyInstance, ...]:
    """Return the instances of a family from the user's cache, and draw the missing ones."""
    assert source.instances is not None
    path = _file(user_cache() / FOLDER, source)
    found = [*_read(path)]
    if not all(instance.name.isdecimal() for instance in found):
        found = []
    missing = source.instances - len(found)
    if missing <= 0:
        return tuple(found)
    try:
        with progress(source.instances) as tick:
            more = load_part("labels").instances(source, found[-1] if found else None, len(found))
            for instance in islice(more, missing):
                found.append(instance)
                tick(len(found), "")
    finally:
        with suppress(UserError):  # no cache: a home without the right to write
            _write(path, found)
    return tuple(found)


def _file(folder: Path, source: Source) -> Path:
    key = f"{DRAWN_AS} {source.key}"
    return folder / f"{sha256(key.encode()).hexdigest()[:16]}.jsonl"


def _read(path: Path) -> tuple[AnyInstance, ...]:
    """Return the instances in ``path``; none if it is not there or damaged."""
    try:
        return tuple(load_part("instances").read(path))
    except (OSError, UserError):
        return ()


def _write(path: Path, found: Sequence[AnyInstance]) -> None:
    with system_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, "".join(f"{instance.line}\n" for instance in found))
