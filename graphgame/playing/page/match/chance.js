// Needed: chance
addWords({
  chance: ["Chance of winning", "Cơ hội thắng", "شانس برد", "Chance de vitória", "Шансы на победу"],
  expected: ["Expected score", "Điểm kỳ vọng", "امتیاز مورد انتظار", "Pontuação esperada", "Ожидаемый счёт"],
  diceDecide: ["The dice decide.", "Xúc xắc quyết định.", "تاس تصمیم می‌گیرد.", "Os dados decidem.", "Решают кубики."],
  rolling: ["The page rolls.", "Trang đang gieo.", "صفحه تاس می‌ریزد.", "A página lança.", "Страница бросает."],
  results: ["Results of the roll", "Kết quả có thể", "نتیجه‌های تاس", "Resultados possíveis", "Исходы броска"],
  rolled: ["Rolled: {roll}", "Gieo được: {roll}", "آمد: {roll}", "Saiu: {roll}", "Выпало: {roll}"],
  pageRolls: ["Rolled by the page", "Trang này gieo", "صفحه تاس می‌ریزد", "Lançados pela página", "Бросает страница"],
  realDice: ["Real dice: I enter the result", "Xúc xắc thật: tôi nhập kết quả", "تاس واقعی: نتیجه را من می‌نویسم", "Dados reais: eu digo o que saiu", "Настоящие: результат ввожу я"],
  roll: ["Roll", "Gieo", "بریز", "Lançar", "Бросить"],
  whatCame: ["What was rolled", "Kết quả gieo", "چه آمد", "O que saiu", "Что выпало"],
  noRoll: ["No result is called “{text}”: choose one of {names}.", "Không có kết quả “{text}”: hãy chọn một trong {names}.", "نتیجه‌ای به نام «{text}» نیست: یکی از {names} را برگزینید.", "Não há resultado “{text}”: escolha entre {names}.", "Нет исхода «{text}»: выберите из {names}."],
  enter: ["Enter", "Nhập", "ثبت", "Inserir", "Ввести"],
  seed: ["Seed of the dice", "Hạt giống xúc xắc", "بذر تاس", "Semente dos dados", "Зерно кубиков"],
  chanceHint: ["How much of the chance of winning each move gives away against the best one.", "Mỗi nước đi làm mất bao nhiêu cơ hội thắng so với nước tốt nhất.", "هر حرکت نسبت به بهترین حرکت چقدر از شانس برد را از دست می‌دهد.", "Quanto da chance de vitória cada lance entrega em relação ao melhor.", "Сколько шансов на победу теряет каждый ход по сравнению с лучшим."],
  scoreHint: ["How many points each move gives away on average against the best one.", "Trung bình mỗi nước đi làm mất bao nhiêu điểm so với nước tốt nhất.", "هر حرکت نسبت به بهترین حرکت به طور میانگین چند امتیاز از دست می‌دهد.", "Quantos pontos cada lance entrega, em média, em relação ao melhor.", "Сколько очков в среднем теряет каждый ход по сравнению с лучшим."],
  best: ["best", "tốt nhất", "بهترین", "o melhor", "лучший"],
});

/** Return a number in the figures of the page. @param {number} x @param {number} digits */
function numeral(x, digits) {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(x);
}

/** Write a number of percent. @param {string} text */
function withPercent(text) {
  return leftToRight(`${text}\u00a0${language === "fa" ? "٪" : "%"}`);
}

/** Return a probability in percent; 0 and 100 only where the graph decides it. @param {number} share @param {boolean} isCertain */
function percent(share, isCertain) {
  if (isCertain) return withPercent(numeral(100 * share, 0));
  if (share > 0.999) return withPercent(`> ${numeral(99.9, 1)}`);
  return withPercent(share < 0.001 ? `< ${numeral(0.1, 1)}` : numeral(100 * share, 1));
}

