"""An operator of the genetic algorithm in DEAP's style."""

import random


def rotate(board, by=1):
    """Move every queen ``by`` to twice ``by`` columns on: a mutation."""
    shift = random.randint(by, 2 * by) % len(board)
    board[:] = board[-shift:] + board[:-shift]
    return (board,)
