"use strict";
// Boards as SVG: what is drawn mirrors drawing.py. A row of -1 is a column without a queen.
const CROWN = "m.2.84h.6l.1-.48-.19.16-.03-.33-.11.27-.07-.34-.07.34-.11-.27-.03.33-.19-.16z";
const RING = "m.03.5a.47.47 0 1 0 .94 0a.47.47 0 1 0-.94 0";
// Below a queen that was placed.
const BELOW = "m0 .06h.6v.08h-.6z";
const BARRED = "m.2.2l.6.6m-.6 0l.6-.6", UNDER = "m0 0l1 1m-1 0l1-1";

function element(parent, name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function svg(parent, name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent.append(made);
  return made;
}

// An empty board of n rows inside a drawing; lines that leave it are cut off at its border.
function field(parent, n, more) {
  const board = svg(parent, "svg", {viewBox: `0 0 ${n} ${n}`, class: "field", ...more});
  svg(board, "path", {class: "light", d: `M0 0h${n}v${n}H0z`});
  let dark = "";
  for (let row = 0; row < n; row++) dark += `M${1 - row % 2} ${row + 0.5}H${n}`;
  svg(board, "path", {class: "dark", "stroke-dasharray": 1, d: dark});
  return board;
}

// A queen where squares are too small for a crown.
function dot(n) {
  const side = n / 120;
  return `m${0.5 - side / 2} ${0.5 - side / 2}h${side}v${side}h${-side}z`;
}

// A crown on the square of each column that is wanted.
function crowns(shape, queens, wanted) {
  return queens.map(
    (row, column) => row >= 0 && wanted(column) ? `M${column} ${row}${shape}` : "").join("");
}

// The board of a film, with the numbers of its rows and columns beside it.
function layBoard(place, film) {
  const n = film.n, margin = n / 22, gap = n > 200 ? 100 : n > 60 ? 20 : n > 20 ? 5 : 1;
  const whole = svg(place, "svg", {viewBox: `${-margin} 0 ${n + margin} ${n + margin}`, role: "img"});
  const draw = {whole, board: field(whole, n, {width: n, height: n})};
  for (let k = 0; k < n; k += gap) {
    const text = {"font-size": n / 40, "text-anchor": "middle", "aria-hidden": "true"};
    svg(whole, "text", {...text, x: -margin / 2, y: k + 0.5 + n / 110}).textContent = k;
    svg(whole, "text", {...text, x: k + 0.5, y: n + 0.75 * margin}).textContent = k;
  }
  if (film.barred?.length) {
    const d = film.barred.map(([row, column]) => `M${column} ${row}${BARRED}`).join("");
    svg(draw.board, "path", {class: "barred", d});
    draw.under = svg(draw.board, "path", {class: "under"});
  }
  if (film.borders) svg(draw.board, "path", {class: "borders", d: film.borders});
  for (const part of ["lines", "rings", "attacked", "free"])
    draw[part] = svg(draw.board, "path", {class: part});
  if (film.fixed?.length) draw.forced = svg(draw.board, "path", {class: "forced"});
  return draw;
}

// From each queen to the other, or to its copy on the next board of a torus.
function lineBetween(queens, n, [one, other, shift]) {
  const across = (Math.floor(shift / 3) - 1) * n, down = (shift % 3 - 1) * n;
  const line = (from, to, x, y) =>
    `M${from + 0.5} ${queens[from] + 0.5}L${to + x + 0.5} ${queens[to] + y + 0.5}`;
  return line(one, other, across, down) + (shift === 4 ? "" : line(other, one, -across, -down));
}

function drawBoard(draw, film, at) {
  const queens = film.queens[at], lines = film.lines[at];
  const alone = film.alone?.[at] ?? [], blue = new Set(film.fixed);
  const attacked = new Set([...lines.flatMap(([one, other]) => [one, other]), ...alone]);
  const safe = (column) => !attacked.has(column);
  const set = (part, d) => draw[part]?.setAttribute("d", d);
  const [queen, ring] = film.n > 100 ? [dot(film.n), ""] : [CROWN, RING];
  set("lines", lines.map((line) => lineBetween(queens, film.n, line)).join(""));
  set("rings", crowns(ring, queens, (column) => attacked.has(column)));
  set("attacked", crowns(queen, queens, (column) => attacked.has(column)));
  set("free", crowns(queen, queens, (column) => safe(column) && !blue.has(column)));
  set("forced", crowns(queen + (ring && BELOW), queens, (column) => safe(column) && blue.has(column)));
  const barred = new Set(film.barred?.map(String));
  set("under", crowns(UNDER, queens, (column) => barred.has(`${queens[column]},${column}`)));
  const placed = queens.filter((row) => row >= 0).length;
  const rows = queens.map((row) => row < 0 ? "none" : row).join(", ");
  const label = `${placed} queens, ${attacked.size || "none"} attacked; rows by column: ${rows}`;
  draw.whole.setAttribute("aria-label", label);
}

// Between two queens so many columns and rows apart: the lines that they share.
function pairsBetween(film, across, down) {
  const apart = (distance) => film.torus ? (distance % film.n === 0) : distance === 0;
  return apart(down) + apart(down - across) + apart(down + across);
}

// By the moves of a search: the meaning of the numbers on the squares.
const MEANINGS = {
  swap: "the attacking pairs of the board if the queen of that column went to the square and the queen of that row took its row. Each exchange stands on two squares. The fewest are bold.",
  reassign: "the attacking pairs of the board if the queen of that column stood on the square. The fewest are bold.",
  step: "the attacking pairs of the board if the queen of that column went one row up or down. The fewest are bold.",
};

// The same for searches, each a name and its moves; those without moves have no numbers.
function meaningsOf(searches) {
  const numbered = searches.filter(([, moves]) => moves), alike = new Set(numbered.map(([, moves]) => moves)).size === 1;
  return (alike ? numbered.slice(0, 1) : numbered).map(([name, moves]) => `Numbers${alike ? "" : ` of ${name}`}: ${MEANINGS[moves]}`);
}

// The moves of a search, by the name of their neighbourhood: for each the columns and the new rows of its queens.
function movesOf(film, queens) {
  const found = [], free = [...queens.keys()].filter((column) => !film.fixed?.includes(column));
  for (const i of free)
    if (film.moves === "swap") for (const j of free) {
      if (j > i && queens[i] !== queens[j]) found.push([[i, queens[j]], [j, queens[i]]]);
    }
    else for (let row = 0; row < film.n; row++)
      if (row !== queens[i] && (film.moves !== "step" || Math.abs(row - queens[i]) === 1)) found.push([[i, row]]);
  return found;
}

// The attacking pairs, and the rules broken alone, in which the queens of these columns take part.
function pairsOf(film, queens, columns) {
  return columns.reduce((sum, column) => queens.reduce((rest, row, k) =>
    rest + (k === column || (k < column && columns.includes(k)) ? 0 : pairsBetween(film, k - column, row - queens[column])),
  sum + (film.faults?.(column, queens[column]) ?? 0)), 0);
}

// The attacking pairs of the board after each of the moves.
function pricesOf(film, queens, guards) {
  return movesOf(film, queens).map((move) => {
    const moved = [...queens], columns = move.map(([column]) => column);
    for (const [column, row] of move) moved[column] = row;
    return [move, guards - pairsOf(film, queens, columns) + pairsOf(film, moved, columns)];
  });
}

// On the squares that a move leads to, the attacking pairs of the board after it; the fewest, if several lead there.
function drawPrices(draw, film, at, wanted) {
  draw.prices?.remove();
  draw.prices = null;
  if (!wanted || !film.moves) return;
  const prices = pricesOf(film, film.queens[at], film.guards[at]), squares = new Map();
  const fewest = prices.reduce((least, [, price]) => Math.min(least, price), Infinity);
  for (const [move, price] of prices)
    for (const square of move) squares.set(String(square), [square, Math.min(price, squares.get(String(square))?.[1] ?? Infinity)]);
  draw.prices = svg(draw.board, "g", {class: "prices", "aria-hidden": "true"});
  for (const [[column, row], price] of squares.values()) {
    const kinds = `${price === fewest ? "fewest" : ""} ${(column + row) % 2 ? "on-dark" : ""}`.trim();
    const place = {x: column + 0.5, y: row + 0.64, class: kinds};
    svg(draw.prices, "text", place).textContent = price;
  }
}
