/** Outcomes in words, signs and classes. */
const SIGNS = { "-1": "■", 0: "◆", 1: "●", NaN: "?" };
const CLASSES = { "-1": "lose", 0: "draw", 1: "win", NaN: "open" };

addWords({
  wins: ["wins", "thắng", "برد", "vence", "выигрыш"],
  draws: ["draws", "hòa", "مساوی", "empata", "ничья"],
  loses: ["loses", "thua", "باخت", "perde", "проигрыш"],
  plies: ["{n} ply|{n} plies", "{n} nước", "{n} نیم‌حرکت", "{n} lance|{n} lances", "{n} полуход|{n} полухода|{n} полуходов"],
  first: ["First", "Bên đi trước", "نفر اول", "Primeiro", "Первый"],
  second: ["Second", "Bên đi sau", "نفر دوم", "Segundo", "Второй"],
  onMove: ["{player} to move", "Đến lượt: {player}", "نوبت {player}", "Joga: {player}", "Ходит: {player}"],
  willWin: ["{player} will win", "{player} thắng", "{player}: برد", "{player} vence", "{player}: выигрыш"],
  inPlies: ["{outcome} in {plies}", "{outcome} sau {plies}", "{outcome} در {plies}", "{outcome} em {plies}", "{outcome} за {plies}"],
  won: ["{player} won.", "{player} đã thắng.", "{player} برنده شد.", "Vitória: {player}.", "Победа: {player}."],
  drawn: ["The match is a draw.", "Ván đấu hòa.", "بازی مساوی شد.", "A partida terminou empatada.", "Партия закончилась вничью."],
});

/** The key of the words for lengths: plies, or turns where these are counted. */
let lengthWord = "plies";

/** Count lengths in plies or in turns. @param {string} word */
function countIn(word) {
  lengthWord = word;
}

/** Return the word of an outcome, for the player whose outcome it is. @param {number} outcome */
function outcomeWord(outcome) {
  return say(outcome > 0 ? "wins" : outcome < 0 ? "loses" : outcome === 0 ? "draws" : "unknown");
}

/**
 * Return the outcome and its length in words: "wins in 5 plies"; with a score, "wins by 3 in 5 plies".
 *
 * @param {number} outcome
 * @param {number | null} plies
 * @param {number} [score]
 */
function verdict(outcome, plies, score) {
  const word = score ? say(score > 0 ? "winsBy" : "losesBy", { n: Math.abs(score) }) : outcomeWord(outcome);
  if (plies === null || plies < 0) return word;
  return say("inPlies", { outcome: word, plies: sayNumber(lengthWord, plies) });
}

/** Return how many plies before the end a move is made: 1 for the last move; -1: never; null: unknown. @param {{to: Position, cost?: number}} move */
function pliesBy({ to: { remoteness }, cost = 1 }) {
  return remoteness === null || remoteness < 0 ? remoteness : remoteness + cost;
}

/**
 * Return how many plies later a move wins than the best one, or, below 0, how many earlier it loses;
 * null where its outcome is another one, or where a length is missing.
 *
 * @param {View} view
 * @param {Move} move
 */
function delta(view, move) {
  const plies = pliesBy(move);
  if ((move.points ?? moveValue(move)) !== (view.score ?? view.outcome) || plies === null || view.remoteness === null) return null;
  return plies < 0 || view.remoteness < 0 ? null : plies - view.remoteness;
}

/** Return an outcome as a coloured sign and word. @param {number} outcome @param {string} [text] */
function badge(outcome, text = outcomeWord(outcome)) {
  const element = make("span", {}, make("span", { "aria-hidden": "true" }), " ");
  turnBadge(element, outcome, text);
  return element;
}

/** Have a badge show an outcome. @param {any} element @param {number} outcome @param {string} [text] */
function turnBadge(element, outcome, text = outcomeWord(outcome)) {
  const key = /** @type {-1 | 0 | 1} */ (outcome);
  const name = `badge ${CLASSES[key]}`;
  if (element.className !== name) element.className = name;
  write(element.firstChild, SIGNS[key]);
  if (element.lastChild.data !== ` ${text}`) element.lastChild.data = ` ${text}`;
}

/**
 * Return the path of the sign of an outcome: a disc, a square or a diamond.
 *
 * @param {number} outcome
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function signPath(outcome, x, y, r) {
  if (Number.isNaN(outcome)) return "";
  if (outcome > 0) return `M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0a${r} ${r} 0 0 0 ${-2 * r} 0z`;
  if (outcome < 0) return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  const s = r * 1.3;
  return `M${x - s} ${y}l${s} ${-s}l${s} ${s}l${-s} ${s}z`;
}
