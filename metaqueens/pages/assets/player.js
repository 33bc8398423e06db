// Plays one film, or two side by side, along their evaluations.
for (const player of document.querySelectorAll(".player")) {
  const [{films}] = JSON.parse(player.querySelector("script").textContent);
  const find = (name) => player.querySelector("." + name);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let moments, lanes, cursors, at, timer = null, priced = false;

  // The evaluations at which something is shown, each with the frame of every film.
  function momentsOf() {
    if (films.length === 1) return films[0].evaluations.map((time, k) => [time, k]);
    const times = [...new Set(films.flatMap((film) => film.evaluations))].sort((a, b) => a - b);
    const frames = films.map(() => 0);
    return times.map((time) => {
      films.forEach((film, which) => {
        while (film.evaluations[frames[which] + 1] <= time) frames[which] += 1;
      });
      return [time, ...frames];
    });
  }

  function layFacts(place, film) {
    const facts = element(place, "dl", "facts");
    for (const [name, label] of film.facts) {
      const fact = element(facts, "div");
      element(fact, "dt", "", label);
      element(fact, "dd", name);
    }
    return facts;
  }

  // One film has its words beside its board, two below theirs.
  function layLane(film) {
    const pair = films.length > 1, lane = element(find("lanes"), "section", "lane");
    if (pair) element(lane, "h2", "", [film.title, film.shown].filter(Boolean).join(", "));
    const board = element(lane, "div", "board"), told = pair ? lane : find("told");
    const made = {film, board: film.pictures ? element(board, "img") : layBoard(board, film)};
    made.said = element(told, "p", "said");
    made.said.hidden = !film.said;
    made.facts = layFacts(told, film);
    return made;
  }

  function drawLane({film, board, said, facts}, k) {
    if (film.pictures) {
      board.src = film.pictures[k];
      board.alt = `values ${film.values[k]}`;
    } else {
      drawBoard(board, film, k);
      drawPrices(board, film, k, priced);
    }
    said.textContent = film.said?.[k] ?? "";
    for (const [name] of film.facts)
      facts.querySelector("." + CSS.escape(name)).textContent = number(film[name][k]);
  }

  function show(k) {
    at = Math.max(0, Math.min(k, moments.length - 1));
    const [time, ...frames] = moments[at], last = moments.at(-1)[0] || 1;
    lanes.forEach((lane, which) => drawLane(lane, frames[which]));
    for (const cursor of cursors) cursor.setAttribute("d", `M${Math.round(1000 * time / last)} -10V310`);
    find("scrub").value = at;
    find("scrub").setAttribute("aria-valuetext", inWords());
  }

  // The moment that is shown, for a screen reader.
  function inWords() {
    const [time, ...frames] = moments[at];
    const told = films.map((film, which) => {
      const k = frames[which], pairs = film.guards?.[k];
      const cost = film.pictures ? `cost ${number(pairs)}` : `${number(pairs)} attacking pair${pairs === 1 ? "" : "s"}`;
      const count = pairs === undefined ? "" : `${cost}. `;
      return `${films.length > 1 ? film.title + ": " : ""}${count}${film.said?.[k] ?? ""}`;
    });
    return `evaluations ${number(time)}, ${told.join(" ")}`;
  }

  // After a step, not while it plays, when nobody would have time to listen. The slider says it itself.
  function tell() {
    find("told-aloud").textContent = document.activeElement === find("scrub") ? "" : inWords();
  }

  function load() {
    moments = momentsOf();
    for (const one of [player, find("stage")]) one.classList.toggle("pair", films.length > 1);
    lanes = films.map(layLane);
    const last = moments.at(-1)[0] || 1;
    cursors = chartsOf(films).map((chart) => layCurve(find("curves"), films, last, chart));
    find("last").textContent = number(last);
    find("scrub").max = moments.length - 1;
    const meanings = meaningsOf(films.map((film) => [film.title, film.moves]));
    find("legend").textContent = [...new Set(films.flatMap((film) => film.legend)), ...meanings].join(" ");
    for (const one of player.querySelectorAll(".numbers")) one.hidden = !meanings.length;
    show(0);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "play";
  }

  function pause() {
    stop();
    tell();
  }

  function play() {
    if (at === moments.length - 1) show(0);
    find("play").textContent = "pause";
    find("told-aloud").textContent = "";
    // A slider that is selected would say each of its values.
    if (document.activeElement === find("scrub")) find("play").focus();
    timer = setInterval(() => {
      show(at + 1);
      if (at === moments.length - 1) pause();
    }, (films.some((film) => film.slow) ? 5000 : 1000) / find("speed").value);  // sentences are to be read
  }

  const toggle = () => timer === null ? play() : pause();
  const step = (k) => { stop(); show(k); tell(); };

  // The attacking pairs after each move.
  function price() {
    priced = !priced;
    find("numbers").setAttribute("aria-pressed", priced);
    show(at);
  }

  function enlarge() {
    const larger = document.documentElement.classList.toggle("larger");
    find("larger").setAttribute("aria-pressed", larger);
    if (larger) find("side").append(find("legend"));
    else find("keys").before(find("legend"));
  }

  const keys = {" ": toggle, n: price, l: enlarge, ArrowRight: () => step(at + 1), ArrowLeft: () => step(at - 1),
                Home: () => step(0), End: () => step(Infinity)};
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const inside = player.contains(target) || target === document.body;
    const taken = target.matches("select, summary") || (event.key === " " && target.matches("button"));
    if (!inside || taken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });

  find("play").addEventListener("click", toggle);
  find("numbers").addEventListener("click", price);
  find("larger").addEventListener("click", enlarge);
  find("back").addEventListener("click", () => step(at - 1));
  find("forth").addEventListener("click", () => step(at + 1));
  find("scrub").addEventListener("input", (event) => step(Number(event.target.value)));
  find("speed").addEventListener("change", () => { if (timer !== null) { stop(); play(); } });
  if (calm) find("speed").value = "2";
  player.hidden = false;
  load();
}
