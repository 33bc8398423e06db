"""One row an algorithm and problem, out of results folders: table.csv.

python -m experiments.shelf.tables RESULTS...
"""

import sys
from pathlib import Path

from experiments.hard.tables import write

COLUMNS = ["family", "n", "algorithm", "instances", "runs", "solved", "ert", "median_time"]

if __name__ == "__main__":
    write(Path(__file__).with_name("table.csv"), sys.argv[1:], COLUMNS)
