"""Count what changed configs and damaged results folders break.

    python experiments/durability/strangers.py configs 100000 [SEED]
    python experiments/durability/strangers.py folders 1000 [SEED]

A config that comes with metaqueens is changed at one to four random places; it is read, or refused
in words. A results folder has bytes, values or files changed; a command reads it, and ends with an
exit code of its own, without a traceback. The counts become a row of ``table.csv``; the exit code
is 1 where anything broke.
"""

import io
import random
import shutil
import sqlite3
import subprocess
import sys
import time
import traceback
from collections import Counter
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import table

from metaqueens import config
from metaqueens.cli import run_command
from metaqueens.text.errors import UserError

CONFIGS = sorted(Path(__file__).parents[2].glob("configs/*.yaml"))
WORDS = (
    "-1", "0", "1e309", "nan", "null", "true", "'", "[", "]", "{", "}", "&a", "*a", "!!python/none",
    "<<", "0x", "9" * 400, "\x00", "\t", "---", "- -", ": :", "\u202e", "n", "use", "genetic",
)  # fmt: skip
VALUES = (None, -1, 2**62, 9e999, "x", b"\x00\xff", "[" * 5000, "{}", "", 0.5)
COMMANDS = (
    ["show", "FOLDER"],
    ["compare", "FOLDER", "--json"],
    ["validate", "FOLDER"],
    ["report", "FOLDER", "-o", "OUT.html"],
    ["run", "experiment.yaml", "-o", "FOLDER", "-q", "--no-report", "-j", "1"],
)
SMALL = """\
name: small
problem: {n: 8}
algorithms: {hc: {use: hill_climbing}, sa: {use: simulated_annealing}}
budget: {evaluations: 2000}
runs: 3
seed: 1
"""


def changed(text: str, rng: random.Random) -> str:
    """Return a config with something else at some places."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 4)):
        k = rng.randrange(len(lines))
        line = lines[k]
        at = rng.randint(0, len(line))
        match rng.randrange(6):
            case 0:
                del lines[k : k + rng.randint(1, 3)]
            case 1:
                lines.insert(rng.randrange(len(lines)), line)
            case 2:
                lines[k] = line[:at] + rng.choice(WORDS) + line[at:]
            case 3:
                lines[k] = line[:at] + line[at + rng.randint(1, 5) :]
            case 4:
                lines[k] = line.partition(":")[0] + ": " + rng.choice(WORDS)
            case _:
                lines[k] = " " * rng.randint(0, 5) + line.lstrip()
        lines = lines or [""]
    return "\n".join(lines) + "\n"


def read(text: str) -> str:
    """Read a config; return in a word what came of it."""
    try:
        config.parse(text, to_run=False)
    except UserError as error:
        return "refused" if str(error).strip() else "BAD: refused without a word"
    except Exception:  # what this is to find
        return f"BAD: {traceback.format_exc()}\n{text}"
    return "read"


def damage(folder: Path, rng: random.Random) -> None:
    """Change something in a results folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    path = rng.choice([folder / "runs.sqlite", *files])
    match rng.randrange(4):
        case 0:
            data = bytearray(path.read_bytes())
            for _ in range(rng.choice((1, 10, 1000))):
                if data:
                    data[rng.randrange(len(data))] = rng.randrange(256)
            path.write_bytes(data)
        case 1:
            path.write_bytes(path.read_bytes()[: rng.randrange(path.stat().st_size + 1)])
        case 2:
            path.unlink()
        case _:
            _change_a_value(folder / "runs.sqlite", rng)


def _change_a_value(path: Path, rng: random.Random) -> None:
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("PRAGMA ignore_check_constraints = ON")
        asked = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        name = rng.choice([row[0] for row in opened.execute(asked)])
        columns = [row[1] for row in opened.execute(f"PRAGMA table_info({name})")]
        column, value = rng.choice(columns), rng.choice(VALUES)
        where = rng.choice(("", " WHERE rowid % 2"))
        try:
            opened.execute(f"UPDATE OR IGNORE {name} SET {column} = ?{where}", (value,))
        except sqlite3.Error:
            opened.execute(f"DELETE FROM {name}{where}")


def looked_at(folder: Path, command: list[str], scratch: Path) -> str:
    """Let a command read ``folder``; return in a word what came of it."""
    words = [word.replace("FOLDER", str(folder)) for word in command]
    words = [word.replace("OUT", str(scratch / "out")) for word in words]
    words = [str(scratch / word) if word == "experiment.yaml" else word for word in words]
    said = io.StringIO()
    sys.argv = ["metaqueens", *words]
    with redirect_stdout(said), redirect_stderr(said):
        try:
            code = run_command()
        except BaseException:  # what this is to find
            code = 1
            traceback.print_exc(file=said)
    if code not in (0, 2, 3, 4) or "Traceback" in said.getvalue():
        return f"BAD: {' '.join(command)}: exit code {code}\n{said.getvalue()}"
    return f"exit code {code}"


def configs(rng: random.Random) -> str:
    """Change a config and read it."""
    return read(changed(rng.choice(CONFIGS).read_text(encoding="utf-8"), rng))


def folders(rng: random.Random, base: Path) -> str:
    """Damage a results folder and let a command read it."""
    folder = base / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base / "whole", folder)
    for _ in range(rng.randint(1, 3)):
        if (folder / "runs.sqlite").exists():
            with suppress(sqlite3.Error, UnicodeDecodeError):  # damaged too much already
                damage(folder, rng)
    return looked_at(folder, rng.choice(COMMANDS), base)


def main() -> None:
    what, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng, counts, began = random.Random(seed), Counter[str](), time.monotonic()
    with TemporaryDirectory() as base:
        (Path(base) / "experiment.yaml").write_text(SMALL)
        words = ["run", "experiment.yaml", "-o", "whole", "-q"]
        subprocess.run([sys.executable, "-m", "metaqueens", *words], cwd=base, check=True)
        for _ in range(count):
            came = configs(rng) if what == "configs" else folders(rng, Path(base))
            counts[f"{what}: {came.splitlines()[0]}"] += 1
            if came.startswith("BAD"):
                print(came, flush=True)
    for line, times in sorted(counts.items()):
        print(f"{times:6d}  {line}")
    sys.exit(table.add(counts, seed, time.monotonic() - began))


if __name__ == "__main__":
    main()
