"""The verdicts of a comparison of two algorithms, on one problem or on a family."""

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


def is_against(chance: float, p_typical: float) -> bool:
    """Return whether the other wins significantly more runs, by A12 and the p that goes with it."""
    return chance < 0.5 and p_typical < SIGNIFICANT


def verdict(p: float, is_against: bool, is_heavy: bool = False) -> str:
    """Return the verdict of an adjusted p; nan is no test.

    ``is_against``: whether most runs, or the signed ranks of a family, favour the other one.
    ``is_heavy``: whether one of the two has a heavy tail, whose mean no test is sure of.
    """
    if not p < SIGNIFICANT:
        return "open"
    if is_against:
        return "mixed"
    return "clear" if p < VERY_SIGNIFICANT and not is_heavy else "likely"
