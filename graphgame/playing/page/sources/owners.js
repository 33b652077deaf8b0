// Needed: owners
/**
 * Games with owners: each position says who moves there, and play that goes on for ever has an end.
 *
 * @typedef {Object} Owners  as `Owners` in graphgame/playing/views.py
 * @property {"draw" | "priority"} endless
 * @property {number | null} target
 * @property {"plies" | "turns"} counted  what the remoteness counts
 */
addWords({
  turns: ["{n} turn|{n} turns", "{n} lượt", "{n} نوبت", "{n} vez|{n} vezes", "{n} очередь|{n} очереди|{n} очередей"],
  endless: ["This position stood after ply {n}: from here play can go on for ever.", "Thế cờ này đã có sau nước {n}: từ đây ván đấu có thể kéo dài mãi.", "این وضعیت پس از نیم‌حرکت {n} نیز بود: از این‌جا بازی می‌تواند بی‌پایان شود.", "Esta posição já ocorreu após o lance {n}: daqui em diante a partida pode não ter fim.", "Эта позиция уже была после полухода {n}: отсюда игра может длиться вечно."],
  greatest: ["The greatest priority since then is {n}.", "Độ ưu tiên lớn nhất từ đó là {n}.", "بزرگ‌ترین اولویت از آن پس {n} است.", "A maior prioridade desde então é {n}.", "Наибольший приоритет с тех пор: {n}."],
  regions: ["Positions that each player wins", "Số thế cờ mỗi bên thắng", "وضعیت‌هایی که هر بازیکن می‌برد", "Posições que cada jogador vence", "Позиции, где побеждает каждый игрок"],
});

/** The shapes of positions by their owners, as in pictures. */
const OWNER_SIGNS = ["○", "□"];

/** What is written behind the name of a position: its priority, or that it is a target.
 * @param {Owners} owners @param {Position} position */
function ownedMark({ target }, { priority }) {
  if (priority === undefined) return "";
  return target === null ? ` · ${priority}` : priority === target ? " ◎" : "";
}

/** Who wins a position, in a word behind the shape of that player.
 * @param {Outcome} region  1 if player 0 does, -1 if player 1 does */
function wonBy(region) {
  return region ? `${OWNER_SIGNS[region > 0 ? 0 : 1]} ${outcomeWord(1)}` : outcomeWord(region);
}

/** The class of the region that a position lies in: of player 0 "win", of player 1 "lose". @param {Position} position */
function regionOf({ outcome, turn }) {
  return CLASSES[/** @type {Outcome} */ (turn ? 0 - outcome : outcome)];
}

/**
 * Colour a board by regions: its frame by who wins the position, and cells that moves change by who wins
 * after them; a cell of moves into several regions has no colour.
 *
 * @param {App} app
 * @param {HTMLElement} frame
 * @returns {Map<number, string>}  the classes of cells
 */
function showRegions({ match, offered }, frame) {
  const { values, view } = match;
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const region of Object.values(CLASSES)) frame.classList.toggle(region, values && regionOf(view) === region);
  frame.classList.toggle("region", values);
  for (const { move, cells } of values ? offered : []) {
    const region = `region ${regionOf(move.to)}`;
    for (const at of cells) found.set(at, (found.get(at) ?? region) === region ? region : "");
  }
  return found;
}

/** Draw how many positions each player wins: a bar, and the numbers. @param {App} app @param {number[]} counts  drawn ones at 0 */
function regionsPicture(app, counts) {
  const width = 320 / counts.reduce((sum, n) => sum + n, 0);
  const picture = make("svg:svg", { viewBox: "0 0 320 22", "aria-hidden": "true" });
  const caption = make("figcaption", {}, make("strong", {}, say("regions")));
  let x = 0;
  for (const region of /** @type {Outcome[]} */ ([1, -1, 0])) {
    const n = counts[region + 1];
    if (region === 0 && !n) continue;
    picture.append(make("svg:rect", { x, y: 3, width: n * width, height: 16, class: `mark ${CLASSES[region]}` }));
    caption.append(badge(region, `${region ? app.playerName(region > 0 ? 0 : 1) : outcomeWord(0)}: ${n}`));
    x += n * width;
  }
  return [picture, caption];
}

/**
 * Return a source that knows owners.
 *
 * @param {Source} source
 * @param {Owners} owners
 * @param {(() => number[]) | null} [regions]
 * @returns {Source}
 */
function ownedSource(source, owners, regions) {
  /** @param {Position} to */
  const shown = (to) => `${OWNER_SIGNS[to.turn ?? 0]} ${to.name}${ownedMark(owners, to)}`;
  return {
    ...source,
    owners,
    regions,
    /** @returns {[string, string]} */
    get players() {
      if (source.players) return /** @type {[string, string]} */ (source.players.map((name, n) => `${name} ${OWNER_SIGNS[n]}`));
      const named = (/** @type {0 | 1} */ n) => `${say("player", { n })} ${OWNER_SIGNS[n]}`;
      return [named(0), named(1)];
    },
    async look(key) {
      const view = await source.look(key);
      const moves = view.moves.map((move) => ({
        ...move,
        value: /** @type {Outcome} */ (move.to.turn === view.turn ? move.to.outcome : -move.to.outcome),
        // Where turns are counted, a move after which the same player goes on costs none.
        cost: owners.counted === "turns" && move.to.turn === view.turn ? 0 : 1,
        label: move.label ?? (move.to.board === null ? shown(move.to) : null),
      }));
      return { ...view, moves: ranked(moves) };
    },
    after: (plies, view, turn, times) => (times > 1 ? endlessView(owners, plies, view, turn) : null),
  };
}

/**
 * Return the end of a match at a position that stood before, or null where the match goes on: where
 * endless play is a draw, but somebody can still win.
 *
 * @param {Owners} owners
 * @param {Ply[]} plies  those before
 * @param {View} view
 * @param {Turn} turn
 * @returns {View | null}
 */
function endlessView(owners, plies, view, turn) {
  const since = plies.map((ply) => ply.view.key).lastIndexOf(view.key);
  const isDraw = owners.endless === "draw";
  if (!view.moves.length || (isDraw && view.outcome)) return null;
  const greatest = Math.max(...plies.slice(since).map((ply) => ply.view.priority ?? 0));
  const end = () => {
    const why = say("endless", { n: since });
    return isDraw || owners.target !== null ? why : `${why} ${say("greatest", { n: greatest })}`;
  };
  if (isDraw) return { ...view, moves: [], end };
  return { ...view, outcome: greatest % 2 === turn ? 1 : -1, remoteness: null, moves: [], end };
}

/** Count positions: those that player 1 wins, drawn ones, and those that player 0 wins. @param {Int8Array} outcomes @param {Uint8Array} turns */
function countedByOwner(outcomes, turns) {
  const counts = [0, 0, 0];
  outcomes.forEach((outcome, v) => { counts[1 + (turns[v] ? -outcome : outcome)] += 1; });
  return counts;
}
