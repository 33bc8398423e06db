"""A film: the boards that a search visited, and what is shown beside each."""

from typing import Any, NamedTuple

from metaqueens.text.words import many


class Film(NamedTuple):
    """What a search looked like.

    n : queens
    problem : what was searched, in words
    columns : by name, a value for each frame; ``queens`` are the boards, -1 an empty column;
        ``lines`` what is drawn between queens, each (column, column, shift), where 4 is no shift
    facts : the columns that are shown as numbers, and what each is called
    curves : the columns that are drawn, each with its title, by the kind of line
    clock : the column along which the curves run
    came : what the search came to, in words
    end : evaluations and guards at the end, as a result has them
    part : how many of its moves, steps or generations are shown, how many it made, and the name of
        one; None where it made none
    slow : whether each frame has a sentence that is to be read
    more : what is drawn that is the same in all frames: marks of rules, a search tree
    """

    n: int
    problem: str
    columns: dict[str, list[Any]]
    facts: dict[str, str]
    curves: dict[str, dict[str, str]]
    clock: str
    came: str
    end: tuple[int, int]
    part: tuple[int, int, str] | None = None
    slow: bool = False
    more: dict[str, Any] = {}  # noqa: RUF012  # never written to

    @property
    def frames(self) -> int:
        """How many there are."""
        return len(self.columns["queens"])

    @property
    def shown(self) -> str:
        """How much of the search it is: all 88 moves, or 271 of 3,000; "" where it made none."""
        if self.part is None:
            return ""
        number, all_, name = self.part
        if number < all_:
            return f"{number:,} of {many(all_, name)}"
        return f"all {many(all_, name)}" if all_ > 1 else f"the only {name}"

    @property
    def is_whole(self) -> bool:
        """Whether it shows all that the search did."""
        return self.part is None or self.part[0] == self.part[1]

    def data(self, title: str) -> dict[str, Any]:
        """What the player on a page needs to know."""
        if not self.is_whole:
            title += f", {self.shown}"
        about = {"title": title, "n": self.n, "problem": self.problem, "clock": self.clock}
        # Lists of pairs: the keys of objects are sorted on their way into a page.
        ordered = {"facts": [*self.facts.items()], "curves": [*self.curves.items()]}
        about["whole"] = self.is_whole
        return {**about, "slow": self.slow, **ordered, **self.more, **self.columns}
