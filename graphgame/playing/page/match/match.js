/**
 * A match: the positions so far, who moves for each side, and what the page shows.
 *
 * @typedef {Object} Ply  a position of the match, and the move that led to it
 * @property {View} view
 * @property {Turn} turn  who moves here
 * @property {string | null} label  the author's name of the move
 * @property {number} times  how often the position had occurred, this time included
 *
 * @typedef {"person" | "machine"} Side
 * @typedef {"begin" | "move" | "back" | "look" | "settings"} Change
 */
class Match {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {Ply[]} */
    this.plies = [];
    /** The ply that is looked at: the last one, except while looking back. */
    this.at = 0;
    /** @type {Side[]} */
    this.sides = ["person", "machine"];
    this.errs = 0;
    this.values = false;
    this.paused = false;
    /** How often each position occurred. @type {Map<string, number>} */
    this.met = new Map();
    /** @type {(change: Change) => void} */
    this.onchange = () => {};
    /** Counts what was asked for: an answer that comes too late is dropped. */
    this.asked = 0;
  }

  get ply() {
    return this.plies[this.at];
  }

  get view() {
    return this.ply.view;
  }

  get isLatest() {
    return this.at === this.plies.length - 1;
  }

  get isOver() {
    return this.view.moves.length === 0;
  }

  /** Whether the machine is to move now. */
  get isWaiting() {
    const machine = this.sides[this.ply.turn] === "machine";
    return machine && this.isLatest && !this.isOver && !this.paused;
  }

  /** Who won, or null in a draw; for a match that is over. */
  get winner() {
    const { view, turn } = this.ply;
    return view.outcome === 0 ? null : view.outcome > 0 ? turn : 1 - turn;
  }

  /** Begin a match at a position. @param {string} [key] @param {Turn} [turn]  who moves there, if the position does not say it */
  async begin(key = this.source.start, turn = 0) {
    const view = await this.ask(key);
    if (!view) return;
    this.plies = [];
    this.met.clear();
    this.add(view, view.turn ?? turn, null);
    this.changed("begin");
  }

  /** Make a move from the position that is looked at; later plies are forgotten. @param {Move} move */
  async play(move) {
    const view = await this.ask(move.to.key);
    if (!view) return;
    this.cut(this.at);
    this.add(view, view.turn ?? /** @type {0 | 1} */ (1 - this.ply.turn), move.label);
    this.changed("move");
  }

  /** Make the machine's move. */
  machineMove() {
    return this.play(chooseMove(this.view, (key) => this.met.has(key), this.errs));
  }

  /** The ply to which taking back leads: the last one before where a person moves, or -1. */
  get backTo() {
    let to = this.at - 1;
    if (this.sides.includes("person")) {
      while (to >= 0 && this.sides[this.plies[to].turn] !== "person") to -= 1;
    }
    return to;
  }

  takeBack() {
    if (this.backTo < 0) return;
    this.cut(this.backTo);
    this.paused = !this.sides.includes("person");
    this.changed("back");
  }

  /** Go on from the position that is looked at. */
  goOn() {
    this.cut(this.at);
    this.changed("back");
  }

  /** Look at a ply; nothing is forgotten. @param {number} at */
  lookAt(at) {
    this.asked += 1;
    this.at = Math.max(0, Math.min(at, this.plies.length - 1));
    this.changed("look");
  }

  /** Change settings. @param {{sides?: Side[], errs?: number, values?: boolean, paused?: boolean}} settings */
  set(settings) {
    if (settings.sides || "paused" in settings) this.asked += 1;
    Object.assign(this, settings);
    this.changed("settings");
  }

  /** Ask for the positions of the match again, where their names depend on the language. */
  async rename() {
    if (!this.source.isTranslated) return;
    const { plies } = this;
    const views = await Promise.all(plies.map(({ view }) => this.source.look(view.key)));
    if (plies !== this.plies || plies.length !== views.length) return;
    plies.forEach((ply, at) => {
      const { end } = ply.view;
      ply.view = end ? { ...views[at], moves: [], outcome: 0, end } : views[at];
      ply.label = at && (views[at - 1].moves.find(({ to }) => to.key === ply.view.key)?.label ?? null) || null;
    });
  }

  /** @param {string} key */
  async ask(key) {
    const asked = ++this.asked;
    const view = await this.source.look(key);
    return asked === this.asked ? view : null;
  }

  /** @param {View} view @param {Turn} turn @param {string | null} label */
  add(view, turn, label) {
    const times = (this.met.get(view.key) ?? 0) + 1;
    this.met.set(view.key, times);
    view = this.source.after?.(this.plies, view, turn, times) ?? view;
    this.plies.push({ view, turn, label, times });
    this.at = this.plies.length - 1;
  }

  /** @param {number} at  the last ply to keep */
  cut(at) {
    this.asked += 1;
    for (const { view, times } of this.plies.splice(at + 1).reverse()) {
      if (times > 1) this.met.set(view.key, times - 1);
      else this.met.delete(view.key);
    }
    this.at = at;
  }

  /** @param {Change} change */
  changed(change) {
    this.onchange(change);
  }
}
