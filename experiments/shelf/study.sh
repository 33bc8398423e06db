#!/bin/sh
# The whole study: the runs, the tunings, then the tables, the README of this folder and docs/algorithms.md.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
for name in plain hard torus large large_populations defaults variants hard16; do
    metaqueens run experiments/shelf/$name.yaml "$@" --no-report -o "$results/shelf_$name"
done
python -m experiments.shelf.tables "$results"
python -m experiments.shelf.tuned "$results"
python -m experiments.write_up experiments/shelf
