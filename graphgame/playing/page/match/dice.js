// Needed: chance
/**
 * Return a number from 0 to 1: that of a roll by its number in the match, so that the same rolls come again
 * after moves were taken back.  The bits are mixed as at the end of MurmurHash3.
 *
 * @param {number} seed
 * @param {number} count  how many rolls came before
 */
function throwOf(seed, count) {
  /** @param {number} x */
  const mixed = (x) => {
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return x ^ (x >>> 16);
  };
  return (mixed(mixed(seed) + count) >>> 0) / 2 ** 32;
}

/** Return the entry to which a number from 0 to 1 leads. @template T @param {T[]} all @param {number[]} weights @param {number} share */
function drawnBy(all, weights, share) {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  return all.find((_, at) => (left -= weights[at]) < 0) ?? all[all.length - 1];
}

/** A seed that nobody chose. */
function newSeed() {
  return Math.floor(Math.random() * 1e6);
}

/** A match in which dice are a third side: "machine" if the page rolls, "person" if somebody says what came. */
class ChanceMatch extends Match {
  /** @param {Source} source */
  constructor(source) {
    super(source);
    /** @type {Side[]} */
    this.sides = ["person", "machine", "machine"];
    this.seed = newSeed();
  }

  /** @param {string} [key] @param {Turn} [turn] @param {number} [seed] */
  async begin(key, turn, seed = newSeed()) {
    this.seed = seed;
    await super.begin(key, turn);
  }

  /** @param {Partial<Match>} settings */
  set(settings) {
    const { sides } = settings;
    super.set(sides ? { ...settings, sides: this.sides.map((kind, side) => sides[side] ?? kind) } : settings);
  }

  /** The move that the dice make here. */
  get rolled() {
    const count = this.plies.slice(0, this.at).filter(({ turn }) => turn === DICE).length;
    const { moves } = this.view;
    return drawnBy(moves, moves.map(({ odds = 0 }) => odds), throwOf(this.seed, count));
  }

  machineMove() {
    if (this.ply.turn === DICE) return this.play(this.rolled);
    return this.play(chosenMove(this.view, this.errs, Boolean(this.source.chances?.scores)));
  }
}

/**
 * Choose a move as the perfect player; as often as it errs, another one, the rarer the more it loses.
 *
 * @param {View} view
 * @param {number} errs  in percent
 * @param {boolean} hasScores
 * @param {() => number} [random]
 */
function chosenMove(view, errs, hasScores, random = Math.random) {
  if (random() * 100 >= errs) return ranked(view.moves)[0];
  const losses = lossesOf(view);
  return drawnBy(view.moves, errorWeights(losses, hasScores ? Math.max(...losses) : 1), random());
}
