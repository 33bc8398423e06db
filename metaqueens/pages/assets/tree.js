// The tree that a complete search has walked up to a step: 1000 wide, each depth below the other.
function layTree(place, film) {
  const tree = film.tree, deepest = Math.max(...tree.depth, 1), widest = Math.max(...tree.x, 1);
  const high = Math.min(420, 60 + 40 * deepest);
  const figure = element(place, "figure", "tree");
  element(figure, "figcaption", "", "The search tree so far: a node for each decision, the first above. "
    + "Thick blue lines: the way to the board shown. Red crosses: the dead ends counted above, "
    + (film.branches ? "decisions that leave no solution." : "nodes with no square left to try in their next column."));
  const picture = svg(figure, "svg", {viewBox: `0 0 1000 ${high}`, role: "img"});
  const draw = {picture, x: tree.x.map((x) => Math.round(20 + 960 * x / widest)),
                y: tree.depth.map((depth) => Math.round(12 + (high - 24) * depth / deepest))};
  if (widest === 1 && Math.max(...tree.x) === 0) draw.x.fill(500);
  for (const part of ["open", "shut", "way", "ends", "here"])
    draw[part] = svg(picture, "path", {class: part});
  return draw;
}

function drawTree(draw, film, at) {
  const tree = film.tree, step = film.steps[at], node = film.node[at], way = new Set();
  for (let one = node; one > 0; one = tree.parent[one]) way.add(one);
  const d = {open: "", shut: "", way: "", ends: ""};
  let met = 0, ends = 0;
  const shut = (one) => tree.left[one] !== null && tree.left[one] <= step;
  tree.parent.forEach((above, one) => {
    if (one === 0 || tree.born[one] > step) return;
    met += 1;
    const part = way.has(one) ? "way" : shut(one) ? "shut" : "open";
    d[part] += `M${draw.x[above]} ${draw.y[above]}L${draw.x[one]} ${draw.y[one]}`;
  });
  tree.parent.forEach((_, one) => {
    if (tree.dead[one] === null || tree.dead[one] > step) return;
    ends += 1;
    d.ends += `M${draw.x[one] - 5} ${draw.y[one] - 5}l10 10m0-10l-10 10`;
  });
  d.here = `M${draw.x[node] - 6} ${draw.y[node]}a6 6 0 1 0 12 0a6 6 0 1 0-12 0`;
  for (const part in d) draw[part].setAttribute("d", d[part]);
  draw.picture.setAttribute("aria-label", `search tree: ${met} nodes, ${ends} dead ends, at depth ${tree.depth[node]}`);
}
