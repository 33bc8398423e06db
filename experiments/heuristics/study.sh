#!/bin/sh
# The whole study: the runs, then every table and figure of this folder. `study.sh runs=3` is a trial.
set -eu
cd "$(dirname "$0")"
results=../../results
for part in focused classic; do
    metaqueens run $part.yaml "$@" -o $results/heuristics_$part
done
set -- $results/heuristics_focused $results/heuristics_classic
metaqueens compare "$@" --markdown > compare_evaluations.md
metaqueens compare "$@" --metric median_time --markdown > compare_seconds.md
python write_up.py "$@"
metaqueens report "$@" -o $results/heuristics.html
