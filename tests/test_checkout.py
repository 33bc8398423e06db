"""What git ignores: results that people make, and no part of the package."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_git_ignores_no_module_of_the_package():
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    modules = [str(path.relative_to(ROOT)) for path in ROOT.glob("metaqueens/**/*.py")]
    # --no-index: also where a file is tracked already, as its next neighbour will not be.
    ignored = subprocess.run(
        ["git", "check-ignore", "--no-index", *modules], cwd=ROOT, capture_output=True, text=True
    )
    assert ignored.stdout.split() == []
