/**
 * Unpack numbers that stand in the page; docs/formats.md describes them.
 *
 * @typedef {Object} TablePart  unpacked numbers
 * @property {string} name
 * @property {number} width  bytes a number
 * @property {Uint8Array} bytes  all lowest bytes, then all second bytes, …
 */

/** Unpack base64 of gzip. @param {string} text */
async function unpacked(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The numbers of a part, below 2^53. @param {TablePart} part */
function partNumbers({ width, bytes }) {
  const count = bytes.length / width;
  const numbers = new Float64Array(count);
  for (let byte = width - 1; byte >= 0; byte--) {
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
