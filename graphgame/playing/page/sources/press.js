// Needed: no chance
/** Return the moves of the least cost. @param {Move[]} moves @param {(move: Move) => number} cost */
function cheapest(moves, cost) {
  const least = Math.min(...moves.map(cost));
  return moves.filter((move) => cost(move) === least);
}
