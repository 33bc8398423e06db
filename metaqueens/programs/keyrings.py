"""A filter of system calls (seccomp) that denies a confined program the keyrings of the kernel.

Keyrings belong to a user and a session, and no namespace separates them: a program could read the
user's keys and leave notes for its next run. A new session keyring does not prevent that, because
the program can link the user's keyring into it by its number.
"""

import struct

# By the kernel's number of the processor family: the system call ``add_key``. ``request_key`` and
# ``keyctl`` follow it. On any other family every call is denied, and nothing can be confined.
FIRST_CALL = {0xC000003E: 248, 0x40000003: 286, 0xC00000B7: 217, 0x40000028: 309}
# Instructions of the filter, and the fields of its input.
_LOAD, _AND, _IF_EQUAL, _IF_GREATER, _IF_NOT_LESS, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x35, 0x06
_CALL, _FAMILY = 0, 4
_ALLOW, _DENY = 0x7FFF0000, 0x00050000 | 38  # ENOSYS
_NO_X32 = 0xBFFFFFFF  # calls of x86-64 have a second number, with this bit


def keyring_filter() -> bytes:
    """Return the filter, as ``bwrap --seccomp`` reads it."""
    steps = [(_LOAD, 0, 0, _FAMILY)]
    for family, first in FIRST_CALL.items():
        steps += [
            (_IF_EQUAL, 0, 6, family),
            (_LOAD, 0, 0, _CALL),
            (_AND, 0, 0, _NO_X32),
            (_IF_NOT_LESS, 0, 1, first),
            (_IF_GREATER, 0, 1, first + 2),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _DENY),
        ]
    steps.append((_RETURN, 0, 0, _DENY))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
