addWords({
  failed: ["Something went wrong: {text}", "Có lỗi: {text}", "خطایی رخ داد: {text}", "Algo deu errado: {text}", "Что-то пошло не так: {text}"],
  repeated: ["This position has occurred {n} times.", "Thế cờ này đã lặp lại {n} lần.", "این وضعیت {n} بار پیش آمده است.", "Esta posição ocorreu {n} vezes.", "Повторение позиции: {n}."],
  untouched: ["No move touches {cell}.", "Không nước nào chạm ô {cell}.", "هیچ حرکتی به {cell} نمی‌رسد.", "Nenhum lance toca {cell}.", "Ни один ход не затрагивает {cell}."],
  chosen: ["Chosen: {cells}. Choose another cell.", "Đã chọn: {cells}. Chọn thêm một ô.", "انتخاب: {cells}. خانهٔ دیگری برگزینید.", "Escolhido: {cells}. Escolha outra casa.", "Выбрано: {cells}. Выберите ещё клетку."],
  tie: ["{n} moves change these cells: choose from the list.", "{n} nước cùng đổi các ô này: hãy chọn trong danh sách.", "{n} حرکت همین خانه‌ها را تغییر می‌دهند: از فهرست برگزینید.", "{n} lances mudam estas casas: escolha na lista.", "Эти клетки меняют несколько ходов ({n}): выберите из списка."],
  notNow: ["It is the machine's turn.", "Đang lượt máy.", "نوبت ماشین است.", "É a vez da máquina.", "Сейчас ход машины."],
});

/** Return an error in words. @param {any} error */
function problemText(error) {
  return error instanceof Problem ? say(error.word, error.values) : say("failed", { text: String(error) });
}

/** The order of the moves while values are hidden: by name, numbers by size. */
const BY_NAME = new Intl.Collator("en", { numeric: true });

/** A part of the page, which shows how things are when it is asked to. @typedef {{element: HTMLElement, update: () => void}} Panel */

/** The page: a match, what is clicked on its board, and the panels that show both.
 *
 * `offered` are the moves of `all` that change every clicked cell; they are found again by `render`. */
class App {
  /** @param {any} data @param {Source} source */
  constructor(data, source) {
    this.data = data;
    this.source = source;
    this.match = this.newMatch();
    /** The cells clicked so far. @type {number[]} */
    this.clicked = [];
    /** All moves, and those that fit the clicked cells, in the order of the list. @type {Choice[]} */
    this.all = [];
    /** @type {Choice[]} */
    this.offered = [];
    /** The cells that the last move changed. @type {number[]} */
    this.lastCells = [];
    /** Whether the position has just changed. */
    this.isFresh = false;
    /** Whether links lead to positions of this source: not after a board was edited. */
    this.isLinked = true;
    this.delay = 650;
    this.timer = 0;
    /** @type {Panel[]} */
    this.panels = [];
    /** @type {ReturnType<typeof movesPanel> | null} */
    this.list = null;
    /** The match that waits while a line of the analysis is shown. @type {Match | null} */
    this.waiting = null;
    /** @type {Puzzles | null} */
    this.puzzles = this.findPuzzles();
    this.log = liveRegion();
    this.hint = make("p", { class: "hint" });
    this.match.onchange = (change) => this.changed(change);
  }

  /** Make a match that has not begun. @param {Partial<Match>} settings @returns {Match} */
  newMatch(settings = {}) {
    return Object.assign(new Match(this.source), settings);
  }

  /** Return the puzzles of the source, if there are some: the data have their keys, or say how many there may be. */
  findPuzzles() {
    const { puzzles = [] } = this.data;
    const keys = Array.isArray(puzzles) ? puzzles : this.source.puzzles?.(puzzles) ?? [];
    return keys.length ? new Puzzles(this, keys) : null;
  }

  /** Whether a person may move at the position that is looked at. */
  get canMove() {
    const { match } = this;
    return !match.isOver && !match.isWaiting;
  }

  /** Whether plies to the end may be known: of heaps and sums they are not. */
  get hasLengths() {
    return !["heaps", "sum"].includes(this.data.kind) && !this.data.proof;
  }

