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
 * @param {typeof MoveRow} Row  what shows a move
 */
function movesPanel(app, Row = MoveRow) {
  const STEP = 150;
  let limit = STEP;
  /** @type {MoveRow[]} */
  const rows = [];
  /** @type {View | null} */
  let seen = null;
  const title = make("h2", { id: "moves-title", tabindex: "-1" });
  const list = make("ol", { class: "moves", "aria-labelledby": "moves-title" });
  const note = make("p", { class: "quiet" });
  const more = button("more", () => { limit += STEP * 4; update(); }, { class: "plain" });
  const element = make("section", { class: "card movesCard", "aria-labelledby": "moves-title" }, title, note, list, more);

  /** Return a row, which is made when it is needed first. @param {number} at */
  function row(at) {
    if (!rows[at]) {
      rows[at] = new Row(app);
      list.append(rows[at].item);
    }
    return rows[at];
  }

  function update() {
    const { match, offered } = app;
    if (seen !== match.view) limit = STEP;
    seen = match.view;
    const held = rows.some(({ element: move }) => move === document.activeElement);
    write(title, `${say("moves")} · ${match.view.moves.length}`);
    write(note, match.isOver ? say("noMoves") : app.clicked.length ? say("matchingMoves", { n: offered.length, all: match.view.moves.length }) : "");
    note.hidden = !note.textContent;
    list.classList.toggle("bare", !offered.some(({ move }) => (pliesBy(move) ?? -1) >= 0));
    const count = Math.min(limit, offered.length);
    for (let at = 0; at < count; at++) row(at).show(offered[at]);
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

/** A move in its button: its name and, while values are shown, what comes of it.  Only what differs
 * from the move that the row showed before is written: the rest need not be laid out again. */
class MoveRow {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Choice | null} */
    this.choice = null;
    this.name = make("bdi");
    this.plies = make("span", { class: "plies" });
    this.delta = make("span", { class: "delta" });
    this.badge = badge(0);
    this.element = button(null, () => this.choice && app.play(this.choice), { class: "move" });
    this.element.append(make("span", { class: "name" }, this.name));
    this.item = make("li", {}, this.element);
  }

  /** @param {Choice} choice */
  show(choice) {
    const { match, canMove } = this.app;
    this.choice = choice;
    this.item.hidden = false;
    write(this.name, choice.name);
    if (match.values) this.showValue(match.view, choice.move);
    else for (const part of [this.badge, this.plies, this.delta]) part.remove();
    disable(this.element, !canMove);
  }

  /** @param {View} view @param {Move} move */
  showValue(view, move) {
    const plies = pliesBy(move);
    const lost = delta(view, move);
    const value = moveValue(move);
    write(this.plies, plies === null || plies < 0 ? "" : sayNumber(lengthWord, plies));
    write(this.delta, lost === null ? "" : `Δ ${lost}`);
    const { points } = move;
    turnBadge(this.badge, value, points ? `${outcomeWord(value)} ${leftToRight((points > 0 ? "+" : "−") + Math.abs(points))}` : undefined);
    if (!this.badge.isConnected) this.element.append(this.badge, this.plies, this.delta);
  }
}
