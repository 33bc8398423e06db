// The figures of a hundred runs, as metaqueens.analysis computes them.
"use strict";
// Wilson's interval of a share.
function wilson(solved, runs) {
  const z = 1.959963984540054, p = solved / runs, weight = z * z / runs;
  const spread = z * Math.sqrt(p * (1 - p) / runs + weight / (4 * runs)), middle = p + weight / 2;
  return [solved ? Math.max(0, (middle - spread) / (1 + weight)) : 0, solved < runs ? Math.min(1, (middle + spread) / (1 + weight)) : 1];
}

const rising = (values) => [...values].sort((a, b) => a - b);

// A sample of runs, each {evaluations, steps, found_at, solved}: all that the table says of it.
function figuresOf(runs) {
  const solved = rising(runs.filter((run) => run.solved).map((run) => run.evaluations)), spent = runs.reduce((sum, run) => sum + run.evaluations, 0);
  // A search that draws nothing repeats one run, which counts once.
  const one = runs.length >= 3 && solved.length === runs.length && ["evaluations", "steps", "found_at"].every((key) => runs.every((run) => run[key] === runs[0][key]));
  return {
    solved: solved.length, runs: runs.length, success: one ? wilson(1, 1) : wilson(solved.length, runs.length),
    ert: solved.length ? spent / solved.length : Infinity,
    median: solved[(runs.length - 1) >> 1] ?? Infinity,
  };
}
