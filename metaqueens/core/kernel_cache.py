"""Numba's cache of machine code with checksums: a damaged file is compiled again.

Without them Numba would unpickle and run any file that it finds.
"""

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from metaqueens.core.folders import cache_folder, folder_for

_DIGEST = sha256().digest_size
_shown: list[str] = []


def keep(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Store the machine code of ``function`` for the next process."""
    try:
        dispatcher._cache = _Cache(function)  # noqa: SLF001  # as its enable_caching() does
    except (OSError, RuntimeError) as error:  # no folder
        _warn_once(f"compiled kernels cannot be stored: {error}")


class _Impl(CompileResultCacheImpl):
    # Our folder only: in another one Numba would detect changes of one file only.
    _locator_classes = CompileResultCacheImpl._locator_classes[:1]  # noqa: SLF001


class _Cache(FunctionCache):
    """Stores kernels in files with checksums; a kernel that cannot be stored is used anyway."""

    _impl_class = _Impl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def _index_key(self, sig: Any, codegen: Any) -> str:
        """Return the key as text, so that reading an index imports no class."""
        _, *machine_and_closure = super()._index_key(sig, codegen)
        named = [f"{kind.__module__}.{kind.__qualname__}" for kind in _classes(sig)]
        return repr((sig, *named, *machine_and_closure))

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        with self._use_folder(sig) as is_stored:
            return super()._load_overload(sig, target_context) if is_stored else None

    def _save_overload(self, sig: Any, data: Any) -> None:
        with self._use_folder(sig) as is_stored:
            if is_stored:
                super()._save_overload(sig, data)

    @contextmanager
    def _use_folder(self, sig: Any) -> Iterator[bool]:
        """Use the folder of a user's problem, if there is one; yield whether kernels are stored."""
        digest = next((kind.digest for kind in _classes(sig) if hasattr(kind, "digest")), "")
        usual, path = self._cache_file, Path(self._cache_path)
        if digest:
            folder = folder_for(digest).joinpath(*path.relative_to(cache_folder()).parts)
            folder.mkdir(parents=True, exist_ok=True)
            stamp = self._impl.locator.get_source_stamp()
            self._cache_file = _Files(str(folder), self._impl.filename_base, stamp)
        try:
            yield digest is not None
        finally:
            self._cache_file = usual

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _warn_once(f"compiled kernels cannot be stored: {error}")


def _classes(types: Any) -> Iterator[type]:
    """Yield the classes of the named tuples in a signature."""
    for numba_type in types:
        named_tuple = getattr(numba_type, "instance_class", None)
        if named_tuple is not None:
            yield named_tuple
        yield from _classes(getattr(numba_type, "types", ()))


class _Files(IndexDataCacheFile):
    """Files with a checksum at the end, which unpickling does not reach."""

    def _load_index(self) -> dict[Any, str]:
        if not _is_whole(Path(self._index_path)):
            return {}
        found: dict[Any, str] = super()._load_index()
        return found

    def _load_data(self, name: str) -> Any:
        if not _is_whole(Path(self._data_path(name))):
            raise FileNotFoundError(name)  # then Numba compiles the kernel
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + sha256(content.getvalue()).digest())


def _is_whole(path: Path) -> bool:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        _warn_once(f"compiled kernels cannot be read and are compiled again: {error}")
        return False
    if sha256(content[:-_DIGEST]).digest() == content[-_DIGEST:]:
        return True
    _warn_once(f"{path.parent}: compiled kernels are damaged and are compiled again")
    return False


def _warn_once(message: str) -> None:
    """Log the first message only: a fault of one file is often a fault of all."""
    if not _shown:
        _shown.append(message)
        logging.getLogger("metaqueens").warning(message)
