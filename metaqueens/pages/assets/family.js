// A child between its parents, queens coloured by where they come from, and boards of a population.
const ORIGINS = [["a", "first parent"], ["b", "second parent"], ["=", "both parents"],
                 ["x", "neither: moved by the crossover"], ["m", "moved by mutation or local search"]];
const NAMES = {"a": "a", "b": "b", "=": "both", "x": "x", "m": "m"};
// A bar on the side where that parent stands, so that no colour is needed.
const BARS = {"a": LEFT, "b": RIGHT, "both": BESIDE, "x": BELOW, "m": ABOVE, "other": ""};

// The boards of a family: of the child and the second parent only those rows are in the film that do
// not follow from where the others come from.
function familyOf(film, at) {
  const origin = Array.from(film.origin[at] ?? ""), parent = unpacked(film.parent[at]);
  const given = (rest, from) => {
    const rows = unpacked(rest);
    return origin.map((letter, column) => from(letter, column) ?? rows.shift());
  };
  const second = film.mate[at] === null ? [] : given(film.mate[at], (letter, c) => letter === "=" ? parent[c] : null);
  const child = given(film.child[at], (letter, c) =>
    letter === "b" ? second[c] : "a=".includes(letter) ? parent[c] : null);
  return {parent, mate: second, child};
}

function layFamily(place, film) {
  const draw = {family: element(place, "div", "family"), boards: {}};
  for (const [part, title] of [["parent", "first parent"], ["child", "child"], ["mate", "second parent"]]) {
    const figure = element(draw.family, "figure");
    element(figure, "figcaption", "", title);
    const board = field(figure, film.n, {role: "img"});
    draw.boards[part] = {figure, board, paths: ["other", ...Object.values(NAMES)].map(
      (name) => svg(board, "path", {class: `from from-${name}`, "data-from": name}))};
  }
  const legend = element(place, "p", "legend");
  for (const [letter, title] of ORIGINS) {
    const swatch = element(legend, "span", "swatch"), name = NAMES[letter];
    const sample = svg(swatch, "svg", {viewBox: "0 0 1 1", class: "field", "aria-hidden": "true"});
    svg(sample, "path", {class: `from-${name}`, d: `M0 0${CROWN}${BARS[name]}`});
    swatch.append(title);
  }
  if (film.boards) draw.small = laySmall(place, film);
  return draw;
}

function drawFamily(draw, film, at) {
  const origin = film.origin[at] ?? "", family = familyOf(film, at), child = family.child;
  for (const [part, {figure, board, paths}] of Object.entries(draw.boards)) {
    const queens = family[part];
    figure.classList.toggle("absent", !queens.length);
    for (const path of paths) {
      const name = path.dataset.from;
      path.setAttribute("d", crowns(CROWN + BARS[name], queens, (column) => {
        const given = origin[column], mine = part === "child" || queens[column] === child[column];
        return name === (mine && (part === "child" || "ab=".includes(given)) ? NAMES[given] : "other");
      }));
    }
    board.setAttribute("aria-label", queens.length ? `${part}: rows ${queens.join(", ")}` : `no ${part}`);
  }
  if (draw.small) drawSmall(draw.small, film, at);
}

function laySmall(place, film) {
  const whole = element(place, "div", "small-boards");
  return inParts(unpacked(film.boards[0]), film.n).map(() => {
    const figure = element(whole, "figure"), board = field(figure, film.n, {role: "img"});
    return {board, free: svg(board, "path", {class: "free"}), caption: element(figure, "figcaption")};
  });
}

function drawSmall(small, film, at) {
  const boards = inParts(unpacked(film.boards[at]), film.n);
  small.forEach(({board, free, caption}, k) => {
    const guards = film.boards_guards[at][k];
    free.setAttribute("d", crowns(CROWN, boards[k], () => true));
    caption.textContent = `${guards} pair${guards === 1 ? "" : "s"}`;
    board.setAttribute("aria-label", `${guards} attacking pairs; rows ${boards[k].join(", ")}`);
  });
}
