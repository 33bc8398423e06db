// The lab: one search on the screen, a hundred beside it, and a hand for scripts.
"use strict";
(async () => {
const place = document.querySelector(".lab");
const find = (selector) => place.querySelector(selector);
const data = JSON.parse(document.querySelector("#lab-data").textContent);
const trouble = document.querySelector("#lab-trouble");
const complain = (text) => { trouble.textContent = text; trouble.hidden = !text; };

// From here on a blank page is impossible: what goes wrong is said.
let engine, crowd, hand;
try {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  const bytes = await unzipped(document.querySelector("#lab-kernels").textContent);
  // On the screen, for a hundred seeds, for scripts: each has a memory of its own.
  [engine, crowd, hand] = await Promise.all([1, 2, 3].map(() => Engine.from(bytes)));
} catch (error) {
  complain(`The searches cannot run here: ${error.message}. A current Firefox, Chrome, Edge or Safari can.`);
  return;
}

const searchOf = (name) => data.searches.find((one) => one.name === name);

// A value of a field as the engine takes it. Throws a sentence where it is none.
function checked(field, given) {
  if (field.options) {
    if (!field.options.includes(given)) throw new RangeError(`${field.key}: expected ${field.options.join(", ")}, got ${given}`);
    return given;
  }
  if (given === null || given === undefined || given === "") {
    if (field.empty) return null;
    throw new RangeError(`${field.key}: expected a number`);
  }
  const value = Number(given);
  const low = field.above !== null ? value > field.above : value >= field.least;
  if (!Number.isFinite(value) || !low || (field.most !== null && value > field.most) || (field.whole && !Number.isInteger(value))) {
    const from = field.above !== null ? `above ${field.above}` : `from ${field.least}`;
    throw new RangeError(`${field.key}: expected a ${field.whole ? "whole " : ""}number ${from}${field.most === null ? "" : ` to ${field.most}`}, got ${given}`);
  }
  return value;
}

const WHOLE = {whole: true, above: null, most: null, empty: false};

// A run as it was asked for, every part checked; what is not given has its default.
function asked({search = "simulated_annealing", n = 8, seed = 1, evaluations = data.evaluations, parameters = {}, rules = {}, start = null}) {
  const one = searchOf(search);
  if (!one) throw new RangeError(`search: expected ${data.searches.map((known) => known.name).join(", ")}, got ${search}`);
  const fields = Object.fromEntries(one.fields.map((field) => [field.key, field]));
  for (const key of Object.keys(parameters))
    if (!(key in fields)) throw new RangeError(`${key}: ${search} has no such parameter; it has ${Object.keys(fields).join(", ") || "none"}`);
  const values = {};
  for (const field of one.fields) values[field.key] = checked(field, key(parameters, field));
  const spec = {
    search, parameters: values, rules, start,
    n: checked({...WHOLE, key: "n", least: data.smallest, most: data.largest}, n),
    seed: checked({...WHOLE, key: "seed", least: 0, most: Number.MAX_SAFE_INTEGER}, seed),
    evaluations: checked({...WHOLE, key: "evaluations", least: 1, most: 1e12}, evaluations),
  };
  if (values.longest < values.shortest) throw new RangeError("longest must not be below shortest");
  return {...spec, ...specOf(spec, one, data.usual)};
}
const kindKey = (field) => `${field.key.split(".")[0]}.use`;
const key = (parameters, field) => field.key in parameters ? parameters[field.key] : field.default;

const reason = (run) => run.solved ? "solved" : run.stuck ? "stagnation" : "evaluations";

// For scripts: a run from start to end, as `metaqueens solve` does it.
window.lab = {
  async run(given) {
    const spec = asked(given), run = hand.begin(spec).advance(spec.evaluations);
    const {solved, evaluations, steps, found_at, best} = run;
    return {solved, evaluations, steps, found_at, queens: best, reason: reason(run)};
  },
};

// Who attacks whom, next on a line: columns in pairs, as films have them.
function linesOf(queens) {
  const found = new Map();
  for (const line of [(c, r) => r, (c, r) => r - c, (c, r) => r + c]) {
    const last = new Map();
    queens.forEach((row, column) => {
      const at = line(column, row);
      if (last.has(at)) found.set(`${last.get(at)},${column}`, [last.get(at), column, 4]);
      last.set(at, column);
    });
  }
  return [...found.values()].flat();
}

let spec, run, drawing, shown, history, curve, timer = null, priced = false;

function read() {
  const form = find("form"), parameters = {};
  for (const input of form.querySelectorAll("[data-key]"))
    if (!input.closest("label").hidden) parameters[input.dataset.key] = input.value === "" ? null : input.tagName === "SELECT" ? input.value : Number(input.value);
  return {search: form.search.value, n: Number(form.n.value), seed: Number(form.seed.value), parameters};
}

function layFields(given = {}) {
  const at = find(".fields");
  at.replaceChildren();
  for (const field of searchOf(find("form").search.value).fields) {
    const label = element(at, "label", "", `${field.key} `);
    label.title = field.about;
    const input = element(label, field.options ? "select" : "input");
    input.dataset.key = field.key;
    const value = key(given, field);
    if (field.options) for (const option of field.options) element(input, "option", "", option).selected = option === value;
    else {
      Object.assign(input, {type: "number", step: field.whole ? 1 : "any", min: field.least, value: value ?? ""});
      if (field.most !== null) input.max = field.most;
      if (field.empty) input.placeholder = "by n";
    }
  }
  hideOthers();
}

// Of a key with several kinds only the fields of the one that is chosen are asked for.
function hideOthers() {
  for (const field of searchOf(find("form").search.value).fields) {
    if (!field.only) continue;
    const use = find(`[data-key="${kindKey(field)}"]`).value;
    find(`[data-key="${field.key}"]`).closest("label").hidden = !field.only.includes(use);
  }
}

function begin() {
  stop();
  try {
    spec = asked(read());
  } catch (error) {
    complain(error.message);
    return;
  }
  complain("");
  run = engine.begin(spec);
  find(".board").replaceChildren();
  drawing = layBoard(find(".board"), {n: spec.n});
  history = [1];
  curve = [[1, run.current]];
  shown = null;
  show(`The first board: ${pairs(run.current)}.`);
  location.replace(`#${encodeURIComponent(JSON.stringify(state()))}`);
  tellCommand();
}

const state = () => ({search: spec.search, n: spec.n, seed: spec.seed, parameters: changed()});
const many = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
const pairs = (count) => count ? many(count, "attacking pair") : "no attacking pairs";

// The parameters that are not the default.
function changed({search, parameters} = spec) {
  return Object.fromEntries(searchOf(search).fields
    .filter((field) => (parameters[field.key] !== field.default || field.required) && (!field.only || field.only.includes(parameters[kindKey(field)])))
    .map((field) => [field.key, parameters[field.key]]));
}

function tellCommand() {
  const words = Object.entries(changed()).map(([name, value]) => ` ${name}=${value === null ? "null" : value}`).join("");
  find(".command").textContent = `metaqueens solve ${spec.n} ${spec.search}${words} --seed ${spec.seed}`;
  find(".link").href = location.href;
}

const FACTS = {evaluations: "evaluations", steps: "moves", current: "attacking pairs", guards: "fewest so far"};

function show(sentence) {
  const queens = run.board, film = {n: spec.n, queens: [queens], lines: [spec.n > 200 ? [] : linesOf(queens)], guards: [run.current], priced: spec.n <= 60};
  drawBoard(drawing, film, 0);
  drawPrices(drawing, film, 0, priced);
  find(".numbers").hidden = !film.priced;
  find(".said").textContent = sentence + ending();
  const facts = find(".facts");
  facts.replaceChildren();
  for (const [name, label] of Object.entries(FACTS)) {
    const fact = element(facts, "div");
    element(fact, "dt", "", label);
    element(fact, "dd", name, number(run[name]));
  }
  shown = {queens, guards: run.current, steps: run.steps, evaluations: run.evaluations};
  drawCurve();
  find(".back").disabled = history.length < 2;
}

const isOver = () => run.solved || run.stuck || run.evaluations >= spec.evaluations;

function ending() {
  if (run.solved) return " A solution.";
  if (run.stuck) return ` Stuck in a local minimum${around()}.`;
  return isOver() ? " The budget is spent." : "";
}

// How the moves of a board that is stuck compare with it.
function around() {
  if (spec.n > 60 || spec.encoding !== "permutation") return "";
  const queens = run.board, count = (board) => {
    let found = 0;
    for (let i = 0; i < board.length; i++) for (let j = 0; j < i; j++) found += Math.abs(board[i] - board[j]) === i - j;
    return found;
  };
  let better = 0, equal = 0;
  for (let i = 0; i < queens.length; i++)
    for (let j = 0; j < i; j++) {
      const moved = queens.with ? queens.with(i, queens[j]).with(j, queens[i]) : Object.assign([...queens], {[i]: queens[j], [j]: queens[i]});
      const now = count(moved);
      better += now < run.current;
      equal += now === run.current;
    }
  const moves = many(queens.length * (queens.length - 1) / 2, "move");
  return `: ${better || "none"} of its ${moves} is better${equal ? `, ${equal} ${equal === 1 ? "is" : "are"} equal (a plateau)` : ""}`;
}

function told() {
  const moved = run.board.flatMap((row, column) => row === shown.queens[column] ? [] : [column]);
  const made = run.steps - shown.steps, looked = run.evaluations - shown.evaluations, change = run.current - shown.guards;
  const by = change ? `${many(Math.abs(change), "attacking pair")} ${change > 0 ? "more" : "fewer"}` : "as many attacking pairs as before";
  if (made === 1 && moved.length === 2) return `Queens of columns ${moved[0]} and ${moved[1]} exchange rows: ${by}; ${many(looked, "move")} looked at.`;
  if (made === 1 && moved.length === 1) return `The queen of column ${moved[0]} goes to row ${run.board[moved[0]]}: ${by}.`;
  if (made === 0 && moved.length > spec.n / 2) return `It begins again with a new board: ${pairs(run.current)}.`;
  if (made === 0) return `${many(looked, "evaluation")}, no move made.`;
  return `${many(made, "move")} in ${many(looked, "evaluation")}: ${by}.`;
}

// On to the next change of the board, or as far as a page can wait for one.
function step() {
  const before = run.board.join(), from = run.evaluations;
  let until = from;
  while (!isOver() && run.board.join() === before && until < from + 100000) {
    until = Math.max(run.evaluations, until) + 1;
    run.advance(Math.min(until, spec.evaluations));
  }
  keep();
}

function keep() {
  history.push(run.evaluations);
  if (history.length > 5000) history.splice(1, 1000);
  curve.push([run.evaluations, run.current]);
  if (curve.length > 4000) curve = curve.filter((_, k) => k % 2 === 0);
}

function forth() {
  if (isOver()) return;
  step();
  show(told());
}

// Back is the same run, from its seed to an earlier moment.
function back() {
  stop();
  if (history.length < 2) return;
  history.pop();
  const at = history.at(-1);
  run = engine.begin(spec).advance(at);
  curve = curve.filter(([evaluations]) => evaluations <= at);
  show("One step back.");
}

function finish() {
  stop();
  leap(performance.now() + 50);
  if (!isOver()) play(0);
}

function leap(until) {
  while (!isOver() && performance.now() < until) {
    const further = Math.min(200000, 1 + Math.floor(run.evaluations / 50));  // fine enough for the curve
    run.advance(Math.min(run.evaluations + further, spec.evaluations));
    keep();
  }
  show(told());
}

function stop() {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  find(".play").textContent = "play";
}

function play(speed = Number(find(".speed").value)) {
  if (isOver()) begin();
  find(".play").textContent = "pause";
  const go = () => {
    if (speed === 0) leap(performance.now() + 30);
    else forth();
    if (isOver()) stop();
    else timer = setTimeout(go, speed ? 1000 / speed : 16);
  };
  timer = setTimeout(go, 0);
}

function drawCurve() {
  const figure = find(".curve"), last = Math.max(2, run.evaluations), top = Math.max(1, ...curve.map(([, guards]) => guards));
  figure.replaceChildren();
  element(figure, "figcaption", "", `attacking pairs, 0 to ${number(top)}, over ${number(last)} evaluations`);
  const drawn = svg(figure, "svg", {viewBox: "0 -10 1000 320", preserveAspectRatio: "none", role: "img", "aria-label": `attacking pairs by evaluations, now ${run.current}`});
  const d = curve.map(([at, guards], k) => `${k ? "L" : "M"}${Math.round(1000 * at / last)} ${Math.round(300 - 300 * guards / top)}`).join("");
  svg(drawn, "path", {class: "current", d});
}

// Wilson's interval of a share, in whole percent.
function wilson(solved, runs) {
  const z = 1.959963984540054, p = solved / runs, mid = p + z * z / (2 * runs), half = z * Math.sqrt(p * (1 - p) / runs + z * z / (4 * runs * runs));
  return [mid - half, mid + half].map((end) => Math.round(100 * Math.min(1, Math.max(0, end / (1 + z * z / runs)))));
}

async function hundred() {
  const button = find(".many"), bar = find(".hundred progress"), wanted = {...spec}, found = [];
  button.disabled = true;
  bar.hidden = false;
  for (let seed = 1; seed <= 100; seed++) {
    const one = crowd.begin({...wanted, seed});
    while (!(one.solved || one.stuck || one.evaluations >= wanted.evaluations)) {
      one.advance(Math.min(one.evaluations + 200000, wanted.evaluations));
      // The page stays alive: a slice of a run, then whatever was clicked.
      if (!one.solved) await new Promise((done) => setTimeout(done, 0));
    }
    found.push([one.evaluations, one.solved]);
    bar.value = seed;
    if (seed % 5 === 0) await new Promise((done) => setTimeout(done, 0));
  }
  const solved = found.filter(([, ok]) => ok).map(([evaluations]) => evaluations).sort((a, b) => a - b);
  const all = found.reduce((sum, [evaluations]) => sum + evaluations, 0), [low, high] = wilson(solved.length, 100);
  const row = element(find("tbody"), "tr"), words = Object.entries(changed(wanted)).map(([name, value]) => ` ${name}=${value}`).join("");
  element(row, "th", "name", wanted.search + words).scope = "row";
  const ert = solved.length ? number(Math.round(all / solved.length)) : "inf";
  const median = solved.length >= 50 ? number(solved[49]) : "inf";
  for (const text of [wanted.n, `${solved.length}/100`, `${low} - ${high}`, ert, median]) element(row, "td", "", text);
  for (const part of place.querySelectorAll(".hundred [hidden]")) part.hidden = false;
  bar.hidden = true;
  button.disabled = false;
}

const toggles = {
  numbers() { priced = !priced; find(".numbers").setAttribute("aria-pressed", priced); show(find(".said").textContent.replace(ending(), "")); },
  larger() { find(".larger").setAttribute("aria-pressed", document.documentElement.classList.toggle("larger")); },
};

const form = find("form");
for (const one of data.searches) element(form.search, "option", "", one.name).title = one.about;
form.search.value = "simulated_annealing";
layFields();
try {
  const given = location.hash.length > 1 ? JSON.parse(decodeURIComponent(location.hash.slice(1))) : {};
  const wanted = asked({...given, parameters: given.parameters ?? {}});
  form.search.value = wanted.search;
  [form.n.value, form.seed.value] = [wanted.n, wanted.seed];
  layFields(wanted.parameters);
  begin();
} catch (error) {
  begin();
  complain(`The link does not say what to show: ${error.message}`);
}
form.search.addEventListener("change", () => { layFields(); begin(); });
form.addEventListener("change", (event) => { if (event.target !== form.search) { hideOthers(); begin(); } });
form.addEventListener("submit", (event) => event.preventDefault());
find(".other").addEventListener("click", () => { form.seed.value = Number(form.seed.value) + 1; begin(); });
find(".play").addEventListener("click", () => timer === null ? play() : stop());
find(".forth").addEventListener("click", () => { stop(); forth(); });
find(".back").addEventListener("click", back);
find(".again").addEventListener("click", begin);
find(".finish").addEventListener("click", finish);
find(".many").addEventListener("click", hundred);
for (const name in toggles) find(`.${name}`).addEventListener("click", toggles[name]);
const keys = {" ": () => timer === null ? play() : stop(), ArrowRight: () => { stop(); forth(); }, ArrowLeft: back, n: toggles.numbers, l: toggles.larger};
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || (event.key === " " && event.target.matches("button, a")) || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
find("details").open = matchMedia("(min-width: 60rem)").matches;
place.hidden = false;
})();
