"""Where the program ``metaqueens`` begins, also as ``python -m metaqueens``."""

from metaqueens.system import starting


def main() -> None:
    """Run the command line and exit."""
    starting.end_at_ctrl_c()
    from metaqueens import cli

    cli.main()


if __name__ == "__main__":
    main()
