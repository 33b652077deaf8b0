/** What a move changes on the board, and the moves of a position as they are offered. */

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

/** Return whether some characters of boards are no pieces. @param {Source} source */
function hasMarkers({ pieces }) {
  return Object.values(pieces).some(({ marker }) => marker);
}

/**
 * Return two boards as characters, to be compared.
 *
 * @param {Source} source @param {string} before @param {string} after
 * @returns {[ArrayLike<string>, ArrayLike<string>]}
 */
function bareBoards(source, before, after) {
  return hasMarkers(source) ? withoutMarkers(source, before, after) : [boardCells(before), boardCells(after)];
}

/**
 * A move as it is offered: its name, and the cells that it changes.
 *
 * @typedef {{move: Move, name: string, cells: number[]}} Choice
 */

/**
 * Return the moves of a position as choices.  A name that two moves would have is replaced by one that says
 * all that changes.
 *
 * @param {Source} source
 * @param {View} view
 * @returns {Choice[]}
 */
function choices(source, view) {
  if (view.board === null) return view.moves.map((move) => ({ move, name: move.label ?? move.to.name, cells: [] }));
  const { board } = view;
  const found = view.moves.map((move) => {
    const [before, after] = bareBoards(source, board, move.to.board ?? "");
    const cells = changedCells(before, after);
    return { move, before, after, cells, name: move.label ?? shortName(source, before, after, cells) };
  });
  for (const choice of alike(found)) choice.name = differenceName(source, choice.before, choice.after, choice.cells);
  if (hasMarkers(source)) nameMarkers(source, board, found);
  return found.map(({ move, cells, name }) => ({ move, cells, name: name ?? "" }));
}

/**
 * Return the choices that have no name, or that of another one, and that their author has not named.
 *
 * @template {{move: Move, name: string | null}} T
 * @param {T[]} found
 */
function alike(found) {
  /** @type {Map<string | null, number>} */
  const times = new Map([[null, 2]]);
  for (const { name } of found) times.set(name, (times.get(name) ?? 0) + 1);
  return found.filter(({ move, name }) => move.label === null && (times.get(name) ?? 0) > 1);
}

/** Return the choices that change no cell of the board. @param {Choice[]} all */
function passes(all) {
  return all.filter(({ move, cells }) => move.to.board !== null && !cells.length);
}

/** Return the choices that change all the clicked cells. @param {Choice[]} all @param {number[]} clicked */
function matching(all, clicked) {
  return clicked.length ? all.filter(({ cells }) => clicked.every((at) => cells.includes(at))) : all;
}
