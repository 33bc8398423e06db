"""The name of this machine."""

import socket

from metaqueens.text.printable import printable


def host_name() -> str:
    """Return the name of this machine; bytes that are not UTF-8 are escaped."""
    return printable(socket.gethostname())
