/**
 * Choose a move as the perfect player: win fastest, lose slowest, vary among equals; in a draw, take
 * a drawing move, to a position not met before if there is one.  Where a lost position has no lengths,
 * take the first move of the source, which delays most.
 *
 * @param {View} view  with at least one move
 * @param {(key: string) => boolean} isMet
 * @param {number} [errs]  how often a move at random is made, in percent
 * @param {() => number} [random]
 * @returns {Move}
 */
function chooseMove(view, isMet, errs = 0, random = Math.random) {
  /** @param {Move[]} moves */
  const any = (moves) => moves[Math.floor(random() * moves.length)];
  if (random() * 100 < errs) return any(view.moves);
  const best = ranked(view.moves)[0].to;
  if (best.outcome > 0 && best.remoteness === null) return ranked(view.moves)[0];
  const equal = view.moves.filter(
    ({ to }) => to.outcome === best.outcome && (best.outcome === 0 || to.remoteness === best.remoteness),
  );
  const fresh = best.outcome === 0 ? equal.filter(({ to }) => !isMet(to.key)) : [];
  return any(fresh.length ? fresh : equal);
}
