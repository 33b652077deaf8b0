/**
 * Choose a move as the perfect player: win fastest, lose slowest, vary among equals; in a draw, take
 * a drawing move, to a position not met before if there is one, and so where lengths are not known; of
 * these, where the source knows it, one that presses the other player most.  Where the source is sure of a
 * move, take that one.
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
  const best = ranked(view.moves)[0];
  const value = moveValue(best);
  const { remoteness } = best.to;
  if (best.sure) return best;
  const equal = view.moves.filter(
    (move) => Object.is(moveValue(move), value) && move.points === best.points && (!value || move.to.remoteness === remoteness),
  );
  const fresh = !value || remoteness === null ? equal.filter(({ to }) => !isMet(to.key)) : [];
  const held = fresh.length ? fresh : equal;
  return any(view.press ? view.press(held) : held);
}
