/**
 * A game of numbered states, all of which the page solves.
 *
 * @typedef {Object} Rule
 * @property {number} size  states are 0 … size - 1
 * @property {number} start
 * @property {(state: number, options: number[]) => void} addOptions  appends the options, each once
 * @property {(state: number) => Outcome | 2} preset  of a state where play is over; 2: play goes on
 * @property {(state: number) => 0 | 1} turn
 * @property {(state: number) => string} board
 * @property {(state: number) => string} name
 * @property {(state: number, option: number) => string | null} label  of a move
 * @property {(state: number) => string | null} note  a key of words
 * @property {(text: string) => number} find  the state that a person typed, or a Problem
 * @property {BoardShape | null} shape
 * @property {{[character: string]: Piece}} pieces
 * @property {() => [string, string]} players  in the language of the page
 * @property {{rules: string, goal: string}} about  keys of the words
 * @property {Editor | null} editor
 */

/** Write all moves of a rule as compressed sparse rows. @param {Rule} rule */
function ruleGraph(rule) {
  const ptr = new Int32Array(rule.size + 1);
  const presets = new Int8Array(rule.size);
  let idx = new Int32Array(8 * rule.size + 64);
  /** @type {number[]} */
  const options = [];
  let end = 0;
  for (let state = 0; state < rule.size; state += 1) {
    presets[state] = rule.preset(state);
    if (presets[state] === 2) {
      options.length = 0;
      rule.addOptions(state, options);
      if (end + options.length > idx.length) {
        const wider = new Int32Array(2 * (end + options.length));
        wider.set(idx);
        idx = wider;
      }
      for (const option of options) {
        idx[end] = option;
        end += 1;
      }
    }
    ptr[state + 1] = end;
  }
  return { ptr, idx: idx.subarray(0, end), presets };
}

/**
 * Solve a rule; the keys of the source are the numbers of states, in decimal.
 *
 * @param {any} data
 * @param {Rule} rule
 * @returns {Promise<Source & {solved: Solved}>}
 */
async function ruleSource(data, rule) {
  const { ptr, idx, presets } = ruleGraph(rule);
  const solved = solveGraph(ptr, idx, presets, data.play);
  const { outcomes, remoteness } = solved;
  /** @param {number} state @returns {Position} */
  const position = (state) => ({
    key: String(state),
    name: rule.name(state),
    outcome: /** @type {Outcome} */ (outcomes[state]),
    remoteness: remoteness[state],
    turn: rule.turn(state),
    board: rule.board(state),
  });
  return {
    solved,
    start: String(rule.start),
    size: rule.size,
    shape: rule.shape,
    pieces: rule.pieces,
    get players() {
      return inLanguage(data.about.players) ?? rule.players();
    },
    about: {
      get rules() {
        return inLanguage(data.about.rules) ?? say(rule.about.rules);
      },
      get goal() {
        return inLanguage(data.about.goal) ?? say(rule.about.goal);
      },
    },
    editor: rule.editor,
    isTranslated: true,
    look: async (key) => {
      const state = Number(key);
      if (!/^\d+$/.test(key) || state >= rule.size) throw new Problem("noPosition", { text: key });
      const moves = Array.from(idx.subarray(ptr[state], ptr[state + 1]), (option) => ({
        to: position(option),
        label: rule.label(state, option),
      }));
      return { ...position(state), moves: ranked(moves), note: rule.note(state) };
    },
    find: async (text) => String(rule.find(text)),
    histogram: async () => countedByRemoteness(outcomes, remoteness),
    puzzles: (count) => solvedPuzzles({ ptr, idx }, solved, count).map(String),
  };
}

/** How many states are looked at in search of puzzles. */
const MOST_LOOKED_AT = 200000;

/**
 * Find states in which exactly one option keeps the outcome: draws, and wins of three plies or more, with three
 * options or more.  They are taken from the shortest wins to the longest, then from draws, one of each in turn.
 *
 * @param {{ptr: Int32Array, idx: Int32Array}} graph
 * @param {Solved} solved
 * @param {number} count
 */
function solvedPuzzles({ ptr, idx }, { outcomes, remoteness }, count) {
  const size = outcomes.length;
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  // Steps that meet every state once, in an order that looks like none.
  let step = Math.round(size * 0.618) | 1;
  while (commonDivisor(step, size) > 1) step += 2;
  for (let k = 0, state = 0; k < Math.min(size, MOST_LOOKED_AT); k++, state = (state + step) % size) {
    const [first, end] = [ptr[state], ptr[state + 1]];
    if (outcomes[state] < 0 || (outcomes[state] > 0 && remoteness[state] < 3) || end - first < 3) continue;
    let kept = 0;
    for (let e = first; e < end; e++) if (outcomes[idx[e]] === -outcomes[state]) kept += 1;
    if (kept !== 1) continue;
    const key = outcomes[state] ? remoteness[state] : Infinity;
    const group = groups.get(key) ?? [];
    if (group.length < count) group.push(state);
    groups.set(key, group);
  }
  const keys = [...groups.keys()].sort((a, b) => a - b);
  /** @type {{state: number, key: number}[]} */
  const found = [];
  for (let turn = 0; turn < count && found.length < count; turn++) {
    for (const key of keys) {
      const state = groups.get(key)?.[turn];
      if (state !== undefined) found.push({ state, key });
    }
  }
  return found.slice(0, count).sort((a, b) => a.key - b.key).map(({ state }) => state);
}

/** @param {number} a @param {number} b @returns {number} */
function commonDivisor(a, b) {
  return b ? commonDivisor(b, a % b) : a;
}

/** Write a name as at the beginning of a sentence. @param {string} name */
function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
