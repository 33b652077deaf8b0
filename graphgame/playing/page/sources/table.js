/**
 * A solved game as a table in the page; docs/formats.md describes it.
 *
 * @typedef {{turn: number, name: number, changes: number[]}} Step
 *   turn -1: any player; name -1: none; changes: cell, from, to, cell, from, to, …
 */
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

/** Outcomes and remoteness, three numbers a ply. @param {TablePart} part */
function tableResults(part) {
  const codes = part.width === 1 ? part.bytes : partNumbers(part);
  const outcomes = new Int8Array(codes.length);
  const remoteness = new Int32Array(codes.length);
  for (let v = 0; v < codes.length; v++) {
    outcomes[v] = (codes[v] % 3) - 1;
    remoteness[v] = Math.floor(codes[v] / 3) - 1;
  }
  return { outcomes, remoteness };
}

/** The options of all positions. @param {TablePart} part @param {Int32Array} ptr */
function tableOptions(part, ptr) {
  const differences = partNumbers(part);
  const options = new Int32Array(differences.length);
  let first = 0;
  for (let v = 0; v + 1 < ptr.length; v++) {
    if (ptr[v] === ptr[v + 1]) continue;
    const zigzag = differences[ptr[v]];
    first += zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2;
    options[ptr[v]] = first;
    for (let e = ptr[v] + 1; e < ptr[v + 1]; e++) options[e] = options[e - 1] + differences[e] + 1;
  }
  return options;
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
   * @param {string} text
   */
  search(text) {
    const places = [...this.template.keys()].filter((place) => this.template[place] !== "\n");
    for (const between of [/[\r\n]/g, /[\r\n\/]/g]) {
      const letters = Array.from(text.replace(between, ""));
      if (letters.length !== places.length) continue;
      const board = new Map(letters.map((letter, at) => [places[at], letter]));
      const row = this.places.map((place) => this.alphabet.indexOf(board.get(place) ?? ""));
      const v = [0, 1, 2].map((turn) => this.find(row, turn)).find((found) => found >= 0) ?? -1;
      if (v >= 0 && letters.join("") === this.text(v).replace(/\n/g, "")) return v;
    }
    return -1;
  }
}

/** Moves as steps that fit a board, but for exceptions. */
class TableSteps {
  /**
   * @param {TableBoards} boards
   * @param {any[]} steps
   * @param {TablePart} gaps
   * @param {TablePart} numbers
   */
  constructor(boards, steps, gaps, numbers) {
    this.boards = boards;
    /** @type {Step[]} */
    this.steps = steps.map(([turn, name, ...changes]) => ({ turn, name, changes }));
    this.positions = partNumbers(gaps);
    for (let i = 1; i < this.positions.length; i++) this.positions[i] += this.positions[i - 1];
    this.numbers = partNumbers(numbers);
  }

  /**
   * The options of a position that is no terminal, with the numbers of their names.
   * @param {number} v @returns {[number, number, number?][]}
   */
  options(v) {
    const row = this.boards.row(v);
    const turn = this.boards.timed ? Number(v >= this.boards.begins[1]) : -1;
    let at = bisected(0, this.positions.length, (i) => this.positions[i] < v);
    /** @type {[number, number][]} */
    const found = [];
    this.steps.forEach((step, number) => {
      if (this.positions[at] === v && this.numbers[at] === number) at++;
      else if (step.turn === turn) {
        const option = this.#after(row, step.changes, 1 - turn);
        if (option >= 0) found.push([option, step.name]);
      }
    });
    return found.sort((a, b) => a[0] - b[0]);
  }

  /** @param {number[]} row @param {number[]} changes @param {number} turn */
  #after(row, changes, turn) {
    for (let i = 0; i < changes.length; i += 3) if (row[changes[i]] !== changes[i + 1]) return -1;
    const after = row.slice();
    for (let i = 0; i < changes.length; i += 3) after[changes[i]] = changes[i + 2];
    return this.boards.find(after, turn);
  }
}

/** Moves as lists of options, which are empty where play is over. */
class TableLists {
  /** @param {TablePart} degrees @param {TablePart} options @param {TablePart | undefined} labels */
  constructor(degrees, options, labels) {
    this.ptr = tableStarts(degrees);
    this.idx = tableOptions(options, this.ptr);
    this.labels = labels ? partNumbers(labels) : null;
  }

  /** The options with the numbers of their names, and of the moves. @param {number} v @returns {[number, number, number?][]} */
  options(v) {
    /** @type {[number, number, number?][]} */
    const found = [];
    for (let e = this.ptr[v]; e < this.ptr[v + 1]; e++) {
      found.push([this.idx[e], this.labels ? this.labels[e] : -1, e]);
    }
    return found;
  }
}

