"use strict";
// Tables sort by any column: numbers by data-by, names as people order them, gaps last. Without scripts
// nothing sorts, and no heading is a button.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells], hint = document.createElement("span");
  hint.className = "unseen";
  hint.textContent = "; buttons in the headings sort it";
  table.caption.append(hint);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(column));
  });

  function sort(column) {
    const head = heads[column];
    const down = head.getAttribute("aria-sort") === "ascending";
    const key = (row) => {
      const cell = row.cells[column];
      return cell.dataset.by === undefined ? cell.textContent.trim()
        : cell.dataset.by === "" ? NaN : Number(cell.dataset.by);
    };
    const compare = (one, other) => {
      const a = key(one), b = key(other);
      if (typeof a === "number" && typeof b === "number") {
        if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
        return (a > b) - (a < b) ? ((a > b) - (a < b)) * (down ? -1 : 1) : 0;
      }
      return String(a).localeCompare(String(b), "en", {numeric: true}) * (down ? -1 : 1);
    };
    const rows = [...table.tBodies[0].rows].sort(compare);
    table.tBodies[0].append(...rows);
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
}
