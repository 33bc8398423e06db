// What is asked of the lab, every part checked: from a form, a link or a script, data in any case.
"use strict";
const oops = (text) => { throw new RangeError(text); };
const shortly = (value) => String(typeof value === "object" ? JSON.stringify(value) : value).slice(0, 60);

// A value of a field as the engine takes it. Throws a sentence where it is none.
function checked(field, given) {
  if (field.options) return field.options.includes(given) ? given : oops(`${field.key}: expected ${field.options.join(", ")}, got ${shortly(given)}`);
  if (given === null || given === undefined || given === "") {
    if (field.empty) return null;
    oops(`${field.key}: expected a number`);
  }
  const value = ["number", "string"].includes(typeof given) ? Number(given) : NaN;
  const low = field.above !== null ? value > field.above : value >= field.least;
  if (!Number.isFinite(value) || !low || (field.most !== null && value > field.most) || (field.whole && !Number.isInteger(value))) {
    const from = field.above !== null ? `above ${field.above}` : `from ${field.least}`;
    oops(`${field.key}: expected a ${field.whole ? "whole " : ""}number ${from}${field.most === null ? "" : ` to ${field.most}`}, got ${shortly(given)}`);
  }
  return value;
}

const WHOLE = {whole: true, above: null, most: null, empty: false};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// An object that has no other keys than these.
function checkedKeys(what, given, keys) {
  if (!isObject(given)) oops(`${what}: expected an object, got ${shortly(given)}`);
  for (const key of Object.keys(given)) if (!keys.includes(key)) oops(`${what}: expected ${keys.join(", ")}, got ${shortly(key)}`);
  return given;
}

function checkedList(what, given, most) {
  if (!Array.isArray(given)) oops(`${what}: expected a list, got ${shortly(given)}`);
  if (given.length > most) oops(`${what}: expected at most ${most} parts, got ${given.length}`);
  return given;
}

// The rules of a board in one form, as a config has them: {torus, excluded: [[number, direction]], blocked and placed: [[row, column]]}.
function checkedRules(given, n) {
  const {torus = false, excluded = [], blocked = [], placed = []} = checkedKeys("rules", given ?? {}, KNOWN_RULES);
  if (typeof torus !== "boolean") oops(`rules.torus: expected true or false, got ${shortly(torus)}`);
  const pairsOf = (what, list, parts) => {
    const found = checkedList(what, list, n * n + 4 * n).map((one) => parts(...Array.isArray(one) && one.length === 2 ? one : oops(`${what}: expected two parts, got ${shortly(one)}`)));
    return [...new Map(found.map((one) => [String(one), one])).values()];
  };
  const at = (what, value, most = n - 1) => checked({...WHOLE, key: what, least: 0, most}, value);
  const squares = (what, list) => pairsOf(what, list, (row, column) => [at(what, row), at(what, column)]);
  const line = (value, direction) => [at("rules.excluded", value, torus ? n - 1 : 2 * n - 2), checked({key: "rules.excluded", options: ["rising", "falling"]}, direction)];
  return {torus, excluded: pairsOf("rules.excluded", excluded, line), blocked: squares("rules.blocked", blocked), placed: squares("rules.placed", placed)};
}

const isPlain = (rules) => kindOf(rules) === "plain";

// The board to begin with, the row of the queen of each column; null for the seed's.
function checkedStart(given, n, encoding) {
  if (given === null || given === undefined) return null;
  if (checkedList("start", given, n).length !== n) oops(`start: expected ${n} rows, one for each column, got ${given.length}`);
  const rows = given.map((row) => checked({...WHOLE, key: "start", least: 0, most: n - 1}, row));
  if (encoding === "permutation" && new Set(rows).size < n) oops("start: two queens are on one row, and this search keeps each on a row of its own");
  return rows;
}

// The key that chooses a kind, of a key that goes with some of its kinds.
const useOf = (key) => `${key.split(".")[0]}.use`;
const valueOf = (parameters, field) => field.key in parameters ? parameters[field.key] : field.default;
const RUN_KEYS = ["search", "n", "seed", "evaluations", "parameters", "rules", "start"];

// A run as it was asked for; what is not given has its default. `data` is what the package says of its searches.
function asked(data, given) {
  const {search = "simulated_annealing", n = 8, seed = 1, evaluations = data.evaluations, parameters = {}, rules, start} = checkedKeys("a run", given, RUN_KEYS);
  const one = data.searches.find((known) => known.name === search) ?? oops(`search: expected ${data.searches.map((known) => known.name).join(", ")}, got ${shortly(search)}`);
  const fields = one.fields.map((field) => field.key);
  for (const key of Object.keys(isObject(parameters) ? parameters : oops(`parameters: expected an object, got ${shortly(parameters)}`)))
    if (!fields.includes(key)) oops(`${shortly(key)}: ${search} has no such parameter; it has ${fields.join(", ") || "none"}`);
  const values = Object.fromEntries(one.fields.map((field) => [field.key, checked(field, valueOf(parameters, field))]));
  if (values.longest !== null && values.longest < values.shortest) oops("longest must not be below shortest");
  const spec = {
    search, parameters: values,
    n: checked({...WHOLE, key: "n", least: data.smallest, most: data.largest}, n),
    seed: checked({...WHOLE, key: "seed", least: 0, most: Number.MAX_SAFE_INTEGER}, seed),
    evaluations: checked({...WHOLE, key: "evaluations", least: 1, most: 1e12}, evaluations),
  };
  const board = checkedRules(rules, spec.n);
  const whole = {...spec, rules: board, start: checkedStart(start, spec.n, values.encoding ?? one.encoding)};
  return {...whole, ...specOf(whole, one, data.usual)};
}

// The parameters that are not the default, by key.
function changedOf(data, {search, parameters}) {
  return Object.fromEntries(data.searches.find((one) => one.name === search).fields
    .filter((field) => (parameters[field.key] !== field.default || field.required) && (!field.only || field.only.includes(parameters[useOf(field.key)])))
    .map((field) => [field.key, parameters[field.key]]));
}

const STATE_KEYS = ["search", "n", "seed", "parameters", "rules", "start", "beside"];

// The runs that the text after # asks for: one, or two side by side.
function ofLink(data, hash) {
  let given = {};
  try {
    if (hash.length > 1) given = JSON.parse(decodeURIComponent(hash.slice(1)));
  } catch {
    oops("it is no JSON");
  }
  const {beside, ...one} = checkedKeys("the link", given, STATE_KEYS);
  const other = beside === undefined ? [] : [{...one, ...{parameters: {}}, ...checkedKeys("beside", beside, ["search", "parameters"])}];
  return [one, ...other].map((run) => asked(data, run));
}

// The same in a link.
function toLink(data, [{search, n, seed, rules, start, parameters}, other]) {
  const state = {search, n, seed, parameters: changedOf(data, {search, parameters})};
  if (!isPlain(rules)) state.rules = rules;
  if (start) state.start = start;
  if (other) state.beside = {search: other.search, parameters: changedOf(data, other)};
  return `#${encodeURIComponent(JSON.stringify(state))}`;
}
