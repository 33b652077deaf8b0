/** A game whose answers lie beside the page in blocks, and whose rule is in the page. */
addWords({
  badRule: ["The rule of this page is not that of its answers (position {name}).", "Luật của trang này không khớp với các đáp án (thế cờ {name}).", "قاعدهٔ این صفحه با پاسخ‌های آن نمی‌خواند (وضعیت {name}).", "A regra desta página não é a das suas respostas (posição {name}).", "Правила этой страницы не соответствуют её ответам (позиция {name})."],
});

/** Blocks that are fetched at a time before anybody asks for them; a browser has six connections to a host. */
const AHEAD = 6;

/**
 * Return whether an answer follows from the answers of the options, as the certificate of all positions demands.
 *
 * @param {Answer} answer
 * @param {Answer[]} options
 * @param {Answer | null} preset
 * @param {string} play
 */
function follows({ outcome, remoteness }, options, preset, play) {
  if (preset) return outcome === preset.outcome && remoteness === preset.remoteness;
  if (!options.length) return outcome === (play === "normal" ? -1 : 1) && remoteness === 0;
  const lost = options.filter((option) => option.outcome < 0).map((option) => option.remoteness);
  if (outcome > 0) return lost.length > 0 && Math.min(...lost) === remoteness - 1;
  if (lost.length) return false;
  const held = options.some((option) => option.outcome === 0);
  return outcome ? !held && Math.max(...options.map((option) => option.remoteness)) === remoteness - 1 : held && remoteness === -1;
}

/** The positions of a published game: what the answers and the rule say of them together. */
class PublishedGame {
  /** @param {any} data @param {PublishedAnswers} answers @param {CodeRule} rule */
  constructor(data, answers, rule) {
    this.data = data;
    this.answers = answers;
    this.rule = rule;
    /** How long the rows of all boards are. @type {string | null} */
    this.shape = null;
    /** Counts looks: what is fetched ahead for an earlier one is left. */
    this.looks = 0;
  }

  /** Call the rule, which may be wrong, about a position. @template T @param {bigint} code @param {() => T} ask @returns {T} */
  asked(code, ask) {
    try {
      return ask();
    } catch (error) {
      throw error instanceof Problem ? error : new Problem("badRule", { name: String(code) });
    }
  }

  /** Return the answers of positions: those of what stands for them, or the presets of those that are not stored. @param {bigint[]} codes */
  async answer(codes) {
    const { symmetric, undecided } = this.data.published;
    const stored = symmetric ? codes.map((code) => this.asked(code, () => this.rule.canonical(code))) : codes;
    const found = await this.answers.answers(stored);
    return found.map((answer, k) => {
      return answer || !undecided ? answer : this.asked(codes[k], () => this.preset(stored[k]));
    });
  }

  /** Return the answer that the rule itself gives to a position; null: play goes on. @param {bigint} code @returns {Answer | null} */
  preset(code) {
    const outcome = this.rule.preset(code);
    return outcome === 2 ? null : { outcome: /** @type {Outcome} */ (outcome), remoteness: this.rule.plies(code) };
  }

  /** @param {bigint} code @param {Answer} answer @returns {Position} */
  position(code, { outcome, remoteness }) {
    const { board, turn } = this.rule;
    return this.asked(code, () => {
      const text = board ? board(code) : null;
      const shape = text === null ? "" : text.split("\n").map((row) => row.length).join();
      this.shape = this.shape ?? shape;
      if (shape !== this.shape) throw new Problem("badRule", { name: String(code) });
      return { key: String(code), name: String(code), outcome, remoteness, turn: turn ? turn(code) : null, board: text };
    });
  }

  /** Return the code that a text is, if it is that of a position; or say that it is none. @param {string} text */
  async code(text) {
    const code = /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
    if (code === null || BigInt.asIntN(64, code) !== code || String(code) !== text) throw new Problem("noPosition", { text });
    const [answer] = await this.answer([code]).catch((error) => {
      // Of what is no position at all the rule need not know what stands for it.
      if (error instanceof Problem && error.word === "badRule") return [null];
      throw error;
    });
    if (!answer) throw new Problem("noPosition", { text });
    return { code, answer };
  }

  /** @param {string} key @returns {Promise<View>} */
  async look(key) {
    this.looks += 1;
    const { code, answer } = await this.code(key);
    const { rule } = this;
    const preset = this.asked(code, () => this.preset(code));
    const options = preset ? [] : this.asked(code, () => rule.options(code));
    const found = await this.answer(options);
    const known = /** @type {Answer[]} */ (found.filter((option) => option));
    if (known.length < options.length || !follows(answer, known, preset, this.data.play)) throw new Problem("badRule", { name: key });
    const moves = ranked(
      options.map((option, k) => ({ to: this.position(option, known[k]), label: rule.name && this.asked(code, () => rule.name && rule.name(code, option)) })),
    );
    this.fetchAhead(moves).catch(() => {});
    return { ...this.position(code, answer), moves, note: null };
  }

  /** Fetch the blocks that the next look will need, whichever move is made, the best first. @param {Move[]} moves */
  async fetchAhead(moves) {
    const { looks, rule } = this;
    /** @type {Set<bigint>} */
    const codes = new Set();
    for (const { to } of moves) {
      const code = BigInt(to.key);
      if (to.remoteness !== 0) for (const option of rule.options(code)) codes.add(this.data.published.symmetric ? rule.canonical(option) : option);
    }
    const waiting = [...codes];
    const fetched = Array.from({ length: AHEAD }, async () => {
      for (let code = waiting.shift(); code !== undefined && looks === this.looks; code = waiting.shift()) {
        const place = await this.answers.find(code);
        if (place) await this.answers.bytes(place);
      }
    });
    await Promise.all(fetched);
    if (looks === this.looks) keepPage(this.data.published);
  }
}

/** Have a worker keep the page for when there is no network; where a page is not served safely, there is none.
 * @param {{worker: boolean}} facts */
function keepPage(facts) {
  if (!facts.worker || !navigator.serviceWorker) return;
  facts.worker = false;
  navigator.serviceWorker.register("worker.js").catch(() => {});
}

/** Read what the page has inlined: base64 by level and number; null if it has nothing. @returns {string[][] | null} */
function inlinedAnswers() {
  const text = document.getElementById("answers")?.textContent;
  return text ? JSON.parse(text) : null;
}

/** Make the source of a published game. @param {any} data @returns {Promise<Source>} */
async function publishedSource(data) {
  const facts = data.published;
  const inlined = inlinedAnswers();
  if (!inlined && location.protocol === "file:") {
    if (!facts.hasOffline) throw new Problem("fromDisk");
    location.replace(`offline.html${location.hash}`);
    await new Promise(() => {});
  }
  const rule = await readRule(facts).catch((error) => {
    throw error instanceof Problem ? error : new Problem("badRule", { name: String(facts.start) });
  });
  const game = new PublishedGame(data, new PublishedAnswers(facts, inlined), rule);
  return {
    start: facts.start,
    size: facts.positions,
    shape: data.shape,
    pieces: data.pieces,
    get players() {
      return inLanguage(data.about.players);
    },
    about: authorAbout(data),
    editor: null,
    look: (key) => game.look(key),
    find: async (text) => String((await game.code(text.trim())).code),
    histogram: async () => facts.histogram,
  };
}
