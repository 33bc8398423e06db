// Searches of the module of kernels, each as `solve` runs it from the same seed.
"use strict";
// A stop for a search that counts: further than any budget.
const NO_LIMIT = 2n ** 62n;

class Engine {
  static async from(bytes) {
    const memory = new WebAssembly.Memory({initial: 256});
    const module = await WebAssembly.compile(bytes);
    const env = {memory, exp: Math.exp, log: Math.log};
    for (const {name, kind} of WebAssembly.Module.imports(module)) {
      if (kind !== "function" || name in env) continue;
      // What Numba adds for callers in Python: the lock, and errors that never come.
      env[name] = name.startsWith("numba_gil") ? () => 0 : () => { throw new Error(`never reached: ${name}`); };
    }
    const made = await WebAssembly.instantiate(module, {env});
    return new Engine(made.exports, memory);
  }

  constructor(functions, memory) {
    Object.assign(this, {functions, memory, end: 1 << 20});
  }

  // Room in the module's memory, on a line of 16 bytes.
  room(bytes) {
    const at = this.end;
    this.end = (at + bytes + 15) & ~15;
    const missing = Math.ceil((this.end - this.memory.buffer.byteLength) / 65536);
    if (missing > 0) this.memory.grow(missing);
    return at;
  }

  // A search of `spec`: {search, n, seed, numbers, encoding}; the last one's room is used again.
  begin(spec) {
    this.end = 1 << 20;
    return new Search(this, spec);
  }
}

class Search {
  constructor(engine, {search, n, seed, numbers = [], encoding = "permutation"}) {
    Object.assign(this, {engine, n, search});
    const table = search === "tabu_search" ? n * n : 0;
    this.places = [8 * n * 4, n, 22 * 8, 8 * table, 32, 64].map((bytes) => engine.room(bytes));
    const [integers, flags, state] = this.places, {memory} = engine;
    new Uint8Array(memory.buffer, integers, engine.end - integers).fill(0);
    const draw = generator(seed);
    const stream = () => new BigUint64Array(memory.buffer, this.places[4], 4).set([draw(), draw(), draw(), draw()]);
    const given = (values) => new Float64Array(memory.buffer, this.places[5], 8).set(values);
    stream();
    given([encoding === "rows" ? 1 : 0]);
    this.call("begin", 0n);
    stream();
    given(numbers);
  }

  call(name, until) {
    this.engine.functions[name](...this.places, BigInt(this.n), until);
  }

  // Goes on until so many evaluations, or a solution, or the end of the search.
  advance(until) {
    if (this.guards > 0 && !this.stuck) this.call(this.search, BigInt(until));
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

  // The board where the search stands, and the best one so far.
  get board() { return [...new Int32Array(this.engine.memory.buffer, this.places[0], this.n)]; }
  get best() {
    if (this.current === this.guards) return this.board;
    return [...new Int32Array(this.engine.memory.buffer, this.places[0] + 24 * this.n, this.n)];
  }
}

// What `numbers` of a search are, from its parameters as a config has them.
const NUMBERS = {
  random_walk: () => [],
  tabu_search: (p) => [p.shortest, p.longest],
  min_conflicts: (p) => [p.noise, p.restart_after ?? Number(NO_LIMIT)],
  hill_climbing: (p) => [
    ["steepest", "first_improvement", "stochastic", "conflicted"].indexOf(p.variant), p.sideways,
    p.restarts ?? Number(NO_LIMIT),
  ],
  simulated_annealing: (p, n, usual) => {
    const focus = p.focus === "conflicted" ? 1 : 0, log = Math.log(Math.max(n, 2)), scale = 1 / log;
    if (p["schedule.use"] === "constant") {
      const temperature = p["schedule.temperature"] ?? usual.cold / log;
      return [1, temperature, temperature, 1, 1, focus];
    }
    const hot = p["schedule.hot"] ?? usual.hot * scale;
    const cold = p["schedule.cold"] ?? Math.min(usual.cold * scale, hot);
    if (hot < cold) throw new RangeError(`hot must not be below cold: ${hot} is below ${cold}`);
    return [
      p["schedule.use"] === "linear" ? 1 : 0, hot, cold,
      p["schedule.length"] ?? usual.length * n, (p["schedule.reheats"] ?? 0) + 1, focus,
    ];
  },
};
