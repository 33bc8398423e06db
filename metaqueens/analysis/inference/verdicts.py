"""The verdicts of a comparison of two algorithms on one problem."""

# By name what each means, as tables, pages and docs give it.
VERDICTS = {
    "clear": "p below 1 % after adjustment for all pairs on all problems: where nothing differs,"
    " such a verdict is anywhere in at most 1 comparison of 100",
    "likely": "p below 5 %: this or a clear one in at most 5 of 100",
    "mixed": "p below 5 %, but the other wins most single runs: cheaper in the long run against"
    " cheaper as a rule",
    "open": "not told apart, which is not the same as equal",
}
