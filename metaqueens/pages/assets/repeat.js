// "Run it again here": runs of a results folder, computed anew from their seeds and held against it.
"use strict";
(() => {
const place = document.querySelector(".repeat");
if (!place) return;
const {cells, searches, usual} = JSON.parse(document.querySelector("#repeat-data").textContent);
const said = place.querySelector(".repeated"), all = place.querySelector(".all");
const rows = [...place.querySelectorAll("tbody tr")];
const runs = cells.flatMap((cell) => cell.runs.map((run) => ({cell, run})));
let engine = null;

const checksum = (queens) => queens.reduce((found, row) => Math.imul(found ^ row, 0x01000193) >>> 0, 0x811c9dc5);
const pause = () => new Promise((done) => setTimeout(done, 0));

// What differs between a run and the table, in words; "" where nothing does.
async function differs({cell, run: [, seed, evaluations, steps, found_at, guards, board]}) {
  const search = searches.find(({name}) => name === cell.search);
  engine ??= await Engine.from(await unzipped(document.querySelector("#lab-kernels").textContent));
  const one = engine.begin(specOf({...cell, seed: BigInt(seed)}, search, usual));
  let last = performance.now();
  while (one.evaluations < evaluations && !one.solved && !one.stuck) {
    one.advance(Math.min(evaluations, one.evaluations + 100000));
    if (performance.now() - last > 30) {
      await pause();  // the page answers meanwhile
      last = performance.now();
    }
  }
  const facts = [
    ["evaluations", one.evaluations, evaluations], ["moves", one.steps, steps],
    ["best board at", one.found_at, found_at], ["attacking pairs", one.guards, guards],
  ];
  const wrong = facts.filter(([, here, there]) => here !== there)
    .map(([name, here, there]) => `${name}: ${here.toLocaleString("en")} here, ${there.toLocaleString("en")} in the table`);
  if (!wrong.length && checksum(one.best) !== board) return "another board";
  return wrong.join("; ");
}

async function again(k) {
  let words;
  try {
    words = await differs(runs[k]);
  } catch (error) {
    words = `it cannot run here: ${error.message}`;
  }
  const cell = rows[k].querySelector(".again");
  cell.textContent = words ? `differs: ${words}` : "the same";
  rows[k].classList.toggle("bad", words !== "");
  return words === "";
}

async function everyRun() {
  all.disabled = true;
  const began = performance.now(), bad = [];
  for (let k = 0; k < runs.length; k++) {
    if (!await again(k)) bad.push(k);
    if (k % 10 === 0) {
      said.textContent = `${k + 1} of ${runs.length}`;
      await pause();
    }
  }
  const name = ({cell, run}) => `run ${run[0]} of ${cell.algorithm} on ${cell.problem}`;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  said.textContent = `${runs.length - bad.length} of ${runs.length} runs came out as in the table, in ${seconds} s.`
    + (bad.length ? ` Not so: ${bad.slice(0, 5).map((k) => name(runs[k])).join("; ")}${bad.length > 5 ? ` and ${bad.length - 5} more` : ""}.` : "");
  said.classList.toggle("bad", bad.length > 0);
  all.disabled = false;
}

all.addEventListener("click", everyRun);
rows.forEach((row, k) => row.querySelector("button").addEventListener("click", () => again(k)));
place.hidden = false;
})();
