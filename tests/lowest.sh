#!/usr/bin/env bash
# Are the lower bounds in pyproject.toml true? The main jobs and the tests with the lowest version of
# each package named there, in an environment of its own. Other arguments are pytest's.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/bin/uv home=$PWD/.venv-lowest
UV_PYTHON_DOWNLOADS=never "$uv" venv --quiet --clear --python "${PYTHON:-3.11}" "$home"
"$uv" pip compile --quiet --python-version 3.11 --resolution lowest-direct --extra test \
  --no-annotate --output-file "$home/lowest.txt" pyproject.toml
"$uv" pip install --quiet --python "$home" --requirement "$home/lowest.txt" editables
"$uv" pip install --quiet --python "$home" --no-deps --no-build-isolation --editable .

jobs=$(mktemp -d)
trap 'rm -rf "$jobs"' EXIT
export PATH=$home/bin:$PATH
(
  cd "$jobs"
  metaqueens run ga_n50 runs=2
  metaqueens compare results/ga_n50
  metaqueens report results/ga_n50 -o page.html --figures figures
  metaqueens tune tune_ga tune.max_runs=100 problem.n=16 tune.train.runs=5 tune.test.runs=5
)
# What an old package says of a new one that it calls is no business of ours: warnings are no errors.
python -m pytest -W default "$@"