  /** Whether play can come back to a position, and is a draw then: not in sums, nor with owners or dice. */
  get mayRepeat() {
    const { kind, owners, chance } = this.data;
    return kind !== "heaps" && kind !== "sum" && !owners && !chance;
  }

  /** Return the name of a player. @param {number} turn */
  playerName(turn) {
    return this.source.players ? this.source.players[turn] : say(turn ? "second" : "first");
  }

  /** Say who will win, where the outcome is that of a player. @param {number} outcome @param {number} turn */
  winnerText(outcome, turn) {
    if (!outcome) return say("draws");
    return say("willWin", { player: this.playerName(outcome > 0 ? turn : 1 - turn) });
  }

  /** Return the name of the move that led to a ply. @param {number} at */
  moveName(at) {
    const { plies } = this.match;
    const { label, view } = plies[at];
    return label ?? choices(this.source, plies[at - 1].view).find(({ move }) => move.to.key === view.key)?.name ?? view.name;
  }

  /** Play with another source from its start, as after a board was edited. @param {Source} source */
  async replace(source) {
    const { sides, errs, values } = this.waiting ?? this.match;
    const match = Object.assign(this.newMatch({ sides, errs, values }), { source });
    await this.open(match, undefined, undefined, () => {
      this.waiting = null;
      this.source = source;
      this.puzzles = this.findPuzzles();
      this.isLinked = false;
      Object.assign(/** @type {any} */ (globalThis).graphgame, { source });
    });
  }

  /**
   * Begin a match and show it.  The match before stays until this one has a position, since every panel reads
   * one; what else belongs to the new match is changed by `change`, at the same moment.
   * @param {Match} match @param {string} [key] @param {0 | 1} [turn] @param {() => void} [change]
   */
  async open(match, key, turn, change = () => {}) {
    await match.begin(key, turn);
    change();
    this.turnTo(match);
    match.changed("begin");
  }

  /** Show another match; the one before stays as it is. @param {Match} match */
  turnTo(match) {
    window.clearTimeout(this.timer);
    this.match.onchange = () => {};
    this.match = match;
    match.onchange = (change) => this.changed(change);
    Object.assign(/** @type {any} */ (globalThis).graphgame, { match });
    this.panels = [];
  }

  /** Show how best play goes on from a position, while the match waits. @param {string} key @param {number} turn */
  async showLine(key, turn) {
    const line = this.newMatch({ sides: ["machine", "machine"], values: true });
    await this.open(line, key, /** @type {0 | 1} */ (turn), () => { this.waiting ??= this.match; });
    this.focusBack();
  }

  /** Go back to the match that waits while a line or a puzzle is shown. */
  endLine() {
    if (!this.waiting) return;
    if (this.puzzles) this.puzzles.isOpen = false;
    this.turnTo(this.waiting);
    this.waiting = null;
    this.render(false);
    this.announce(this.status());
    this.focus();
    this.schedule();
  }

  /** Put the focus on the way back to the match. */
  focusBack() {
    /** @type {HTMLElement | null} */ (document.querySelector(".backToMatch"))?.focus();
  }

  /** Follow a promise; show what goes wrong. @param {Promise<any>} promise */
  attempt(promise) {
    promise.catch((error) => {
      this.hint.textContent = problemText(error);
      this.announce(this.hint.textContent);
    });
  }

  /** Have a screen reader speak a text. @param {string} text */
  announce(text) {
    announce(this.log, text);
  }

  /** Show a change of the match, and go on with it. @param {Change} change */
  changed(change) {
    if (change !== "settings") this.clicked = [];
    this.hint.textContent = "";
    this.render(change !== "settings");
    if (this.puzzles?.isOpen && change !== "settings") this.announce(this.puzzles.spoken(change));
    else if (change === "move") this.announce([this.spoken(), this.waiting ? "" : this.summary()].join(" ").trim());
    else if (change !== "settings") this.announce(this.status());
    this.schedule();
  }

  /** Let the machine move after a moment, if it is its turn. */
  schedule() {
    window.clearTimeout(this.timer);
    const { match } = this;
    // Two machines stop, as in the terminal, where play leads nowhere.
    if (this.mayRepeat && match.isWaiting && !match.sides.includes("person") && isRepeated(match)) return callDraw(match);
    if (match.isWaiting) this.timer = window.setTimeout(() => this.attempt(this.match.machineMove()), this.delay);
  }

