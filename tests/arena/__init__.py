"""Leagues: boards, ranks, and contestants that are honest, wrong or in the way."""

from pathlib import Path

# Solves plain boards by a rule, and writes one board of any other; deterministic.
PLAIN = """\
#!/usr/bin/env python3
import json, sys
given = json.loads(sys.stdin.readline())
n = given["n"]
evens, odds = list(range(1, n, 2)), list(range(0, n, 2))
if n % 12 in (3, 9):
    evens, odds = evens[1:] + evens[:1], odds[2:] + odds[:2]
elif n % 12 == 8:
    odds = [odds[k ^ 1] for k in range(len(odds))]
elif n % 12 == 2:
    odds = [2, 0, *odds[3:], 4]
print(json.dumps({"queens": evens + odds, "evaluations": 3}), flush=True)
"""
# Writes one board, of queens on a diagonal, and ends.
POOR = """\
#!/usr/bin/env python3
import sys
print('{"queens": %s, "evaluations": 1}' % list(range(int(sys.argv[1]))), flush=True)
"""
HANGS = "#!/usr/bin/env python3\nwhile True: pass\n"
FLOODS = "#!/usr/bin/env python3\nimport sys\nwhile True: sys.stdout.write('x' * 65536)\n"
DIES = "#!/usr/bin/env python3\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
LIES = """\
#!/usr/bin/env python3
import sys
rows = list(range(int(sys.argv[1])))
print('{"queens": %s, "guards": 0, "evaluations": 1}' % rows, flush=True)
"""
BABBLES = "#!/usr/bin/env python3\nprint('0')\nprint('\\x1b[31m<b>no board</b>')\n"


def written(folder: Path, **programs: str) -> list[str]:
    """Write programs, by their names; return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in programs.items():
        path = folder / f"{name}.py"
        path.write_text(text)
        path.chmod(0o755)
    return [str(folder / f"{name}.py") for name in programs]
