#!/bin/sh
# The whole study: the set, the tunings, the choice of the best, the runs that judge, the page.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
python -m zipfile -e experiments/hard/boards.zip experiments/hard/boards
sh experiments/hard/tune.sh
python -m experiments.hard.configs "$results"
of() { # config, n, tune or judge, name of the results, more
    config=$1
    boards="experiments/hard/boards/${1%%_*}_$2_$3.jsonl"
    name=$4
    shift 4
    metaqueens run "experiments/hard/$config.yaml" "problem.file=$boards" -j 2 "$@" --no-report --quiet \
        -o "$results/hard_$name"
}
while read -r family n ten; do
    of "${family}_choice" "$n" tune "${family}_choice"
    of "${family}_exact" "$n" tune "${family}_choice_exact"
    of "$family" "$ten" judge "${family}_ten" runs=10
    of "${family}_schedules" "$n" judge "${family}_schedules"
    of "${family}_repair" "$ten" judge "${family}_repair"
    of "${family}_workers" "$n" judge "${family}_workers" -j 1
done <experiments/hard/chosen_on.txt
for file in experiments/hard/boards/*_judge.jsonl; do
    name=$(basename "$file" _judge.jsonl)
    of "${name%_*}" "${name##*_}" judge "$name"
    of "${name%_*}_exact" "${name##*_}" judge "${name}_exact"
done
for name in excluded_22 excluded_24 blocked_44; do
    of "${name%_*}_equal" "${name#*_}" judge "${name}_equal"
done
python -m experiments.hard.tables "$results"
python -m experiments.hard.figure
python -m experiments.write_up experiments/hard
