#!/bin/sh
# The whole study: the runs, the tunings, then the tables, the README of this folder and docs/algorithms.md.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
for name in plain hard torus large large_populations defaults variants hard16; do
    metaqueens run experiments/shelf/$name.yaml "$@" --no-report -o "$results/shelf_$name"
done
for block in 1 2; do # fresh blocks, on which the headlines must hold
    for what in "plain runs=10" "hard problem.seed=2$block problem.instances=15" "torus runs=15" "large runs=5"; do
        # shellcheck disable=SC2086
        set -- $what
        name=$1
        shift
        metaqueens run "experiments/shelf/$name.yaml" "seed=2026120$block" "$@" --no-report \
            -o "$results/shelf_${name}_block$block"
    done
done
python -m experiments.shelf.tables "$results"
python -m experiments.shelf.tuned "$results"
python -m experiments.shelf.headlines "$results"
python -m experiments.write_up experiments/shelf
