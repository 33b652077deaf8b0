// Needed: puzzles
addWords({
  puzzles: ["Puzzles", "Câu đố", "معماها", "Quebra-cabeças", "Задачи"],
  puzzleOf: ["Puzzle {n} of {all}", "Câu đố {n} trên {all}", "معمای {n} از {all}", "Quebra-cabeça {n} de {all}", "Задача {n} из {all}"],
  streak: ["Solved in a row: {n}", "Giải đúng liên tiếp: {n}", "حل‌شده پشت سر هم: {n}", "Resolvidos seguidos: {n}", "Решено подряд: {n}"],
  findWin: ["Find the winning move.", "Hãy tìm nước thắng.", "حرکت برنده را پیدا کنید.", "Encontre o lance vencedor.", "Найдите выигрывающий ход."],
  findDraw: ["Find the only move that draws.", "Hãy tìm nước duy nhất giữ được hòa.", "تنها حرکتی را که به مساوی می‌رسد پیدا کنید.", "Encontre o único lance que empata.", "Найдите единственный ход к ничьей."],
  triesLeft: ["{n} try left|{n} tries left", "Còn {n} lần thử", "فرصت باقی‌مانده: {n}", "Resta {n} tentativa|Restam {n} tentativas", "Осталась {n} попытка|Осталось {n} попытки|Осталось {n} попыток"],
  right: ["Right: {move}", "Đúng: {move}", "درست: {move}", "Certo: {move}", "Верно: {move}"],
  moveWas: ["The move was {move}", "Nước đúng là {move}", "حرکت درست: {move}", "O lance era {move}", "Правильный ход: {move}"],
  nextPuzzle: ["Next puzzle", "Câu đố tiếp theo", "معمای بعدی", "Próximo quebra-cabeça", "Следующая задача"],
  giveUp: ["Show the solution", "Xem lời giải", "نمایش پاسخ", "Mostrar a solução", "Показать решение"],
  playOn: ["Play on", "Chơi tiếp", "ادامهٔ بازی", "Continuar", "Дальше"],
  lastPuzzle: ["That was the last puzzle. Solved: {n} of {all}.", "Đó là câu đố cuối. Đã giải: {n} trên {all}.", "این آخرین معما بود. حل‌شده: {n} از {all}.", "Esse foi o último. Resolvidos: {n} de {all}.", "Это была последняя задача. Решено: {n} из {all}."],
});

/** How often a person may try to solve a puzzle. */
const TRIES = 3;

/**
 * The puzzles of a page: positions in which one move alone keeps the win, or the draw.  Each is shown in a
 * match of its own, with values hidden, while the match of the page waits.
 */
class Puzzles {
  /** @param {App} app @param {(number | string)[]} keys */
  constructor(app, keys) {
    this.app = app;
    this.keys = keys;
    this.isOpen = false;
    /** Which puzzle is shown. */
    this.at = 0;
    /** @type {"open" | "solved" | "shown"} */
    this.state = "open";
    /** The wrong moves so far. @type {Move[]} */
    this.tried = [];
    /** How many were solved one after another, and which were ever solved. */
    this.streak = 0;
    /** @type {Set<number>} */
    this.solved = new Set();
  }

  /** The position of the puzzle, and who moves there. */
  get ply() {
    return this.app.match.plies[0];
  }

  /** Whether the next move is an answer. */
  get isAsking() {
    return this.isOpen && this.state === "open";
  }

  /** The move that solves the puzzle. */
  get solution() {
    return ranked(this.ply.view.moves)[0];
  }

  /** Leave the match for the puzzles: for the one that is unsolved, or for the next. */
  enter() {
    return this.show(this.state === "open" ? this.at : this.at + 1);
  }

  /** Show a puzzle; after the last one, the first. @param {number} at */
  async show(at) {
    const { app, keys } = this;
    const key = String(keys[at % keys.length]);
    const { turn } = await app.source.look(key);
    /** @type {("person" | "machine")[]} */
    const sides = turn ? ["machine", "person"] : ["person", "machine"];
    await app.open(app.newMatch({ sides }), key, undefined, () => {
      Object.assign(this, { at: at % keys.length, state: "open", tried: [], isOpen: true });
      app.waiting ??= app.match;
    });
  }

  /** Judge the move of a person. @param {Move} move */
  async judge(move) {
    const { app, tried } = this;
    if (moveValue(move) === this.ply.view.outcome) return this.end("solved");
    // To err twice in the same way costs nothing.
    this.tried = [...tried.filter((other) => other !== move), move];
    if (this.tried.length === TRIES) return this.end("shown");
    app.clicked = [];
    app.hint.textContent = "";
    app.render(false);
    app.announce(this.mistake());
  }

  /** Make the move that solves the puzzle.  The machine answers, but not at once where the move was shown. @param {"solved" | "shown"} state */
  async end(state) {
    this.state = state;
    this.app.match.paused = state === "shown";
    this.streak = state === "solved" ? this.streak + 1 : 0;
    if (state === "solved") this.solved.add(this.at);
    await this.app.match.play(this.solution);
    /** @type {HTMLElement | null} */ (document.querySelector(".nextPuzzle"))?.focus();
  }

