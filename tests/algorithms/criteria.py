"""Acceptance criteria as users write them, right and wrong ones."""

from math import exp


def boltzmann(rng, best, current, candidate, temperature=0.3):
    return candidate <= current or rng.random() < exp((current - candidate) / temperature)


class Late:
    """Late acceptance: no worse than the board of ``length`` moves ago."""

    def __init__(self, n, length=5):
        self.list, self.k = [n * n] * length, 0

    def __call__(self, rng, best, current, candidate):
        self.k = (self.k + 1) % len(self.list)
        made = candidate <= max(current, self.list[self.k])
        self.list[self.k] = candidate if made else current
        return made


class Asked:
    """Every other worsening move; what it was asked is in ``calls``."""

    calls: list = []

    def __init__(self, n):
        self.calls.clear()

    def __call__(self, rng, best, current, candidate):
        made = candidate <= current or len(self.calls) % 2 == 0
        self.calls.append((best, current, candidate, made))
        return made


class Silent:
    """Cannot be called."""

    def __init__(self, n):
        pass


def few(best, current):
    return True


def number(rng, best, current, candidate):
    return 0.3


def nothing(rng, best, current, candidate):
    pass


def raises(rng, best, current, candidate):
    raise KeyError("boom")


THREE = 3
