/**
 * The graph of a lesson.  Lessons are never changed in place, so that a change can be undone.
 *
 * @typedef {{label: string, x: number, y: number, preset: number}} Place  a position; where the label is
 *   empty, its number from 1 is shown; x is NaN until it has a place
 * @typedef {{places: Place[], moves: [number, number][], play: string}} Lesson
 * @typedef {{n: number, moves: [number, number][], presets: number[]}} Parsed
 */
const MOST_PLACES = 500;
const MOST_MOVES = 5000;
const MOST_LABEL = 40;
const OUTCOME_NAMES = ["LOSE", "DRAW", "WIN"];

/** @param {Lesson} lesson @param {number} v */
function placeName({ places }, v) {
  return places[v].label || String(v + 1);
}

/** Return the options of a lesson in compressed sparse rows, and its presets. @param {Lesson} lesson */
function lessonRows({ places, moves }) {
  /** @type {number[][]} */
  const rows = places.map(() => []);
  for (const [u, v] of moves) rows[u].push(v);
  const ptr = [0];
  for (const row of rows) ptr.push(ptr[ptr.length - 1] + row.length);
  const presets = places.map(({ preset }) => preset);
  return {
    ptr: Int32Array.from(ptr),
    idx: Int32Array.from(rows.flat()),
    presets: presets.some((preset) => preset !== NO_PRESET) ? Int8Array.from(presets) : null,
  };
}

/** Write graph text, as Python does. @param {Lesson} lesson */
function graphText({ places, moves }) {
  const lines = [`${places.length} ${moves.length}`];
  for (const [u, v] of moves) lines.push(`${u + 1} ${v + 1}`);
  places.forEach(({ preset }, v) => {
    if (preset !== NO_PRESET) lines.push(`${v + 1} ${OUTCOME_NAMES[preset + 1]}`);
  });
  return `${lines.join("\n")}\n`;
}

/** A reader of graph text, line by line, word by word. */
class GraphReader {
  constructor() {
    this.n = -1;
    this.announced = -1;
    this.source = 0;
    /** The words of the current line so far. */
    this.field = 0;
    this.line = 1;
    /** @type {[number, number][]} */
    this.moves = [];
    /** @type {number[]} */
    this.presets = [];
    /** Whether the current line is the first, a move, or a preset. */
    this.phase = "header";
  }

  /** Return what the next word has to be, as a key of the words. */
  get expected() {
    if (this.field === 2) return "lineEnd";
    if (this.phase === "header") return "expectCount";
    if (this.phase === "moves") return "expectPosition";
    return this.n === 0 ? "textEnd" : this.field ? "expectOutcome" : "expectPreset";
  }

  /** The most positions, or moves, that the first line may announce. */
  get most() {
    return this.field === 0 ? MOST_PLACES : this.n === 0 ? 0 : MOST_MOVES;
  }

  /**
   * @param {number} column
   * @param {string | null} word  null: the line ends, or the text
   * @param {boolean} [isTextEnd]
   * @param {string} [expected]
   * @param {string} [before]
   * @returns {never}
   */
  refuse(column, word, isTextEnd = false, expected = this.expected, before = "") {
    const found = word === null ? null : word.length > 40 ? `${word.slice(0, 40)}…` : word;
    const { line, n, announced: m } = this;
    const { most } = this;
    throw new Problem(expected, { line, column, n, m, most, before, k: this.moves.length + 1, found: found ?? "", end: found !== null ? "" : isTextEnd ? "textEnd" : "lineEnd" });
  }

  /** @param {string} word @param {number} column */
  read(word, column) {
    if (this.field === 2) this.refuse(column, word);
    const isOutcome = this.phase === "presets" && this.field === 1;
    if (isOutcome) this.preset(word, column);
    else {
      if (!/^\d{1,63}$/.test(word)) this.refuse(column, word);
      this.number(Number(word), word, column);
    }
    this.field++;
  }

  /** @param {number} value @param {string} word @param {number} column */
  number(value, word, column) {
    if (this.phase === "header") {
      if (value > this.most) this.refuse(column, word);
      if (this.field === 0) this.n = value;
      else this.announced = value;
    } else {
      if (value < 1 || value > this.n) this.refuse(column, word);
      if (this.field === 0) this.source = value - 1;
      else this.moves.push([this.source, value - 1]);
    }
  }

