/**
 * The rule of a published game: functions of codes that its author wrote in C, which are a module of WebAssembly here,
 * or in JavaScript, which are a script of their own in the page.
 *
 * @typedef {Object} CodeRule
 * @property {(code: bigint) => bigint[]} options
 * @property {(code: bigint) => number} preset  an outcome; 2: play goes on
 * @property {(code: bigint) => number} plies  in how many a position ends that has a preset
 * @property {(code: bigint) => bigint} canonical  what is stored for a position
 * @property {((code: bigint) => Turn) | null} turn
 * @property {((code: bigint) => string) | null} board
 * @property {((code: bigint, option: bigint) => string | null) | null} name
 */

/** Return a function that an author's rule has, or what stands for it. @param {any} functions @param {string} name @param {any} other */
function ruleFunction(functions, name, other = null) {
  return typeof functions[name] === "function" ? functions[name] : other;
}

/** Read the rule that stands in the page. @param {{wasm?: string}} facts @returns {Promise<CodeRule>} */
async function readRule({ wasm }) {
  const functions = wasm ? await moduleFunctions(base64Bytes(wasm)) : /** @type {any} */ (globalThis).graphgameRule;
  if (typeof functions?.options !== "function") throw new Problem("badRule", { name: "options" });
  const [preset, canonical] = [ruleFunction(functions, "preset", () => 2), ruleFunction(functions, "canonical", (/** @type {bigint} */ code) => code)];
  const ends = ruleFunction(functions, "preset_remoteness", () => 0);
  const [board, turn, name] = ["board", "turn", "move_name"].map((word) => ruleFunction(functions, word));
  return {
    options: (code) => [...new Set(/** @type {bigint[]} */ (Array.from(functions.options(code), BigInt)))].sort((a, b) => (a < b ? -1 : 1)),
    preset: (code) => Number(preset(code)),
    plies: (code) => Number(preset(code)) ? Number(ends(code)) : 0,
    canonical: (code) => BigInt(canonical(code)),
    turn: turn && ((code) => (Number(turn(code)) ? 1 : 0)),
    board: board && ((code) => String(board(code))),
    name: name && ((code, option) => name(code, option) ?? null),
  };
}

/** Where a module of WebAssembly may be written into: from this place on. @typedef {{memory: WebAssembly.Memory, begin: number}} Room */

/** Ask a function that fills a list of so many entries, and again where there are more; negative: none.
 * @param {Room} room @param {number} size  bytes of an entry @param {(at: number, count: bigint) => bigint} ask */
function askedTwice({ memory, begin }, size, ask) {
  for (let count = 256; ; ) {
    const missing = begin + size * count - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const found = Number(ask(begin, BigInt(count)));
    if (found <= count) return found;
    count = found;
  }
}

/** Make a module of WebAssembly, and wrap its functions, which have the signatures of C. @param {Uint8Array<ArrayBuffer>} bytes */
async function moduleFunctions(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes);
  /** @type {any} */
  const module = instance.exports;
  module.__wasm_call_ctors?.();
  // The place for lists begins behind what the module has, at a whole number of entries.
  const room = { memory: module.memory, begin: (module.__heap_base.value + 15) & -16 };
  /** @param {any[]} codes @param {(...codes: any[]) => bigint} ask */
  const text = (codes, ask) => {
    const found = askedTwice(room, 1, (at, count) => ask(...codes, at, count, 0));
    return found < 0 ? null : new TextDecoder().decode(new Uint8Array(room.memory.buffer, room.begin, found));
  };
  const { options, board, move_name: name } = module;
  return {
    options: (/** @type {bigint} */ code) => {
      const found = askedTwice(room, 8, (at, count) => options(code, at, count, 0));
      return new BigInt64Array(room.memory.buffer, room.begin, Math.max(0, found));
    },
    ...Object.fromEntries(["preset", "preset_remoteness", "canonical", "turn"].filter((word) => module[word]).map((word) => [word, (/** @type {bigint} */ code) => module[word](code, 0)])),
    ...(board && { board: (/** @type {bigint} */ code) => text([code], board) }),
    ...(name && { move_name: (/** @type {bigint} */ code, /** @type {bigint} */ option) => text([code, option], name) }),
  };
}
