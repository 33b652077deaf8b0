addWords({
  httpGone: ["The server does not answer. Start it again, then try once more.", "Máy chủ không trả lời. Hãy khởi động lại máy chủ rồi thử lại.", "سرور پاسخ نمی‌دهد. آن را دوباره راه بیندازید و باز امتحان کنید.", "O servidor não responde. Inicie-o de novo e tente outra vez.", "Сервер не отвечает. Запустите его снова и повторите попытку."],
  httpFailed: ["The server reports: {error}", "Máy chủ báo lỗi: {error}", "سرور گزارش می‌دهد: {error}", "O servidor informa: {error}", "Сервер сообщает: {error}"],
});

/** The outcomes of words. @type {{[word: string]: Outcome}} */
const OUTCOMES = { win: 1, draw: 0, lose: -1 };

/** Return the outcome of a word; what is not proven is no number, and so is whatever is made of it. @param {string | null} word */
function wordOutcome(word) {
  return /** @type {Outcome} */ (word === null ? NaN : OUTCOMES[word]);
}

/** Ask the local server that the page came from, a request for each position. @param {any} data @returns {Promise<Source>} */
async function httpSource(data) {
  const { start, size, named, sure } = data.http;

  /**
   * @param {any} found
   * @param {Outcome} value
   * @returns {Position}
   */
  const position = ({ position: key, name, remoteness, turn, board, priority, score, expected }, value) =>
    ({ key, name, outcome: value, remoteness, turn, board, ...(priority !== undefined && { priority }), ...(score !== undefined && { score }), ...(expected !== undefined && { expected }) });

  /** @type {Source} */
  const source = {
    start,
    size,
    shape: data.shape,
    pieces: data.pieces,
    get players() {
      return inLanguage(data.about.players);
    },
    about: authorAbout(data),
    editor: null,
    async look(key) {
      const found = await askServer("positions/?p=", key);
      const certain = found.sure ?? sure;
      const moves = found.moves.map((/** @type {any} */ move, /** @type {number} */ at) => {
        const value = wordOutcome(move.moveValue);
        const stays = (data.owners || data.chance) && move.turn % 2 === found.turn % 2;
        return {
          to: position(move, /** @type {Outcome} */ (stays ? value : 0 - value)),
          label: named ? move.move : null,
          ...scored(found, move, data.endless),
          // Where endless play is won, the first of the moves that win is that of a strategy.
          ...(move.chance && { odds: move.chance[0] }),
          ...(move.paid !== undefined && { paid: move.paid }),
          ...((found.priority !== undefined || certain) && { sure: at === 0 && (value > 0 || certain) }),
        };
      });
      /** @type {Map<Move, number>} */
      const costs = new Map(moves.map((/** @type {Move} */ move, /** @type {number} */ at) => [move, found.moves[at].drawCost ?? 0]));
      return {
        ...position(found, wordOutcome(found.positionValue)),
        moves,
        note: data.proof && moves.length ? provenNote(found.proven, data.proof.scores) : null,
        press: (held) => cheapest(held, (move) => costs.get(move) ?? 0),
      };
    },
    async find(text) {
      const { position: key } = await askServer("find/?text=", text);
      if (key === null) throw new Problem("noPosition", { text });
      return key;
    },
    async histogram() {
      return askServer("histogram/");
    },
  };
  return data.chance ? chanceSource(source, data.chance) : data.owners ? ownedSource(source, data.owners) : source;
}

/**
 * Ask the server; raise a Problem where it has no answer.
 *
 * @param {string} path  relative to the page
 * @param {string} [text]  what is looked for, at the end of the path
 */
async function askServer(path, text = "") {
  let status, body;
  try {
    path += encodeURIComponent(text);
  } catch {
    throw new Problem("noPosition", { text }); // half a surrogate pair
  }
  try {
    const answer = await fetch(path, { cache: "no-store" });
    status = answer.status;
    body = await answer.json();
  } catch {
    throw new Problem("httpGone");
  }
  if (status === 404) throw new Problem("noPosition", { text });
  if (status !== 200) throw new Problem("httpFailed", { error: String(body.error) });
  return body;
}