/** Return a difference with its sign, in percent or in points. @param {number} x @param {boolean} hasScores */
function difference(x, hasScores) {
  const text = numeral(Math.abs(hasScores ? x : 100 * x), hasScores ? 2 : 1);
  const signed = (/[1-9]/.test(text) ? (x < 0 ? "−" : "+") : "") + text;
  return hasScores ? leftToRight(signed) : withPercent(signed);
}

/** The page of a match with dice. */
class ChanceApp extends App {
  /** @param {Partial<Match>} settings @returns {ChanceMatch} */
  newMatch(settings = {}) {
    const match = new ChanceMatch(this.source);
    const { sides = [] } = settings;
    return Object.assign(match, settings, { sides: match.sides.map((kind, side) => sides[side] ?? kind) });
  }

  /** What tests compare with Python. */
  get formulas() {
    return { account, errorWeights, percent, difference, throwOf };
  }

  /** @returns {Chances} */
  get chances() {
    return /** @type {Chances} */ (this.source.chances);
  }

  /** Whether dice decide at the position that is looked at. */
  get isRoll() {
    return this.match.ply.turn === DICE && !this.match.isOver;
  }

  /** Whose chances are known: where play may go on for ever, what one player does not win is nobody's. */
  get seats() {
    const { player, scores, ends } = this.chances;
    return ends || scores ? [0, 1] : [player];
  }

  /** Whose chances are shown: those of the one person, if there is one. */
  get seat() {
    const people = this.seats.filter((turn) => this.match.sides[turn] === "person");
    return people.length === 1 ? people[0] : this.chances.player;
  }

  /** Return what a position is worth to a player. @param {View} view @param {number} seat */
  worth(view, seat) {
    const { player, scores } = this.chances;
    const total = totalOf(view);
    return seat === player ? total : scores ? 0 - total : 1 - total;
  }

  /** Return what a position is worth to a player, in words. @param {View} view @param {number} seat */
  worthText(view, seat) {
    const worth = this.worth(view, seat);
    if (this.chances.scores) return difference(worth, true);
    return percent(worth, view.outcome !== 0);
  }

  get valuesHint() {
    return this.chances.scores ? "scoreHint" : "chanceHint";
  }

  newList() {
    const list = movesPanel(this, ChanceRow);
    const title = list.element.querySelector("h2");
    const update = () => {
      list.update();
      if (this.isRoll) write(title, `${say("results")} · ${this.match.view.moves.length}`);
    };
    return { ...list, update };
  }

  /** @param {number} at */
  plyBadge(at) {
    const { seat } = this;
    return make("span", { class: "stands" }, this.worthText(this.match.plies[at].view, seat));
  }

  /** @param {Position} position */
  nodeWord(position) {
    return this.worthText({ ...this.match.view, ...position }, this.seat);
  }

  summary() {
    return luckSummary(this);
  }

  status() {
    const { match, seat } = this;
    const { view, turn, times } = match.ply;
    if (match.isOver) {
      const { winner } = match;
      if (winner === null) return say("drawn");
      const n = numeral(Math.abs(totalOf(view)), Number.isInteger(totalOf(view)) ? 0 : 2);
      return say(this.chances.scores ? "wonBy" : "won", { player: this.playerName(winner), n });
    }
    const who = this.isRoll ? say("diceDecide") : `${say("onMove", { player: this.playerName(turn) })}.`;
    const again = times > 1 ? ` ${say("repeated", { n: times })}` : "";
    return `${who} ${say(this.chances.scores ? "expected" : "chance")}: ${isolated(this.playerName(seat))} ${this.worthText(view, seat)}.${again}`;
  }

  spoken() {
    const { plies, at } = this.match;
    if (plies[at - 1].turn !== DICE) return super.spoken();
    return `${say("rolled", { roll: this.moveName(at) })}. ${this.status()}`;
  }

