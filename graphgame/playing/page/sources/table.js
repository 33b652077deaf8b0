/**
 * A solved game as a table in the page; docs/formats.md describes it.
 */

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

/** Return what Python prints in quotes as the text that it stands for. @param {string} text */
function unquoted(text) {
  const isQuoted = text.length > 1 && "'\u0022".includes(text[0]) && text.endsWith(text[0]);
  return isQuoted ? text.slice(1, -1).replace(/\\n/g, "\n") : text;
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
  /** The position that a person names, or -1. @param {string} text @param {number} [turn] */
  const search = (text, turn) => {
    if (boards) return boards.search(text, turn);
    return texts.names ? texts.names.indexOf(text) : number(String(Number(text) - texts.base));
  };
  /** @type {Source} */
  const source = {
    start: String(table.start),
    size: table.positions,
    shape: data.shape,
    pieces: data.pieces,
    get players() { return inLanguage(data.about.players); },
    about: authorAbout(data),
    ...{ editor: null, timed: boards !== null && turns !== null },
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
    async find(text, turn) {
      const found = [text, text.trim(), unquoted(text.trim())].map((found) => search(found, turn)).find((v) => v >= 0);
      const v = found ?? number(text.trim());
      if (v < 0) throw new Problem("noPosition", { text });
      return String(v);
    },
    histogram: async () => (priorities ? null : countedByRemoteness(results.outcomes, results.remoteness)),
  };
  if (chances) return chanceSource(chances.added(source), data.chance);
  if (data.owners) return ownedSource(source, data.owners, turns && (() => countedByOwner(results.outcomes, turns)));
  return parts.classes ? partizanSource(source, partNumbers(parts.classes), data) : source;
}
