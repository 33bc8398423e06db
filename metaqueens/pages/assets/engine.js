// Searches of the module of kernels, each as `solve` runs it from the same seed.
"use strict";
// A stop for a search that counts: further than any budget.
const NO_LIMIT = 2n ** 62n;

const EXCLUDED = 3;  // of the words of `asked`: from where on, in n, its falling diagonals stand

// The module from its text: compressed, in base 64.
async function unzipped(text) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

class Engine {
  static async from(bytes) {
    const engine = new Engine(new WebAssembly.Memory({initial: 256}));
    const module = await WebAssembly.compile(bytes), env = engine.outside();
    for (const {name, kind} of WebAssembly.Module.imports(module)) {
      if (kind !== "function" || name in env) continue;
      // What Numba adds for callers in Python: the lock, and errors that never come.
      env[name] = name.startsWith("numba_gil") ? () => 0 : () => { throw new Error(`never reached: ${name}`); };
    }
    engine.functions = (await WebAssembly.instantiate(module, {env})).exports;
    return engine;
  }

  constructor(memory) {
    Object.assign(this, {memory, end: 1 << 20, heap: 1 << 20});
  }

  // What the kernels have of their surroundings: memory for arrays of their own, which is free
  // again after each call, and what Numba's library would do.
  outside() {
    const {memory} = this, words = (at, count) => new BigInt64Array(memory.buffer, at, count);
    return {
      memory, exp: Math.exp, log: Math.log, log1p: Math.log1p, log10: Math.log10,
      // Whether nobody refers to an array any longer: it is not asked here.
      never_reached: () => 0,
      NRT_MemInfo_alloc_aligned: (size) => this.array(Number(size)),
      NRT_MemInfo_alloc: (size) => this.array(Number(size)),
      // An array is seen in another shape; all of ours are contiguous.
      numba_attempt_nocopy_reshape(_, dims, strides, count, shape, wanted, size) {
        let step = BigInt(size);
        for (let k = Number(count) - 1; k >= 0; k--) {
          words(wanted, Number(count))[k] = step;
          step *= words(shape, Number(count))[k];
        }
        return 1;
      },
      __multi3(at, low, high, otherLow, otherHigh) {
        const whole = (one, two) => BigInt.asUintN(64, one) | BigInt.asUintN(64, two) << 64n;
        const product = whole(low, high) * whole(otherLow, otherHigh);
        words(at, 2).set([BigInt.asIntN(64, product), BigInt.asIntN(64, product >> 64n)]);
      },
    };
  }

  // An array of a kernel: what Numba keeps of it (where its data is, at 24), then its data.
  array(size) {
    const at = this.heap;
    this.heap = this.grown(at + 48 + size);
    new DataView(this.memory.buffer).setUint32(at + 24, at + 48, true);
    return at;
  }

  // The next line of 16 bytes from `at` on, with memory up to there.
  grown(at) {
    const end = (at + 15) & ~15, missing = Math.ceil((end - this.memory.buffer.byteLength) / 65536);
    if (missing > 0) this.memory.grow(missing);
    return end;
  }

  room(bytes) {
    const at = this.end;
    this.end = this.grown(at + bytes);
    return at;
  }

  call(name, ...values) {
    this.heap = this.end;
    this.functions[name](...values);
  }

  // A search of `spec`: {search, n, seed, numbers, encoding, rules, start, restarts}; the last one's
  // room is used again. `rules` are as in a config, `start` is a board.
  begin(spec) {
    this.end = 1 << 20;
    const draw = generator(spec.seed);
    if (spec.search === "backtracking") return new Backtracking(spec);
    return spec.restarts ? new Tries(this, spec, draw) : new Search(this, spec, draw);
  }
}

