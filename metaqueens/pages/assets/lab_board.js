// The board to touch: what its rules count, and clicks and keys on its squares.
"use strict";
const many = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
const pairs = (count) => count ? many(count, "attacking pair") : "no attacking pairs";

// The moves whose numbers stand on the squares: those of the encoding; none while a board is filled.
const movesOn = ({search, encoding, n}) => n > 60 || search === "backtracking" ? "" : encoding === "permutation" ? "swap" : "reassign";

// A film of one board, as squares.js draws it, under these rules.
function filmOf(spec, queens, guards) {
  const {n, rules} = spec;
  const {torus} = rules, lineOf = (value) => torus ? ((value % n) + n) % n : value;
  const excluded = new Set(rules.excluded.map(String)), blocked = new Set(rules.blocked.map(String));
  // How many rules a queen breaks on a square by itself.
  const faults = (column, row) => blocked.has(`${row},${column}`) + excluded.has(`${lineOf(row - column + n - 1)},rising`) + excluded.has(`${lineOf(row + column)},falling`);
  const barred = [];
  if (blocked.size || excluded.size)
    for (let column = 0; column < n; column++)
      for (let row = 0; row < n; row++) if (faults(column, row)) barred.push([row, column]);
  const found = queens ?? [];
  return {
    n, torus, barred, faults, fixed: rules.placed.map(([, column]) => column), queens: [found], guards: [guards], moves: movesOn(spec),
    lines: [n > 200 ? [] : linesBetween(found, n, torus)],
    alone: [found.flatMap((row, column) => faults(column, row) ? [column] : [])],
  };
}

// Who attacks whom, next on a line: columns in pairs with the shift of the board, as films have them.
function linesBetween(queens, n, torus) {
  const found = new Map(), around = (value) => torus ? ((value % n) + n) % n : value;
  for (const line of [(c, r) => r, (c, r) => around(r - c), (c, r) => around(r + c)]) {
    const last = new Map();
    queens.forEach((row, column) => {
      const at = line(column, row), one = last.get(at);
      if (one !== undefined) found.set(`${one},${column}`, [one, column, torus ? nearest(queens, n, one, column) : 4]);
      last.set(at, column);
    });
  }
  return [...found.values()];
}

// On a torus, the copy of a queen that the other one meets first.
function nearest(queens, n, one, other) {
  let best = 4, least = Infinity;
  for (const x of [0, -1, 1])
    for (const y of [0, -1, 1]) {
      const across = Math.abs(other + x * n - one), down = Math.abs(queens[other] + y * n - queens[one]);
      const far = Math.max(across, down) + (across === down || !across || !down ? 0 : 10 * n);
      if (far < least) [least, best] = [far, 3 * (x + 1) + y + 1];
    }
  return best;
}

// All attacking pairs of a board, with the rules that a queen breaks alone.
function guardsOf(film, queens) {
  let found = 0;
  queens.forEach((row, column) => {
    found += film.faults(column, row);
    for (let k = 0; k < column; k++) found += pairsBetween(film, column - k, row - queens[k]);
  });
  return found;
}

// How the moves compare with the board where a search ended.
function aroundOf(film, queens) {
  const now = guardsOf(film, queens), prices = pricesOf(film, queens, now).map(([, price]) => price);
  return {moves: prices.length, better: prices.filter((price) => price < now).length, equal: prices.filter((price) => price === now).length};
}

function inWordsOf({moves, better, equal}) {
  if (better) return ` It gave up, though ${number(better)} of its ${many(moves, "move")} ${better === 1 ? "is" : "are"} better.`;
  return ` Stuck in a local minimum: none of its ${many(moves, "move")} is better${equal ? `, ${equal} ${equal === 1 ? "is" : "are"} equal (a plateau)` : ""}.`;
}

// A board of `queens` after a click on a square: the queen of that column goes there, and the one of that row takes its place.
function exchanged(queens, column, row) {
  const other = queens.indexOf(row), found = [...queens];
  if (other >= 0) found[other] = queens[column];
  found[column] = row;
  return found;
}

// The rules after a click on a square, which sets what was not set there and takes away what was.
const TOOLS = {
  block: (rules, n, column, row) => ({...rules, blocked: toggled(rules.blocked, [row, column])}),
  rising: (rules, n, column, row) => ({...rules, excluded: toggled(rules.excluded, [(row - column + n - 1) % (rules.torus ? n : 2 * n), "rising"])}),
  falling: (rules, n, column, row) => ({...rules, excluded: toggled(rules.excluded, [(row + column) % (rules.torus ? n : 2 * n), "falling"])}),
  place: (rules, n, column, row) => {
    const others = rules.placed.filter(([, other]) => other !== column), before = rules.placed.find(([, other]) => other === column);
    return {...rules, placed: before?.[0] === row ? others : [...others, [row, column]]};
  },
};

function toggled(list, one) {
  const rest = list.filter((other) => String(other) !== String(one));
  return rest.length < list.length ? rest : [...list, one];
}

// Lets a reader choose squares by pointer or keys: `choose(column, row)`; `tell` says aloud which one is reached.
function touchable(place, drawing, n, at, choose, tell) {
  const cursor = svg(drawing.board, "path", {class: "cursor-square", "aria-hidden": "true"});
  const draw = () => cursor.setAttribute("d", `M${at.column + 0.06} ${at.row + 0.06}h.88v.88h-.88z`);
  const inside = (value) => Math.max(0, Math.min(n - 1, value));
  Object.assign(at, {column: inside(at.column), row: inside(at.row)});
  draw();
  drawing.board.addEventListener("click", (event) => {
    const box = drawing.board.getBoundingClientRect();
    const [column, row] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((part) => inside(Math.floor(part * n)));
    Object.assign(at, {column, row});
    choose(column, row);
  });
  const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  place.onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = moves[event.key];
    if (!move && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!move) { choose(at.column, at.row); return; }
    Object.assign(at, {column: inside(at.column + move[0]), row: inside(at.row + move[1])});
    draw();
    tell(`column ${at.column}, row ${at.row}`);
  };
}
