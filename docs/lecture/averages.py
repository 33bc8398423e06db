"""The average over solved runs, and ERT, from what ``metaqueens export`` wrote."""

import csv
import sys
from collections import defaultdict

runs = defaultdict(list)
with open(sys.argv[1], encoding="utf-8") as file:
    for row in csv.DictReader(file):
        runs[row["algorithm"]].append((int(row["evaluations"]), row["solved"] == "True"))

print("algorithm  solved  average of the solved    ERT")
for name, costs in runs.items():
    solved = [cost for cost, was_solved in costs if was_solved]
    average, ert = sum(solved) / len(solved), sum(cost for cost, _ in costs) / len(solved)
    print(f"{name:9}  {len(solved):6,}  {average:21,.0f}  {ert:5,.0f}")
