"""The filter of system calls, carried out step by step."""

import struct

import pytest

from metaqueens.programs.keyrings import keyring_filter

X86_64, I386, AARCH64, ARM, S390X = 0xC000003E, 0x40000003, 0xC00000B7, 0x40000028, 0x80000016
ALLOWED, X32 = 0x7FFF0000, 0x40000000


def answer(family: int, number: int) -> int:
    """What the kernel does with the system call ``number`` of a processor ``family``."""
    steps, data = [*struct.iter_unpack("=HBBI", keyring_filter())], {0: number, 4: family}
    place = value = 0
    while True:
        code, if_true, if_false, operand = steps[place]
        place += 1
        match code:
            case 0x20:
                value = data[operand]
            case 0x54:
                value &= operand
            case 0x06:
                return operand
            case _:
                holds = {0x15: value == operand, 0x25: value > operand, 0x35: value >= operand}
                place += if_true if holds[code] else if_false


@pytest.mark.parametrize(
    ("family", "first"),
    [(X86_64, 248), (X86_64, X32 + 248), (I386, 286), (AARCH64, 217), (ARM, 309)],
)
def test_the_three_calls_of_keyrings_alone_are_denied(family, first):
    denied = [k for k in range(first - 248, first + 300) if answer(family, k) != ALLOWED]
    assert denied == [first, first + 1, first + 2]


def test_no_call_is_allowed_on_a_family_that_is_not_known():
    assert answer(S390X, 1) != ALLOWED
