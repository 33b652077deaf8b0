addWords({
  history: ["Match", "Ván đấu", "بازی", "Partida", "Партия"],
  start: ["Start", "Bắt đầu", "آغاز", "Início", "Начало"],
  earlier: ["Earlier plies", "Các nước trước", "حرکت‌های پیشین", "Lances anteriores", "Раньше"],
  lookingBack: ["Looking back: ply {at} of {last}.", "Đang xem lại: nước {at} trên {last}.", "بازبینی: نیم‌حرکت {at} از {last}.", "Revendo: lance {at} de {last}.", "Просмотр: полуход {at} из {last}."],
  goOn: ["Go on from here", "Đi tiếp từ đây", "ادامه از همین‌جا", "Continuar daqui", "Продолжить отсюда"],
  toLatest: ["Back to the latest position", "Về nước mới nhất", "رفتن به آخرین", "Voltar ao último", "К последнему ходу"],
});

/** How many plies are listed at least, the last ones. */
const LISTED_PLIES = 40;

/**
 * The list of the positions of the match.  `rows` are those of the plies from `first` on, in order; what
 * the match still has of them stays, so that a long match costs no more than a short one.
 */
class PlyList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.first = 0;
    /** The plies that are listed. @type {{item: HTMLElement, ply: Ply}[]} */
    this.rows = [];
    this.hasValues = app.match.values;
    /** The frame that will scroll to the last ply, if one was asked for. */
    this.frame = 0;
    this.list = make("ol", { class: "history" });
    this.earlier = button("earlier", () => this.showEarlier(), { class: "plain" });
    this.element = make("div", { class: "scroll" }, this.earlier, this.list);
  }

  showEarlier() {
    this.first = Math.max(0, this.first - LISTED_PLIES * 3);
    this.clear();
    this.update();
  }

  clear() {
    this.rows = [];
    this.list.replaceChildren();
  }

  update() {
    const { match } = this.app;
    if (this.hasValues !== match.values) this.clear();
    this.hasValues = match.values;
    this.follow(match.plies);
    this.earlier.hidden = this.first === 0;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const shown = this.rows[match.at - this.first];
    shown?.item.firstElementChild?.setAttribute("aria-current", "step");
    if (shown && match.isLatest && !this.frame) this.frame = requestAnimationFrame(() => this.showLast());
  }

  /** List the plies of the match: keep the rows that are still right. @param {Ply[]} plies */
  follow(plies) {
    const { rows, list } = this;
    let same = 0;
    while (same < rows.length && rows[same].ply === plies[this.first + same]) same += 1;
    for (const { item } of rows.splice(same)) item.remove();
    if (same === 0) this.first = Math.min(this.first, Math.max(0, plies.length - LISTED_PLIES));
    if (plies.length - this.first > LISTED_PLIES * 2) {
      const drop = plies.length - this.first - LISTED_PLIES;
      for (const { item } of rows.splice(0, drop)) item.remove();
      this.first += drop;
    }
    while (this.first + rows.length < plies.length) {
      rows.push(this.row(this.first + rows.length));
      list.append(rows[rows.length - 1].item);
    }
  }

  /** @param {number} at */
  row(at) {
    const { app } = this;
    const { plies } = app.match;
    const ply = plies[at];
    const { turn } = plies[Math.max(at - 1, 0)];
    const label = at === 0 ? say("start") : `${isolated(app.playerName(turn))}: ${isolated(app.moveName(at))}`;
    const element = button(null, () => app.match.lookAt(at), { class: "ply" });
    element.append(make("span", { class: "number" }, `${at}.`), make("span", { class: "name" }, make("bdi", {}, label)));
    if (this.hasValues) element.append(app.plyBadge(at));
    if (ply.times > 1) element.append(make("span", { class: "times" }, `×${ply.times}`));
    return { item: make("li", {}, element), ply };
  }

  /** Scroll to the last ply: in a frame, since asking for heights is what takes long. */
  showLast() {
    this.frame = 0;
    if (this.app.match.isLatest) this.element.scrollTop = this.element.scrollHeight;
  }
}

/** Make the panel of the match: its values as a chart, and its positions, each of which can be looked at. @param {App} app @param {Panel | null} chart */
function historyPanel(app, chart) {
  const looking = make("p", { class: "quiet" });
  const goOn = button("goOn", () => app.match.goOn());
  const latest = button("toLatest", () => app.match.lookAt(app.match.plies.length - 1));
  const back = make("div", { class: "back" }, looking, make("div", { class: "tools" }, goOn, latest));
  const list = new PlyList(app);
  const element = card("history", say("history"), back, ...(chart ? [chart.element] : []), list.element);

  function update() {
    const { match } = app;
    list.update();
    back.hidden = match.isLatest;
    write(looking, say("lookingBack", { at: match.at, last: match.plies.length - 1 }));
    chart?.update();
  }

  return { element, update };
}
