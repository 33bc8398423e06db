#!/bin/sh
# Tune three searches on each family: a size to train on, another one to test on.
set -eu
cd "$(dirname "$0")"
results=${RESULTS:-../../results}
tune() { # family, n to train on, n to test on
    for search in tabu extremal annealing; do
        focus=
        if [ "$search" = annealing ] && [ "$1" != placed ]; then focus=algorithms.annealing.focus=conflicted; fi
        # shellcheck disable=SC2086
        metaqueens tune "tune_$search.yaml" $focus "problem.file=boards/$1_$2_tune.jsonl" \
            "tune.train.problem.file=boards/$1_$2_tune.jsonl" \
            "tune.test.problem.file=boards/$1_$3_tune.jsonl" \
            --quiet -o "$results/hard_tune_$1_$search"
    done
}
tune excluded 16 20
tune placed 40 60
tune blocked 24 36
tune torus 17 23
tune regions 9 11
