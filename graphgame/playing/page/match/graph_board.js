// Needed: no board
addWords({
  alongArrows: ["The players take turns to move along an arrow, from one position to the next.", "Hai bên lần lượt đi theo một mũi tên, từ thế cờ này sang thế cờ kế tiếp.", "بازیکنان به نوبت در راستای یک پیکان از یک وضعیت به وضعیت بعدی می‌روند.", "Os jogadores se revezam e seguem uma seta, de uma posição à próxima.", "Игроки по очереди ходят по стрелке от одной позиции к следующей."],
  picture: ["Picture of the moves from {name}", "Hình các nước đi từ {name}", "تصویر حرکت‌ها از {name}", "Figura dos lances a partir de {name}", "Картина ходов из {name}"],
  others: ["and {n} more", "và {n} nước nữa", "و {n} حرکت دیگر", "e mais {n}", "и ещё {n}"],
});

/** Say how to move where there is no board, if the author says nothing. */
function arrowsText() {
  return say("alongArrows");
}

/**
 * Make the picture of a game without a board: the position, its options, and theirs when they are
 * few.  It is for mouse and eye; the list of moves offers the same to all.
 *
 * @param {App} app
 */
function graphPanel(app) {
  const MOST = 9;
  const element = make("div", { class: "frame graph", dir: "ltr" });
  /** @type {View | null} */
  let seen = null;
  /** The moves of the options, by the keys of these. @type {Map<string, Move[]>} */
  const further = new Map();

  function update() {
    const { view } = app.match;
    if (seen !== view) further.clear();
    draw(view);
    if (seen === view || view.moves.length > 5) return;
    seen = view;
    Promise.all(view.moves.map(({ to }) => app.source.look(to.key))).then(
      (next) => {
        if (app.match.view !== view) return;
        for (const { key, moves } of next) further.set(key, moves);
        draw(view);
      },
      () => {},
    );
  }

  /** @param {View} view */
  function draw(view) {
    const options = app.offered.slice(0, MOST);
    const branches = options.map((option) => ({ option, leaves: (further.get(option.move.to.key) ?? []).slice(0, 3) }));
    const heights = branches.map(({ leaves }) => Math.max(1, leaves.length));
    const rest = app.offered.length - options.length;
    const total = Math.max(3, heights.reduce((a, b) => a + b, 0) + (rest ? 1 : 0));
    const middle = total * 21;
    const picture = make("svg:svg", {
      viewBox: `0 0 400 ${total * 42}`,
      role: "img",
      "aria-label": say("picture", { name: view.name }),
    });
    const nodes = [graphNode(app, view, 62, middle, null)];
    let row = 0;
    branches.forEach(({ option, leaves }, at) => {
      const y = (row + heights[at] / 2) * 42;
      picture.append(graphMove(62, middle, 205, y));
      nodes.push(graphNode(app, option.move.to, 205, y, option));
      leaves.forEach((leaf, k) => {
        const u = (row + k + 0.5 + (heights[at] - leaves.length) / 2) * 42;
        picture.append(graphMove(205, y, 345, u));
        nodes.push(graphNode(app, leaf.to, 345, u, null));
      });
      row += heights[at];
    });
    picture.append(...nodes);
    if (rest) picture.append(make("svg:text", { x: 205, y: (row + 0.5) * 42, class: "tick" }, say("others", { n: rest })));
    element.replaceChildren(picture);
  }

  return { element, update };
}

/** Draw a move from (x, y) to (u, v). @param {number} x @param {number} y @param {number} u @param {number} v */
function graphMove(x, y, u, v) {
  const turn = (x + u) / 2;
  return make("svg:path", { d: `M${x} ${y}C${turn} ${y} ${turn} ${v} ${u} ${v}`, class: "edge" });
}

/**
 * Draw a position; one that a move leads to plays it.  In a game with owners its shape is that of its
 * owner; then who wins is a colour and a word, as in pictures, else the outcome is a sign.
 *
 * @param {App} app
 * @param {Position} position
 * @param {number} x
 * @param {number} y
 * @param {Choice | null} option
 */
function graphNode(app, position, x, y, option) {
  const width = 98;
  const { view, values } = app.match;
  const { owners } = app.source;
  const { outcome } = position;
  const name = Array.from(position.name);
  const cut = name.length > 13 ? `${name.slice(0, 12).join("")}…` : position.name;
  const text = owners ? cut + ownedMark(owners, position) : cut;
  const turn = position.turn ?? 0;
  const rx = owners ? 15 * (1 - turn) : 8;
  const kinds = ["node", turn === 2 && "diced", option && "live", position === view && "here", values && owners && `worth ${regionOf(position)}`];
  const word = values ? app.nodeWord(position) : "";
  const mark = { d: signPath(outcome, x - width / 2 + 12, y, 6), class: `mark ${CLASSES[outcome]}` };
  const [shift, lift] = word ? [0, 5] : [values ? 8 : 0, -1];
  const worth = { x, y: y + 8, class: "word" };
  return make(
    "svg:g",
    { class: kinds.filter(Boolean).join(" "), onclick: option ? () => app.play(option) : null },
    make("svg:rect", { x: x - width / 2, y: y - 15, width, height: 30, rx }),
    make("svg:title", {}, position.name),
    values && !word ? make("svg:path", mark) : null,
    make("svg:text", { x: x + shift, y: y - lift, "font-size": Math.min(14, 110 / Math.max(7, text.length)) }, text),
    word ? make("svg:text", worth, word) : null,
  );
}