class Search {
  constructor(engine, {search, n, numbers = [], encoding = "permutation", rules = {}, start = null, asStarted = start}, draw) {
    Object.assign(this, {engine, n, search, kind: kindOf(rules)});
    // Min-conflicts has kernels of its own where no square is blocked.
    this.own = search === "min_conflicts" && this.kind !== "plain" && !rules.blocked?.length ? `${this.kind}_of_lines` : this.kind;
    // Moves of single queens, of the searches that have both encodings.
    this.rows = encoding === "rows" && search !== "min_conflicts" ? "_rows" : "";
    const sizes = roomOf(search, n, numbers, this.kind);
    this.places = sizes.map((bytes) => engine.room(bytes));
    const {memory} = engine, at = (kind, place, count) => new kind(memory.buffer, this.places[place], count);
    new Uint8Array(memory.buffer, this.places[0], engine.end - this.places[0]).fill(0);
    const stream = () => at(BigUint64Array, 4, 4).set([draw(), draw(), draw(), draw()]);
    if (this.kind !== "plain") ask(n, rules, at(Int32Array, 6, 6 * n), at(Int8Array, 7, n * n), at(Int32Array, 0, n));
    if (search !== "genetic") {
      if (start) at(Int32Array, 0, n).set(start);
      else stream();
      at(Float64Array, 5, 1)[0] = start ? 2 : encoding === "rows" ? 1 : 0;
      this.call("begin", 0n);
    }
    stream();
    at(Float64Array, 5, NUMBERS_ROOM).set([0, ...numbers]);
    if (search === "min_conflicts") at(Float64Array, 5, 4)[3] = asStarted ? 1 : 0;
    // The first boards of a population, and the first temperature.
    if (search === "genetic" || search === "simulated_annealing") this.call(search, 0n);
  }

  call(name, until) {
    const kernels = name === "begin" ? this.kind : this.own + this.rows;
    this.engine.call(`${name}_${kernels}`, ...this.places, BigInt(this.n), until);
  }

  // Goes on until so many evaluations, or a solution, or the end of the search.
  advance(until) {
    do {
      if (this.guards === 0 || this.stuck) break;
      this.call(this.search, BigInt(until));
    } while (this.evaluations < until);
    return this;
  }

  at(k) { return Number(new BigInt64Array(this.engine.memory.buffer, this.places[2], 6)[k]); }
  get current() { return this.at(0); }
  get guards() { return this.at(1); }
  get found_at() { return this.at(2); }
  get evaluations() { return this.at(3); }
  get steps() { return this.at(4); }
  get stuck() { return this.at(5) > 0; }
  get solved() { return this.guards === 0; }
  // The temperature of annealing.
  get signal() { return new Float64Array(this.engine.memory.buffer, this.places[5], 1)[0]; }

  // The board where the search stands, and the best one so far.
  get board() { return [...new Int32Array(this.engine.memory.buffer, this.places[0], this.n)]; }
  get best() {
    if (this.current === this.guards) return this.board;
    return [...new Int32Array(this.engine.memory.buffer, this.places[0] + 24 * this.n, this.n)];
  }
}

// A search that is begun again where a try has spent what its policy says, all tries as one run.
class Tries {
  constructor(engine, spec, draw) {
    Object.assign(this, {engine, spec, draw, tries: 0, past: {evaluations: 0, steps: 0, guards: Infinity}});
    this.cutoffs = cutoffs(spec.restarts);
    this.from = engine.end;
    this.again();
  }

  again() {
    this.engine.end = this.from;
    this.now = new Search(this.engine, {...this.spec, start: this.tries ? null : this.spec.start, asStarted: this.spec.start}, this.draw);
    this.tries++;
    this.cutoff = this.cutoffs.next().value;
  }

  advance(until) {
    while (!this.solved && this.evaluations < until) {
      if (this.now.stuck || this.now.evaluations >= this.cutoff) {
        const {guards, found_at, best, steps, evaluations} = this;
        this.past = {guards, found_at, best, steps, evaluations};
        this.again();
      } else this.now.advance(Math.min(until - this.past.evaluations, this.cutoff));
    }
    return this;
  }

  get stuck() { return false; }
  get isBetter() { return this.now.guards < this.past.guards; }
  get guards() { return Math.min(this.now.guards, this.past.guards); }
  get best() { return this.isBetter ? this.now.best : this.past.best; }
  get found_at() { return this.isBetter ? this.past.evaluations + this.now.found_at : this.past.found_at; }
  get evaluations() { return this.past.evaluations + this.now.evaluations; }
  get steps() { return this.past.steps + this.now.steps; }
  get current() { return this.now.current; }
  get board() { return this.now.board; }
  get signal() { return this.now.signal; }
  get solved() { return this.guards === 0; }
}

