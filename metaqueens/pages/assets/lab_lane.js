// One search on the screen: its board, its sentence, its counts; two of them stand side by side.
"use strict";
const FACTS = {evaluations: "evaluations", steps: "moves", current: "attacking pairs", guards: "fewest so far"};
const TREE_FACTS = {evaluations: "rows tried", steps: "queens placed", current: "columns without a queen", guards: "fewest left"};
// A page can wait for so many evaluations while a reader waits for the next move.
const AHEAD = 100000;

class Lane {
  constructor(engine, places, spec) {
    Object.assign(this, {engine, spec, ...places, sentence: "", priced: false});
    this.film = filmOf(spec, null, 0);
    this.restart();
    this.board.replaceChildren();
    this.drawing = layBoard(this.board, this.film);
    this.facts.replaceChildren();
    this.labels = {...FACTS, steps: `${this.unit}s`, ...(this.isTree ? TREE_FACTS : {}), ...(this.isAnnealing ? {signal: "temperature"} : {})};
    for (const [name, label] of Object.entries(this.labels)) {
      const fact = element(this.facts, "div");
      element(fact, "dt", "", label);
      element(fact, "dd", name);
    }
    this.tell(this.isTree ? "The board is empty." : `The first board: ${pairs(this.run.current)}.`);
    this.first = this.shown;
  }

  restart() {
    this.run = this.engine.begin(this.spec);
    this.history = [this.run.evaluations];
    this.curve = [this.point()];
    this.shown = null;
  }

  // What a step of the search is.
  get unit() { return this.spec.search === "genetic" ? "generation" : "move"; }
  get isAnnealing() { return this.spec.search === "simulated_annealing"; }
  get isTree() { return this.spec.search === "backtracking"; }
  // What its curve shows.
  get measure() { return this.isTree ? "columns without a queen" : "attacking pairs"; }
  get isOver() { return this.run.solved || this.run.stuck || this.run.evaluations >= this.spec.evaluations; }

  // On to the next change of the board, or as far as a page can wait for one.
  step() {
    const before = this.run.board.join(), from = this.run.evaluations;
    while (!this.isOver && this.run.board.join() === before && this.run.evaluations < from + AHEAD)
      this.run.advance(Math.min(this.run.evaluations + 1, this.spec.evaluations));
    this.keep();
  }

  // So far on that a curve is fine enough.
  leap() {
    const {evaluations} = this.run, further = Math.min(200000, 1 + Math.floor(evaluations / 50));
    this.run.advance(Math.min(evaluations + further, this.spec.evaluations));
    this.keep();
  }

  // Evaluations, attacking pairs, and of annealing the temperature.
  point() { return [this.run.evaluations, this.run.current, this.isAnnealing ? this.run.signal : null]; }

  keep() {
    this.history.push(this.run.evaluations);
    if (this.history.length > 5000) this.history.splice(1, 1000);
    this.curve.push(this.point());
    if (this.curve.length > 4000) this.curve = this.curve.filter((_, k) => k % 2 === 0);
  }

  // Back is the same run, from its seed to an earlier moment.
  back() {
    if (this.history.length < 2) return;
    this.history.pop();
    const at = this.history.at(-1);
    this.run = this.engine.begin(this.spec).advance(at);
    this.curve = this.curve.filter(([evaluations]) => evaluations <= at);
    this.tell("One step back.");
  }

  tell(sentence = this.told()) {
    this.sentence = sentence + this.ending();
    this.shown = {queens: this.run.board, guards: this.run.current, steps: this.run.steps, evaluations: this.run.evaluations};
    this.draw();
  }

  draw() {
    const {queens} = this.shown, film = filmOf(this.spec, queens, this.shown.guards);
    drawBoard(this.drawing, film, 0);
    drawPrices(this.drawing, film, 0, this.priced);
    this.said.textContent = this.sentence;
    for (const name in this.labels) this.facts.querySelector(`.${name}`).textContent = number(this.run[name]);
  }

