"""The name of this machine."""

import socket

from metaqueens.text.printable import printable


def host_name() -> str:
    """Return it as text that any file can hold; bytes that are not UTF-8 are escaped."""
    return printable(socket.gethostname())
