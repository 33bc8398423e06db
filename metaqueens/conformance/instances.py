"""What every set of instances owes whoever names it in a config."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from metaqueens.conformance.checking import Check, checked
from metaqueens.plugins import code as plugins
from metaqueens.problem.instances import read

# Another process: what is drawn when the module is imported would be the same in this one.
DIGEST = """\
import sys
from metaqueens.plugins import code as plugins
from metaqueens.conformance.instances import digest
plugins.look_in(sys.argv[2:])
print(digest(plugins.load(sys.argv[1])))
"""


def checks(home: str, seconds: float) -> Iterator[Check]:
    """Yield every promise of the set at ``home``, ``package.module:NAME``, the path of a file."""
    path = plugins.load(home)
    for test in (_is_read, _tells_its_instances_apart, _is_the_same_in_another_process):
        yield checked(seconds, test, path, home)


def digest(path: str | Path) -> str:
    """Return what tells the content of a file from another."""
    return sha256(Path(path).read_bytes()).hexdigest()


def _is_read(path: str | Path, home: str) -> None:
    """Each line is a problem, and what it says was found of it is true, as ``read`` looks."""
    assert next(read(path), None) is not None, f"{path}: no instances in it"
    for _ in read(path):
        pass


def _tells_its_instances_apart(path: str | Path, home: str) -> None:
    seen = Counter(one.name for one in read(path))
    twice = [name for name, count in seen.items() if count > 1]
    assert not twice, f"{path}: the id {twice[0]} is there {seen[twice[0]]} times"


def _is_the_same_in_another_process(path: str | Path, home: str) -> None:
    mine = digest(path)  # before: the other process may write the file
    command = [sys.executable, "-c", DIGEST, home, *plugins.folders()]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, f"another process cannot read it: {said.stderr.strip()[-300:]}"
    assert said.stdout.strip() == mine, f"{path}: another process finds another content"
