/**
 * The blocks of a published database, of which a page reads those that it needs; docs/formats.md describes them.
 *
 * The page has the uppermost page of the index itself.  An entry has the size and the checksum of what is below it,
 * and nothing is read that does not have both, wherever it comes from: the page, a host, or what the browser keeps.
 *
 * @typedef {Object} PublishedFacts
 * @property {string} file  the name of the one file, or of the head of a folder
 * @property {boolean} split  whether each block is a file of its own
 * @property {string} page  the uppermost page of the index, in base64
 * @property {number} begin  where the bytes behind the head begin, in the one file
 * @property {number[]} levels  the bytes of the pages below, by level, and at last of all blocks
 * @property {number} bytes  of the one file, or of all files
 * @property {string} last  the greatest code
 * @property {boolean} hasOffline  whether a page with everything in it lies beside
 *
 * @typedef {{first: bigint, at: number, size: number, crc: number}} Entry  a child of a page of the index
 * @typedef {{entry: Entry, place: number, level: number, bound: bigint}} Child
 *   a block or a page: its number among all of its level; all of its codes are below the bound
 * @typedef {{codes: BigInt64Array, labels: ArrayLike<number>, width: number}} Block
 * @typedef {{outcome: Outcome, remoteness: number}} Answer
 */
addWords({
  badAnswers: ["The answers of this page are damaged, or belong to another game ({name}).", "Các đáp án của trang này bị hỏng hoặc thuộc về trò chơi khác ({name}).", "پاسخ‌های این صفحه آسیب دیده‌اند یا از بازی دیگری‌اند ({name}).", "As respostas desta página estão danificadas ou são de outro jogo ({name}).", "Ответы этой страницы повреждены или относятся к другой игре ({name})."],
  answersGone: ["The answers cannot be reached ({name}). Check the connection, then try once more.", "Không tải được đáp án ({name}). Hãy kiểm tra kết nối rồi thử lại.", "به پاسخ‌ها دسترسی نیست ({name}). اتصال را بررسی کنید و باز امتحان کنید.", "Não foi possível obter as respostas ({name}). Verifique a conexão e tente outra vez.", "Ответы недоступны ({name}). Проверьте соединение и повторите попытку."],
  noRanges: ["This host sends no parts of files, and {name} is too large to load as a whole: publish it as a folder of files.", "Máy chủ này không gửi từng phần của tệp, và {name} quá lớn để tải cả tệp: hãy xuất bản dưới dạng thư mục nhiều tệp.", "این میزبان بخش‌هایی از پرونده نمی‌فرستد و {name} برای بارگیری کامل بسیار بزرگ است: آن را به شکل پوشه‌ای از پرونده‌ها منتشر کنید.", "Este servidor não envia partes de arquivos, e {name} é grande demais para carregar inteiro: publique-o como uma pasta de arquivos.", "Этот сервер не отдаёт части файлов, а {name} слишком велик, чтобы загрузить его целиком: опубликуйте его папкой файлов."],
  fromDisk: ["A page on a disk may not read other files: put the folder on a web host, or run “python -m http.server” in it.", "Trang mở từ đĩa không được đọc tệp khác: hãy đưa thư mục lên máy chủ web, hoặc chạy “python -m http.server” trong thư mục đó.", "صفحه‌ای که از دیسک باز شده نمی‌تواند پرونده‌های دیگر را بخواند: پوشه را روی یک میزبان وب بگذارید، یا در آن «python -m http.server» را اجرا کنید.", "Uma página aberta do disco não pode ler outros arquivos: coloque a pasta em um servidor web ou execute “python -m http.server” nela.", "Страница с диска не может читать другие файлы: разместите папку на веб-сервере или запустите в ней «python -m http.server»."],
});

/** Children of a page of the index, at most; positions of a block, at most; milliseconds that a host has. */
const [INDEX_PAGE, BLOCK_POSITIONS, PATIENCE] = [1024, 65536, 30000];
/** What is loaded as a whole from a host that sends no ranges, at most, in bytes. */
const MOST_WHOLE = 30e6;
/** How many blocks are kept as they came, at most 16 KiB each; unpacked, less than a megabyte each; and pages. */
const [KEPT_BYTES, KEPT_BLOCKS, KEPT_PAGES] = [1000, 40, 100];

