// A hundred runs, in a worker where there is one, and what they come to while they end.
"use strict";
const RUNS = 100;

// The problem as `metaqueens` has it: what is asked, in the order of its key.
function problemOf({n, rules}) {
  const byParts = (one, other) => one[0] - other[0] || (one[1] > other[1]) - (one[1] < other[1]), found = {};
  const put = (name) => { if (rules[name].length) found[name] = [...rules[name]].sort(byParts); };
  put("blocked");
  put("excluded");
  found.n = n;
  put("placed");
  if (rules.torus) found.torus = true;
  return found;
}

// The seeds that `metaqueens run` draws for the runs of an experiment with this one: experiment/plan.py.
async function seedsOf({n, seed, rules}, runs = RUNS) {
  let number256 = null;
  if (!isPlain(rules)) {
    if (!globalThis.crypto?.subtle) throw new Error("A hundred runs on a board with rules need the page from a file, or over https.");
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(problemOf({n, rules}))));
    number256 = [...new Uint8Array(hash)].reduce((sum, byte) => sum << 8n | BigInt(byte), 0n);
  }
  const words = (value) => {
    const found = [];
    for (let rest = BigInt(value); rest > 0n || !found.length; rest >>= 32n) found.push(rest & 0xffffffffn);
    return found;
  };
  return Array.from({length: runs}, (_, k) => {
    const parts = [seed, n, k, ...(number256 === null ? [] : [number256])].flatMap(words);
    return Number(seedSequence(parts.reduceRight((sum, word32) => sum << 32n | word32, 0n))[0] >> 11n);
  });
}

// Runs one after the other; `pause`, where it is given, lets a page live every 30 milliseconds.
async function runAll(engine, spec, seeds, tell, pause = null) {
  let since = performance.now();
  for (const seed of seeds) {
    const run = engine.begin({...spec, seed});
    while (!run.solved && !run.stuck && run.evaluations < spec.evaluations) {
      run.advance(Math.min(run.evaluations + 20000, spec.evaluations));
      if (!pause || performance.now() - since < 30) continue;
      if (await pause()) return;
      since = performance.now();
    }
    tell({seed, solved: run.solved, evaluations: run.evaluations, steps: run.steps, found_at: run.found_at});
  }
}

// The page's own script has this in a worker: {bytes, spec, seeds} comes, a run at a time goes.
function work() {
  onmessage = async ({data: {bytes, spec, seeds}}) => {
    try {
      await runAll(await Engine.from(bytes), spec, seeds, (run) => postMessage({run}));
      postMessage({done: true});
    } catch (error) {
      postMessage({error: error.message});
    }
  };
}

// Does the runs of a search and tells of each; the promise ends with them, or when `signal` aborts.
async function manyRuns({bytes, text}, spec, seeds, tell, signal) {
  let worker = null;
  try {
    worker = new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
  } catch { /* a browser or a policy without workers: the page does them itself */ }
  const here = async () => {
    const pause = () => new Promise((done) => setTimeout(() => done(signal.aborted), 0));
    await runAll(await Engine.from(bytes), spec, seeds, tell, pause);
  };
  if (!worker) return here();
  let told = false;
  const ended = new Promise((done, fail) => {
    worker.onmessage = ({data: {run, error}}) => {
      told = true;
      if (error) fail(new Error(error));
      else if (run) tell(run);
      else done(true);
    };
    worker.onerror = (event) => { event.preventDefault(); if (told) fail(new Error(event.message)); else done(false); };
    signal.addEventListener("abort", () => done(true));
  });
  worker.postMessage({bytes, spec, seeds});
  try {
    if (!await ended) await here();
  } finally {
    worker.terminate();
  }
}

// A half goes to the even number, as Python writes it.
const whole = (value) => Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);
const asCount = (value) => Number.isFinite(value) ? number(whole(value)) : "inf";
// Rounded to the safe side, as metaqueens.text.words.shares does.
const percents = ([low, high]) => `${Math.floor(100 * low + 1e-9)} - ${Math.ceil(100 * high - 1e-9)}`;

// The row of a sample: {name, spec, runs}.
function drawRow(row, {name, spec, runs}) {
  row.replaceChildren();
  element(row, "th", "name", name).scope = "row";
  const found = figuresOf(runs);
  for (const text of [spec.n, `${found.solved}/${found.runs}`, percents(found.success), asCount(found.ert), asCount(found.median)]) element(row, "td", "", text);
}

// The share of runs that had solved by each number of evaluations, of up to two samples.
function drawDistributions(figure, samples) {
  const costs = samples.flatMap(({runs}) => runs.map((run) => run.evaluations)), decade = (value) => Math.log10(Math.max(1, value));
  const low = Math.floor(decade(Math.min(...costs))), high = Math.max(low + 1, Math.ceil(decade(Math.max(...costs))));
  figure.replaceChildren();
  const caption = element(figure, "figcaption", "", "runs that have solved, 0 to 100 %, by evaluations ");
  const drawn = svg(figure, "svg", {viewBox: "0 -10 1000 320", preserveAspectRatio: "none", role: "img"}), told = [];
  samples.forEach(({name, runs}, which) => {
    const solved = rising(runs.filter((run) => run.solved).map((run) => run.evaluations)), x = (cost) => Math.round(1000 * (decade(cost) - low) / (high - low));
    const d = solved.map((cost, k) => `H${x(cost)}V${Math.round(300 - 300 * (k + 1) / runs.length)}`).join("");
    svg(drawn, "path", {class: `of${which}`, d: `M0 300${d}H1000`});
    const key = element(caption, "span", "key"), sample = svg(key, "svg", {viewBox: "0 0 28 6", "aria-hidden": "true"});
    svg(sample, "path", {class: `of${which}`, d: "M0 3H28"});
    key.append(name);
    told.push(`${name}: ${Math.round(100 * solved.length / runs.length)} % within ${number(solved.at(-1) ?? Math.max(...costs))}`);
  });
  drawn.setAttribute("aria-label", `share of runs that have solved, by evaluations. ${told.join("; ")}`);
  const axis = element(figure, "p", "axis");
  for (let k = low; k <= high; k++) element(axis, "span", "", number(10 ** k));
}
