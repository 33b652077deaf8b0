/** How many changes can be undone. */
const MOST_UNDONE = 200;
/** Milliseconds from one decision to the next when they run by themselves. */
const STEP_DELAY = 1800;

/** The page: a lesson, what is known about it, and the panels that show and change it. */
class Sandbox {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    /** @type {Lesson} */
    this.lesson = { places: [], moves: [], play: "normal" };
    /** @type {Lesson[]} */
    this.past = [];
    /** @type {Lesson[]} */
    this.future = [];
    /** What the last change was: changes of one kind, one after another, are undone together. */
    this.kind = "";
    this.chosen = -1;
    /** @type {[number, number] | null} */
    this.chosenMove = null;
    /** The number of decisions that are shown; null: all. @type {number | null} */
    this.at = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.shows = true;
    this.timer = 0;
    /** A text that was typed; null: the text is that of the lesson. @type {string | null} */
    this.draft = null;
    /** @type {Problem | null} */
    this.problem = null;
    this.log = liveRegion();
    this.message = make("p", { class: "problem", role: "alert" });
    /** @type {{element: Node, update: () => void}[]} */
    this.panels = [];
    /** @type {Solved} */
    this.solved = { outcomes: new Int8Array(0), remoteness: new Int32Array(0) };
    /** @type {number[]} */
    this.best = [];
    /** @type {ReturnType<typeof grundyValues>} */
    this.grundy = null;
    /** @type {ReturnType<typeof loopyValues>} */
    this.loopy = null;
    this.nFrames = 1;
    this.canvas = new CanvasPanel(this);
    document.body.append(this.log);
    window.addEventListener("resize", () => this.canvas.update());
  }

  solve() {
    const { ptr, idx, presets } = lessonRows(this.lesson);
    this.solved = solveGraph(ptr, idx, presets, this.lesson.play, true);
    this.best = this.lesson.places.map((_, v) => bestMove(ptr, idx, this.solved, v));
    this.grundy = grundyValues(ptr, idx, presets);
    this.loopy = loopyValues(ptr, idx, presets);
    this.nFrames = countFrames(this.solved.steps ?? [], this.lesson);
  }

  /** Return the value of a position in words of mathematics. @param {number} v */
  valueText(v) {
    if (!this.loopy) return "–";
    const { values, sets } = this.loopy;
    return values[v] < 0 ? `∞{${(sets[v] ?? []).join(",")}}` : String(values[v]);
  }

  /** Change the lesson, so that it can be undone. @param {Lesson} lesson @param {string} kind */
  change(lesson, kind) {
    if (lesson.places.length > MOST_PLACES || lesson.moves.length > MOST_MOVES) {
      this.message.textContent = say("full", { n: MOST_PLACES, m: MOST_MOVES });
      return false;
    }
    const isSame = kind === this.kind && /^(text|name|shift )/.test(kind);
    if (!isSame) this.past = [...this.past, this.lesson].slice(-MOST_UNDONE);
    this.future = [];
    this.kind = kind;
    if (kind !== "text") this.draft = null;
    this.set(lesson);
    return true;
  }

  /** Show another lesson. @param {Lesson} lesson */
  set(lesson) {
    this.lesson = lesson;
    if (this.draft === null) this.problem = null;
    this.message.textContent = "";
    if (this.chosen >= lesson.places.length) this.chosen = -1;
    this.chosenMove = null;
    this.solve();
    if (this.at !== null) this.at = Math.min(this.at, this.nFrames - 1);
    if (!lesson.places.length) this.at = null;
    this.update();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.lesson);
    this.kind = "";
    this.draft = null;
    this.set(before);
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.lesson);
    this.kind = "";
    this.draft = null;
    this.set(after);
  }

  /** Add a position, in a free place where none is given. @param {number} [x] @param {number} [y] */
  addPlace(x, y) {
    const { places } = this.lesson;
    const place = x === undefined || y === undefined ? freePlace(this.lesson) : { x, y };
    const added = { label: "", preset: NO_PRESET, ...place };
    this.chosen = places.length;
    if (!this.change({ ...this.lesson, places: [...places, added] }, "add")) this.choose(-1);
    else this.announce("position", placeName(this.lesson, this.chosen));
  }

  /** @param {number} u @param {number} v */
  addMove(u, v) {
    this.chosen = u;
    const isDone = this.change({ ...this.lesson, moves: [...this.lesson.moves, [u, v]] }, "move");
    if (isDone) this.announce("moves", `${placeName(this.lesson, u)} → ${placeName(this.lesson, v)}`);
  }

  /** @param {number} v */
  deletePlace(v) {
    const name = placeName(this.lesson, v);
    this.chosen = -1;
    this.change(withoutPlace(this.lesson, v), "delete");
    this.announce("deleted", name);
  }

  /** @param {number} u @param {number} v */
  deleteMove(u, v) {
    const what = `${placeName(this.lesson, u)} → ${placeName(this.lesson, v)}`;
    this.change(withoutMove(this.lesson, u, v), "delete");
    this.announce("deleted", what);
  }

  /** Read graph text; raises a Problem, and changes nothing, where it breaks the format. @param {string} text */
  replaceByText(text) {
    // While somebody types, positions keep the labels that they had before the first key.
    const base = this.kind === "text" && this.past.length ? this.past[this.past.length - 1] : this.lesson;
    const lesson = this.placed(withParsed({ ...base, play: this.lesson.play }, parseGraphText(text)));
    this.change(lesson, "text");
  }

  /** Return a lesson in which every position has a place. @param {Lesson} lesson */
  placed(lesson) {
    const missing = lesson.places.filter(({ x }) => Number.isNaN(x)).length;
    if (2 * missing > lesson.places.length) return this.arranged(lesson);
    /** @type {Lesson} */
    let placed = lesson;
    lesson.places.forEach(({ x }, v) => {
      if (Number.isNaN(x)) placed = withPlace(placed, v, freePlace(placed));
    });
    return placed;
  }

  /** @param {Lesson} lesson */
  arranged(lesson) {
    const { ptr, idx, presets } = lessonRows(lesson);
    const isTall = this.canvas.element.clientWidth < 500;
    return arranged(lesson, solveGraph(ptr, idx, presets, lesson.play), isTall);
  }

  arrange() {
    this.change(this.arranged(this.lesson), "arrange");
  }

  clear() {
    this.chosen = -1;
    this.change({ ...this.lesson, places: [], moves: [] }, "clear");
  }

  /** @param {number} at */
  example(at) {
    if (at < 0) return;
    const [, text, labels] = EXAMPLES[at];
    this.chosen = -1;
    this.at = null;
    this.change(this.arranged(lessonFrom(text, labels)), "example");
  }

  /** @param {number} v @param {[number, number] | null} [move] */
  choose(v, move = null) {
    this.chosen = move ? move[0] : v;
    this.chosenMove = move;
    this.update();
  }

  /** @param {boolean} shows */
  show(shows) {
    this.shows = shows;
    this.update();
  }

  get isRunning() {
    return this.timer !== 0;
  }

  /** Show what is known after some decisions. @param {number | null} at  null: everything */
  goTo(at) {
    if (at === null || at === this.nFrames - 1) this.halt();
    this.at = this.lesson.places.length ? at : null;
    this.update();
  }

  halt() {
    window.clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {boolean} isRunning */
  run(isRunning) {
    this.halt();
    if (isRunning) {
      if (this.at === this.nFrames - 1) this.at = 0;
      this.timer = window.setInterval(() => this.goTo((this.at ?? 0) + 1), STEP_DELAY);
    }
    this.update();
  }

  /** Return how a position is drawn. @param {number} v @param {number} target  the position on which a dragged one is */
  drawnNode(v, target) {
    const { lesson, solved, frame } = this;
    const name = placeName(lesson, v);
    const known = frame ? frame.outcomes[v] : solved.outcomes[v];
    const outcome = frame || this.shows ? known : null;
    const isOpen = frame !== null && known === null;
    const plies = solved.remoteness[v];
    const value = frame || !this.loopy ? "" : (this.loopy.values[v] < 0 ? "" : "*") + this.valueText(v);
    const spoken = isOpen ? `${name}: ${say("open")}, ${say("counter")} ${frame.counters[v]}` : outcome === null ? name : `${name}: ${verdict(outcome, plies)}`;
    const classes = [];
    if (v === this.chosen || v === target) classes.push("chosen");
    if (frame?.step?.position === v) classes.push("now");
    if (frame?.waiting.includes(v)) classes.push("waiting");
    if (lesson.places[v].preset !== NO_PRESET) classes.push("preset");
    return {
      v, name, outcome, spoken,
      below: outcome === null ? "" : [plies < 0 ? "" : plies, value].filter((part) => part !== "").join(" · "),
      classes: classes.join(" "),
      counter: isOpen ? frame.counters[v] : null,
      isChanged: frame !== null && frame.changed.has(v),
    };
  }

  /** Return the classes of a move in the picture. @param {number} u @param {number} v */
  moveClasses(u, v) {
    const { frame, chosenMove } = this;
    const isChosen = chosenMove && chosenMove[0] === u && chosenMove[1] === v;
    const isIgnored = this.lesson.places[u].preset !== NO_PRESET;
    const isMarked = frame ? frame.step?.position === u && frame.step.option === v : this.shows && this.best[u] === v;
    return [isIgnored && "ignored", isMarked && "best", isChosen && "chosen"].filter(Boolean).join(" ");
  }

  /** Have a screen reader say what was done. @param {string} key @param {string} what */
  announce(key, what) {
    announce(this.log, `${say(key)}: ${what}`);
  }

  /** Put the panels on the page, in the words of its language. */
  build() {
    document.title = this.data.title || say("sandbox");
    this.canvas = new CanvasPanel(this);
    const stage = [barPanel(this), this.canvas, stepperPanel(this)];
    const side = [editPanel(this), textPanel(this), keepPanel(this)];
    const table = tablePanel(this);
    this.panels = [...stage, table, ...side];
    const column = (/** @type {string} */ name, /** @type {Node[]} */ elements) => make("div", { class: name }, ...elements);
    const help = make("p", { class: "quiet" }, say("pictureHelp"));
    const [bar, canvas, stepper] = stage.map(({ element }) => element);
    const page = make(
      "div",
      { class: "page", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      make("header", {}, make("h1", { dir: "auto" }, document.title), languageChoice(this)),
      make("main", {}, column("stage", [bar, this.message, canvas, help, stepper, table.element]), column("side", side.map(({ element }) => element))),
    );
    document.body.querySelector(".page")?.remove();
    document.body.prepend(page);
  }

  /** Change the language of the page. @param {string} name */
  translate(name) {
    setLanguage(name);
    this.log.replaceChildren();
    this.message.textContent = "";
    this.build();
    this.update();
    /** @type {HTMLElement | null} */ (document.querySelector(".language select"))?.focus();
  }

  /** @param {any} event */
  key(event) {
    const isText = /^(TEXTAREA|INPUT)$/.test(event.target.tagName) && event.target.type !== "checkbox";
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.redo();
    else this.undo();
  }

  update() {
    this.frame = this.at === null ? null : frameAt(this.lesson, this.solved, this.at);
    for (const panel of this.panels) panel.update();
  }

  /** Show the lesson that the address carries, or that of the page. */
  open() {
    let problem = null;
    /** @type {Lesson | null} */
    let lesson = null;
    try {
      lesson = linkedLesson(location.hash);
    } catch (error) {
      problem = error;
    }
    if (problem === null && lesson === null && this.past.length) return;
    const [, text, labels] = EXAMPLES[0];
    const opened = lesson ?? (problem && this.past.length ? this.lesson : this.data.text ? lessonFrom(this.data.text) : lessonFrom(text, labels));
    this.chosen = -1;
    this.change(this.placed(opened), "open");
    if (problem) this.message.textContent = say("badLink");
  }
}

/** Return a place that is free. @param {Lesson} lesson */
function freePlace({ places }) {
  const set = places.filter(({ x }) => !Number.isNaN(x));
  if (!set.length) return { x: 0, y: 0 };
  const left = Math.min(...set.map(({ x }) => x));
  const top = Math.min(...set.map(({ y }) => y));
  const columns = Math.max(4, Math.ceil(Math.sqrt(2 * set.length)));
  for (let at = 0; ; at++) {
    const x = left + (at % columns) * LAYER_GAP;
    const y = top + Math.floor(at / columns) * ROW_GAP;
    if (set.every((place) => Math.hypot(place.x - x, place.y - y) > 70)) return { x, y };
  }
}

/** Start the page. */
function startSandbox() {
  const data = JSON.parse(document.getElementById("game")?.textContent ?? "{}");
  setLanguage(openingLanguage(data.languages));
  const sandbox = new Sandbox(data);
  Object.assign(globalThis, { graphgame: { data, solveGraph, bestMove, grundyValues, loopyValues, parseGraphText, graphText, frameAt, sandbox } });
  sandbox.build();
  sandbox.open();
  sandbox.past = [];
  sandbox.update();
  window.addEventListener("hashchange", () => sandbox.open());
}

startSandbox();