  /** Return the name of a move of the puzzle. @param {Move} move */
  nameOf(move) {
    const { view } = this.ply;
    return choices(this.app.source, view)[view.moves.indexOf(move)].name;
  }

  /** Return what is to be done, in words. */
  task() {
    const { view, turn } = this.ply;
    const who = view.turn === null ? "" : `${say("onMove", { player: this.app.playerName(turn) })}. `;
    return who + say(view.outcome > 0 ? "findWin" : "findDraw");
  }

  /** Return what the last wrong move gave away, in words, and how many tries are left. */
  mistake() {
    const move = this.tried[this.tried.length - 1];
    if (!move) return "";
    const [value, plies] = [moveValue(move), pliesBy(move)];
    const length = value < 0 && plies !== null && plies > 0 ? `: ${verdict(value, plies)}` : "";
    const text = `${isolated(this.nameOf(move))} ${say(lossWord(this.ply.view.outcome, value))}${length}.`;
    return this.state === "open" ? `${text} ${sayNumber("triesLeft", TRIES - this.tried.length)}.` : text;
  }

  /** Return what the solution was, in words. */
  answer() {
    return say(this.state === "solved" ? "right" : "moveWas", { move: this.nameOf(this.solution) });
  }

  /** Return which puzzle it is, and how many were solved in a row. */
  count() {
    const { at, keys, streak } = this;
    const place = say("puzzleOf", { n: at + 1, all: keys.length });
    return streak ? `${place} · ${say("streak", { n: streak })}` : place;
  }

  /** Return how many were solved, after the last one; or "". */
  total() {
    const { at, keys, state, solved } = this;
    return state !== "open" && at === keys.length - 1 ? say("lastPuzzle", { n: solved.size, all: keys.length }) : "";
  }

  /** Return what is spoken after a change of the match. @param {Change} change */
  spoken(change) {
    const { app } = this;
    if (change === "begin") return `${this.count()}. ${this.task()}`;
    if (app.match.at !== 1) return app.spoken();
    const { outcome, remoteness, score } = this.ply.view;
    const mistake = this.state === "shown" ? this.mistake() : "";
    return `${mistake} ${this.answer()}: ${verdict(outcome, remoteness, score)}. ${this.total()}`.trim();
  }
}

/** Make the button that leads to the puzzles. @param {App} app @param {Puzzles} puzzles */
function puzzlesButton(app, puzzles) {
  const element = button("puzzles", () => app.attempt(puzzles.enter()), { class: "puzzles" });
  return { element, update: () => { element.hidden = app.waiting !== null; } };
}

/** Make the line above the board of a puzzle: what is to be done, or what the solution was. @param {App} app @param {Puzzles} puzzles */
function taskPanel(app, puzzles) {
  const text = make("span", { dir: "auto" });
  const value = make("span");
  const element = make("p", { class: "status" }, text, value);

  function update() {
    const isDone = puzzles.state !== "open";
    const { outcome, remoteness, score } = puzzles.ply.view;
    text.textContent = isDone ? puzzles.answer() : puzzles.task();
    value.replaceChildren(isDone ? badge(outcome, verdict(outcome, remoteness, score)) : "");
  }

  return { element, update };
}

/** Make the part that says what came of the moves of a puzzle, and leads on. @param {App} app @param {Puzzles} puzzles */
function solvingPanel(app, puzzles) {
  const LENGTH = 12;
  const count = make("span");
  const mistake = make("p", { class: "mistake", dir: "auto" });
  const line = make("p", { class: "line" });
  const now = make("p", { class: "quiet", dir: "auto" });
  const total = make("p");
  const next = button("nextPuzzle", () => app.attempt(puzzles.show(puzzles.at + 1)), { class: "main nextPuzzle" });
  const giveUp = button("giveUp", () => app.attempt(puzzles.end("shown")));
  const playOn = button("playOn", () => app.match.set({ paused: false }), { class: "playOn" });
  const back = button("backToMatch", () => app.endLine());
  const element = card("solving", count, mistake, line, now, total, make("div", { class: "tools" }, next, playOn, giveUp, back));
  let isFollowed = false;

  function update() {
    const { match } = app;
    const isDone = puzzles.state !== "open";
    count.textContent = puzzles.count();
    mistake.textContent = puzzles.state === "solved" ? "" : puzzles.mistake();
    mistake.hidden = !mistake.textContent;
    now.textContent = match.isWaiting ? say("thinking") : app.status();
    total.textContent = puzzles.total();
    total.hidden = !total.textContent;
    now.hidden = line.hidden = next.hidden = !isDone;
    giveUp.hidden = isDone;
    playOn.hidden = !match.paused || match.isOver;
    if (!isDone || isFollowed) return;
    isFollowed = true;
    const { ply } = puzzles;
    app.attempt(bestLine(app, ply.view, ply.turn, LENGTH).then((parts) => line.replaceChildren(make("strong", {}, say("bestLine")), " ", ...parts)));
  }

  return { element, update };
}
