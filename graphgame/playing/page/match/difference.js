/** What a move changes on the board: its cells, and a name made of them. */
addWords({
  at: ["{piece} at {cells}", "{piece} tại {cells}", "{piece} در {cells}", "{piece} em {cells}", "{piece} на {cells}"],
  off: ["{cells} off", "{cells} ra khỏi bàn", "{cells} بیرون", "{cells} sai", "{cells} с доски"],
  pass: ["pass", "bỏ lượt", "پاس", "passa", "пропуск хода"],
});

/** Return the characters of a board, line breaks included. @param {string} board @returns {ArrayLike<string>} */
function boardCells(board) {
  return /[\ud800-\udfff]/.test(board) ? Array.from(board) : board;
}

/**
 * Return the cells in which two boards differ, as indices of their characters.
 *
 * @param {ArrayLike<string>} before
 * @param {ArrayLike<string>} after
 */
function changedCells(before, after) {
  const cells = [];
  for (let at = 0; at < before.length; at++) if (before[at] !== after[at]) cells.push(at);
  return cells;
}

/** Return how many cells a row has. @param {ArrayLike<string>} cells */
function rowWidth(cells) {
  let width = 0;
  while (width < cells.length && cells[width] !== "\n") width += 1;
  return width;
}

/** Return whether a cell is empty. @param {string} character */
function isBlank(character) {
  return character === "." || character === " ";
}

/**
 * Return the name of a cell: columns a, b, …, rows from the bottom; or a number.
 *
 * @param {BoardShape | null} shape
 * @param {ArrayLike<string>} cells
 * @param {number} at
 */
function cellName(shape, cells, at) {
  if (shape && shape.centres) return shape.names ? shape.names[at] : String(at + 1);
  const width = rowWidth(cells);
  const rows = Math.floor(cells.length / (width + 1)) + 1;
  const [row, column] = [Math.floor(at / (width + 1)), at % (width + 1)];
  return shape?.cellName ? shape.cellName(row, column) : columnName(column) + (rows - row);
}

/** Return the letters of a column: a … z, aa … @param {number} column @returns {string} */
function columnName(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/**
 * Name a move by what it changes: "c2 → d3", "X at b1".
 *
 * @param {Source} source
 * @param {ArrayLike<string>} before
 * @param {ArrayLike<string>} after
 * @param {number[]} changed
 */
function differenceName(source, before, after, changed) {
  /** @type {Map<string, {gone: number[], come: number[]}>} */
  const pieces = new Map();
  /** @param {string} character */
  const entry = (character) => {
    const found = pieces.get(character) ?? { gone: [], come: [] };
    pieces.set(character, found);
    return found;
  };
  for (const at of changed) {
    if (!isBlank(before[at])) entry(before[at]).gone.push(at);
    if (!isBlank(after[at])) entry(after[at]).come.push(at);
  }
  /** @param {number[]} cells */
  const names = (cells) => cells.map((at) => cellName(source.shape, before, at)).join(" ");
  const parts = [];
  const moved = [...pieces.values()].filter(({ gone, come }) => gone.length && come.length).length;
  for (const [character, { gone, come }] of pieces) {
    const piece = source.pieces[character]?.text ?? character;
    const mark = moved > 1 ? `${piece} ` : "";
    if (gone.length && come.length) parts.push(`${mark}${names(gone)} → ${names(come)}`);
    else if (come.length) parts.push(say("at", { piece, cells: names(come) }));
    else if (gone.some((at) => isBlank(after[at]))) parts.push(say("off", { cells: names(gone) }));
  }
  return parts.join(", ") || say("pass");
}

/**
 * A move as it is offered: its name, and the cells that it changes.
 *
 * @typedef {{move: Move, name: string, cells: number[]}} Choice
 */

/** Return the moves of a position as choices. @param {Source} source @param {View} view @returns {Choice[]} */
function choices(source, view) {
  const before = view.board === null ? null : boardCells(view.board);
  return view.moves.map((move) => {
    if (before === null || move.to.board === null) {
      return { move, name: move.label ?? move.to.name, cells: [] };
    }
    const after = boardCells(move.to.board);
    const cells = changedCells(before, after);
    return { move, name: move.label ?? differenceName(source, before, after, cells), cells };
  });
}

/** Return the choices that change all the clicked cells. @param {Choice[]} all @param {number[]} clicked */
function matching(all, clicked) {
  return clicked.length ? all.filter(({ cells }) => clicked.every((at) => cells.includes(at))) : all;
}