  ending() {
    const {run, spec} = this;
    if (run.solved) return " A solution.";
    if (!run.stuck) return this.isOver ? " The budget is spent." : "";
    if (this.isTree) return " There is no solution.";
    if (spec.n > 60) return " Stuck in a local minimum.";
    return inWordsOf(aroundOf(filmOf(spec, run.board, run.current), run.board));
  }

  // What has happened since the last time it was told; with `span`, since `shown`.
  told(shown = this.shown, span = "") {
    const {run} = this, moved = run.board.flatMap((row, column) => row === shown.queens[column] ? [] : [column]);
    const made = run.steps - shown.steps, looked = run.evaluations - shown.evaluations, change = run.current - shown.guards;
    if (this.isTree) return this.toldOfTree(made, looked, span);
    const by = change ? `${many(Math.abs(change), "attacking pair")} ${change > 0 ? "more" : "fewer"}` : "as many attacking pairs as before";
    if (this.unit === "generation" && made) return `${many(made, this.unit)} of ${many(looked, "evaluation")}${span}; the best board has ${pairs(run.current)}.`;
    if (made === 1 && moved.length === 2) return `Queens of columns ${moved[0]} and ${moved[1]} exchange rows: ${by}; ${many(looked, "move")} evaluated.`;
    if (made === 1 && moved.length === 1) return `The queen of column ${moved[0]} goes to row ${run.board[moved[0]]}: ${by}.`;
    if (made === 0 && moved.length > this.spec.n / 2) return `It begins again with a new board: ${pairs(run.current)}.`;
    if (made === 0) return `${many(looked, "evaluation")}${span}, no move made.`;
    return `${many(made, this.unit)} in ${many(looked, "evaluation")}${span}: ${by}.`;
  }

  // The same of backtracking, which places queens and takes them back.
  toldOfTree(made, looked, span) {
    const {steps, board} = this.run, last = steps - 1, tried = many(looked, "row");
    if (made === 1) return `A queen is placed in column ${last}, on row ${board[last]}; ${tried} tried.`;
    if (made === 0 && steps && board[last] !== this.shown.queens[last])
      return `No row is left for column ${steps}: the queen of column ${last} goes on to row ${board[last]}.`;
    if (made === -1) return `No row is left for column ${steps + 1}: the queen of column ${steps} is taken back.`;
    return `${tried} tried${span}; ${many(steps, "queen")} placed.`;
  }
}

// The attacking pairs of one search, beside its temperature; or of two along one clock of evaluations.
function drawCurves(figure, lanes) {
  const first = Math.min(...lanes.map((lane) => lane.curve[0][0])), last = Math.max(...lanes.map((lane) => lane.run.evaluations));
  const most = (column) => lanes.reduce((top, lane) => lane.curve.reduce((most, point) => Math.max(most, point[column] ?? 0), top), 0);
  const top = Math.max(1, most(1)), hottest = lanes.length > 1 ? 0 : most(2);
  figure.replaceChildren();
  const caption = element(figure, "figcaption", "", `${lanes.map((lane) => lane.measure).filter((one, k, all) => all.indexOf(one) === k).join(" and ")}, 0 to ${number(top)}, over ${many(last, "evaluation")} `);
  const now = lanes.map((lane) => lane.run.current).join(" and ");
  const heat = hottest ? `; temperature, now ${number(lanes[0].run.signal)}` : "";
  const drawn = svg(figure, "svg", {viewBox: "0 -10 1012 320", preserveAspectRatio: "none", role: "img", "aria-label": `${lanes[0].measure} by evaluations, now ${now}${heat}`});
  // A cost stays until it changes; a temperature changes all the time.
  const line = (points, column, highest) => points.map((point, k) => {
    const [x, y] = [Math.round(1000 * (point[0] - first) / Math.max(1, last - first)), Math.round(300 - 300 * point[column] / highest)];
    return !k ? `M${x} ${y}` : column === 1 ? `H${x}V${y}` : `L${x} ${y}`;
  }).join("") + TAIL;
  if (hottest) {
    svg(drawn, "path", {class: "mean", d: line(lanes[0].curve, 2, hottest)});
    addKey(caption, "mean", `temperature, 0 to ${number(hottest)}`);
  }
  lanes.forEach((lane, which) => {
    const kinds = lanes.length > 1 ? `current of${which}` : "current";
    svg(drawn, "path", {class: kinds, d: line(lane.curve, 1, top)});
    if (lanes.length > 1) addKey(caption, kinds, `${which ? "right" : "left"}: ${lane.name}`);
  });
}