  /** @param {string} word @param {number} column */
  preset(word, column) {
    const outcome = OUTCOME_NAMES.indexOf(word) - 1;
    if (outcome < -1) this.refuse(column, word);
    const before = this.presets[this.source];
    if (before !== NO_PRESET && before !== outcome) this.refuse(column, word, false, "expectAgain", OUTCOME_NAMES[before + 1]);
    this.presets[this.source] = outcome;
  }

  /** End a line. @param {number} column @param {boolean} isTextEnd */
  endLine(column, isTextEnd) {
    if (this.field === 1) this.refuse(column, null, isTextEnd);
    if (this.field === 2 && this.phase === "header") {
      this.phase = "moves";
      this.presets = new Array(this.n).fill(NO_PRESET);
    }
    if (this.phase === "moves" && this.moves.length === this.announced) this.phase = "presets";
    this.field = 0;
    if (isTextEnd && this.phase !== "presets") this.refuse(column, null, true);
    this.line++;
  }
}

/** Read graph text, as Python does, up to the size of a lesson. @param {string} text @returns {Parsed} */
function parseGraphText(text) {
  const reader = new GraphReader();
  const lines = text.replace(/^\ufeff/, "").split(/\n|\r(?!\n)/);
  lines.forEach((line, at) => {
    const content = line.includes("#") ? line.slice(0, line.indexOf("#")) : line;
    for (const match of content.matchAll(/[^ \t\r]+/g)) reader.read(match[0], (match.index ?? 0) + 1);
    reader.endLine(line.length + 1, at + 1 === lines.length);
  });
  return reader;
}

/**
 * Return the lesson of a parsed text; positions that were there keep their labels and places.
 *
 * @param {Lesson} lesson
 * @param {Parsed} parsed
 * @returns {Lesson}
 */
function withParsed(lesson, { n, moves, presets }) {
  const places = Array.from({ length: n }, (_, v) => {
    const { label, x, y } = lesson.places[v] ?? { label: "", x: NaN, y: NaN };
    return { label, x, y, preset: presets[v] };
  });
  return { ...lesson, places, moves };
}

/** Return a lesson from graph text, with labels. @param {string} text @param {string[]} [labels] @param {string} [play] */
function lessonFrom(text, labels = [], play = "normal") {
  const places = labels.map((label) => ({ label, x: NaN, y: NaN, preset: NO_PRESET }));
  return withParsed({ places, moves: [], play }, parseGraphText(text));
}

/** Return a lesson with one position changed. @param {Lesson} lesson @param {number} v @param {Partial<Place>} change */
function withPlace(lesson, v, change) {
  return { ...lesson, places: lesson.places.map((place, at) => (at === v ? { ...place, ...change } : place)) };
}

/** Return a lesson without a position and its moves. @param {Lesson} lesson @param {number} v @returns {Lesson} */
function withoutPlace(lesson, v) {
  const moves = lesson.moves.filter(([a, b]) => a !== v && b !== v);
  return {
    ...lesson,
    places: lesson.places.filter((_, at) => at !== v),
    moves: moves.map(([a, b]) => [a - Number(a > v), b - Number(b > v)]),
  };
}

/** Return a lesson without one of the moves from u to v. @param {Lesson} lesson @param {number} u @param {number} v */
function withoutMove(lesson, u, v) {
  const at = lesson.moves.findIndex(([a, b]) => a === u && b === v);
  return { ...lesson, moves: lesson.moves.filter((_, e) => e !== at) };
}

/** Return what a link carries: the graph text, labels, places and play. @param {Lesson} lesson */
function lessonLink(lesson) {
  const { places, play } = lesson;
  const parts = {
    text: graphText(lesson),
    labels: places.some(({ label }) => label) ? places.map(({ label }) => label) : [],
    at: places.map(({ x, y }) => [Math.round(x), Math.round(y)]),
    play,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#g=${btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * Return the lesson that a link carries, or null where there is none; a damaged one is a Problem.
 *
 * @param {string} hash
 * @returns {Lesson | null}
 */
function linkedLesson(hash) {
  if (!hash.startsWith("#g=")) return null;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(3).replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const parts = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const labels = Array.from(parts.labels, (label) => String(label).slice(0, MOST_LABEL));
    const lesson = lessonFrom(String(parts.text), labels, parts.play === "misere" ? "misere" : "normal");
    lesson.places.forEach((place, v) => {
      const [x, y] = parts.at[v].map(Number);
      if (Math.abs(x) < 1e5 && Math.abs(y) < 1e5) Object.assign(place, { x, y });
    });
    return lesson;
  } catch {
    throw new Problem("badLink");
  }
}
