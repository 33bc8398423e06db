#!/bin/sh
# The whole study: the runs, then the tables and the README of this folder; two smaller blocks
# of fresh boards and seeds, on which the headlines must hold. `study.sh runs=1` is a trial.
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
for block in 1 2; do
    seeds="seed=2026120$block problem.seed=2$block"
    block_of() { # n, diagonals excluded, instances
        # shellcheck disable=SC2086
        metaqueens run experiments/hard/excluded.yaml $seeds problem.n="$1" problem.excluded.count="$2" \
            problem.instances="$3" --no-report -o "$results/hard_excluded_$1_block$block"
    }
    block_of 12 8 20
    block_of 14 11 20
    block_of 16 13 50
    block_of 18 15 20
    block_of 20 18 20
    metaqueens run experiments/hard/torus.yaml "seed=2026120$block" runs=15 --no-report \
        -o "$results/hard_torus_sizes_block$block"
    # shellcheck disable=SC2086
    metaqueens run experiments/hard/regions.yaml $seeds problem.instances=10 --no-report \
        -o "$results/hard_region_puzzles_block$block"
done
python -m experiments.hard.headlines "$results"
python -m experiments.hard.tables "$results"/hard_excluded_?? "$results/hard_torus_sizes" \
    "$results/hard_region_puzzles"
python -m experiments.write_up experiments/hard
