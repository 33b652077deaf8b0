// Needed: lengths
/** The greatest remoteness that is counted: a page has no room for more bars, nor memory. */
const MOST_COUNTED = 1 << 24;

/**
 * Count positions by outcome and remoteness.
 *
 * @param {Int8Array} outcomes
 * @param {Int32Array} remoteness
 * @returns {Histogram | null}  null: too many plies
 */
function countedByRemoteness(outcomes, remoteness) {
  const longest = remoteness.reduce((a, b) => Math.max(a, b), 0);
  if (longest > MOST_COUNTED) return null;
  const [win, lose] = [0, 1].map(() => Array(longest + 1).fill(0));
  let draw = 0;
  outcomes.forEach((outcome, v) => {
    if (outcome) (outcome > 0 ? win : lose)[remoteness[v]] += 1;
    else draw += 1;
  });
  return { win, lose, draw };
}
