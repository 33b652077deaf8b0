// Needed: chance
/**
 * Games of chance: what positions are worth, what dice do, and what a match came to.  The formulas are those
 * of graphgame/playing/dice.py.
 *
 * @typedef {Object} Chances  as `Chance.facts` in graphgame/playing/game.py
 * @property {0 | 1} player  whose probability of winning the values are
 * @property {boolean} scores  whether they are scores that this player expects
 * @property {boolean} ends  whether play surely ends
 * @property {number} [scale]  of numbers in a table
 *
 * @typedef {Object} Played  a move of a match, in terms of what the values say
 * @property {number} turn
 * @property {number} before  what the position was worth, with the best move
 * @property {number} after  what the move was worth
 *
 * @typedef {{start: number, luck: number, lost: [number, number]}} Account
 *   luck is that of the player of the values; the result is start + luck - what this player lost + what the other one lost
 */
addWords({
  dice: ["Dice", "Xúc xắc", "تاس", "Dados", "Кубики"],
});

/** Who moves where dice decide. */
const DICE = 2;

/** Return how luck and skill made the result of a match. @param {Played[]} steps @param {number} player  of the values @returns {Account} */
function account(steps, player) {
  let luck = 0;
  /** @type {[number, number]} */
  const lost = [0, 0];
  for (const { turn, before, after } of steps) {
    if (turn === DICE) luck += after - before;
    else lost[turn] += turn === player ? before - after : after - before;
  }
  return { start: steps.length ? steps[0].before : 0, luck, lost };
}

/** Return how likely the machine makes each move when it errs, by what the move loses.
 * @param {number[]} losses @param {number} span  how far apart a win and a defeat are */
function errorWeights(losses, span) {
  return losses.map((loss) => (span ? Math.exp((-4 * loss) / span) : 1));
}

/** What a move is worth, with the points that it pays. @param {Move} move */
function worthOf({ to, paid = 0 }) {
  return (to.expected ?? 0) + paid;
}

/** What the moves of a player lose against the best one. @param {View} view */
function lossesOf(view) {
  const best = ranked(view.moves)[0];
  return view.moves.map((move) => Math.max(0, (best.points ?? 0) - (move.points ?? 0)));
}

/** What a position of a match is worth, with the points that were paid before. @param {View} view */
function totalOf({ expected = 0, gained = 0 }) {
  return expected + gained;
}

/** Return the move that led to a ply as a step. @param {Ply[]} plies @param {number} at @returns {Played} */
function stepTo(plies, at) {
  const { view, turn } = plies[at - 1];
  const made = view.moves.find(({ to }) => to.key === plies[at].view.key);
  const before = turn === DICE ? view.expected ?? 0 : worthOf(ranked(view.moves)[0]);
  return { turn, before, after: made ? worthOf(made) : before };
}

/** Read what a table has of dice and values. @param {{[name: string]: TablePart}} parts @param {Chances} chances */
function tableChances(parts, { scale = 1 }) {
  /** @param {TablePart | undefined} part */
  const read = (part) => part && partNumbers(part).map((x) => scale * (x % 2 ? -(x + 1) / 2 : x / 2));
  const [values, paid] = [read(parts.values), read(parts.paid)];
  const weights = partNumbers(parts.weights);
  /** @param {Position} position */
  const known = (position) => ({ ...position, expected: values?.[Number(position.key)] });
  return {
    /** @param {number} e */
    move: (e) => ({ odds: weights[e], ...(paid && { paid: paid[e] }) }),
    /** Return a source that knows values. @param {Source} source @returns {Source} */
    added: (source) => ({
      ...source,
      get players() {
        return source.players;
      },
      async look(key) {
        const view = await source.look(key);
        return { ...known(view), note: null, moves: view.moves.map((move) => ({ ...move, to: known(move.to) })) };
      },
    }),
  };
}

/** Return a source in which dice are a third who moves. @param {Source} source @param {Chances} chances @returns {Source} */
function chanceSource(source, chances) {
  return {
    ...source,
    chances,
    /** @returns {any} */
    get players() {
      return [...(source.players ?? [0, 1].map((n) => say("player", { n }))), say("dice")];
    },
    async look(key) {
      const view = await source.look(key);
      const { turn } = view;
      const moves = view.moves.map((move) => {
        // Outcomes at dice are those of player 0.
        const stays = Number(turn) % 2 === Number(move.to.turn) % 2;
        const value = /** @type {Outcome} */ (stays ? move.to.outcome : 0 - move.to.outcome);
        const worth = worthOf(move);
        if (turn === DICE) return { ...move, value: /** @type {Outcome} */ (0), sure: false };
        return { ...move, odds: undefined, value, points: turn === chances.player ? worth : 0 - worth };
      });
      return { ...view, moves: turn === DICE ? moves : ranked(moves) };
    },
    async histogram() {
      return null;
    },
    after(plies, view, turn) {
      if (!chances.scores) return null;
      const last = plies[plies.length - 1]?.view;
      const made = last?.moves.find(({ to }) => to.key === view.key);
      const gained = (last?.gained ?? 0) + (made?.paid ?? 0);
      const total = Math.sign(gained + (view.expected ?? 0));
      const outcome = /** @type {Outcome} */ (turn === 1 ? 0 - total : total);
      return view.moves.length ? { ...view, gained } : { ...view, gained, outcome };
    },
  };
}
