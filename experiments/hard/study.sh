#!/bin/sh
# The whole study: the set, the tunings, the choice of the best, the runs that judge, the page.
set -eu
cd "$(dirname "$0")/../.."
results=${RESULTS:-results}
python -m experiments.hard.boards
sh experiments/hard/tune.sh
python -m experiments.hard.configs "$results"
of() { # family, n, split, name of the results, more
    boards="experiments/hard/boards/$1_$2_$3.jsonl"
    name=$4
    family=$1
    shift 4
    metaqueens run "experiments/hard/$family.yaml" "problem.file=$boards" "$@" -j 2 --no-report --quiet \
        -o "$results/hard_$name"
    case $name in *_ten) return ;; esac
    metaqueens run "experiments/hard/${family}_exact.yaml" "problem.file=$boards" -j 2 --no-report --quiet \
        -o "$results/hard_${name}_exact"
}
while read -r family n ten; do
    of "$family" "$n" tune "${family}_choice"
    of "$family" "$ten" judge "${family}_ten" runs=10
done <experiments/hard/chosen_on.txt
for file in experiments/hard/boards/*_judge.jsonl; do
    name=$(basename "$file" _judge.jsonl)
    of "${name%_*}" "${name##*_}" judge "$name"
done
python -m experiments.hard.tables "$results"
python -m experiments.write_up experiments/hard
