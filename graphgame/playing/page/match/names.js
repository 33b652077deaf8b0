// Needed: board
/** The names of cells, and of moves by the cells that they change. */
addWords({
  at: ["{piece} at {cells}", "{piece} tại {cells}", "{piece} در {cells}", "{piece} em {cells}", "{piece} на {cells}"],
  off: ["{cells} off|{cells} off", "{cells} ra khỏi bàn", "{cells} بیرون", "sai {cells}|saem {cells}", "{cells} с доски|{cells} с доски|{cells} с доски"],
  take: ["take {n}", "lấy {n}", "برداشتن {n}", "tira {n}", "взять {n}"],
  pass: ["pass", "bỏ lượt", "پاس", "passa", "пропуск хода"],
});

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
 * Name a move as players do, where that is clear: "c1" where one piece is placed, whatever it turns over,
 * "c2 → c4", "c2 × d3" where something is captured: what stood on the cell, beside it or on the way; "take 3" from
 * a row; null where it is not.
 *
 * @param {Source} source
 * @param {ArrayLike<string>} before
 * @param {ArrayLike<string>} after
 * @param {number[]} changed
 * @returns {string | null}
 */
function shortName(source, before, after, changed) {
  const gone = changed.filter((at) => isBlank(after[at]));
  const come = changed.filter((at) => isBlank(before[at]));
  const turned = changed.filter((at) => !isBlank(before[at]) && !isBlank(after[at]));
  const name = (/** @type {number} */ at) => cellName(source.shape, before, at);
  if (come.length === 1 && !gone.length) return name(come[0]);
  if (turned.length === 1 && changed.length === 1) return name(turned[0]);
  if (come.length + turned.length === 1) {
    const to = come[0] ?? turned[0];
    const own = gone.filter((at) => before[at] === after[to]);
    const from = own.length === 1 ? own[0] : gone[0];
    const others = gone.filter((at) => at !== from);
    const isCapture = turned.length || others.some((at) => isTaken(source.shape, before, at, from, to));
    // What is far from the move may be a piece or not: all that changes is named.
    if (others.length && !isCapture) return null;
    if (own.length === 1 || gone.length === 1) return `${name(from)} ${isCapture ? "×" : "→"} ${name(to)}`;
  }
  const kinds = new Set(Array.from(before).filter((character) => !isBlank(character)));
  const isRow = !source.shape?.centres && !source.shape?.cellName && rowWidth(before) === before.length && kinds.size === 1;
  return gone.length && gone.length === changed.length && isRow ? say("take", { n: gone.length }) : null;
}

/**
 * Return whether a cell is beside the target of a move, or on the way to it; true where nobody knows what lies between.
 *
 * @param {BoardShape | null} shape @param {ArrayLike<string>} cells
 * @param {number} at @param {number} from @param {number} to
 */
function isTaken(shape, cells, at, from, to) {
  if (shape?.centres) return true;
  const width = rowWidth(cells) + 1;
  const [cell, begin, end] = [at, from, to].map((place) => [Math.floor(place / width), place % width]);
  const isBeside = cell.every((x, k) => Math.abs(x - end[k]) <= 1);
  return isBeside || cell.every((x, k) => (x - begin[k]) * (x - end[k]) <= 0);
}

/**
 * Name a move by all that it changes: "c2 → d3", "X at b1".
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
    else if (gone.some((at) => isBlank(after[at]))) parts.push(sayNumber("off", gone.length, { cells: names(gone) }));
  }
  return parts.join(", ") || say("pass");
}
