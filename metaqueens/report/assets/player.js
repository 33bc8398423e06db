"use strict";
// Plays a search on a board: what is drawn mirrors drawing.py.
for (const player of document.querySelectorAll(".player")) {
  const CROWN = "m.2.84h.6l.1-.48-.19.16-.03-.33-.11.27-.07-.34-.07.34-.11-.27-.03.33-.19-.16z";
  const RING = "m.03.5a.47.47 0 1 0 .94 0a.47.47 0 1 0-.94 0";
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
    for (const part of ["lines", "rings", "attacked", "free"])
      draw[part] = svg(board, "path", {class: part});
  }

  function attacks(queens) {
    const pairs = [], seen = new Map();
    queens.forEach((row, column) => {
      for (const line of [`r${row}`, `u${row - column}`, `d${row + column}`]) {
        if (seen.has(line)) pairs.push([seen.get(line), column]);
        seen.set(line, column);
      }
    });
    return pairs;
  }

  function drawBoard(queens) {
    const pairs = attacks(queens), attacked = new Set(pairs.flat());
    const each = (shape, wanted) => queens.map(
      (row, column) => attacked.has(column) === wanted ? `M${column} ${row}${shape}` : "").join("");
    draw.lines.setAttribute("d", pairs.map(([one, other]) =>
      `M${one + 0.5} ${queens[one] + 0.5}L${other + 0.5} ${queens[other] + 0.5}`).join(""));
    draw.rings.setAttribute("d", each(RING, true));
    draw.attacked.setAttribute("d", each(CROWN, true));
    draw.free.setAttribute("d", each(CROWN, false));
    draw.board.setAttribute("aria-label", `${film.n} queens, ${attacked.size || "none"} attacked`);
  }

  // A curve is 1000 wide and 300 high, whatever it shows, and is stretched to its place.
  function layCurve(name, what, lines) {
    const place = find(name), top = Math.max(...lines.flatMap(([, values]) => values)) || 1;
    const last = film.evaluations.at(-1) || 1;
    place.querySelector("svg")?.remove();
    const curve = svg(place, "svg", {viewBox: "0 -10 1000 320", preserveAspectRatio: "none",
                                     "aria-hidden": "true"});
    for (const [kind, values] of lines) {
      let d = "", y = null;
      values.forEach((value, k) => {
        const x = Math.round(1000 * film.evaluations[k] / last);
        const level = Math.round(300 - 300 * value / top);
        d += y === null ? `M${x} ${level}` : kind === "best" ? `H${x}V${level}` : `L${x} ${level}`;
        y = level;
      });
      svg(curve, "path", {class: kind, d});
    }
    cursors.push(svg(curve, "path", {class: "cursor"}));
    place.querySelector("figcaption").textContent = `${what}, 0 to ${Number(top.toPrecision(3))}`;
  }

  function show(k) {
    at = Math.max(0, Math.min(k, film.queens.length - 1));
    drawBoard(film.queens[at]);
    for (const fact of ["evaluations", "steps", "guards", "best"])
      find(fact).textContent = number(film[fact][at]);
    const x = Math.round(1000 * film.evaluations[at] / (film.evaluations.at(-1) || 1));
    for (const cursor of cursors) cursor.setAttribute("d", `M${x} -10V310`);
    find("scrub").value = at;
  }

  function load(k) {
    pause();
    film = films[k];
    cursors = [];
    layBoard();
    layCurve("guards-curve", "attacking pairs", [["current", film.guards], ["best", film.best]]);
    layCurve("other-curve", film.temperature ? "temperature" : film.step + "s",
             [["current", film.temperature || film.steps]]);
    find("step-name").textContent = film.step;
    find("last").textContent = number(film.evaluations.at(-1));
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
    }, 1000 / find("speed").value);
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
