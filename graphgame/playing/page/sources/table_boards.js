// Needed: board
/**
 * The first place that is not below, by a test of places.
 * @param {number} from @param {number} to @param {(at: number) => boolean} below
 */
function bisected(from, to, below) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (below(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The boards of a table, sorted by turn, then by board. */
class TableBoards {
  /** @param {any} table @param {TablePart} part @param {Uint8Array | null} turns */
  constructor({ positions, template, places, alphabet }, part, turns) {
    this.size = positions;
    /** @type {string[]} */
    this.template = Array.from(template);
    /** @type {number[]} */
    this.places = places;
    /** @type {string[]} */
    this.alphabet = Array.from(alphabet);
    /** @type {ArrayLike<number>} what the cells hold, cell by cell */
    this.codes = part.width === 1 ? part.bytes : partNumbers(part);
    /** Where the positions of each turn begin, and where the last ones end. */
    this.begins = [0, 1, 2, 3].map((turn) => (turns ? bisected(0, positions, (v) => turns[v] < turn) : 0));
    this.timed = turns !== null;
  }

  /** The contents of the cells. @param {number} v */
  row(v) {
    return this.places.map((_, cell) => this.codes[cell * this.size + v]);
  }

  /** @param {number} v */
  text(v) {
    const board = this.template.slice();
    for (let cell = 0; cell < this.places.length; cell++) {
      board[this.places[cell]] = this.alphabet[this.codes[cell * this.size + v]];
    }
    return board.join("");
  }

  /** The position of contents and a turn, or -1. @param {number[]} row @param {number} turn */
  find(row, turn) {
    const { codes, size } = this;
    /** @param {number} v */
    const order = (v) => {
      for (let cell = 0; cell < row.length; cell++) {
        const difference = codes[cell * size + v] - row[cell];
        if (difference) return difference;
      }
      return 0;
    };
    const [from, to] = this.timed ? this.begins.slice(turn) : [0, size];
    const v = bisected(from, to, (middle) => order(middle) < 0);
    return v < to && order(v) === 0 ? v : -1;
  }

  /**
   * The position of a board, its rows one after another or with slashes between; or -1.
   * @param {string} text @param {number} [turn]  who moves there, where boards do not say it
   */
  search(text, turn) {
    const places = [...this.template.keys()].filter((place) => this.template[place] !== "\n");
    for (const between of [/[\r\n]/g, /[\r\n\/]/g]) {
      const letters = Array.from(text.replace(between, ""));
      if (letters.length !== places.length) continue;
      const board = new Map(letters.map((letter, at) => [places[at], letter]));
      const row = this.places.map((place) => this.alphabet.indexOf(board.get(place) ?? ""));
      const v = (turn === undefined ? [0, 1, 2] : [turn]).map((player) => this.find(row, player)).find((found) => found >= 0) ?? -1;
      if (v >= 0 && letters.join("") === this.text(v).replace(/\n/g, "")) return v;
    }
    return -1;
  }
}