  /** @param {Panel} board @param {Panel} list */
  matchColumns(board, list) {
    const tools = toolsPanel(this);
    const update = () => {
      tools.update();
      tools.hint.hidden = tools.hint.hidden || this.isRoll;
    };
    const players = playersPanel(this);
    const dice = diceSettings(this);
    players.element.append(dice.element);
    this.panels.push(dice);
    return {
      stage: [turnPanel(this), barPanel(this), board, dicePanel(this), { element: tools.element, update }, pickPanel(this), luckPanel(this)],
      side: [list, players, positionPanel(this)],
      rest: [historyPanel(this, chanceChart(this))],
    };
  }
}

/** Make the line that says whose turn it is, or who won. @param {ChanceApp} app */
function turnPanel(app) {
  const text = make("span", { dir: "auto" });
  const waits = make("span", { class: "quiet" });
  const head = make("p", { class: "status" }, text, waits);

  function update() {
    const { match, isRoll } = app;
    write(text, match.isOver ? app.status() : isRoll ? say("diceDecide") : say("onMove", { player: app.playerName(match.ply.turn) }));
    head.classList.toggle("over", match.isOver);
    write(waits, !match.isWaiting ? "" : say(isRoll ? "rolling" : "thinking"));
  }

  return { element: head, update };
}

/** Make the bar of the chances of both players. @param {ChanceApp} app */
function barPanel(app) {
  const names = [0, 1].map(() => make("span", { dir: "auto" }));
  const share = make("div", { class: "share" });
  const title = say(app.chances.scores ? "expected" : "chance");
  const element = make("section", { class: "chances", "aria-label": title }, make("p", {}, ...names), make("div", { class: "bar", "aria-hidden": "true" }, share));
  /** The greatest score so far, for the bar. */
  let most = 1;

  function update() {
    const { match, seat, chances } = app;
    const { view } = match;
    const worth = app.worth(view, seat);
    most = Math.max(most, Math.abs(worth));
    const part = chances.scores ? 0.5 + worth / most / 2 : worth;
    share.style.inlineSize = `${Math.min(100, Math.max(0, 100 * part))}%`;
    [seat, 1 - seat].forEach((player, at) => write(names[at], `${isolated(app.playerName(player))}: ${app.worthText(view, player)}`));
    names[1].hidden = app.seats.length < 2;
  }

  return { element, update };
}

/** The pips of a die, in a square of 3 by 3. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** Draw what was rolled: a die with pips, or a text. @param {string} name */
function dieFace(name) {
  const pips = /^[1-6]$/.test(name) ? PIPS[Number(name)] : "";
  if (!pips) return make("span", { class: "die text" }, make("bdi", {}, name));
  const dots = Array.from(pips, (at) => make("svg:circle", { cx: 24 + 26 * (Number(at) % 3), cy: 24 + 26 * Math.floor(Number(at) / 3), r: 9 }));
  return make("span", { class: "die" }, make("svg:svg", { viewBox: "0 0 100 100" }, ...dots));
}

