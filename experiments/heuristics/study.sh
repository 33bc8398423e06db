#!/bin/sh
# The whole study: the runs, then every table and figure of this folder. `study.sh runs=3` is a trial.
set -eu
cd "$(dirname "$0")/../.."
results=results
for part in focused classic focused_large classic_large; do
    metaqueens run experiments/heuristics/$part.yaml "$@" --no-report -o $results/heuristics_$part
done
set -- $results/heuristics_focused $results/heuristics_focused_large \
    $results/heuristics_classic $results/heuristics_classic_large
metaqueens compare "$@" --markdown > experiments/heuristics/compare_evaluations.md
metaqueens compare "$@" --metric median_time --markdown > experiments/heuristics/compare_seconds.md
python -m experiments.heuristics.write_up "$@"
python -m experiments.heuristics.headlines small
python -m experiments.heuristics.headlines blocks
python -m experiments.write_up experiments/heuristics
metaqueens report "$@" -o $results/heuristics.html
