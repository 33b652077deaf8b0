addWords({
  moves: ["Moves", "Nước đi", "حرکت‌ها", "Lances", "Ходы"],
  more: ["Show more", "Xem thêm", "بیشتر", "Mostrar mais", "Показать ещё"],
  noMoves: ["No moves: the match is over.", "Hết nước đi: ván đấu kết thúc.", "حرکتی نمانده: بازی تمام شد.", "Sem lances: a partida acabou.", "Ходов нет: партия окончена."],
  matchingMoves: ["{n} of {all} moves fit the chosen cells.", "{n} trong {all} nước khớp với các ô đã chọn.", "{n} از {all} حرکت با خانه‌های انتخاب‌شده جور است.", "{n} de {all} lances combinam com as casas escolhidas.", "Подходящих ходов: {n} из {all}."],
});

/**
 * Make the list of moves: real buttons, sorted best first while values are shown.  Its rows are used
 * again for the next position, so that the focus stays and hundreds of moves cost little.
 *
 * @param {App} app
 */
function movesPanel(app) {
  const STEP = 150;
  let limit = STEP;
  /** @type {{item: HTMLElement, element: HTMLElement, choice: Choice}[]} */
  const rows = [];
  /** @type {View | null} */
  let seen = null;
  const title = make("h2", { id: "moves-title", tabindex: "-1" });
  const list = make("ol", { class: "moves", "aria-labelledby": "moves-title" });
  const note = make("p", { class: "quiet" });
  const more = button("more", () => { limit += STEP * 4; update(); }, { class: "plain" });
  const element = make("section", { class: "card movesCard", "aria-labelledby": "moves-title" }, title, note, list, more);

  /** Return the button of a row, which is made when it is needed first. @param {number} at @param {Choice} choice */
  function row(at, choice) {
    if (!rows[at]) {
      const element = button(null, () => app.play(rows[at].choice), { class: "move" });
      rows[at] = { element, item: make("li", {}, element), choice };
      list.append(rows[at].item);
    }
    rows[at].choice = choice;
    rows[at].item.hidden = false;
    return rows[at].element;
  }

  function update() {
    const { match, offered } = app;
    if (seen !== match.view) limit = STEP;
    seen = match.view;
    const held = rows.some(({ element: move }) => move === document.activeElement);
    title.textContent = `${say("moves")} · ${match.view.moves.length}`;
    note.textContent = match.isOver
      ? say("noMoves")
      : app.clicked.length ? say("matchingMoves", { n: offered.length, all: match.view.moves.length }) : "";
    note.hidden = !note.textContent;
    list.classList.toggle("bare", !offered.some(({ move }) => (pliesBy(move.to) ?? -1) >= 0));
    const count = Math.min(limit, offered.length);
    for (let at = 0; at < count; at++) fillMove(row(at, offered[at]), offered[at], app);
    for (let at = count; at < rows.length; at++) rows[at].item.hidden = true;
    more.hidden = offered.length <= limit;
    if (held && app.isFresh) (count ? rows[0].element : title).focus();
  }

  /** Put the focus on the first move. */
  function focus() {
    if (rows[0] && !rows[0].item.hidden) rows[0].element.focus();
  }

  return { element, update, focus };
}

/**
 * Write a move into its button: its name and, while values are shown, what comes of it.
 *
 * @param {HTMLElement} element
 * @param {Choice} choice
 * @param {App} app
 */
function fillMove(element, { move, name }, { match, canMove }) {
  const parts = [make("span", { class: "name" }, make("bdi", {}, name))];
  if (match.values) {
    const plies = pliesBy(move.to);
    const lost = delta(match.view, move.to);
    parts.push(badge(-move.to.outcome));
    parts.push(make("span", { class: "plies" }, plies === null || plies < 0 ? "" : sayNumber("plies", plies)));
    parts.push(make("span", { class: "delta" }, lost === null ? "" : `Δ ${lost}`));
  }
  element.replaceChildren(...parts);
  disable(element, !canMove);
}