/** Make the part that shows dice, and takes what a person rolled. @param {ChanceApp} app */
function dicePanel(app) {
  const TUMBLE = 90;
  const face = make("span", { class: "faces", "aria-hidden": "true" });
  const text = make("span", { dir: "auto" });
  const field = make("input", { type: "text", id: "rolled", autocomplete: "off", spellcheck: "false", size: 6 });
  const problem = make("p", { class: "problem", role: "alert" });
  const form = make("form", { onsubmit: enter }, make("label", { for: "rolled" }, say("whatCame")), make("div", { class: "field" }, field, make("button", {}, say("enter"))));
  const roll = button("roll", () => app.attempt(/** @type {ChanceMatch} */ (app.match).play(/** @type {ChanceMatch} */ (app.match).rolled)), { class: "main" });
  const element = make("section", { class: "dice", "aria-label": say("dice") }, face, text, form, roll, problem);
  let timer = 0;
  /** @type {View | null} */
  let seen = null;

  /** @param {Event} event */
  function enter(event) {
    event.preventDefault();
    const wanted = westernDigits(field.value.trim()).toLowerCase();
    const found = app.all.filter(({ name }) => name.toLowerCase() === wanted);
    problem.textContent = "";
    if (found.length === 1) app.play(found[0]);
    else problem.textContent = say("noRoll", { text: field.value, names: app.all.slice(0, 12).map(({ name }) => name).join(", ") });
  }

  /** Show other faces, until the roll is there. */
  function tumble() {
    const names = app.all.map(({ name }) => name);
    let at = 0;
    timer = window.setInterval(() => face.replaceChildren(dieFace(names[(at += 1) % names.length])), TUMBLE);
  }

  function update() {
    const { match, isRoll } = app;
    const { plies, at } = match;
    const isTyped = isRoll && match.isLatest && match.sides[DICE] === "person";
    const wasTyped = !form.hidden && form.contains(document.activeElement);
    form.hidden = !isTyped;
    roll.hidden = !(isTyped || (isRoll && match.isLatest && match.paused));
    if (seen === match.view && timer === 0) return;
    seen = match.view;
    window.clearInterval(timer);
    timer = 0;
    problem.textContent = field.value = "";
    if (isTyped && wasTyped) field.focus();
    // The last roll stays until the next one.
    let last = at;
    while (last > 0 && plies[last - 1].turn !== DICE) last -= 1;
    const name = last ? app.moveName(last) : "";
    write(text, isRoll ? "" : name && say("rolled", { roll: name }));
    face.classList.toggle("landed", last === at && last > 0);
    face.classList.toggle("rolling", isRoll);
    face.replaceChildren(...(name ? [dieFace(name)] : []));
    if (match.isWaiting && isRoll && !matchMedia("(prefers-reduced-motion: reduce)").matches) tumble();
    element.hidden = !name && !isRoll;
  }

  return { element, update };
}

/** Make the choice of who rolls, and from which seed. @param {ChanceApp} app */
function diceSettings(app) {
  const match = /** @type {ChanceMatch} */ (app.match);
  const who = make(
    "select",
    { onchange: () => match.set({ sides: [...match.sides.slice(0, 2), who.value], paused: false }) },
    make("option", { value: "machine" }, say("pageRolls")),
    make("option", { value: "person" }, say("realDice")),
  );
  const seed = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, onchange: sow });
  const sown = make("label", {}, make("span", {}, say("seed")), seed);
  const element = make("div", { class: "sides sown" }, make("label", {}, make("span", {}, say("dice")), who), sown);

  /** Begin the match again, with other dice. */
  function sow() {
    const text = westernDigits(seed.value.trim());
    const [{ view, turn }] = match.plies;
    if (/^\d{1,9}$/.test(text)) app.attempt(match.begin(view.key, turn, Number(text)));
    else seed.value = String(match.seed);
  }

  function update() {
    who.value = match.sides[DICE];
    if (document.activeElement !== seed) seed.value = String(match.seed);
    sown.hidden = match.sides[DICE] === "person";
  }

  return { element, update };
}

/** A move of a player with what it gives away, or a result of dice with how likely it is. */
class ChanceRow extends MoveRow {
  /** @param {App} app */
  constructor(app) {
    super(app);
    this.odds = make("span", { class: "odds" });
    this.loss = make("span", { class: "loss" });
    this.element.append(this.odds, this.loss);
  }