/** The remainders of all bytes, for checksums. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let k = 0; k < 8; k++) rest = (rest & 1 ? 0xedb88320 : 0) ^ (rest >>> 1);
  return rest;
});

/** Return the CRC-32 of bytes, as zlib does. @param {Uint8Array} bytes */
function crc32(bytes) {
  let rest = -1;
  for (let k = 0; k < bytes.length; k++) rest = CRC_TABLE[(rest ^ bytes[k]) & 255] ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** Return the bytes of an answer, at most so many and one. @param {Response} answer @param {number} most */
async function bytesUpTo(answer, most) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  while (size <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  if (size > most) reader.cancel().catch(() => {});
  const bytes = new Uint8Array(size);
  size = 0;
  for (const piece of pieces) {
    bytes.set(piece, size);
    size += piece.length;
  }
  return bytes;
}

/** Read a page of the index. @param {Uint8Array} bytes @returns {Entry[] | null}  null: it is none */
function indexEntries(bytes) {
  const count = (bytes.length - 8) / 16;
  if (!(count >= 0 && count <= INDEX_PAGE && Number.isInteger(count))) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = Number(view.getBigUint64(0, true));
  return Array.from({ length: count }, (_, k) => {
    const entry = { first: view.getBigInt64(8 + 16 * k, true), at, size: view.getUint32(16 + 16 * k, true), crc: view.getUint32(20 + 16 * k, true) };
    at += entry.size;
    return entry;
  });
}

/** Return how many of some ascending values are at most a code. @param {number} count @param {(k: number) => bigint} value @param {bigint} code */
function countUpTo(count, value, code) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) <= code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Read a block that was unpacked. @param {Uint8Array} text @param {Child} place @returns {Block | null}  null: it is none */
function readBlock(text, { entry, bound }) {
  const view = new DataView(text.buffer, text.byteOffset, text.length);
  const [n, size, width] = text.length < 9 ? [0, 0, 0] : [view.getUint32(0, true), view.getUint32(4, true), text[8]];
  const isWhole = text.length === 9 + size + n * width;
  if (n < 1 || n > BLOCK_POSITIONS || ![1, 2, 4].includes(width) || !isWhole) return null;
  const codes = new BigInt64Array(n);
  let code = -(2n ** 63n);
  let at = 9;
  for (let k = 0; k < n; k++) {
    // Seven bits a byte: those of 49 bits as a number, and the others, which are rare, as a large one.
    let [difference, scale, high, shift, byte] = [0, 1, 0n, 0n, 128];
    while (byte > 127 && at < 9 + size) {
      byte = text[at++];
      if (scale < 2 ** 49) difference += (byte & 127) * scale;
      else high |= BigInt(byte & 127) << (49n + shift);
      if (scale === 2 ** 49) shift += 7n;
      else scale *= 128;
    }
    const next = code + BigInt(difference) + high;
    if (byte > 127 || next >= bound || (k ? next <= code : next !== entry.first)) return null;
    codes[k] = code = next;
  }
  if (at !== 9 + size) return null;
  const labels = new Uint32Array(n);
  for (let byte = width - 1; byte >= 0; byte--) {
    for (let k = 0, from = at + byte * n; k < n; k++) labels[k] = labels[k] * 256 + text[from + k];
  }
  return { codes, labels, width };
}

/** Return what a label stands for; null for no position. @param {number} label @param {number} width @returns {Answer | null} */
function readLabel(label, width) {
  const least = 256 ** width - 3;
  if (label === least) return null;
  if (label > least) return { outcome: 0, remoteness: label - least === 1 ? 0 : -1 };
  return { outcome: label % 2 ? 1 : -1, remoteness: label >> 1 };
}

/** What was asked for last, by its name; what fails is forgotten. @template T */
class Recent {
  /** @param {number} most */
  constructor(most) {
    this.most = most;
    /** @type {Map<string, Promise<T>>} */
    this.kept = new Map();
  }

  /** @param {string} name @param {() => Promise<T>} make @returns {Promise<T>} */
  get(name, make) {
    const found = this.kept.get(name) ?? make();
    this.kept.delete(name);
    this.kept.set(name, found);
    found.catch(() => this.kept.get(name) === found && this.kept.delete(name));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(oldest);
    }
    return found;
  }
}
