"""Output of commands that run searches: the report, errors of plug-ins, the next command."""

import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from metaqueens.plugins import code as plugins
from metaqueens.text.errors import PluginFailed, UserError

REPORT = "report.html"


def write_report(folder: Path, silent: bool) -> None:
    """Write the report; where that fails say why, so that the run's table is still printed."""
    from metaqueens.cli.terminal.progress import waiting

    with waiting("writing the report", silent):
        from metaqueens.report.document import write

        try:
            write([folder], folder / REPORT)
        except KeyboardInterrupt:
            if not silent:
                later = f"{program()} report {folder}"
                print(f"all runs are kept; `{later}` writes the report", file=sys.stderr)
            raise
        except Exception as error:
            print(f"no report: {type(error).__name__}: {error}", file=sys.stderr)


def show_report(folder: Path, silent: bool) -> None:
    """Say where the report is, as a link on a terminal."""
    page = folder / REPORT
    if page.exists() and not silent:
        print(f"report: {page.resolve().as_uri() if sys.stdout.isatty() else page}")


@contextmanager
def blamed(use: str) -> Iterator[None]:
    """Turn an error in the code of the algorithm ``use`` into one with its traceback.

    A ``ValueError`` that this code did not raise is a message to the user, and stays.
    """
    try:
        yield
    except PluginFailed as error:
        raise UserError(f"{error}\n{use}: the search failed") from None
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        if isinstance(error, ValueError) and not plugins.raised(error):
            raise
        raise UserError(f"{traceback.format_exc()}{use}: the search failed") from None


def program() -> str:
    """Return what the user types to start this program."""
    if shutil.which("metaqueens"):
        return "metaqueens"
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m metaqueens"
    return min(os.path.relpath(called), str(called.absolute()), key=len)
