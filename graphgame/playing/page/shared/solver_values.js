/**
 * Return the best move from v, -1 at a terminal: a WIN hurries, a LOSE delays; ties: the lowest index.
 *
 * @param {Ints} ptr
 * @param {Ints} idx
 * @param {Solved} solved
 * @param {number} v
 */
function bestMove(ptr, idx, { outcomes, remoteness }, v) {
  const outcome = outcomes[v];
  let best = -1;
  if (remoteness[v] === 0) return best;
  for (let e = ptr[v]; e < ptr[v + 1]; e++) {
    const w = idx[e];
    if (outcomes[w] !== -outcome) continue;
    const later = best < 0 ? -1 : outcome * (remoteness[w] - remoteness[best]);
    if (later < 0 || (later === 0 && w < best)) best = w;
  }
  return best;
}

/** @param {Iterable<number>} values */
function mex(values) {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least++;
  return least;
}

/**
 * Return the options of every position; none at a preset LOSE, and null where another preset leaves
 * no position a Grundy value.
 *
 * @param {Ints} ptr
 * @param {Ints} idx
 * @param {Presets | null} presets
 * @returns {Int32Array[] | null}
 */
function impartialOptions(ptr, idx, presets) {
  const all = Int32Array.from(idx);
  const rows = [];
  for (let v = 0; v + 1 < ptr.length; v++) {
    const preset = presets ? presets[v] : NO_PRESET;
    if (preset !== NO_PRESET && preset !== -1) return null;
    rows.push(preset === NO_PRESET ? all.subarray(ptr[v], ptr[v + 1]) : new Int32Array(0));
  }
  return rows;
}

/**
 * Return the Grundy value of every position, or null: there is a cycle, or a preset WIN or DRAW.
 *
 * @param {Ints} ptr
 * @param {Ints} idx
 * @param {Presets | null} [presets]
 * @returns {Int32Array | null}
 */
function grundyValues(ptr, idx, presets = null) {
  const rows = impartialOptions(ptr, idx, presets);
  if (!rows) return null;
  const values = new Int32Array(rows.length).fill(-1);
  const places = new Int32Array(rows.length); // how many options of v were gone through; -1 when entered
  places.fill(-1);
  for (let root = 0; root < rows.length; root++) {
    if (values[root] >= 0) continue;
    const path = [root]; // depth first, without recursion
    while (path.length) {
      const v = path[path.length - 1];
      const w = rows[v][++places[v]];
      if (w === undefined) {
        values[v] = mex(Array.from(rows[v], (option) => values[option]));
        path.pop();
      } else if (values[w] < 0) {
        if (places[w] >= 0) return null; // w is on the path
        path.push(w);
      }
    }
  }
  return values;
}

/**
 * Return the loopy value of every position by the rule of Smith and Fraenkel: v gets k if and only if
 * its options that have values have mex k, and each of its other options has an option of value k.
 *
 * @param {Ints} ptr
 * @param {Ints} idx
 * @param {Presets | null} [presets]
 * @returns {{values: Int32Array, sets: (number[] | null)[]} | null}  value -1 is infinite, and its set the
 *   finite values among the options; null: there is a preset WIN or DRAW
 */
function loopyValues(ptr, idx, presets = null) {
  const rows = impartialOptions(ptr, idx, presets);
  if (!rows) return null;
  const values = new Int32Array(rows.length).fill(-1);
  let inPlay = Array.from(rows.keys()); // have options of every value below k, and no value
  for (let k = 0; inPlay.length; k++) {
    /** @param {number} v */
    const reachesK = (v) => rows[v].some((w) => values[w] === k);
    for (let changed = true; changed; ) {
      changed = false;
      for (const v of inPlay) {
        if (values[v] >= 0 || reachesK(v)) continue;
        if (!rows[v].every((w) => values[w] >= 0 || reachesK(w))) continue;
        values[v] = k;
        changed = true;
      }
    }
    inPlay = inPlay.filter((v) => values[v] < 0 && reachesK(v));
  }
  const sets = rows.map((row, v) => {
    if (values[v] >= 0) return null;
    return [...new Set(Array.from(row, (w) => values[w]))].filter((k) => k >= 0).sort((a, b) => a - b);
  });
  return { values, sets };
}

/**
 * List the decisions of a queue one by one.
 *
 * @param {Int32Array} queue
 * @param {Int32Array} options
 * @param {Solved} solved
 * @param {{starts: Int32Array, predecessors: Int32Array, waiting: Int32Array}} rows
 * @param {Presets | null} presets
 * @returns {Decision[]}
 */
function decisions(queue, options, { outcomes, remoteness }, { starts, predecessors, waiting }, presets) {
  return Array.from(queue, (v) => {
    const outcome = /** @type {-1 | 0 | 1} */ (outcomes[v]);
    if (outcome === 1) for (let e = starts[v]; e < starts[v + 1]; e++) waiting[predecessors[e]]--;
    const preset = presets !== null && presets[v] !== NO_PRESET;
    const reason = preset ? "preset" : options[v] < 0 ? "terminal" : outcome === 1 ? "loses" : "wins";
    const counters = waiting.slice();
    return { position: v, outcome, remoteness: remoteness[v], reason, option: options[v], counters };
  });
}