  /** Show everything again. @param {boolean} [isFresh]  whether the position has changed */
  render(isFresh = true) {
    const { match, source } = this;
    const { plies, at, view, values } = match;
    this.isFresh = isFresh;
    this.all = choices(source, view);
    if (values && !view.moves[0]?.odds) {
      const order = new Map(ranked(view.moves).map((move, rank) => [move, rank]));
      this.all.sort((a, b) => /** @type {number} */ (order.get(a.move)) - /** @type {number} */ (order.get(b.move)));
    } else this.all.sort((a, b) => BY_NAME.compare(a.name, b.name));
    this.offered = matching(this.all, this.clicked);
    const before = at > 0 ? plies[at - 1].view.board : null;
    this.lastCells = before !== null && view.board !== null ? changedCells(...bareBoards(source, before, view.board)) : [];
    const held = document.activeElement;
    if (!this.panels.length) this.build();
    for (const panel of this.panels) panel.update();
    this.isFresh = false;
    // What had the focus may be gone: it must not be lost.
    const isLost = held !== document.body && [held, document.body].includes(document.activeElement);
    if (held && isLost && (!held.isConnected || held.closest("[hidden]"))) this.focus();
  }

  /** Put the focus where moves are made. */
  focus() {
    /** @type {HTMLElement | null} */ (document.querySelector('.cell[tabindex="0"], #moves-title'))?.focus();
  }

  /** Make the panels of a match, column by column. @param {Panel} board @param {Panel} list */
  matchColumns(board, list) {
    const tools = toolsPanel(this);
    for (const more of [this.mayRepeat && drawButton(this), this.puzzles && puzzlesButton(this, this.puzzles)]) {
      if (!more) continue;
      tools.element.append(more.element);
      this.panels.push(more);
    }
    return {
      stage: [statusPanel(this), board, tools, pickPanel(this), analysisPanel(this)],
      side: [list, playersPanel(this), positionPanel(this)],
      rest: [historyPanel(this, this.hasLengths ? valueChart(this) : null), insightPanel(this)],
    };
  }

  /** Make the panels of a puzzle: none that tells what moves are worth. @param {Panel} board @param {Panel} list @param {Puzzles} puzzles */
  puzzleColumns(board, list, puzzles) {
    return {
      stage: [taskPanel(this, puzzles), board, pickPanel(this)],
      side: [solvingPanel(this, puzzles), list],
      rest: [],
    };
  }

  /** Put the panels on the page, in the words of its language. */
  build() {
    const { title } = this.data;
    document.title = (typeof title === "string" ? title : inLanguage(title)) || "graphgame";
    const hasBoard = this.match.view.board !== null;
    const board = hasBoard ? new BoardPanel(this) : graphPanel(this);
    this.list = this.newList();
    const about = aboutPanel(this);
    const { stage, side, rest } = this.puzzles?.isOpen ? this.puzzleColumns(board, this.list, this.puzzles) : this.matchColumns(board, this.list);
    this.panels.push(about, ...stage, ...side, ...rest);
    /** @param {string} name @param {{element: Node}[]} panels */
    const column = (name, panels) => make("div", { class: name }, ...panels.map(({ element }) => element));
    const edit = this.source.editor && !this.puzzles?.isOpen ? [{ element: boardEditor(this) }] : [];
    const page = make(
      "div",
      { class: "page", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.clear() },
      make("header", {}, make("h1", { dir: "auto" }, document.title), languageChoice(this)),
      make("main", {}, about.element, column("stage", [...stage, ...edit]), column("side", side), column("rest", rest)),
    );
    document.body.querySelector(".page")?.remove();
    document.body.prepend(page);
    if (!this.log.isConnected) document.body.append(this.log);
  }

  /** Change the language of the page. @param {string} name */
  async translate(name) {
    setLanguage(name);
    await this.match.rename();
    this.hint.textContent = "";
    this.log.replaceChildren();
    this.panels = [];
    this.render(false);
    /** @type {HTMLElement | null} */ (document.querySelector(".language select"))?.focus();
  }

  /** Make the list of moves. */
  newList() {
    return movesPanel(this);
  }

