"""What the page counts on a board is what ``metaqueens`` counts."""

import numpy as np

from metaqueens import Queens
from metaqueens.problem.check import describe_local_minimum
from metaqueens.queens.check import faulty, pairs_of, recount

from .node import by_node, needs_node

RULES = {
    "plain": {},
    "torus": {"torus": True},
    "blocked": {"blocked": ((0, 1), (3, 3), (7, 2))},
    "excluded": {"excluded": ((3, "rising"), (7, "falling"))},
    "torus with excluded diagonals": {"torus": True, "excluded": ((3, "rising"), (0, "falling"))},
}


@needs_node
def test_pairs_faults_and_moves_are_those_of_the_check():
    draw = np.random.default_rng(33)
    cases = [
        (Queens(8, **rules), [draw.permutation(8).tolist() for _ in range(20)])
        for rules in RULES.values()
    ]
    cases[0][1].extend([[0, 1, 2, 3, 4, 5, 6, 7], [1, 4, 6, 3, 0, 7, 5, 2]])
    found = by_node(
        """(cases) => cases.map(([rules, boards]) => boards.map((queens) => {
            const spec = {n: 8, encoding: "permutation", rules: checkedRules(rules, 8)};
            const film = filmOf(spec, queens, 0);
            return [
              guardsOf(film, queens), film.lines[0].map(([one, other]) => [one, other]),
              film.alone[0], inWordsOf(aroundOf(film, queens)),
            ];
        }))""",
        [(as_the_page_has(problem), boards) for problem, boards in cases],
    )
    for (problem, boards), counted in zip(cases, found, strict=True):
        for queens, (guards, lines, alone, words) in zip(boards, counted, strict=True):
            board = np.array(queens)
            assert guards == recount(problem, board)
            assert sorted(map(tuple, lines)) == pairs_of(problem, board)
            assert alone == faulty(problem, board)
            said = describe_local_minimum(problem, board, "swap")
            if said:
                assert words == f" Stuck in a {said}."
            else:
                assert words.startswith(" It gave up, though ")
                assert words.endswith((" moves is better.", " moves are better."))


def as_the_page_has(problem):
    return {"torus": problem.torus, "blocked": problem.blocked, "excluded": problem.excluded}
