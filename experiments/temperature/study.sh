#!/bin/sh
# The whole study: every family twice, once to choose temperatures and once, on fresh boards and seeds, to
# judge them; three blocks of fresh boards and seeds on which the headlines must hold; the landscapes; then the
# tables and the README of this folder.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
for family in plain excluded torus regions; do
    metaqueens run "experiments/temperature/$family.yaml" --no-report -o "$results/temperature_${family}_choose"
done
for family in plain torus; do
    metaqueens run "experiments/temperature/$family.yaml" seed=20261124 --no-report \
        -o "$results/temperature_${family}_judge"
done
for family in excluded regions; do
    metaqueens run "experiments/temperature/$family.yaml" seed=20261124 problem.seed=12 --no-report \
        -o "$results/temperature_${family}_judge"
done
for block in 1 2 3; do
    for family in plain torus; do
        metaqueens run "experiments/temperature/$family.yaml" "seed=2026120$block" --no-report \
            -o "$results/temperature_${family}_block$block"
    done
    for family in excluded regions; do
        metaqueens run "experiments/temperature/$family.yaml" "seed=2026120$block" "problem.seed=2$block" \
            --no-report -o "$results/temperature_${family}_block$block"
    done
done
python -m experiments.temperature.tables "$results"
python -m experiments.write_up experiments/temperature
