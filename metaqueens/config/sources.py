"""The instances of the families and files of a config: drawn once, then kept.

They are kept in the results folder, which is complete by itself, and in the user's cache, which the
shards of an experiment share.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path

from metaqueens.files.writing import user_cache, write_text
from metaqueens.problem.registry import load_part
from metaqueens.problem.source import AnyInstance, Source
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError, system_errors

# The folder of the instances, in a results folder and in the user's cache.
FOLDER = "instances"
# Increased where a seed begins to mean other instances.
DRAWN_AS = 1
Tick = Callable[[int, str], None]
Shown = Callable[[int], AbstractContextManager[Tick]]
# The instances of a source, in an experiment of this name.
Find = Callable[[Source, str], tuple[AnyInstance, ...]]


def _unseen(total: int) -> AbstractContextManager[Tick]:
    return nullcontext(lambda done, note: None)


def drawn(results: Callable[[str], Path | None], shown: Shown = _unseen) -> Find:
    """Return how to find instances: in the results folder, a file, or the cache; or draw them.

    Parameters
    ----------
    results
        The results folder of an experiment of this name; None for none.
    shown
        Called with their number where instances are drawn; a context that is told how many are.
    """

    def find(source: Source, name: str) -> tuple[AnyInstance, ...]:
        folder = results(name)
        found = _read(_file(folder / FOLDER, source)) if folder else ()
        if source.is_file:
            return _listed(source) if source.path.exists() or not found else found
        if len(found) < (source.instances or 0):
            found = _from_cache(source, shown)
        return found[: source.instances]

    return find


def kept(results: Path) -> Find:
    """Return how to find instances in a results folder alone, or raise ``UserError``."""

    def find(source: Source, name: str) -> tuple[AnyInstance, ...]:
        found = _read(_file(results / FOLDER, source))
        if not found or len(found) < (source.instances or 1):
            raise UserError(f"{results}: its instances are not kept there")
        return found[: source.instances]

    return find


def keep(results: Path, listed: Mapping[Source, Sequence[AnyInstance]]) -> None:
    """Write the instances into a results folder, where they are not there yet."""
    for source, found in listed.items():
        _keep(_file(results / FOLDER, source), found)


def copy(results: Path, other: Path) -> None:
    """Keep the instances of one results folder in another one, which may have some of them."""
    for path in sorted((results / FOLDER).glob("*.jsonl")):
        _keep(other / FOLDER / path.name, _read(path))


def _keep(path: Path, found: Sequence[AnyInstance]) -> None:
    """Write instances, unless they are there; more of the same may be there."""
    if _read(path)[: len(found)] != tuple(found):
        _write(path, found)


def labelled(results: Path) -> list[AnyInstance]:
    """Return the instances of a results folder that have a label."""
    files = sorted((results / FOLDER).glob("*.jsonl"))
    return [instance for path in files for instance in _read(path) if instance.label]


def spaces(source: Source, found: Sequence[AnyInstance]) -> tuple[Space, ...]:
    """Return the problems of ``found``, each once, in the encoding of their ``source``."""
    return tuple(dict.fromkeys(Space(one.problem, source.encoding) for one in found))


def one_of_each(find: Find) -> Find:
    """Return ``find`` with one instance, quickly made, in the place of all of a family."""

    def found(source: Source, name: str) -> tuple[AnyInstance, ...]:
        if source.is_file:
            return find(source, name)
        return (load_part("instances").Instance(source.any_one, "1"),)

    return found


FROM_CACHE = drawn(lambda name: None)


def _listed(source: Source) -> tuple[AnyInstance, ...]:
    """Return the instances of a file that are asked for."""
    with system_errors(source.path):
        listed = tuple(islice(load_part("instances").read(source.path), source.instances))
    if not listed:
        raise UserError(f"{source.path}: there are no instances in it")
    return listed


def _from_cache(source: Source, shown: Shown) -> tuple[AnyInstance, ...]:
    """Return the instances of a family from the user's cache, and draw those that it lacks."""
    assert source.instances is not None
    path = _file(user_cache() / FOLDER, source)
    found = [*_read(path)]
    if not all(one.name.isdecimal() for one in found):
        found = []
    missing = source.instances - len(found)
    if missing <= 0:
        return tuple(found)
    try:
        with shown(source.instances) as tick:
            more = load_part("labels").instances(source, found[-1] if found else None, len(found))
            for one in islice(more, missing):
                found.append(one)
                tick(len(found), "")
    finally:
        with suppress(UserError):  # no cache: a home without the right to write
            _write(path, found)
    return tuple(found)


def _file(folder: Path, source: Source) -> Path:
    key = f"{DRAWN_AS} {source.key}"
    return folder / f"{sha256(key.encode()).hexdigest()[:16]}.jsonl"


def _read(path: Path) -> tuple[AnyInstance, ...]:
    """Return the instances that ``path`` keeps; none if it is not there or damaged."""
    try:
        return tuple(load_part("instances").read(path))
    except (OSError, UserError):
        return ()


def _write(path: Path, found: Sequence[AnyInstance]) -> None:
    with system_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, "".join(f"{one.line}\n" for one in found))
