"""Leagues: boards, ranks, and contestants that are honest, wrong or in the way."""

from pathlib import Path

# Writes a solution of the plain board by a formula, whatever the rules; deterministic.
FORMULA = """\
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
# Solves small boards whose one rule is `placed`, by the best swap of a queen that is attacked, and
# writes one board of any other; deterministic.
SOLVER = """\
#!/usr/bin/env python3
import json, random, sys
given = json.loads(sys.stdin.readline())
n, placed = given["n"], {c: r for r, c in given.get("placed", [])}
free = [c for c in range(n) if c not in placed]
left = [r for r in range(n) if r not in placed.values()]
random.seed(given["seed"])
random.shuffle(left)
rows = {**placed, **dict(zip(free, left))}
up, down = [0] * 2 * n, [0] * 2 * n

def count(c, by):
    up[rows[c] + c] += by
    down[rows[c] - c] += by

def pairs(*columns):
    return sum(up[rows[c] + c] + down[rows[c] - c] for c in columns)

def swap(c, d):
    for one in (c, d):
        count(one, -1)
    rows[c], rows[d] = rows[d], rows[c]
    for one in (c, d):
        count(one, 1)
    return pairs(c, d)

for c in range(n):
    count(c, 1)
hard = {"torus", "excluded", "blocked", "regions"} & {k for k in given if given[k]}
while n <= 400 and not hard and max(up + down) > 1:
    c = random.choice([c for c in free if pairs(c) > 2] or free)
    others = random.sample(free, min(50, len(free)))
    tried = [(swap(c, d), swap(c, d), d) for d in others if d != c]
    swap(c, min(tried)[2])
print(json.dumps({"queens": [rows[c] for c in range(n)], "evaluations": 3}), flush=True)
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
