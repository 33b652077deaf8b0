// Needed: lengths, no proof
addWords({
  chart: ["Plies to the end, over the match", "Số nước đến hết ván, theo diễn biến", "نیم‌حرکت‌های مانده تا پایان، در طول بازی", "Lances até o fim, ao longo da partida", "Полуходов до конца по ходу партии"],
});

/**
 * Make the chart of the values of the match: plies to the end over the plies made, by who wins; draws
 * have a level of their own on top.
 *
 * @param {App} app
 */
function valueChart(app) {
  const LAST = 120;
  const { match } = app;
  const [width, height, left] = [320, 120, 26];
  const tick = { x: left - 6, class: "tick" };
  const top = make("svg:text", { y: 34, ...tick });
  const trace = make("svg:polyline", { class: "trace" });
  const outcomes = /** @type {(-1 | 0 | 1)[]} */ ([1, -1, 0]);
  const marks = outcomes.map((outcome) => make("svg:path", { class: `mark ${CLASSES[outcome]}` }));
  const picture = make(
    "svg:svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": say("chart") },
    ...[14, 34, height - 10].map((y) => make("svg:line", { x1: left, x2: width, y1: y, y2: y, class: "rule" })),
    make("svg:text", { y: 14, ...tick }, SIGNS[0]),
    top,
    make("svg:text", { y: height - 10, ...tick }, "0"),
    trace,
    ...marks,
  );
  const legend = outcomes.map((outcome) => badge(outcome, app.winnerText(outcome, 0)));
  const element = make("figure", { class: "chart" }, picture, make("figcaption", {}, say("chart"), " ", ...legend));
  /** The outcome for the first player. @param {Ply} ply */
  const first = ({ view, turn }) => (turn === 0 ? view.outcome : -view.outcome);

  function update() {
    element.hidden = !(match.values || isFinished(match)) || match.view.remoteness === null || match.view.score !== undefined || app.source.owners?.endless === "priority";
    if (element.hidden) return;
    const from = Math.max(0, match.plies.length - LAST);
    const plies = match.plies.slice(from);
    const most = Math.max(4, ...plies.map(({ view }) => view.remoteness ?? 0));
    /** @param {number} at */
    const x = (at) => left + 8 + (at * (width - left - 16)) / Math.max(12, plies.length - 1);
    /** @param {View} view */
    const y = (view) => (view.outcome === 0 ? 14 : 34 + (height - 44) * (1 - (view.remoteness ?? 0) / most));
    write(top, String(most));
    trace.setAttribute("points", plies.map((ply, at) => `${x(at)},${y(ply.view)}`).join(" "));
    outcomes.forEach((outcome, k) => {
      const signs = plies.map((ply, at) => (first(ply) === outcome ? signPath(outcome, x(at), y(ply.view), from + at === match.at ? 5.5 : 3.5) : ""));
      marks[k].setAttribute("d", signs.join(""));
    });
  }

  return { element, update };
}
