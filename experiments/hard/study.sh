#!/bin/sh
# The whole study: the runs, then the tables and the README of this folder. `study.sh runs=1` is a trial.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
set_of() { # n, diagonals excluded, instances
    metaqueens run experiments/hard/excluded.yaml problem.n="$1" problem.excluded.count="$2" \
        problem.instances="$3" --no-report -o "$results/hard_excluded_$1"
}
set_of 12 8 40
set_of 14 11 40
set_of 16 13 100
set_of 18 15 40
set_of 20 18 40
set_of 22 20 20
metaqueens run experiments/hard/torus.yaml "$@" --no-report -o "$results/hard_torus_sizes"
metaqueens run experiments/hard/regions.yaml "$@" --no-report -o "$results/hard_region_puzzles"
python -m experiments.hard.tables "$results"/hard_excluded_?? "$results/hard_torus_sizes" \
    "$results/hard_region_puzzles"
python -m experiments.write_up experiments/hard
