// What a hundred runs come to, as metaqueens.analysis computes it: one definition, two languages.
"use strict";
// Wilson's interval of a share.
function wilson(solved, runs) {
  const z = 1.959963984540054, p = solved / runs, weight = z * z / runs;
  const spread = z * Math.sqrt(p * (1 - p) / runs + weight / (4 * runs)), middle = p + weight / 2;
  return [solved ? Math.max(0, (middle - spread) / (1 + weight)) : 0, solved < runs ? Math.min(1, (middle + spread) / (1 + weight)) : 1];
}

// The logarithm of the gamma function, of Lanczos.
function logGamma(x) {
  const parts = [676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  const t = x + 6.5, sum = parts.reduce((all, part, k) => all + part / (x + k), 0.99999999999980993);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

// The regularised incomplete beta function, by its continued fraction.
function beta(a, b, x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta(b, a, 1 - x);
  const factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), found = d;
  for (let m = 1; m < 1000; m++) {
    for (const top of [m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))]) {
      d = 1 / (1 + top * d);
      c = 1 + top / c;
      found *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return factor * found;
}

// The regularised lower incomplete gamma function, by its series.
function gammaBelow(a, x) {
  let term = 1 / a, sum = term;
  for (let k = 1; k < 2000 && term > sum * 1e-17; k++) sum += term *= x / (a + k);
  return Math.min(1, sum * Math.exp(a * Math.log(x) - x - logGamma(a)));
}

// Where a rising function is at `wanted`.
function inverse(rising, wanted, low, high) {
  for (let k = 0; k < 200 && high - low > 1e-15 * high; k++) {
    const middle = (low + high) / 2;
    if (rising(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const LEVEL = 0.025;  // on either side

// Of failures to a success: the limits of Clopper and Pearson.
function oddsLimits(failures, successes) {
  const odds = (share) => share / (1 - share);
  const low = failures ? inverse((x) => beta(failures, successes + 1, x), LEVEL, 0, 1) : 0;
  const high = successes ? inverse((x) => beta(failures + 1, successes, x), 1 - LEVEL, 0, 1) : 1;
  return [odds(low), odds(high)];
}

// The quantile of Student's t.
function student(freedom) {
  const x = inverse((share) => beta(freedom / 2, 0.5, share), 2 * LEVEL, 0, 1);
  return Math.sqrt(freedom * (1 - x) / x);
}

const total = (values) => values.reduce((sum, value) => sum + value, 0);
const halves = (sorted) => (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
const rising = (values) => [...values].sort((a, b) => a - b);

// What the dearer half of the runs says of a tail beyond them.
function tailOf(costs) {
  const middle = halves(rising(costs));
  if (costs.length < 2 || !(middle > 0)) return 0;
  return total(costs.map((cost) => Math.log(Math.max(cost / middle, 1)) ** 2)) / (costs.length / 2);
}

// The mean of costs with its limits, on the logarithm.
function meanLimits(costs, spread) {
  const mean = costs.length ? total(costs) / costs.length : 0, count = costs.length;
  if (count < 2 || !mean) return [mean, mean, mean];
  const error = Math.sqrt(total(costs.map((cost) => (cost - mean) ** 2)) / (count - 1)) / mean / Math.sqrt(count);
  const sampling = student(count - 1) * error, freedom = count / 2;
  const lowest = 2 * inverse((x) => gammaBelow(freedom / 2, x), LEVEL, 0, 2 * freedom + 50);
  const unseen = Math.min(1, 0.6 + 2 / count + Math.max(0, spread - 1) / 2) * spread * (freedom / lowest - 1) / 2;
  return [mean, mean * Math.exp(-sampling), mean * Math.exp(Math.min(Math.hypot(sampling, unseen), 115))];
}

// The expected evaluations to a solution (ERT) and their 95 % interval: analysis/estimate/limits.py.
function ertOf(solved, unsolved, limit) {
  const successes = solved.length, failures = unsolved.length;
  const [mean, meanLow, meanHigh] = meanLimits(solved, tailOf(solved)), [lost, lostLow, lostHigh] = meanLimits(unsolved, 0);
  if (!successes) return [Infinity, lost * oddsLimits(failures, 0)[0], Infinity];
  const [oddsLow, oddsHigh] = failures ? oddsLimits(failures, successes) : [0, 0], odds = failures / successes;
  const value = mean + lost * odds;
  const low = value - Math.hypot(mean - meanLow, lost * (odds - oddsLow), odds * (lost - lostLow));
  const high = value + Math.hypot(meanHigh - mean, lost * (oddsHigh - odds), odds * (lostHigh - lost));
  return [value, low, Math.min(high, limit + limit * oddsLimits(failures, successes)[1])];
}

// A sample of runs, each {evaluations, steps, found_at, solved}: all that the table says of it.
function figuresOf(runs, budget) {
  const part = (solved) => runs.filter((run) => run.solved === solved).map((run) => run.evaluations);
  const solved = part(true), unsolved = part(false), limit = Math.max(budget, ...runs.map((run) => run.evaluations));
  // A search that draws nothing repeats one run, which counts once.
  const one = runs.length >= 3 && !unsolved.length && ["evaluations", "steps", "found_at"].every((key) => runs.every((run) => run[key] === runs[0][key]));
  const [ert, ertLow, ertHigh] = ertOf(solved, unsolved, limit);
  return {
    solved: solved.length, runs: runs.length, success: one ? wilson(1, 1) : wilson(solved.length, runs.length), ert, ertLow, ertHigh,
    median: [...rising(solved), ...unsolved.map(() => Infinity)][(runs.length - 1) >> 1],
  };
}