// Backtracking without recursion: the list of queens is the stack. An evaluation is a row that is
// tried, and one the board that any search begins with; -1 is a column where no queen stands yet.
class Backtracking {
  constructor({n}) {
    Object.assign(this, {n, queens: [], row: 0, evaluations: 1, least: n, isOver: false});
    this.rows = new Array(n).fill(false);
    [this.rising, this.falling] = [1, 2].map(() => new Array(2 * n - 1).fill(false));
  }

  mark(column, row, stands) {
    this.rows[row] = this.rising[row - column + this.n - 1] = this.falling[row + column] = stands;
  }

  isAttacked(column, row) {
    return this.rows[row] || this.rising[row - column + this.n - 1] || this.falling[row + column];
  }

  advance(until) {
    while (!this.isOver && (this.evaluations < until || this.queens.length === this.n)) {
      const column = this.queens.length;
      if (column === this.n || (this.row === this.n && column === 0)) {
        this.isOver = true;
      } else if (this.row === this.n) {  // no row is left: the queen before goes on
        const row = this.queens.pop();
        this.mark(column - 1, row, false);
        this.row = row + 1;
      } else {
        this.evaluations++;
        if (this.isAttacked(column, this.row)) this.row++;
        else {
          this.mark(column, this.row, true);
          this.queens.push(this.row);
          this.least = Math.min(this.least, this.current);
          this.row = 0;
        }
      }
    }
    return this;
  }

  get current() { return this.n - this.queens.length; }
  get guards() { return this.least; }
  get solved() { return this.isOver && this.current === 0; }
  get stuck() { return this.isOver && this.current > 0; }
  get found_at() { return this.evaluations; }
  get steps() { return this.queens.length; }
  get signal() { return 0; }
  get board() { return Array.from({length: this.n}, (_, column) => this.queens[column] ?? -1); }
  get best() { return this.board; }
}

// The evaluations of each try: all alike, or Luby's 1 1 2 1 1 2 4 ...
function* cutoffs({use, unit}) {
  while (use === "fixed") yield unit;
  for (let term = 1; ; term++) {
    let k = term;
    while ((k + 1) & k) k -= (1 << (31 - Math.clz32(k))) - 1;
    yield unit * ((k + 1) >> 1);
  }
}

const KNOWN_RULES = ["torus", "excluded", "blocked", "placed"];

// The names of the rules that are set.
const askedOf = (rules) => Object.keys(rules).filter((name) => rules[name] === true || rules[name]?.length > 0);

// Which of the module's kinds of boards has these rules.
function kindOf(rules) {
  const asked = askedOf(rules);
  const unknown = asked.find((name) => !KNOWN_RULES.includes(name));
  if (unknown) throw new RangeError(`rules: the lab knows ${KNOWN_RULES.join(", ")}, not ${unknown}`);
  return rules.torus ? "torus" : asked.length ? "rules" : "plain";
}

// The rules as kernels take them: how many queens may move and their columns, 1 for each excluded
// diagonal (from n + 1 and 3n on), 1 for each blocked square; placed queens stand already.
function ask(n, {torus, excluded = [], blocked = [], placed = []}, asked, faults, queens) {
  const fixed = new Map(placed.map(([row, column]) => [column, row]));
  const movable = Array.from({length: n}, (_, column) => column).filter((column) => !fixed.has(column));
  asked[0] = movable.length;
  asked.set(movable, 1);
  for (const [column, row] of fixed) queens[column] = row;
  for (const [line, direction] of excluded)
    // On a torus both parts of the diagonal.
    for (const one of torus ? [line, line + n] : [line])
      if (one < 2 * n - 1) asked[(direction === "rising" ? n + 1 : EXCLUDED * n) + one] = 1;
  for (const [row, column] of blocked) faults[n * column + row] = 1;
}

const NUMBERS_ROOM = 16;

// The bytes of each array that a search takes.
function roomOf(search, n, numbers, kind) {
  const own = search === "genetic" ? [numbers[1] + numbers[2], numbers[2]] : [0, 0], [every, children] = own;
  const integers = 4 * n * (every ? 11 + every : 8), table = search === "tabu_search" ? n * n : 4 * every;
  const squares = kind === "plain" ? 0 : n * n;
  return [integers, n + 2 * children, 22 * 8, 8 * table, 32, 8 * NUMBERS_ROOM, 24 * n, squares];
}