  /** Return what the page says of values, as the key of words. @returns {string} */
  get valuesHint() {
    return this.data.proof ? "proofHint" : "valuesHint";
  }

  /** Return what is written below the name of a position in its picture, "" for a sign beside it. @param {Position} position */
  nodeWord({ outcome, turn, remoteness }) {
    const plies = remoteness !== null && remoteness > 0 ? ` ${remoteness}` : "";
    return this.source.owners ? wonBy(/** @type {Outcome} */ (turn ? 0 - outcome : outcome)) + plies : "";
  }

  /** Return how a match that is over went, in words. */
  summary() {
    return summary(this.match);
  }

  /** Return what a ply of the match led to, for who made the move. @param {number} at @returns {HTMLElement} */
  plyBadge(at) {
    const { plies } = this.match;
    const ply = plies[at];
    const { outcome, remoteness, score } = ply.view;
    const { turn } = plies[Math.max(at - 1, 0)];
    const cost = this.source.owners?.counted === "turns" && turn === ply.turn ? 0 : 1;
    const length = at === 0 ? remoteness : pliesBy({ to: ply.view, cost });
    // What the move does is said of who made it, as in the list of moves.
    const sign = turn === ply.turn ? 1 : -1;
    return badge(sign * outcome, verdict(sign * outcome, outcome ? length : null, score && sign * score));
  }

  /** Return who is to move, or who won, in words. */
  status() {
    const { match } = this;
    const { view, turn, times } = match.ply;
    const player = this.playerName(turn);
    if (match.isOver) {
      const won = { player: match.winner === null ? "" : this.playerName(match.winner), n: Math.abs(view.score ?? 0) };
      const over = match.winner === null ? say("drawn") : say(view.score ? "wonBy" : "won", won);
      return view.end ? `${view.end()} ${over}`.trim() : over;
    }
    const value = match.values ? `: ${verdict(view.outcome, view.remoteness, view.score)}` : "";
    const again = times > 1 ? ` ${say("repeated", { n: times })}` : "";
    return `${say("onMove", { player })}${value}.${again}`;
  }

  /** Return the last move and what came of it, in words. */
  spoken() {
    const { plies, at } = this.match;
    const made = `${isolated(this.playerName(plies[at - 1].turn))}: ${isolated(this.moveName(at))}`;
    return `${made}. ${this.status()}`;
  }

  /** Play a choice, if a person may. @param {Choice} choice */
  play(choice) {
    if (this.canMove && this.puzzles?.isAsking) this.attempt(this.puzzles.judge(choice.move));
    else if (this.canMove) this.attempt(this.match.play(choice.move));
    else if (!this.match.isOver) this.showHint("notNow");
  }

  /** Write a hint under the board, and have it spoken. @param {string} key @param {Object<string, string | number>} [values] */
  showHint(key, values) {
    this.hint.textContent = say(key, values);
    this.announce(this.hint.textContent);
  }

  /** Forget the clicked cells. */
  clear() {
    if (!this.clicked.length) return;
    this.clicked = [];
    this.hint.textContent = "";
    this.render(false);
  }

  /** Narrow the moves to those that change a cell; play the one that is left. @param {number} at */
  click(at) {
    const { source, match } = this;
    if (match.isOver) return this.showHint("noMoves");
    if (!this.canMove) return this.showHint("notNow");
    if (this.clicked.includes(at)) return this.clear();
    const together = [...this.clicked, at];
    // A cell that fits no move with the chosen ones may be another piece: the choice begins anew with it.
    const clicked = matching(this.all, together).length ? together : [at];
    const left = matching(this.all, clicked);
    const board = boardCells(match.view.board ?? "");
    const name = (/** @type {number} */ cell) => cellName(source.shape, board, cell);
    if (!left.length) return this.showHint("untouched", { cell: name(at) });
    // Who has clicked beside a target shall not make the only move of another piece.
    if (left.length === 1 && clicked.length > this.clicked.length) return this.play(left[0]);
    this.clicked = clicked;
    this.render(false);
    const isTie = left.every(({ cells }) => cells.length === clicked.length);
    if (isTie) this.showHint("tie", { n: left.length });
    else this.showHint("chosen", { cells: clicked.map(name).join(" ") });
    if (isTie) this.list?.focus();
  }
}
