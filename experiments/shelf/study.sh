#!/bin/sh
# The whole study: the runs, then the table and the README of this folder.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
for name in plain hard torus; do
    metaqueens run experiments/shelf/$name.yaml "$@" --no-report -o "$results/shelf_$name"
done
python -m experiments.shelf.tables "$results/shelf_plain" "$results/shelf_hard" "$results/shelf_torus"
python -m experiments.write_up experiments/shelf
