"use strict";
// Tables sort by any column: numbers by data-by, names as people order them, gaps last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
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
  }));
}
