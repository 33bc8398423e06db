#!/usr/bin/env bash
# Are the bounds in pyproject.toml true? `versions.sh lowest` runs the main jobs and the tests with the
# lowest version of each package named there that has a wheel for this Python, `versions.sh newest` with
# the newest that there is, in an environment of its own, with $PYTHON (3.11 where it is not given).
# Other arguments are pytest's.
set -euo pipefail
cd "$(dirname "$0")/.."
which=$1 python=${PYTHON:-3.11}
shift
case $which in
lowest) resolution=lowest-direct ;;
newest) resolution=highest ;;
esac
uv=$PWD/.venv/bin/uv home=$PWD/.venv-$which
export UV_PYTHON_DOWNLOADS=never
"$uv" venv --quiet --clear --python "$python" "$home"
"$uv" pip compile --quiet --python "$home/bin/python" --resolution "$resolution" --only-binary :all: --no-binary baycomp \
  --all-extras --group test --group docs \
  --no-annotate --output-file "$home/versions.txt" pyproject.toml
"$uv" pip install --quiet --python "$home" --requirement "$home/versions.txt"
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
# What an old package says of a new one that it calls is no business of ours; what it says of us is.
[ "$which" = newest ] || set -- -o $'filterwarnings=default\nerror:::metaqueens\\.' "$@"
python -m pytest "$@"
