"""The verdicts of a comparison of two algorithms on one problem."""

SIGNIFICANT, VERY_SIGNIFICANT = 0.05, 0.01
# By name what each means, as tables, pages and docs give it.
VERDICTS = {
    "clear": "p below 1 % after adjustment for all pairs on all problems: where nothing differs,"
    " such a verdict is anywhere in at most 1 comparison of 100",
    "likely": "p below 5 %: this or a clear one in at most 5 of 100",
    "mixed": "p below 5 %, but the other wins most single runs: cheaper in the long run against"
    " cheaper as a rule",
    "open": "not told apart, which is not the same as equal",
}

# Of the tests of families, whose instances are what is compared.
FAMILY_VERDICTS = {
    "told apart": "p below 5 % after adjustment for all pairs in all families",
    "mixed": "p below 5 %, but in favour of the other: it does better instance by instance, and"
    " worse over the family as a whole",
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
    return "mixed" if against else "told apart"
