// Needed: markers
/**
 * Return two boards as characters, without those that are no pieces, such as a lamp that says that the last move was
 * a pass: a cell of one is empty, and changes with a piece alone.
 *
 * @param {Source} source @param {string} before @param {string} after
 * @returns {[ArrayLike<string>, ArrayLike<string>]}
 */
function withoutMarkers({ pieces }, before, after) {
  const [old, now] = [Array.from(before), Array.from(after)];
  const isMarker = (/** @type {string} */ character) => Boolean(pieces[character]?.marker);
  const [start, end] = [old, now].map((cells) => cells.map((character) => (isMarker(character) ? "." : character)));
  for (let at = 0; at < end.length; at++) {
    if ((isMarker(old[at]) || isMarker(now[at])) && isBlank(start[at]) && isBlank(end[at])) end[at] = start[at];
  }
  return [start, end];
}

/**
 * Name by their markers the choices that nothing else tells apart.
 *
 * @template {{move: Move, name: string | null}} T
 * @param {Source} source @param {string} board @param {T[]} found
 */
function nameMarkers(source, board, found) {
  const before = boardCells(board);
  for (const choice of alike(found)) {
    const after = boardCells(choice.move.to.board ?? "");
    choice.name = differenceName(source, before, after, changedCells(before, after));
  }
}
