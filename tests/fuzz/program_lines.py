"""What a program says: a board that lies on the board, counts, or why it is neither."""

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens.programs import referee


def one(data: bytes) -> None:
    n = data[0] % 9 + 1 if data else 1
    told = outcome(lambda: referee.read(data[1:], n), ValueError)  # which the referee shows
    if told is None:
        return
    if told.queens is not None:
        assert len(told.queens) == n
        assert {*told.queens} <= {*range(n)}
    assert told.guards is None or (told.queens is not None and told.guards >= 0)
    assert all(count is None or 0 <= count < 2**62 for count in (told.evaluations, told.steps))


if __name__ == "__main__":
    main("program_lines", one)
