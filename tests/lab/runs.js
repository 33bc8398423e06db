// Runs of the lab without a browser: cases on standard input, what they came to on standard output.
const {readFileSync} = require("node:fs"), vm = require("node:vm");
const [, , assets, kernels] = process.argv;
const source = ["random.js", "engine.js"].map((name) => readFileSync(`${assets}/${name}`, "utf8")).join("\n");
vm.runInThisContext(`${source}\nglobalThis.lab = {Engine, specOf};`);
(async () => {
  const engine = await lab.Engine.from(readFileSync(kernels));
  const {usual, searches, cases} = JSON.parse(readFileSync(0, "utf8"));
  const found = cases.map((one) => {
    const {evaluations, looks} = one, search = searches.find(({name}) => name === one.search);
    const run = engine.begin(lab.specOf(one, search, usual));
    // However often it is looked at.
    for (let look = 1; look < looks; look++) run.advance(Math.floor(evaluations * look / looks));
    run.advance(evaluations);
    return [run.evaluations, run.steps, run.found_at, run.guards, run.best];
  });
  process.stdout.write(JSON.stringify(found));
})();
