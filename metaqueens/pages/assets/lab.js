// The lab: one search on the screen or two, a hundred runs beside them, and a hand for scripts.
"use strict";
// In a worker this is all there is; in a page, its own text is what a worker is made of.
const scriptText = typeof document === "undefined" ? work() : document.currentScript.textContent;
if (typeof document !== "undefined") (async () => {
const place = document.querySelector(".lab");
const find = (selector) => place.querySelector(selector);
const data = JSON.parse(document.querySelector("#lab-data").textContent);
const trouble = document.querySelector("#lab-trouble");
const complain = (text) => { trouble.textContent = text; trouble.hidden = !text; };

// From here on a blank page is impossible: what goes wrong is said.
let engines, hand, bytes;
try {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  bytes = await unzipped(document.querySelector("#lab-kernels").textContent);
  // On the screen, beside it, for scripts: each has a memory of its own.
  const made = await Promise.all([1, 2, 3].map(() => Engine.from(bytes)));
  [engines, hand] = [made.slice(0, 2), made[2]];
} catch (error) {
  complain(`The searches cannot run here: ${error.message}. A current Firefox, Chrome, Edge or Safari can.`);
  return;
} finally {
  document.querySelector(".loading").remove();
}

// For scripts: a run from start to end, as `metaqueens solve` does it.
window.lab = {
  async run(given) {
    const spec = asked(data, given), run = hand.begin(spec).advance(spec.evaluations);
    const {solved, evaluations, steps, found_at, best} = run;
    return {solved, evaluations, steps, found_at, queens: best, reason: solved ? "solved" : run.stuck ? "stagnation" : "evaluations"};
  },
};

const form = find("form"), guess = new Guess(find(".guess")), samples = [], at = {column: 0, row: 0};
let lanes = [], rules, start = null, timer = null, priced = false, running = null;

// The parameters whose default depends on n, and their places in the numbers of a search: NUMBERS in engine.js.
const DEFAULTS = {shortest: 0, longest: 1, "schedule.hot": 1, "schedule.temperature": 1, "schedule.cold": 2, "schedule.length": 3, "mutation.rate": 12};
const chosen = () => [form.search, form.beside].map((select) => select.value).filter(Boolean);
const placeOf = (which) => find(which ? ".fields-beside" : ".fields");

// The values in the fields of a search, by key; those that are hidden do not count.
function valuesIn(fields) {
  const shown = [...fields.querySelectorAll("[data-key]")].filter((input) => !input.closest("label").hidden);
  return Object.fromEntries(shown.map((input) => [input.dataset.key, input.value]));
}

// The runs that the form asks for; what the board has been given goes with them.
function read() {
  return chosen().map((search, which) => asked(data, {search, n: form.n.value, seed: form.seed.value, parameters: valuesIn(placeOf(which)), rules, start}));
}

// Fields for the parameters of each search, with the values `given`; a search that stays keeps those in its fields.
function layFields(given = []) {
  [0, 1].forEach((which) => {
    const fields = placeOf(which), search = chosen()[which] ?? "";
    const values = given[which] ?? (fields.dataset.search === search ? valuesIn(fields) : {});
    fields.dataset.search = search;
    fields.replaceChildren();
    fields.parentElement.hidden = !search;
    if (!search) return;
    fields.parentElement.querySelector("summary").textContent = `parameters${form.beside.value ? ` of ${search}` : ""}`;
    for (const one of data.searches.find((known) => known.name === search).fields) layField(fields, one, valueOf(values, one));
    if (!fields.children.length) fields.textContent = "It has none.";
  });
  hideOthers();
}

function layField(fields, one, value) {
  const label = element(fields, "label", "", `${one.key} `), input = element(label, one.options ? "select" : "input");
  label.title = one.about;
  input.dataset.key = one.key;
  if (one.options) for (const option of one.options) element(input, "option", "", option).selected = option === value;
  else {
    Object.assign(input, {type: "number", step: one.whole ? 1 : "any", min: one.least, value: value ?? ""});
    if (one.most !== null) input.max = one.most;
    if (one.empty) input.placeholder = "no limit";
  }
}

// Of a key with several kinds only the fields of the one that is chosen are asked for.
function hideOthers() {
  chosen().forEach((search, which) => {
    const input = (key) => placeOf(which).querySelector(`[data-key="${key}"]`);
    for (const {key, only} of data.searches.find((one) => one.name === search).fields)
      if (only) input(key).closest("label").hidden = !only.includes(input(useOf(key)).value);
  });
}

// In an empty field, the value that the search has instead.
function showDefaults(spec, fields) {
  for (const [key, at] of Object.entries(DEFAULTS)) {
    const input = fields.querySelector(`[data-key="${key}"]`);
    if (input) input.placeholder = number(spec.numbers[at]);
  }
}

// All lanes anew, from their first boards; where something is wrong, what was there stays.
function begin() {
  stop();
  try {
    const specs = read(), before = lanes;
    for (const [which, spec] of specs.entries()) engines[which].begin(spec);
    const pair = specs.length > 1, stage = find(".stage");
    stage.classList.toggle("pair", pair);
    if (before.length !== specs.length) layLanes(specs.length);
    const parts = [...place.querySelectorAll(".lane")];
    lanes = specs.map((spec, which) => {
      const told = pair ? parts[which] : find(".side"), title = parts[which].querySelector("h2");
      title.textContent = titleOf(specs, which);
      title.hidden = !pair;
      const lane = new Lane(engines[which], {board: parts[which].querySelector(".board"), said: told.querySelector(".said"), facts: told.querySelector(".facts")}, spec);
      lane.name = specs[0].search === specs.at(-1).search ? title.textContent : spec.search;
      touchable(lane.board, lane.drawing, spec.n, at, (column, row) => touch(which, column, row), (text) => { find(".aloud").textContent = text; });
      return lane;
    });
  } catch (error) {
    complain(error.message);
    // Their memory may have been used for what could not begin.
    for (const lane of lanes) lane.run = lane.engine.begin(lane.spec).advance(lane.shown.evaluations);
    return;
  }
  complain("");
  const [{spec}] = lanes;
  lanes.forEach((lane, which) => { lane.priced = priced; showDefaults(lane.spec, placeOf(which)); });
  const meanings = meaningsOf(lanes.map((lane) => [named(lane.spec), movesOn(lane.spec)]));
  find(".numbers").hidden = !meanings.length;
  find(".legend").textContent = meanings.join(" ");
  form.torus.checked = rules.torus;
  find(".as-drawn").hidden = !start;
  find(".no-rules").hidden = isPlain(rules);
  guess.ask(lanes, () => { if (timer === null) play(); });
  show();
  location.replace(toLink(data, lanes.map((lane) => lane.spec)));
  find(".link").href = location.href;
  find(".command").textContent = [...new Set(lanes.flatMap((lane) => commandOf(data, lane.spec)))].join("\n");
  find(".yaml").textContent = yamlOf(data, lanes.map((lane) => lane.spec));
}

function layLanes(count) {
  find(".lanes").replaceChildren();
  for (const part of find(".side").querySelectorAll(".said, .facts")) part.remove();
  const words = (told) => {
    const said = element(told, "p", "said");
    said.setAttribute("role", "status");
    element(told, "dl", "facts");
  };
  for (let which = 0; which < count; which++) {
    const lane = element(find(".lanes"), "section", "lane");
    element(lane, "h2");
    const board = element(lane, "div", "board");
    board.tabIndex = 0;
    board.setAttribute("role", "application");
    board.setAttribute("aria-label", "board: arrow keys choose a square, Enter changes it");
    if (count > 1) words(lane);
  }
  if (count === 1) words(find(".side"));
  find(".side").prepend(...find(".side").querySelectorAll(".said"), find(".guess"));
  find(".side").append(...find(".side").querySelectorAll(".facts"), find(".curve"));
}

// A search with the parameters that are not the default, on which board.
function named(spec) {
  const words = Object.entries(changedOf(data, spec)).map(([name, value]) => ` ${name}=${value}`).join("");
  return spec.search + words;
}

// Of two runs of one search, what only this one has.
function titleOf(specs, which) {
  const [spec, other] = [specs[which], specs[1 - which]];
  if (spec.search !== other?.search) return named(spec);
  const others = changedOf(data, other);
  const own = Object.entries(changedOf(data, spec)).filter(([name, value]) => others[name] !== value);
  return own.map(([name, value]) => `${name}=${value}`).join(" ") || spec.search;
}

const ruled = (spec) => (isPlain(spec.rules) ? "" : ", a board with rules") + (spec.start ? ", start by hand" : "");

// A click or Enter on a square of the board of a lane.
function touch(which, column, row) {
  const tool = find(".tool").value, {spec, run} = lanes[which], before = [rules, start];
  if (tool === "move") start = exchanged(run.board, column, row);
  else rules = TOOLS[tool](rules, spec.n, column, row);
  if (tool === "place" && start) start = exchanged(start, column, row);
  begin();
  if (trouble.hidden) return;
  [rules, start] = before;
}

function show() {
  for (const lane of lanes) lane.draw();
  find(".legend").hidden = !priced;
  drawCurves(find(".curve"), lanes);
  guess.look();
  find(".back").disabled = lanes.every((lane) => lane.history.length < 2);
}

const isOver = () => lanes.every((lane) => lane.isOver);
// Of two along one clock, the one that has used less goes on.
const next = () => lanes.filter((lane) => !lane.isOver).reduce((one, other) => other.run.evaluations < one.run.evaluations ? other : one);

function forth() {
  if (isOver()) return;
  const lane = next();
  lane.step();
  lane.tell();
  show();
}

function back() {
  stop();
  const moved = lanes.filter((lane) => lane.history.length > 1);
  if (!moved.length) return;
  moved.reduce((one, other) => other.run.evaluations > one.run.evaluations ? other : one).back();
  show();
}

// Many moves at once; the sentence tells of all since the start.
function leap(until) {
  while (!isOver() && performance.now() < until) next().leap();
  for (const lane of lanes) if (lane.run.evaluations > lane.shown.evaluations) lane.tell(lane.told(lane.first, " since the start"));
  show();
}

// To the end.
function finish() {
  stop();
  leap(performance.now() + 50);
  if (!isOver()) play(0);
}

function stop() {
  clearTimeout(timer);
  timer = null;
  find(".play").textContent = "play";
  quiet("polite");
}

// While it plays nobody would have time to listen.
function quiet(how) {
  for (const said of place.querySelectorAll(".said")) said.setAttribute("aria-live", how);
}

function play(speed = Number(find(".speed").value)) {
  if (isOver()) begin();
  find(".play").textContent = "pause";
  quiet("off");
  const go = () => {
    if (speed === 0) leap(performance.now() + 30);
    else forth();
    if (isOver()) stop();
    else timer = setTimeout(go, speed ? 1000 / speed : 16);
  };
  timer = setTimeout(go, 0);
}

const toggle = () => timer === null ? play() : stop();

// The runs of an experiment with this seed, of each search on the screen.
async function hundred() {
  if (running) { running.abort(); return; }
  running = new AbortController();
  const {signal} = running, specs = lanes.map((lane) => lane.spec), bar = find(".hundred progress"), note = find(".hundred .trouble");
  find(".many").textContent = "stop";
  note.textContent = "";
  bar.hidden = false;
  try {
    for (const [which, spec] of specs.entries()) {
      const sample = {name: named(spec) + ruled(spec), spec, runs: []}, seeds = await seedsOf(spec);
      let row = null, drawn = 0;
      const draw = () => {
        row ??= element(find(".hundred tbody"), "tr");
        if (sample.runs.length === 1) samples.push(sample);
        drawRow(row, sample);
        drawDistributions(find(".shares"), samples.slice(-2));
        for (const part of place.querySelectorAll(".hundred .after")) part.hidden = false;
      };
      await manyRuns({bytes, text: scriptText}, spec, seeds, (run) => {
        if (signal.aborted) return;
        sample.runs.push(run);
        bar.value = 100 * (which + sample.runs.length / RUNS) / specs.length;
        if (performance.now() < drawn + 100 && row) return;
        draw();
        drawn = performance.now();
      }, signal);
      if (sample.runs.length) draw();
      if (signal.aborted) break;
    }
  } catch (error) {
    note.textContent = error.message;
  }
  running = null;
  bar.hidden = true;
  find(".many").textContent = "run a hundred";
}

const toggles = {
  numbers() {
    priced = !priced;
    find(".numbers").setAttribute("aria-pressed", priced);
    for (const lane of lanes) lane.priced = priced;
    show();
  },
  larger() {
    const larger = document.documentElement.classList.toggle("larger");
    find(".larger").setAttribute("aria-pressed", larger);
    if (larger) find(".side").append(find(".legend"));
    else find(".hundred").before(find(".legend"));
  },
};

for (const one of data.searches)
  for (const select of [form.search, form.beside]) {
    const option = element(select, "option", "", one.name);
    [option.value, option.title] = [one.name, one.about];
  }

// What the runs of a link are, in the form.
function fill(specs) {
  const [first, other] = specs;
  [form.search.value, form.beside.value, form.n.value, form.seed.value] = [first.search, other?.search ?? "", first.n, first.seed];
  ({rules, start} = first);
  layFields(specs.map((spec) => spec.parameters));
  begin();
}

let complaint = "";
try {
  fill(ofLink(data, location.hash));
} catch (error) {
  complaint = `The link does not say what to show: ${error.message}.`;
}
if (complaint || !trouble.hidden) {
  complaint ||= `The link does not say what to show: ${trouble.textContent}`;
  fill(ofLink(data, ""));
  complain(complaint);
}

form.addEventListener("change", ({target}) => {
  if (target.matches(".tool")) return;
  if ([form.search, form.beside].includes(target)) layFields();
  if (target === form.n) [rules, start] = [checkedRules({torus: rules.torus}, data.largest), null];
  if (target === form.torus) rules = {...rules, torus: form.torus.checked, excluded: []};
  hideOthers();
  begin();
});
form.addEventListener("submit", (event) => event.preventDefault());
const clicks = {
  other() { form.seed.value = Number(form.seed.value) + 1; begin(); },
  "as-drawn"() { start = null; begin(); },
  "no-rules"() { rules = checkedRules({}, data.largest); begin(); },
  play: toggle, forth() { stop(); forth(); }, back, again: begin, finish, many: hundred, ...toggles,
};
for (const name in clicks) find(`.${name}`).addEventListener("click", clicks[name]);
saving(find(".as-yaml"), "text/yaml", () => find(".yaml").textContent);
saving(find(".as-svg"), "image/svg+xml", () => svgOf(lanes[0].drawing.whole));
const keys = {" ": toggle, ArrowRight: clicks.forth, ArrowLeft: back, n: toggles.numbers, l: toggles.larger};
document.addEventListener("keydown", (event) => {
  const taken = event.target.matches("input, select, .scroll, pre") || (event.key === " " && event.target.matches("button, a, summary"));
  if (taken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
if (matchMedia("(prefers-reduced-motion: reduce)").matches) find(".speed").value = "1";
place.hidden = false;
})();
