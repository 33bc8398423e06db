"""The verdicts of a comparison of two algorithms on one problem."""

SIGNIFICANT, VERY_SIGNIFICANT = 0.05, 0.01
# The definition of each, for tables, pages and docs. If nothing differs, any of them but ``open``
# is given in at most 5 comparisons of 100, and ``clear`` in 1.
VERDICTS = {
    "clear": "adjusted p < 0.01 and no heavy tail; false in at most 1 comparison of 100",
    "likely": "adjusted p < 0.05; this or a clear one is false in at most 5 comparisons of 100",
    "mixed": "adjusted p < 0.05, but the other wins significantly more single runs",
    "open": "no significant difference, which does not mean that they are equal",
}

# Of the tests of families, over their instances.
FAMILY_VERDICTS = {
    "clear": "adjusted p < 0.01; false in at most 1 comparison of 100",
    "likely": VERDICTS["likely"],
    "mixed": "adjusted p < 0.05 in favour of the other, which is worse over the whole family",
    "open": VERDICTS["open"],
}


def verdict(p: float, chance: float, p_typical: float, heavy: bool = False) -> str:
    """Return the verdict of the metric's adjusted p, of A12 and of the p that goes with it.

    ``heavy``: whether one of the two has a heavy tail, whose mean no test is sure of.
    """
    if p >= SIGNIFICANT:
        return "open"
    if chance < 0.5 and p_typical < SIGNIFICANT:
        return "mixed"
    return "clear" if p < VERY_SIGNIFICANT and not heavy else "likely"


def family_verdict(p: float, against: bool) -> str:
    """Return the verdict of an adjusted p over instances; nan is no test.

    ``against``: whether the signed ranks favour the other one.
    """
    if not p < SIGNIFICANT:
        return "open"
    if against:
        return "mixed"
    return "clear" if p < VERY_SIGNIFICANT else "likely"
