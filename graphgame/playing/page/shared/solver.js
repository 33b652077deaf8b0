/**
 * Outcomes and values of small graphs, as Python finds them.  A graph is compressed sparse rows: the
 * options of v are idx[ptr[v]] … idx[ptr[v + 1] - 1].  Presets are LOSE -1, DRAW 0, WIN 1, or NO_PRESET; a
 * preset position is terminal, whatever its options.
 *
 * @typedef {Int32Array | number[]} Ints
 * @typedef {Int8Array | number[]} Presets
 *
 * @typedef {Object} Decision  a position is decided
 * @property {number} position
 * @property {-1 | 0 | 1} outcome
 * @property {number} remoteness
 * @property {"terminal" | "preset" | "loses" | "wins"} reason  why: no options; a preset; an option that
 *   is a LOSE; all options are WIN
 * @property {number} option  the losing option, or the last option that became a WIN; -1 at a terminal
 * @property {Int32Array} counters  after the step: how many options of each position are not known as WIN
 *
 * @typedef {{outcomes: Int8Array, remoteness: Int32Array, steps?: Decision[]}} Solved
 */
const NO_PRESET = 2;

/** Transpose a graph: return the predecessors of every position, and the degrees. @param {Ints} ptr @param {Ints} idx */
function transpose(ptr, idx) {
  const n = ptr.length - 1;
  const starts = new Int32Array(n + 1);
  const predecessors = new Int32Array(idx.length);
  const degrees = new Int32Array(n);
  for (let e = 0; e < idx.length; e++) starts[idx[e] + 1]++;
  for (let v = 0; v < n; v++) starts[v + 1] += starts[v];
  const ends = starts.slice(0, n);
  for (let v = 0; v < n; v++) {
    degrees[v] = ptr[v + 1] - ptr[v];
    for (let e = ptr[v]; e < ptr[v + 1]; e++) predecessors[ends[idx[e]]++] = v;
  }
  return { starts, predecessors, degrees };
}

/**
 * Decide every position: degree-counter propagation with one first-in-first-out queue.
 *
 * @param {Ints} ptr
 * @param {Ints} idx
 * @param {Presets | null} presets
 * @param {string} play  "normal" or "misere"
 * @param {boolean} [withSteps]  whether to list the decisions in their order; for small graphs, since each copies all counters
 * @returns {Solved}
 */
function solveGraph(ptr, idx, presets, play, withSteps = false) {
  const n = ptr.length - 1;
  const { starts, predecessors, degrees: waiting } = transpose(ptr, idx);
  const outcomes = new Int8Array(n); // DRAW, until decided
  const remoteness = new Int32Array(n).fill(-1); // -1 means undecided
  const queue = new Int32Array(n);
  const options = withSteps ? new Int32Array(n).fill(-1) : null;
  let tail = 0;
  for (let v = 0; v < n; v++) {
    const preset = presets ? presets[v] : NO_PRESET;
    if (preset === NO_PRESET && waiting[v] > 0) continue;
    outcomes[v] = preset !== NO_PRESET ? preset : play === "misere" ? 1 : -1;
    remoteness[v] = 0;
    queue[tail++] = v;
  }
  for (let head = 0; head < tail; head++) {
    const v = queue[head];
    const outcome = outcomes[v];
    if (outcome === 0) continue; // a preset draw decides nothing
    for (let e = starts[v]; e < starts[v + 1]; e++) {
      const u = predecessors[e];
      if (remoteness[u] >= 0 || (outcome === 1 && --waiting[u] > 0)) continue;
      outcomes[u] = -outcome;
      remoteness[u] = remoteness[v] + 1;
      if (options) options[u] = v;
      queue[tail++] = u;
    }
  }
  if (!options) return { outcomes, remoteness };
  const rows = { starts, predecessors, waiting: transpose(ptr, idx).degrees };
  const solved = { outcomes, remoteness };
  return { ...solved, steps: decisions(queue.subarray(0, tail), options, solved, rows, presets) };
}
