#!/usr/bin/env bash
# Does the main job work where nothing is installed but a package and what it asks for?
# `package.sh PYTHON FILE...`: each FILE, a wheel or a source distribution, in an environment of its own.
set -euo pipefail
python=$1 lock=$PWD/requirements.lock
shift
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for file in "$@"; do
  file=$(realpath "$file") home=$place/${file##*.}
  "$python" -m venv "$home"
  bin=$home/bin
  [ -d "$bin" ] || bin=$home/Scripts
  install="$bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-compile"
  $install --require-hashes --requirement "$lock"
  $install --no-build-isolation "$file"
  "$bin/python" -m pip --disable-pip-version-check check
  (
    mkdir "$home/work"
    cd "$home/work"
    export XDG_CACHE_HOME=$place/cache
    "$bin/metaqueens" --version
    "$bin/metaqueens" run ga_n50 runs=2
    "$bin/metaqueens" validate results/ga_n50
    "$bin/metaqueens" compare results/ga_n50
    test -s results/ga_n50/report.html
  )
done
