"""The entry point of the program ``metaqueens``, also as ``python -m metaqueens``."""

import sys

try:
    from metaqueens.system import starting
except KeyboardInterrupt:  # during this import
    sys.stderr.write("interrupted\n")
    sys.exit(130)


def main() -> None:
    """Run the command line and exit."""
    starting.end_at_ctrl_c()
    starting.reset_signals()
    from metaqueens import cli

    cli.main()


if __name__ == "__main__":
    main()