// The spec of a run from what a person asks: {search, n, seed, parameters, rules, start}, all
// parameters given, where `found` is the search of `data` (its searches, and what is usual).
function specOf({n, seed, parameters, rules = {}, start = null}, found, usual) {
  const {name: search} = found, encoding = parameters.encoding ?? found.encoding;
  const honoured = found.rules.by ? found.rules.of[parameters[found.rules.by]] : found.rules.of;
  requireRules(rules, honoured, search);
  if (start && (rules.placed ?? []).some(([row, column]) => start[column] !== row)) throw new RangeError("start: a placed queen stands elsewhere");
  if (start && search === "genetic") throw new RangeError("start: a population begins with random boards");
  const use = parameters["restarts.use"] ?? "never";
  const restarts = use === "never" ? null : {use, unit: parameters["restarts.unit"]};
  return {search, n, seed, encoding, rules, start, restarts, numbers: NUMBERS[search](parameters, n, usual, rules)};
}

// The search honours the rules, and placed queens can stand together. What a link or a script says
// has been checked part by part before (`asked`).
function requireRules(rules, honoured, search) {
  for (const name of askedOf(rules))
    if (!honoured.includes(name)) throw new RangeError(`rules: ${search} does not honour ${name} with these parameters`);
  for (const at of [0, 1]) {
    const taken = (rules.placed ?? []).map((square) => square[at]);
    if (new Set(taken).size < taken.length) throw new RangeError(`rules: two placed queens share a ${["row", "column"][at]}`);
  }
}

// What `numbers` of a search are, from its parameters as a config has them.
const NUMBERS = {
  backtracking: () => [],
  tabu_search: (p) => [p.shortest ?? Math.min(1, p.longest ?? 1), p.longest ?? Math.max(4, p.shortest ?? 4)],
  min_conflicts: (p) => [p.noise, p.restart_after ?? Number(NO_LIMIT)],
  hill_climbing: (p) => [
    ["steepest", "first_improvement", "stochastic", "conflicted"].indexOf(p.variant), p.sideways,
    p.restarts ?? Number(NO_LIMIT),
  ],
  simulated_annealing: (p, n, usual, rules) => {
    const focus = p.focus === "conflicted" ? 1 : 0, log = Math.log(Math.max(n, 2)), scale = 1 / log, coldest = usual.cold[kindOf(rules)];
    if (p["schedule.use"] === "constant") {
      const temperature = p["schedule.temperature"] ?? coldest / log;
      return [1, temperature, temperature, 1, 1, focus];
    }
    const hot = p["schedule.hot"] ?? Math.max(usual.hot, coldest) * scale;
    const cold = p["schedule.cold"] ?? Math.min(coldest * scale, hot);
    if (hot < cold) throw new RangeError(`hot must not be below cold: ${hot} is below ${cold}`);
    return [
      p["schedule.use"] === "linear" ? 1 : 0, hot, cold,
      p["schedule.length"] ?? usual.length * n, (p["schedule.reheats"] ?? 0) + 1, focus,
    ];
  },
  genetic: (p, n, usual, rules) => {
    const code = (part) => usual.genetic[part].indexOf(p[`${part}.use`] ?? p[part]), some = (rule) => rules[rule]?.length > 0;
    if (p.elites >= p.population) throw new RangeError(`elites must be fewer than the population, got ${p.elites} of ${p.population}`);
    if (p["crossover.probability"] === 0 && p["mutation.probability"] === 0)
      throw new RangeError("crossover and mutation both have probability 0: nothing would change");
    const children = p.scheme === "generational" ? p.population - p.elites : p.population;
    const worst = n * (n - 1) / 2 * (rules.torus ? 2 : 1) + n * (2 * some("excluded") + some("blocked"));
    return [
      0, p.population, children, code("selection"), p["selection.size"] ?? 1, p["selection.share"] ?? 1, worst,
      code("crossover"), p["crossover.probability"], code("mutation"), p["mutation.probability"], p["mutation.times"],
      p["mutation.rate"] ?? Math.min(1, 2 / n), code("scheme"), p.elites,
    ];
  },
};
