// Needed: no chance
addWords({
  bestLine: ["Best play", "Diễn biến tốt nhất", "بهترین ادامه", "Melhor sequência", "Лучшая игра"],
});

/** Make the panel that shows the line of best play and where the position stands among all. @param {App} app */
function insightPanel(app) {
  const LENGTH = 10;
  const line = make("p", { class: "line" });
  const figure = make("figure", { class: "histogram", hidden: true });
  const element = card("line", say(app.data.proof ? "proofLine" : "bestLine"), line, figure);
  /** @type {ReturnType<typeof histogramPicture> | null} */
  let histogram = null;
  /** @type {View | null} */
  let followed = null;
  /** Counts all positions, when values are first shown. @type {Promise<void> | null} */
  let counting = null;

  function update() {
    element.hidden = !app.match.values;
    if (element.hidden) return;
    const { view } = app.match;
    if (followed !== view) follow(view);
    followed = view;
  }

  /** Show where a position stands, and best play from it, when the position itself has been shown. @param {View} from */
  async function follow(from) {
    await new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
    if (app.match.view !== from) return;
    counting = counting ?? app.source.histogram().then(draw, () => {});
    histogram?.mark(from);
    const parts = await bestLine(app, from, app.match.ply.turn, LENGTH);
    if (app.match.view === from) line.replaceChildren(...parts);
  }

  /** @param {Histogram | null} counted */
  function draw(counted) {
    const { regions } = app.source;
    if (regions) figure.before(make("figure", {}, ...regionsPicture(app, regions())));
    if (!counted) return;
    histogram = histogramPicture(counted);
    figure.replaceChildren(...histogram.parts);
    figure.hidden = false;
    histogram.mark(app.match.view);
  }

  return { element, update };
}

/**
 * Follow best moves from a position: their names, and what they lead to.
 *
 * @param {App} app
 * @param {View} view
 * @param {Turn} turn  who moves there
 * @param {number} length  how many moves there are at most
 * @returns {Promise<(Node | string)[]>}
 */
async function bestLine(app, view, turn, length) {
  /** @type {(Node | string)[]} */
  const parts = [];
  const met = new Set([view.key]);
  for (let n = 0; n < length && view.moves.length && !Number.isNaN(view.outcome); n++) {
    const best = choices(app.source, view)[view.moves.indexOf(ranked(view.moves)[0])];
    parts.push(make("bdi", { class: "step", dir: "auto" }, best.name), " ");
    view = await app.source.look(best.move.to.key);
    turn = view.turn ?? /** @type {0 | 1} */ (1 - turn);
    if (met.has(view.key)) break;
    met.add(view.key);
  }
  parts.push(view.moves.length ? "…" : view.outcome ? make("span", { class: "badge who" }, app.winnerText(view.outcome, turn)) : badge(0));
  return parts;
}
