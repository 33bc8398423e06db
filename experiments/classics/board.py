"""Try to colour the n x n board with n colours, so that no queen attacks a square of its colour.

    python experiments/classics/board.py 12 --symmetry mirrors --seconds 60
    python experiments/classics/board.py 27 --symmetry half --seconds 3600

Each colour class is a solution of n queens, so the board is cut into n disjoint solutions. With a
symmetry the images of a class are classes too, which leaves fewer solutions to find: quarter turns,
and mirrors in both axes, need n / 4 of them (n a multiple of 4), a half turn n / 2, and for odd n
one more that is its own half turn. A colouring that is found is written to certificates/N.txt, for
verify.py, and each attempt to tried.csv, with its processor seconds. Whether 27 colours suffice for
n = 27 is not known.
"""

import argparse
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np
from ortools.sat.python import cp_model

HERE = Path(__file__).resolve().parent
IMAGES = {
    "none": [np.array],
    "half": [np.array, lambda board: board[::-1, ::-1]],
    "quarter": [partial(np.rot90, k=turn) for turn in range(4)],
    "mirrors": [np.array, np.flipud, np.fliplr, lambda board: board[::-1, ::-1]],
}


def find_classes(n: int, symmetry: str, seconds: float, seed: int) -> list[np.ndarray]:
    """Return solutions of n queens, (n, n) of 0 and 1, whose images cut the board.

    For odd ``n`` the last one is its own half turn. An empty list if none were found in time.
    """
    images = IMAGES[symmetry]
    has_own = symmetry == "half" and n % 2 == 1
    if len(images) == 4 and n % 4:
        raise SystemExit(f"{symmetry}: n must be a multiple of 4")
    model = cp_model.CpModel()
    shape = (n // len(images) + has_own, n, n)
    queens = np.array([model.new_bool_var("") for _ in range(np.prod(shape))]).reshape(shape)
    for board in queens:
        for line in (*board, *board.T):
            model.add_exactly_one(line)
        for side in (board, board[::-1]):
            for k in range(2 - n, n - 1):
                model.add_at_most_one(side.diagonal(k))
    if has_own:
        for a, b in zip(queens[-1].ravel(), queens[-1][::-1, ::-1].ravel(), strict=True):
            model.add(a == b)
    copies = [image(board) for board in queens[: n // len(images)] for image in images]
    copies += [queens[-1]] if has_own else []
    for square in np.array(copies).reshape(n, -1).T:
        model.add_exactly_one(square)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.random_seed = seconds, seed
    before = process_time()
    status = solver.solve(model)
    row = n, symmetry, seed, solver.status_name(status).lower(), round(process_time() - before)
    print("n = {}, symmetry {}, seed {}: {}, {} s of the processor".format(*row))
    with (HERE / "tried.csv").open("a", encoding="utf-8") as file:
        file.write(",".join(map(str, row)) + "\n")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return []
    values = np.array([solver.value(variable) for variable in queens.ravel()])
    return [*values.reshape(shape)]


def colour(n: int, symmetry: str, classes: list[np.ndarray]) -> np.ndarray:
    """Return the colour of each square, from 0, of the images of ``classes``."""
    images, colours, used = IMAGES[symmetry], np.zeros((n, n), int), 0
    for place, board in enumerate(classes):
        is_own = place == n // len(images)
        for image in images[:1] if is_own else images:
            colours[image(board) == 1] = used
            used += 1
    return colours


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("n", type=int)
    parser.add_argument("--symmetry", choices=[*IMAGES], default="half")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    n, symmetry = chosen.n, chosen.symmetry
    if classes := find_classes(n, symmetry, chosen.seconds, chosen.seed):
        path = HERE / "certificates" / f"{n}.txt"
        path.parent.mkdir(exist_ok=True)
        np.savetxt(path, colour(n, symmetry, classes), fmt="%d")
        print(f"written: {path.name}")


if __name__ == "__main__":
    main()
