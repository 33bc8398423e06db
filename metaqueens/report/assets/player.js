"use strict";
// Plays a search on a board: what is drawn mirrors drawing.py. A row of -1 is a column without a queen.
for (const player of document.querySelectorAll(".player")) {
  const CROWN = "m.2.84h.6l.1-.48-.19.16-.03-.33-.11.27-.07-.34-.07.34-.11-.27-.03.33-.19-.16z";
  const RING = "m.03.5a.47.47 0 1 0 .94 0a.47.47 0 1 0-.94 0";
  const CROSS = "m.34.34l.32.32m0-.32l-.32.32";
  const films = JSON.parse(player.querySelector("script").textContent);
  const find = (name) => player.querySelector("." + name);
  const number = (value) => value.toLocaleString("en");
  let film, at, timer = null, draw = {}, cursors = [];

  function svg(parent, name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.append(element);
    return element;
  }

  function layBoard() {
    const n = film.n, place = find("board");
    place.replaceChildren();
    const board = svg(place, "svg", {viewBox: `0 0 ${n} ${n}`, role: "img"});
    svg(board, "path", {class: "light", d: `M0 0h${n}v${n}H0z`});
    let dark = "";
    for (let row = 0; row < n; row++) dark += `M${1 - row % 2} ${row + 0.5}H${n}`;
    svg(board, "path", {class: "dark", "stroke-dasharray": 1, d: dark});
    draw = {board};
    if (film.struck) {
      for (const part of ["dead", "struck", "tried"]) draw[part] = svg(board, "path", {class: part});
      for (let k = 0; k < n; k++) {
        svg(board, "text", {x: 0.06, y: k + 0.26}).textContent = k;
        svg(board, "text", {x: k + 0.94, y: n - 0.08, "text-anchor": "end"}).textContent = k;
      }
    }
    for (const part of ["lines", "rings", "attacked", "free"])
      draw[part] = svg(board, "path", {class: part});
    if (film.forced) draw.forced = svg(board, "path", {class: "forced"});
  }

  function attacks(queens) {
    const pairs = [], seen = new Map();
    queens.forEach((row, column) => {
      if (row < 0) return;
      for (const line of [`r${row}`, `u${row - column}`, `d${row + column}`]) {
        if (seen.has(line)) pairs.push([seen.get(line), column]);
        seen.set(line, column);
      }
    });
    return pairs;
  }

  function drawBoard(queens) {
    const pairs = attacks(queens), attacked = new Set(pairs.flat());
    const forced = new Set(film.forced?.[at]);
    const each = (shape, wanted) => queens.map(
      (row, column) => row >= 0 && wanted(column) ? `M${column} ${row}${shape}` : "").join("");
    draw.lines.setAttribute("d", pairs.map(([one, other]) =>
      `M${one + 0.5} ${queens[one] + 0.5}L${other + 0.5} ${queens[other] + 0.5}`).join(""));
    draw.rings.setAttribute("d", each(RING, (column) => attacked.has(column)));
    draw.attacked.setAttribute("d", each(CROWN, (column) => attacked.has(column)));
    const alone = (column) => !attacked.has(column);
    draw.free.setAttribute("d", each(CROWN, (column) => alone(column) && !forced.has(column)));
    draw.forced?.setAttribute("d", each(CROWN, (column) => alone(column) && forced.has(column)));
    const placed = queens.filter((row) => row >= 0).length;
    draw.board.setAttribute("aria-label", `${placed} queens, ${attacked.size || "none"} attacked`);
  }

  // What a complete search has struck out, a bit a row; the square it looks at; its dead end.
  function drawStep() {
    const crosses = film.struck[at].map((rows, column) =>
      [...Array(film.n).keys()].map((row) => rows >> row & 1 ? `M${column} ${row}${CROSS}` : "").join(""));
    draw.struck.setAttribute("d", crosses.join(""));
    const tried = film.tried[at];
    draw.tried.setAttribute("d", tried ? `M${tried[0]} ${tried[1]}${RING}` : "");
    draw.dead.setAttribute("d", film.dead[at].map((column) => `M${column} 0h1v${film.n}h-1z`).join(""));
  }

  // A curve is 1000 wide and 300 high, whatever it shows, and is stretched to its place.
  function layCurve(what, lines) {
    const place = document.createElement("figure"), clock = film[film.clock];
    const top = Math.max(...Object.values(lines).flatMap((name) => film[name])) || 1;
    const last = clock.at(-1) || 1, caption = document.createElement("figcaption");
    place.className = "curve";
    caption.textContent = `${what}, 0 to ${Number(top.toPrecision(3))}`;
    place.append(caption);
    find("curves").append(place);
    const curve = svg(place, "svg", {viewBox: "0 -10 1000 320", preserveAspectRatio: "none",
                                     "aria-hidden": "true"});
    for (const [kind, name] of Object.entries(lines)) {
      let d = "", y = null;
      film[name].forEach((value, k) => {
        const x = Math.round(1000 * clock[k] / last);
        const level = Math.round(300 - 300 * value / top);
        d += y === null ? `M${x} ${level}` : kind === "best" ? `H${x}V${level}` : `L${x} ${level}`;
        y = level;
      });
      svg(curve, "path", {class: kind, d});
    }
    cursors.push(svg(curve, "path", {class: "cursor"}));
  }

  function layFacts() {
    find("facts").replaceChildren();
    for (const [name, label] of film.facts) {
      const fact = document.createElement("div");
      for (const part of ["dt", "dd"]) fact.append(document.createElement(part));
      fact.firstChild.textContent = label;
      fact.lastChild.className = name;
      find("facts").append(fact);
    }
  }

  function show(k) {
    at = Math.max(0, Math.min(k, film.queens.length - 1));
    drawBoard(film.queens[at]);
    if (film.struck) drawStep();
    find("said").textContent = film.said?.[at] ?? "";
    for (const [fact] of film.facts) find(fact).textContent = number(film[fact][at]);
    const clock = film[film.clock], x = Math.round(1000 * clock[at] / (clock.at(-1) || 1));
    for (const cursor of cursors) cursor.setAttribute("d", `M${x} -10V310`);
    find("scrub").value = at;
  }

  function load(k) {
    pause();
    film = films[k];
    cursors = [];
    layBoard();
    layFacts();
    find("curves").replaceChildren();
    for (const [what, lines] of film.curves) layCurve(what, lines);
    find("clock").textContent = film.clock;
    find("last").textContent = number(film[film.clock].at(-1));
    find("said").hidden = !film.said;
    find("scrub").max = film.queens.length - 1;
    show(0);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "play";
  }

  function play() {
    if (at === film.queens.length - 1) show(0);
    find("play").textContent = "pause";
    timer = setInterval(() => {
      show(at + 1);
      if (at === film.queens.length - 1) pause();
    }, (film.said ? 5000 : 1000) / find("speed").value);  // sentences are to be read
  }

  find("play").addEventListener("click", () => timer === null ? play() : pause());
  find("back").addEventListener("click", () => { pause(); show(at - 1); });
  find("forth").addEventListener("click", () => { pause(); show(at + 1); });
  find("scrub").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  find("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });
  find("film")?.addEventListener("change", (event) => load(event.target.selectedIndex));
  player.hidden = false;
  load(0);
}
