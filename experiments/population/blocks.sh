#!/bin/sh
# Two blocks of fresh seeds, on which the headlines of README.md must hold; seven minutes of one core.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
fresh=experiments/population/fresh
for block in 1 2; do
    one() { # study, runs, what else is changed
        study=$1 runs=$2
        shift 2
        metaqueens run "$fresh/$study.yaml" "seed=2026120$block" "runs=$runs" "$@" -j 1 --no-report \
            -o "$results/population_block$block$more/$study"
    }
    more=
    one crossover 40
    one operators 20
    one order 20
    one selection 20
    one population_mutation 20 algorithms.ga.population=10,300,1000 \
        algorithms.ga.mutation.probability=0.1,0.3,0.5,1.0
    one annealing 50 algorithms.sa.schedule.temperature=0.01,0.1,0.2,0.3
    more=_more
    one population_mutation 100 algorithms.ga.population=10 algorithms.ga.mutation.probability=0.3,0.5,1.0
    one selection 100 problem.n=200 algorithms.ga.selection.size=5
done
python -m experiments.population.headlines "$results"
python -m experiments.write_up experiments/population
