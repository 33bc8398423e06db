"""Compile the entry points to WebAssembly: ``make lab``, for development only.

LLVM comes with Numba; ``wasm-ld`` links, of the package ziglang. The same versions of both make
the same bytes.
"""

import ast
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

# Before Numba is imported: plain code, which any processor's backend can take.
os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "x86-64", ""

import llvmlite.binding as llvm  # noqa: E402
import numba  # noqa: E402

from wasm.entries import ENTRIES, SIGNATURE  # noqa: E402

ROOT = Path(__file__).parents[1]
# The sources of the module.
SOURCES = (
    "wasm/entries.py", "metaqueens/core/*.py", "metaqueens/queens/kernels/*.py",
    "metaqueens/problem/space.py",
    "metaqueens/search/walk.py", "metaqueens/algorithms/genetic/compiled.py",
    "metaqueens/algorithms/genetic/crossovers.py", "metaqueens/algorithms/genetic/mutations.py",
    "metaqueens/algorithms/genetic/population.py", "metaqueens/algorithms/genetic/selection.py",
    "metaqueens/algorithms/hill_climbing.py",
    "metaqueens/algorithms/min_conflicts/__init__.py",
    "metaqueens/algorithms/simulated_annealing.py", "metaqueens/algorithms/tabu_search.py",
)  # fmt: skip
MODULE, ORIGIN = (ROOT / "metaqueens" / "lab" / f"kernels.{end}" for end in ("wasm", "json"))
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext"


def objects() -> dict[str, bytes]:
    """Return the machine code of each entry point by name."""
    # Numba names a kernel after the types of its arguments, and LLVM labels after a kernel.
    llvm.set_option("", "-non-global-value-max-name-size=16384")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, features=FEATURES)
    found = {}
    for name, function in ENTRIES.items():
        compiled = numba.cfunc(SIGNATURE)(function)
        module = llvm.parse_assembly(_retarget(compiled, name))
        module.verify()
        found[name] = machine.emit_object(module)
    return found


def _retarget(compiled: "numba.core.ccallback.CFunc", name: str) -> str:
    """Return the code of a function for WebAssembly, exported under its ``name``."""
    text = compiled._library.get_llvm_str()  # noqa: SLF001  # there is no other way to it
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{LAYOUT}"', text)
    # Reference counts of arrays, which these never have.
    text = text.replace("llvm.x86.atomic.sub.cc.i64", "never_reached")
    text = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)
    lines = [
        re.sub(r"immarg ?", "", line) if "never_reached" in line else line
        for line in text.splitlines()
    ]
    return _number_symbols("\n".join(lines).replace(compiled.native_name, name))


def _number_symbols(text: str) -> str:
    """Number the versions in Numba's names: its own numbers depend on earlier compilations."""
    # Also in errors that never occur, which have the folder of Numba as well.
    text = re.sub(
        r'(@"?\.const\.(missing Environment|pickledata).*? = internal constant )'
        r'\[\d+ x i8\] c".*?"',
        r'\1[1 x i8] c"\\00"',
        text,
    )
    # Some are named by a hash that differs from process to process, or from folder to folder.
    names: dict[str, str] = {}
    text = re.sub(
        r"\.bytes\.-?\d+|\.const\.pickledata\.\w+",
        lambda found: names.setdefault(found[0], f".bytes.{len(names)}"),
        text,
    )
    numbers: dict[str, str] = {}
    return re.sub(
        r"B\dv\d+B", lambda found: numbers.setdefault(found[0], f"B4v{1000 + len(numbers)}B"), text
    )


def origin() -> dict[str, str]:
    """Return the origin of a module: the hash of its sources, without docstrings, and versions."""
    digest = sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                node.body = node.body[ast.get_docstring(node) is not None :]
        digest.update(ast.dump(tree).encode())
    return {
        "sources": digest.hexdigest(),
        "numba": numba.__version__,
        "llvm": str(llvm.llvm_version_info),
    }


def link(made: dict[str, bytes]) -> bytes:
    """Return one module of all functions."""
    with TemporaryDirectory() as work:
        paths = []
        for name, code in made.items():
            paths.append(f"{work}/{name}.o")
            Path(paths[-1]).write_bytes(code)
        exports = [f"--export={name}" for name in made]
        out = Path(work) / "kernels.wasm"
        options = ["--no-entry", "--allow-undefined", "--import-memory", "--gc-sections"]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        words = [*linker, *paths, "-o", str(out), "--strip-all", *options, *exports]
        subprocess.run(words, check=True)
        return out.read_bytes()


def main() -> None:
    """Write the module and its origin."""
    made = objects()
    MODULE.write_bytes(link(made))
    ORIGIN.write_text(json.dumps(origin(), indent=2, sort_keys=True) + "\n")
    print(f"{MODULE}: {MODULE.stat().st_size:,} bytes, {len(made)} functions")


if __name__ == "__main__":
    main()
