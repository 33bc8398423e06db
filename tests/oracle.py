"""The slow and obvious truth that compiled code must agree with."""

from itertools import combinations


def guards(queens):
    """Every pair of queens, looked at."""
    return sum(
        a == b or abs(a - b) == j - i for (i, a), (j, b) in combinations(enumerate(queens), 2)
    )


def meetings(i, j, queens, torus):
    """On how many lines two queens meet."""
    n, across, up = len(queens), i - j, queens[i] - queens[j]
    if not torus:
        return (up == 0) + (abs(up) == abs(across))
    return (up == 0) + ((up - across) % n == 0) + ((up + across) % n == 0)


def is_excluded(kind, column, row, n, torus, excluded):
    """Whether the diagonal of this kind through a square is excluded."""
    line = row - column if kind == "rising" else row + column
    return any(line == one or (torus and (line - one) % n == 0) for one in excluded[kind])


def neighbours(kind, queens):
    """Every move of a neighbourhood, with the board that it makes."""
    n = len(queens)
    if kind == "swap":
        moves = [(i, j) for i in range(n) for j in range(i + 1, n)]
    elif kind == "reassign":
        moves = [(i, j) for i in range(n) for j in range(n) if j != queens[i]]
    else:
        moves = [(i, queens[i] + d) for i in range(n) for d in (-1, 1) if 0 <= queens[i] + d < n]
    return {move: moved(kind, queens, *move) for move in moves}


def moved(kind, queens, i, j):
    """The board after one move."""
    board = list(queens)
    if kind == "swap":
        board[i], board[j] = board[j], board[i]
    else:
        board[i] = j
    return board


MASK = 2**64 - 1


def xoshiro256pp(state):
    """The published generator, in Python's own integers: an endless stream."""

    def rotate(x, k):
        return ((x << k) | (x >> (64 - k))) & MASK

    s = list(state)
    while True:
        yield (rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)


def pmx(one, two, a, b):
    """Partially mapped crossover, value by value."""
    one, two = list(one), list(two)
    for i in range(a, b):
        x, y = one[i], two[i]
        j, k = one.index(y), two.index(x)
        one[i], one[j] = y, x
        two[i], two[k] = x, y
    return one, two


def order(one, two, a, b):
    """Order crossover: keep [a, b), fill the rest from b on, in the other's order from b on."""

    def child(keep, other):
        n, kept = len(keep), keep[a:b]
        rest = [v for v in [*other[b:], *other[:b]] if v not in kept]
        made = {(b + k) % n: value for k, value in enumerate(rest)}
        return [made.get(i, keep[i]) for i in range(n)]

    return child(list(one), list(two)), child(list(two), list(one))


def cycles(one, two):
    """The cycles of positions over which two permutations hold the same values, in order."""
    found, seen = [], set()
    for start in range(len(one)):
        if start not in seen:
            cycle, i = [], start
            while i not in cycle:
                cycle.append(i)
                i = list(one).index(two[i])
            seen |= set(cycle)
            found.append(sorted(cycle))
    return found
