/**
 * Unpack numbers that stand in the page; docs/formats.md describes them.
 *
 * @typedef {Object} TablePart  unpacked numbers
 * @property {string} name
 * @property {number} width  bytes a number
 * @property {Uint8Array} bytes  all lowest bytes, then all second bytes, …
 */

/** The bytes that base64 stands for; browsers before 2025 have no function for it. @param {string} text */
function base64Bytes(text) {
  const { fromBase64 } = /** @type {any} */ (Uint8Array);
  return fromBase64 ? fromBase64.call(Uint8Array, text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Unpack base64 of gzip. @param {string} text */
async function unpacked(text) {
  const bytes = base64Bytes(text);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The numbers of a part, below 2^53. @param {TablePart} part */
function partNumbers({ width, bytes }) {
  const count = bytes.length / width;
  // The browser copies the highest bytes, which are all where numbers are small, in code of its own.
  const numbers = new Float64Array(bytes.subarray((width - 1) * count));
  for (let byte = width - 2; byte >= 0; byte--) {
    for (let i = 0, at = byte * count; i < count; i++) numbers[i] = numbers[i] * 256 + bytes[at++];
  }
  return numbers;
}

/** Where the moves of each position begin. @param {TablePart} part */
function tableStarts(part) {
  const degrees = partNumbers(part);
  const ptr = new Int32Array(degrees.length + 1);
  for (let v = 0; v < degrees.length; v++) ptr[v + 1] = ptr[v] + degrees[v];
  return ptr;
}

/** Cut what was unpacked into its parts. @param {any} table @param {Uint8Array} bytes */
function tableParts(table, bytes) {
  /** @type {{[name: string]: TablePart}} */
  const parts = {};
  let at = 0;
  for (const [name, width, count] of table.parts) {
    parts[name] = { name, width, bytes: bytes.subarray(at, (at += width * count)) };
  }
  return parts;
}