// A question before the answer, and the score of one's guesses.
class Guess {
  constructor(place) {
    Object.assign(this, {place, right: 0, asked: 0, answer: null});
    this.question = element(place, "span");
    this.buttons = [0, 1].map((which) => {
      const button = element(place, "button");
      button.type = "button";
      button.addEventListener("click", () => this.take(which));
      return button;
    });
    this.score = element(place, "span", "score");
    this.score.setAttribute("role", "status");
  }

  // Of the searches that stand at their first board; `after` is told of a guess.
  ask(lanes, after) {
    const [{spec}] = lanes, {population} = spec.parameters;
    // A population has used as many evaluations as it has boards before its first generation: about half of its runs solve within n generations.
    const within = population ? population * spec.n : 10 ** Math.round(2 * Math.log10(spec.n));
    Object.assign(this, {lanes, after, guess: null, within});
    const [question, ...answers] = lanes.length > 1 ? ["Which one needs fewer evaluations?", `the left one`, `the right one`]
      : spec.search === "hill_climbing" && spec.parameters.restarts !== null ? ["Will it get stuck?", "yes", "no"]
      : [`Will it find a solution within ${number(this.within)} evaluations?`, "yes", "no"];
    this.question.textContent = `Guess first: ${question} `;
    this.buttons.forEach((button, which) => { button.textContent = answers[which]; button.hidden = button.disabled = false; button.setAttribute("aria-pressed", false); });
    this.asksOfStuck = question.includes("stuck");
    this.score.textContent = this.asked ? this.sum() : "";
    this.place.hidden = lanes.some((lane) => lane.isOver);
  }

  take(which) {
    if (this.guess !== null) return;
    this.guess = which;
    this.buttons.forEach((button, k) => { button.disabled = true; button.setAttribute("aria-pressed", k === which); });
    this.after();
  }

  sum() { return `${this.right} of ${this.asked} right so far`; }

  // Which of the two answers is true; null while that is open, undefined where neither is.
  truth() {
    const [one, other] = this.lanes;
    if (!other) {
      if (this.asksOfStuck) return one.isOver ? (one.run.stuck ? 0 : 1) : null;
      if (one.run.solved) return one.run.evaluations <= this.within ? 0 : 1;
      return one.isOver || one.run.evaluations > this.within ? 1 : null;
    }
    const costs = [one, other].map((lane) => lane.run.solved ? lane.run.evaluations : lane.isOver ? Infinity : null);
    if (costs.includes(null)) return null;
    return costs[0] === costs[1] ? undefined : costs[0] < costs[1] ? 0 : 1;
  }

  // After each step: too late to guess, or the answer.
  look() {
    const begun = this.lanes.some((lane) => lane.history.length > 1);
    this.place.classList.toggle("late", begun && this.guess === null);
    const truth = this.guess === null || this.done === this.lanes ? null : this.truth();
    if (truth === null) return;
    this.done = this.lanes;
    if (truth === undefined) { this.score.textContent = "Neither: this one does not count."; return; }
    this.asked += 1;
    this.right += truth === this.guess;
    this.score.textContent = `${truth === this.guess ? "Right" : "Wrong"}: ${this.buttons[truth].textContent}. ${this.sum()}.`;
  }
}
