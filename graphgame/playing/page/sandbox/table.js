/** Make the table of all that is known of each position. @param {Sandbox} app */
function tablePanel(app) {
  const counts = make("p", { class: "counts" });
  const head = make("thead");
  const body = make("tbody");
  const table = make("table", { "aria-labelledby": "results-title" }, head, body);
  const scroll = make("div", { class: "scroll", role: "group", tabindex: 0, "aria-labelledby": "results-title" }, table);
  const note = make("p", { class: "quiet" });
  const element = card("results", say("results"), counts, scroll, note);

  /** @param {number} v */
  function row(v) {
    const { lesson, solved, frame, best } = app;
    const outcome = frame ? frame.outcomes[v] : solved.outcomes[v];
    const isOpen = outcome === null;
    const plies = solved.remoteness[v];
    const cells = [
      isOpen ? say("open") : badge(outcome),
      isOpen ? "" : plies < 0 ? "–" : String(plies),
      isOpen || best[v] < 0 ? "–" : make("bdi", {}, placeName(lesson, best[v])),
      frame ? String(isOpen ? frame.counters[v] : "–") : make("bdi", {}, app.valueText(v)),
    ];
    const name = make("th", { scope: "row" }, make("bdi", {}, placeName(lesson, v)));
    return make("tr", { class: v === app.chosen || (frame && frame.step?.position === v) ? "chosen" : null }, name, ...cells.map((cell) => make("td", {}, cell)));
  }

  function update() {
    const { lesson, solved, frame } = app;
    element.hidden = !app.shows && !frame;
    const last = frame ? "counter" : app.grundy ? "grundyValue" : "loopyValue";
    const titles = ["position", "outcome", "remoteness", "bestMove", last];
    head.replaceChildren(make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, say(title)))));
    body.replaceChildren(...lesson.places.map((_, v) => row(v)));
    const outcomes = frame ? frame.outcomes : Array.from(solved.outcomes);
    const count = (/** @type {number} */ wanted) => outcomes.filter((outcome) => outcome === wanted).length;
    counts.textContent = say("counts", { win: count(1), lose: count(-1), draw: count(0) });
    note.textContent = frame ? "" : !app.loopy ? say("valuesNone") : lesson.play === "misere" ? say("valuesNormal") : "";
    note.hidden = !note.textContent;
    scroll.hidden = !lesson.places.length;
  }

  return { element, update };
}
