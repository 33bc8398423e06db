// The curves of one film, or of two in one chart, with a legend.
const number = (value) => typeof value === "number"
  ? value.toLocaleString("en", Number.isInteger(value) ? {} : {maximumSignificantDigits: 3}) : value ?? "–";

// The charts of all films, those with one title together: [title, [[film, kind of line, column]]].
function chartsOf(films) {
  const charts = new Map();
  films.forEach((film, which) => {
    for (const [title, lines] of film.curves) {
      if (!charts.has(title)) charts.set(title, []);
      for (const [kind, column] of Object.entries(lines)) charts.get(title).push([which, kind, column]);
    }
  });
  return [...charts];
}

// The last value of a curve goes on a little, or one that falls to 0 at the end could not be seen.
const TAIL = "h12";
// A curve is 1000 wide, without its tail, and 300 high, whatever it shows, and is stretched to its place.
function layCurve(place, films, last, [title, lines]) {
  const top = Math.max(0, ...lines.flatMap(([which, , column]) => films[which][column])) || 1;
  const figure = element(place, "figure", "curve");
  const caption = element(figure, "figcaption", "", `${title}, 0 to ${number(top)} `);
  const curve = svg(figure, "svg", {viewBox: "0 -10 1012 320", preserveAspectRatio: "none", role: "img"});
  const told = [], keys = [];
  for (const [which, kind, column] of lines) {
    const film = films[which], kinds = films.length > 1 ? `${kind} of${which}` : kind;
    let d = "", y = null;
    film[column].forEach((value, k) => {
      if (value === null || value === undefined) { y = null; return; }
      const x = Math.round(1000 * film.evaluations[k] / last), level = Math.round(300 - 300 * value / top);
      d += y === null ? `M${x} ${level}` : `H${x}V${level}`;
      y = level;
    });
    svg(curve, "path", {class: kinds, d: y === null ? d : d + TAIL});
    const name = new Map(film.facts).get(column) ?? column;
    const label = films.length > 1 ? `${film.title}: ${name}` : name;
    const known = film[column].filter((value) => typeof value === "number");
    told.push(`${label} from ${number(known[0])} to ${number(known.at(-1))}`);
    // Of two searches, the curve that the chart is named after stands for the search.
    const stands = films.length > 1 && (name === title || lines.filter(([other]) => other === which).length === 1);
    keys.push({which, kinds, label: stands ? film.title : name, rank: stands ? 0 : 1});
  }
  keys.sort((one, other) => one.which - other.which || one.rank - other.rank);
  for (const {kinds, label} of lines.length > 1 ? keys : []) addKey(caption, kinds, label);
  curve.setAttribute("aria-label", `${title} by evaluations: ${told.join("; ")}`);
  return svg(curve, "path", {class: "cursor"});
}

// A line as it is drawn, and what it shows.
function addKey(caption, kinds, label) {
  const key = element(caption, "span", "key"), sample = svg(key, "svg", {viewBox: "0 0 28 6", "aria-hidden": "true"});
  svg(sample, "path", {class: kinds, d: "M0 3H28"});
  key.append(label);
}
