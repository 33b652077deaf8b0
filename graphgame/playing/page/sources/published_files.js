/** Where the bytes of a published database come from: the page, a host, or what the browser keeps of it. */
class PublishedFiles {
  /** @param {PublishedFacts} facts @param {string[][] | null} inlined  base64 by level and number, where the page has all */
  constructor(facts, inlined) {
    this.facts = facts;
    this.inlined = inlined;
    /** The one file, from a host that sends no ranges. @type {Promise<Uint8Array<ArrayBuffer>> | null} */
    this.whole = null;
    this.begins = facts.levels.map((_, k) => facts.levels.slice(0, k).reduce((a, b) => a + b, facts.begin));
    const folder = location.pathname.replace(/[^\u002f]*$/, "");
    this.prefix = `graphgame ${folder} `;
    /** What the browser keeps of these answers: nothing where a page is not served safely. @type {Promise<Cache | null>} */
    this.store = inlined ? Promise.resolve(null) : this.openStore(crc32(base64Bytes(facts.page)));
  }

  /** Open what the browser keeps of these answers, and forget what it keeps of earlier ones; null where it keeps nothing.
   * @param {number} version */
  async openStore(version) {
    try {
      const name = this.prefix + version.toString(16);
      for (const other of await caches.keys()) if (other.startsWith(this.prefix) && other !== name) await caches.delete(other);
      return await caches.open(name);
    } catch {
      return null;
    }
  }

  /** Return the bytes of a block or a page, which have its size and its checksum. @param {Child} place */
  async read({ entry, place, level }) {
    const name = `${this.facts.levels.length - 1 - level}-${String(place).padStart(6, "0")}.ggdb`;
    /** @param {Uint8Array} bytes */
    const isRight = (bytes) => bytes.length === entry.size && crc32(bytes) === entry.crc;
    const store = await this.store;
    const kept = await store?.match(name).catch(() => undefined);
    if (kept) {
      const bytes = await bytesUpTo(kept, entry.size);
      if (isRight(bytes)) return bytes;
    }
    const bytes = this.inlined ? base64Bytes(this.inlined[level]?.[place] ?? "") : await this.load(name, this.begins[level] + entry.at, entry.size);
    if (!isRight(bytes)) throw new Problem("badAnswers", { name: this.facts.split || this.inlined ? name : this.facts.file });
    store?.put(name, new Response(bytes)).catch(() => {});
    return bytes;
  }

  /** Load a file, or a part of the one file. @param {string} name @param {number} at @param {number} size */
  async load(name, at, size) {
    const { split, file } = this.facts;
    if (this.whole) return (await this.whole).subarray(at, at + size);
    const shown = split ? name : file;
    try {
      // Ranges of one file would wait for each other, if the browser were to keep them.
      const answer = await fetch(shown, { signal: AbortSignal.timeout(PATIENCE), ...(split ? {} : { headers: { Range: `bytes=${at}-${at + size - 1}` }, cache: "no-store" }) });
      if (!split && answer.status === 200) return await this.fromWhole(answer, at, size);
      if (answer.status === 404 || answer.status === 416) throw new Problem("badAnswers", { name: shown });
      const said = answer.headers.get("Content-Range");
      if (answer.status !== (split ? 200 : 206)) throw new Problem("answersGone", { name: `${shown}: ${answer.status}` });
      if (said !== null && said !== `bytes ${at}-${at + size - 1}/${this.facts.bytes}`) throw new Problem("badAnswers", { name: shown });
      return await bytesUpTo(answer, size);
    } catch (error) {
      throw error instanceof Problem ? error : new Problem("answersGone", { name: shown });
    }
  }

  /** Take a part of the whole file, which a host without ranges has sent. @param {Response} answer @param {number} at @param {number} size */
  async fromWhole(answer, at, size) {
    const { bytes, file } = this.facts;
    if (bytes > MOST_WHOLE || this.whole) {
      answer.body?.cancel().catch(() => {});
      if (!this.whole) throw new Problem("noRanges", { name: file });
    } else {
      this.whole = bytesUpTo(answer, bytes);
      this.whole.catch(() => (this.whole = null));
    }
    return (await /** @type {Promise<Uint8Array<ArrayBuffer>>} */ (this.whole)).subarray(at, at + size);
  }
}

/** The answers of a published database. */
class PublishedAnswers {
  /** @param {PublishedFacts} facts @param {string[][] | null} inlined */
  constructor(facts, inlined) {
    this.files = new PublishedFiles(facts, inlined);
    this.top = indexEntries(base64Bytes(facts.page)) ?? [];
    this.depth = facts.levels.length;
    this.after = BigInt(facts.last) + 1n;
    /** @type {Recent<Uint8Array<ArrayBuffer>>} */
    this.packed = new Recent(KEPT_BYTES);
    /** @type {Recent<Block>} */
    this.blocks = new Recent(KEPT_BLOCKS);
    /** @type {Recent<Entry[]>} */
    this.pages = new Recent(KEPT_PAGES);
  }

  /** @param {Child} place */
  bytes(place) {
    return this.packed.get(`${place.level} ${place.place}`, () => this.files.read(place));
  }

  /** Find the block that a code belongs to; null: the code is below all of them. @param {bigint} code @returns {Promise<Child | null>} */
  async find(code) {
    let [page, number, bound] = [this.top, 0, this.after];
    for (let level = 0; ; level++) {
      const child = countUpTo(page.length, (k) => page[k].first, code) - 1;
      if (child < 0) return null;
      number = number * INDEX_PAGE + child;
      bound = page[child + 1]?.first ?? bound;
      const place = { entry: page[child], place: number, level, bound };
      if (level + 1 === this.depth) return place;
      page = await this.pages.get(`${level} ${number}`, async () => this.right(indexEntries(await this.bytes(place)), place));
    }
  }

  /** Return what was read, or say that the place has something else. @template T @param {T | null} found @param {Child} place @returns {T} */
  right(found, place) {
    if (!found) throw new Problem("badAnswers", { name: `${place.level}:${place.place}` });
    return found;
  }

  /** Unpack a block. @param {Child} place @returns {Promise<Block>} */
  block(place) {
    return this.blocks.get(String(place.place), async () => {
      const bytes = await this.bytes(place);
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      const text = await bytesUpTo(new Response(stream), 9 + 14 * BLOCK_POSITIONS).catch(() => null);
      return this.right(text && readBlock(text, place), place);
    });
  }

  /** Return the answers of codes; null where there is no position.  Each block is read once. @param {bigint[]} codes */
  async answers(codes) {
    return Promise.all(
      codes.map(async (code) => {
        const place = await this.find(code);
        if (!place) return null;
        const { codes: known, labels, width } = await this.block(place);
        const at = countUpTo(known.length, (k) => known[k], code) - 1;
        return at >= 0 && known[at] === code ? readLabel(labels[at], width) : null;
      }),
    );
  }
}
