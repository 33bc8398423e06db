// A way out of the page: the command, the YAML and the drawing of what is on the screen.
"use strict";
// A value as YAML and the command line read it; all keys and words are our own.
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (isObject(value)) return `{${Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`).join(", ")}}`;
  return String(value);
}

// The parameters as a config has them: dotted keys are parts of a section.
function sectionsOf(parameters) {
  const found = {};
  for (const [key, value] of Object.entries(parameters)) {
    const [first, second] = key.split(".");
    if (second) (found[first] ??= {})[second] = value;
    else found[first] = value;
  }
  return found;
}

// The lines that repeat a run on the command line.
function commandOf(data, spec) {
  const words = Object.entries(changedOf(data, spec)).map(([name, value]) => ` ${name}=${value}`).join("");
  const start = spec.start ? ` 'start.board=${JSON.stringify(spec.start)}'` : "", run = `${spec.search}${words}${start} --seed ${spec.seed}`;
  if (isPlain(spec.rules)) return [`metaqueens solve ${spec.n} ${run}`];
  const board = JSON.stringify({id: "lab", ...problemOf(spec)});
  return [`echo '${board}' > board.jsonl`, `metaqueens solve --board board.jsonl ${run}`];
}

// The experiment whose runs are the hundred of the page.
function yamlOf(data, specs) {
  const [{n, rules, seed, evaluations}] = specs;
  const lines = specs.map((spec, which) => {
    const changed = sectionsOf(changedOf(data, spec));
    // A section says of which kind it is.
    for (const name in changed) if (`${name}.use` in spec.parameters) changed[name] = {use: spec.parameters[`${name}.use`], ...changed[name]};
    const entry = {use: spec.search, encoding: spec.encoding, ...changed, ...(spec.start ? {start: {board: spec.start}} : {})};
    return `  ${"ab"[which]}_${spec.search}: ${flow(entry)}`;
  });
  return ["name: lab", `problem: ${flow(problemOf({n, rules}))}`, "algorithms:", ...lines,
    `budget: {evaluations: ${evaluations}}`, `runs: ${RUNS}`, `seed: ${seed}`, ""].join("\n");
}

// A drawing that needs no style sheet.
function svgOf(drawn) {
  const copy = drawn.cloneNode(true), wanted = "path, text";
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const parts = [...copy.querySelectorAll(wanted)];
  drawn.querySelectorAll(wanted).forEach((one, k) => {
    const style = getComputedStyle(one), isText = one.localName === "text", part = parts[k];
    if (one.matches(".cursor-square, [d='']") || (!isText && !one.hasAttribute("d"))) { part.remove(); return; }
    const names = ["fill", "stroke", "stroke-width", "stroke-dasharray", ...(isText ? ["font-family", "font-size", "text-anchor", "stroke-linejoin", "paint-order"] : [])];
    for (const name of names) part.setAttribute(name, style.getPropertyValue(name).replace("px", ""));
    part.removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy);
}

// A link that saves `text()` as a file when it is followed.
function saving(link, type, text) {
  link.addEventListener("click", () => { link.href = `data:${type};charset=utf-8,${encodeURIComponent(text())}`; });
}