/**
 * Return the moves, which stand in the page in one of two ways.
 *
 * @param {{[name: string]: TablePart}} parts
 * @param {any} texts
 * @param {TableBoards | null} boards
 * @returns {{options: (v: number) => [number, number, number?][]}}
 */
function tableMoves(parts, texts, boards) {
  if (!texts.steps || !boards) return new TableLists(parts.degrees, parts.options, parts.labels);
  return new TableSteps(boards, texts.steps, parts.exceptions, parts.exception_steps);
}

/**
 * Return the function that describes a position by its number.
 *
 * @param {any} texts
 * @param {TableBoards | null} boards
 * @param {Uint8Array | null} turns
 * @param {{outcomes: Int8Array, remoteness: Int32Array}} results
 * @param {Float64Array | null} priorities
 * @param {Float64Array | null} scores  s as 2s, and as -2s - 1 below 0
 * @returns {(v: number) => Position}
 */
function tablePositions(texts, boards, turns, { outcomes, remoteness }, priorities, scores) {
  return (v) => {
    const board = boards ? boards.text(v) : null;
    const label = texts.names ? texts.names[v] : String(texts.base + v);
    return {
      key: String(v),
      name: board === null ? label : board.replace(/\n/g, "/"),
      outcome: /** @type {Outcome} */ (outcomes[v]),
      remoteness: outcomes[v] && remoteness[v] < 0 ? null : remoteness[v],
      turn: turns ? /** @type {Turn} */ (turns[v]) : null,
      board,
      ...(priorities && { priority: priorities[v] }),
      ...(scores && { score: scores[v] % 2 ? -(scores[v] + 1) / 2 : scores[v] / 2 }),
    };
  };
}

/** Make the source of a table. @param {any} data @returns {Promise<Source>} */
async function tableSource(data) {
  const { table } = data;
  const parts = tableParts(table, await unpacked(table.data));
  const results = tableResults(parts.results);
  const texts = JSON.parse(new TextDecoder().decode(parts.texts.bytes));
  const turns = parts.turns ? parts.turns.bytes : null;
  const boards = parts.boards ? new TableBoards(table, parts.boards, turns) : null;
  const moves = tableMoves(parts, texts, boards);
  const [priorities, strategy, draws, scores] = ["priorities", "strategy", "draws", "scores"].map((name) => (parts[name] ? partNumbers(parts[name]) : null));
  /** What it costs to move to a draw. @param {Move} move */
  const cost = ({ to }) => (draws ? draws[Number(to.key)] : 0);
  const chances = data.chance && tableChances(parts, data.chance);
  const position = tablePositions(texts, boards, turns, results, priorities, scores);
  /** The number of a text, if it is that of a position; or -1. @param {string} text */
  const number = (text) => (/^\d{1,15}$/.test(text) && Number(text) < table.positions ? Number(text) : -1);
  /** Return the position that a person names, or -1. @param {string} text */
  const search = (text) => {
    if (boards) return boards.search(text);
    return texts.names ? texts.names.indexOf(text) : number(String(Number(text) - texts.base));
  };
  /** @type {Source} */
  const source = {
    start: String(table.start),
    size: table.positions,
    shape: data.shape,
    pieces: data.pieces,
    get players() {
      return inLanguage(data.about.players);
    },
    about: authorAbout(data),
    editor: null,
    async look(key) {
      const v = number(key);
      if (v < 0) throw new Problem("noPosition", { text: key });
      const options = texts.steps && results.remoteness[v] === 0 ? [] : moves.options(v);
      return {
        ...position(v),
        moves: ranked(
          options.map(([w, name, e]) => ({
            to: position(w),
            label: name < 0 ? null : texts.moves[name],
            sure: strategy !== null && strategy[v] === w + 1,
            ...(chances ? chances.move(/** @type {number} */ (e)) : scored(position(v), position(w), data.endless)),
          })),
        ),
        note: null,
        press: (held) => cheapest(held, cost),
      };
    },
    async find(text) {
      const found = [text, text.trim()].map(search).find((v) => v >= 0);
      const v = found ?? number(text.trim());
      if (v < 0) throw new Problem("noPosition", { text });
      return String(v);
    },
    histogram: async () => (priorities ? null : countedByRemoteness(results.outcomes, results.remoteness)),
  };
  if (chances) return chanceSource(chances.added(source), data.chance);
  if (data.owners && turns) source.regions = () => countedByOwner(results.outcomes, turns);
  if (data.owners) return ownedSource(source, data.owners);
  return parts.classes ? partizanSource(source, partNumbers(parts.classes), data) : source;
}