  /** @param {Choice} choice */
  show(choice) {
    const app = /** @type {ChanceApp} */ (this.app);
    const { match, isRoll, seat, chances } = app;
    const { view } = match;
    const { move } = choice;
    this.choice = choice;
    this.item.hidden = false;
    write(this.name, choice.name);
    disable(this.element, !app.canMove);
    this.loss.hidden = !match.values;
    this.odds.hidden = !isRoll;
    const kind = isRoll ? "loss" : "loss none";
    if (isRoll) {
      write(this.odds, oddsText(view.moves, move));
      const after = { ...view, ...move.to, gained: (view.gained ?? 0) + (move.paid ?? 0) };
      write(this.loss, `${app.playerName(seat)} ${app.worthText(after, seat)}`);
      this.loss.className = kind;
    } else {
      const loss = lossesOf(view)[view.moves.indexOf(move)];
      const text = difference(0 - loss, chances.scores);
      const isBest = move === ranked(view.moves)[0] || !/[1-9]/.test(text);
      write(this.loss, isBest ? say("best") : text);
      this.loss.className = isBest ? "loss fine" : "loss mistake";
    }
  }
}

/** Return how likely a result of dice is: "1/6 · 16.7 %". @param {Move[]} moves @param {Move} move */
function oddsText(moves, { odds = 0 }) {
  const total = moves.reduce((sum, move) => sum + (move.odds ?? 0), 0);
  /** @param {number} a @param {number} b @returns {number} */
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const common = moves.reduce((found, move) => divisor(found, move.odds ?? 0), total);
  const share = percent(odds / total, false);
  const fraction = `${odds / common}/${total / common}`;
  return total / common < 1000 ? `${leftToRight(fraction)} · ${share}` : share;
}

/** Make the chart of the chances over the match. @param {ChanceApp} app */
function chanceChart(app) {
  const LAST = 120;
  const { match } = app;
  const [width, height, left, top] = [320, 120, 34, 8];
  const base = height - 8;
  const title = say(app.chances.scores ? "expected" : "chance");
  const trace = make("svg:polyline", { class: "trace" });
  const area = make("svg:path", { class: "area" });
  const rolls = make("svg:path", { class: "rolls" });
  const here = make("svg:circle", { r: 5, class: "spot" });
  const ticks = [0, 1, 2].map((k) => make("svg:text", { x: left - 5, y: top + (k * (base - top)) / 2, class: "tick" }));
  const rules = ticks.map((_, k) => make("svg:line", { x1: left, x2: width, y1: top + (k * (base - top)) / 2, y2: top + (k * (base - top)) / 2, class: "rule" }));
  const picture = make("svg:svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, ...rules, ...ticks, area, trace, rolls, here);
  const caption = make("figcaption", { dir: "auto" });
  const element = make("figure", { class: "chart chanceChart" }, picture, caption);

  function update() {
    const { seat, chances } = app;
    const from = Math.max(0, match.plies.length - LAST);
    const plies = match.plies.slice(from);
    const worths = plies.map(({ view }) => app.worth(view, seat));
    const most = chances.scores ? Math.max(1, ...worths.map(Math.abs)) : 1;
    const least = chances.scores ? 0 - most : 0;
    /** @param {number} at */
    const x = (at) => left + 6 + (at * (width - left - 12)) / Math.max(12, plies.length - 1);
    /** @param {number} at */
    const y = (at) => base - ((base - top) * (worths[at] - least)) / (most - least);
    const points = worths.map((_, at) => `${x(at)},${y(at)}`);
    trace.setAttribute("points", points.join(" "));
    area.setAttribute("d", `M${x(0)} ${base}L${points.join(" ")} ${x(plies.length - 1)} ${base}z`);
    // A small disc after each roll.
    rolls.setAttribute("d", plies.map((_, at) => (at && plies[at - 1].turn === DICE ? signPath(1, x(at), y(at), 2.4) : "")).join(""));
    const now = Math.max(0, match.at - from);
    here.setAttribute("cx", String(x(now)));
    here.setAttribute("cy", String(y(now)));
    [most, (most + least) / 2, least].forEach((value, k) => write(ticks[k], chances.scores ? numeral(value, 0) : numeral(100 * value, 0)));
    const unit = chances.scores ? "" : language === "fa" ? " · ٪" : " · %";
    write(caption, `${title} · ${isolated(app.playerName(seat))}${unit}`);
  }

  return { element, update };
}
