/**
 * Cops and a robber on a graph.
 *
 * @typedef {Object} CopsGame
 * @property {number} cops
 * @property {string[]} names  of the vertices
 * @property {[number, number][]} edges  loops left out
 * @property {boolean} directed
 */

/** The most cops: a digit each vertex; as in graphgame/playing/page.py. */
const MOST_COPS = 9;
/** The most moves of a game that is edited in the page; as in graphgame/playing/page.py. */
const MOST_COPS_MOVES = 4000000;

/** Make the source of a game. @param {any} data @returns {Promise<Source>} */
async function copsSource(data) {
  return ruleSource(data, copsRule(data, data.cops));
}

/** List placements of the cops: ascending rows of vertices, in colexicographic order. @param {number} n @param {number} k */
function copsPlacements(n, k) {
  /** @type {number[][]} */
  const rows = [];
  const cops = Array(k).fill(0);
  while (cops[k - 1] < n) {
    rows.push([...cops]);
    let i = 0;
    while (i + 1 < k && cops[i] === cops[i + 1]) i += 1;
    cops[i] += 1;
    cops.fill(0, 0, i);
  }
  return rows;
}

/**
 * The states of a game.  State 2 (c n + r) + turn: placement c, robber on r, as Python numbers them.
 * After these come the root, where the cops choose a placement, and for each placement the state where
 * the robber chooses his vertex.
 *
 * @typedef {Object} CopsStates
 * @property {number} root
 * @property {number[][]} rows  the placements
 * @property {Map<string, number>} numbers  of the placements, by their vertices with commas between
 * @property {number[][]} near  the vertices in one step from each, itself included
 * @property {number[][]} joint  the placements that one joint move leads to from each
 * @property {(state: number) => {row: number[] | null, c: number, robber: number, turn: 0 | 1}} parts
 *   no row, and robber -1: not chosen yet
 */

/** Number the states of a game. @param {CopsGame} game @returns {CopsStates} */
function copsStates(game) {
  const n = game.names.length;
  const rows = copsPlacements(n, game.cops);
  /** @type {Map<string, number>} */
  const numbers = new Map(rows.map((row, at) => [row.join(), at]));
  const near = closedNeighbourhoods(game);
  const joint = rows.map((row) => {
    let moved = [/** @type {number[]} */ ([])];
    for (const cop of row) moved = moved.flatMap((done) => near[cop].map((v) => [...done, v]));
    const found = moved.map((to) => numbers.get(to.sort((a, b) => a - b).join()) ?? 0);
    return [...new Set(found)].sort((a, b) => a - b);
  });
  const root = 2 * n * rows.length;
  /** @type {CopsStates["parts"]} */
  const parts = (state) => {
    if (state === root) return { row: null, c: -1, robber: -1, turn: 0 };
    if (state > root) return { row: rows[state - root - 1], c: state - root - 1, robber: -1, turn: 1 };
    const c = Math.floor(state / (2 * n));
    const rest = state - 2 * n * c;
    return { row: rows[c], c, robber: rest >> 1, turn: /** @type {0 | 1} */ (rest & 1) };
  };
  return { root, rows, numbers, near, joint, parts };
}

/** Make the rule. @param {any} data @param {CopsGame} game @returns {Rule} */
function copsRule(data, game) {
  const { names } = game;
  const n = names.length;
  const { root, rows, numbers, near, joint, parts } = copsStates(game);
  /** @param {number[]} row */
  const named = (row) => row.map((v) => names[v]).join(", ");
  return {
    size: root + 1 + rows.length,
    start: root,
    preset(state) {
      const { row, robber, turn } = parts(state);
      return row?.includes(robber) ? (turn ? -1 : 1) : 2;
    },
    addOptions(state, options) {
      const { row, c, robber, turn } = parts(state);
      if (!row) for (let to = 0; to < rows.length; to += 1) options.push(root + 1 + to);
      else if (robber < 0) for (let v = 0; v < n; v += 1) options.push(2 * (c * n + v));
      else if (turn) for (const v of near[robber]) options.push(2 * (c * n + v));
      else for (const to of joint[c]) options.push(2 * (to * n + robber) + 1);
    },
    turn: (state) => parts(state).turn,
    board(state) {
      const { row, robber } = parts(state);
      const counts = names.map((_, v) => row?.filter((cop) => cop === v).length ?? 0);
      const drawn = counts.map((count) => (count > 1 ? String(count) : count ? "C" : "."));
      if (robber >= 0) drawn[robber] = counts[robber] ? "X" : "R";
      return drawn.join("");
    },
    name(state) {
      const { row, robber, turn } = parts(state);
      const shown = [
        row ? `${say("cops")} ${isolated(named(row))}` : null,
        robber < 0 ? null : `${say("robber")} ${isolated(names[robber])}`,
        say("onMove", { player: say(turn ? "robber" : "cops") }),
      ];
      return shown.filter((part) => part !== null).join("; ");
    },
    label: (state, option) => copsLabel(parts(state), parts(option), names),
    note(state) {
      const { row, robber } = parts(state);
      return robber >= 0 ? null : row ? "placeRobber" : "placeCops";
    },
    find: (text) => findCops(text, game, numbers),
    shape: { centres: data.shape?.centres ?? circle(n), edges: game.edges, names },
    pieces: { ...COPS_PIECES, ...data.pieces },
    players: () => [say("theCops"), capital(say("robber"))],
    about: { rules: "copsRules", goal: "copsGoal" },
    editor: copsEditor(data, game),
  };
}

/**
 * Name a move: the vertices that are chosen, or those that are left and entered.
 *
 * @param {ReturnType<CopsStates["parts"]>} before
 * @param {ReturnType<CopsStates["parts"]>} after
 * @param {string[]} names
 */
function copsLabel(before, after, names) {
  /** @param {number[] | null} row */
  const named = (row) => (row ?? []).map((v) => names[v]).join(", ");
  if (!before.row) return isolated(named(after.row));
  if (before.robber < 0) return isolated(names[after.robber]);
  const [from, to] = before.turn
    ? [[before.robber], [after.robber]]
    : withoutCommon(before.row, after.row ?? []);
  if (from.join() === to.join()) return say("pass");
  return leftToRight(`${named(from)} → ${named(to)}`);
}

/** Return the vertices in one step from each, itself included. @param {CopsGame} game @returns {number[][]} */
function closedNeighbourhoods({ names, edges, directed }) {
  const near = names.map((_, v) => new Set([v]));
  for (const [u, v] of edges) {
    near[u].add(v);
    if (!directed) near[v].add(u);
  }
  return near.map((row) => [...row].sort((a, b) => a - b));
}

/** Leave out what two multisets have in common. @param {number[]} a @param {number[]} b */
function withoutCommon(a, b) {
  const after = [...b];
  const before = a.filter((v) => {
    const at = after.indexOf(v);
    if (at >= 0) after.splice(at, 1);
    return at < 0;
  });
  return [before, after];
}

/** Place n vertices on a circle, the first on top. @param {number} n @returns {[number, number][]} */
function circle(n) {
  return Array.from({ length: n }, (_, v) => {
    const angle = (2 * Math.PI * v) / n;
    const radius = n > 1 ? n / 5 + 0.6 : 0;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}

/**
 * Find "cops / robber / turn" by the names of vertices; without a robber, he chooses next.
 *
 * @param {string} text
 * @param {CopsGame} game
 * @param {Map<string, number>} numbers
 */
function findCops(text, { names, cops: k }, numbers) {
  const n = names.length;
  const [chosen, fleeing = "", turn = ""] = text.split("/").map((part) => part.trim());
  if (!chosen) return 2 * n * numbers.size;
  const row = readVertices(chosen, names).sort((a, b) => a - b);
  const robbers = readVertices(fleeing, names);
  if (row.length !== k || robbers.length > 1) {
    throw new Problem("copsExpected", { cops: k, text });
  }
  const c = numbers.get(row.join()) ?? 0;
  if (!fleeing) return 2 * n * numbers.size + 1 + c;
  const isRobber = ["robber", say("robber").toLowerCase()].includes(turn.toLowerCase());
  return 2 * (c * n + robbers[0]) + (isRobber ? 1 : 0);
}

/** Read vertices; names may contain commas: the longest that fits counts. @param {string} text @param {string[]} names */
function readVertices(text, names) {
  /** @param {string} written */
  const plain = (written) => written.replace(/\s*,\s*/g, ",");
  const known = names.map((name, v) => ({ name: plain(name), v }));
  known.sort((a, b) => b.name.length - a.name.length);
  const found = [];
  for (let rest = plain(text); rest; ) {
    const next = known.find(({ name }) => name && rest.startsWith(name));
    if (!next) throw new Problem("noSuchVertex", { name: rest });
    found.push(next.v);
    rest = rest.slice(next.name.length).replace(/^[\s,;]+/, "");
  }
  return found;
}

/** @type {{[character: string]: Piece}} */
const COPS_PIECES = {
  C: namedPiece("oneCop", { text: "C", colour: "#0072b2", shape: "disc" }),
  R: namedPiece("robber", { text: "R", colour: "#d55e00", shape: "disc" }),
  X: namedPiece("robberCaught", { text: "×", colour: "#0072b2", shape: "disc" }),
};
for (let count = 2; count <= MOST_COPS; count += 1) {
  COPS_PIECES[count] = namedPiece("manyCops", { text: String(count), colour: "#0072b2", shape: "disc" }, { count });
}

/**
 * The game as text: the number of cops, then a line "u v" for each edge, "u" for a vertex without.
 *
 * @param {any} data
 * @param {CopsGame} game
 * @returns {Editor}
 */
function copsEditor(data, game) {
  const { edges, cops, directed } = game;
  const names = game.names.map((name) => name.replace(/\s/g, ""));
  const alone = names.filter((_, v) => !edges.some((edge) => edge.includes(v)));
  const lines = edges.map(([u, v]) => `${names[u]} ${names[v]}`);
  return {
    pieces: [],
    paint: null,
    board: [String(cops), ...lines, ...alone].join("\n"),
    solve: async (text) => {
      const read = readCops(text, names, directed);
      const shape = read.names.join("\n") === names.join("\n") ? data.shape : null;
      return copsSource({ ...data, shape, cops: read });
    },
  };
}

/**
 * Read a game that a person typed.
 *
 * @param {string} text
 * @param {string[]} before  the vertices until now, which keep their order
 * @param {boolean} directed
 * @returns {CopsGame}
 */
function readCops(text, before, directed) {
  const lines = westernDigits(text).split("\n").map((line) => line.trim().split(/\s+/));
  const cops = Number(lines[0].join());
  if (!(cops >= 1 && cops <= MOST_COPS && cops % 1 === 0)) throw new Problem("copsFirst");
  const ends = lines.slice(1);
  ends.forEach((line, at) => {
    if (line.length > 2) throw new Problem("edgeExpected", { line: at + 2, text: line.join(" ") });
  });
  const given = new Set(ends.flat().filter((name) => name));
  if (!given.size) throw new Problem("edgeExpected", { line: 2, text: "" });
  const kept = before.filter((name) => given.has(name));
  const added = [...given].filter((name) => !before.includes(name));
  const names = [...kept, ...added.sort((a, b) => Number(a) - Number(b) || 0)];
  /** @type {Map<string, number>} */
  const index = new Map(names.map((name, v) => [name, v]));
  const edges = ends
    .filter((line) => line.length === 2 && line[0] !== line[1])
    .map(([u, v]) => /** @type {[number, number]} */ ([index.get(u), index.get(v)]));
  const game = { cops, names, edges, directed };
  const moves = copsMoves(game);
  if (moves > MOST_COPS_MOVES) throw new Problem("tooManyMoves", { moves, most: MOST_COPS_MOVES });
  return game;
}

/** Bound the number of moves: for the cops, sums over placements of products of degrees, times n. @param {CopsGame} game */
function copsMoves(game) {
  const n = game.names.length;
  const degrees = closedNeighbourhoods(game).map((row) => row.length);
  // sums[i]: of the products of i degrees, over multisets of the vertices so far.
  const sums = [1, ...Array(game.cops).fill(0)];
  const counts = [...sums];
  for (const degree of degrees) {
    for (let i = 1; i < sums.length; i += 1) {
      sums[i] += degree * sums[i - 1];
      counts[i] += counts[i - 1];
    }
  }
  return n * sums[game.cops] + counts[game.cops] * (degrees.reduce((a, b) => a + b, 0) + n + 1);
}

addWords({
  copsRules: ["First the cops choose where they stand, then the robber. In turn, every cop goes along an edge or stays, then the robber does.", "Trước hết đội cảnh sát chọn chỗ đứng, rồi đến tên cướp. Lần lượt, mỗi cảnh sát đi theo một cạnh hoặc đứng yên, rồi đến tên cướp.", "نخست پلیس‌ها جای خود را برمی‌گزینند و سپس دزد. به نوبت هر پلیس در راستای یک یال می‌رود یا می‌ماند، سپس دزد.", "Primeiro os policiais escolhem onde ficam; depois, o ladrão. Em turnos, cada policial segue uma aresta ou fica parado; depois, o ladrão.", "Сначала места выбирают полицейские, потом грабитель. Затем по очереди каждый полицейский идёт по ребру или стоит, потом грабитель."],
  copsGoal: ["The cops want to reach the robber, the robber to stay free for ever.", "Đội cảnh sát muốn bắt được tên cướp, tên cướp muốn tự do mãi mãi.", "پلیس‌ها می‌خواهند به دزد برسند و دزد می‌خواهد همیشه آزاد بماند.", "Os policiais querem alcançar o ladrão; o ladrão quer ficar livre para sempre.", "Полицейские хотят настичь грабителя, грабитель — остаться на свободе."],
  cops: ["cops", "cảnh sát", "پلیس‌ها", "policiais", "полицейские"],
  theCops: ["The cops", "Đội cảnh sát", "گروه پلیس", "Equipe policial", "Команда полицейских"],
  placeCops: [
    "First the cops choose their vertices: click each of them. Several cops on one vertex are in the list of moves.",
    "Trước hết cảnh sát chọn các đỉnh của mình: bấm từng đỉnh; nhiều người cùng một đỉnh thì chọn trong danh sách.",
    "نخست پلیس‌ها رأس‌های خود را برمی‌گزینند: روی هر یک کلیک کنید؛ چند پلیس روی یک رأس را از فهرست برگزینید.",
    "Primeiro os policiais escolhem seus vértices: clique em cada um; vários no mesmo vértice, pela lista.",
    "Сначала полицейские выбирают вершины: щёлкните каждую; несколько на одной вершине — из списка.",
  ],
  placeRobber: ["Now the robber chooses his vertex.", "Bây giờ kẻ cướp chọn đỉnh của mình.", "اکنون سارق رأس خود را برمی‌گزیند.", "Agora o ladrão escolhe seu vértice.", "Теперь грабитель выбирает вершину."],
  robber: ["robber", "kẻ cướp", "سارق", "ladrão", "грабитель"],
  oneCop: ["cop", "một cảnh sát", "یک پلیس", "um policial", "полицейский"],
  manyCops: ["{count} cops", "{count} cảnh sát", "{count} پلیس", "{count} policiais", "полицейских: {count}"],
  robberCaught: ["robber caught", "kẻ cướp bị bắt", "سارق گرفتار شد", "ladrão capturado", "грабитель пойман"],
  noSuchVertex: ["There is no vertex {name}.", "Không có đỉnh {name}.", "رأس {name} وجود ندارد.", "Não existe o vértice {name}.", "Вершины {name} нет."],
  copsExpected: [
    "Type {cops} vertices for the cops, then / and the vertex of the robber. Found: {text}",
    "Hãy nhập {cops} đỉnh của cảnh sát, rồi / và đỉnh của kẻ cướp. Nhận được: {text}",
    "{cops} رأس پلیس‌ها و پس از / رأس سارق را بنویسید. یافته: {text}",
    "Digite {cops} vértices dos policiais e, após /, o do ladrão. Recebido: {text}",
    "Введите вершины полицейских ({cops}), после / вершину грабителя. Получено: {text}",
  ],
  copsFirst: ["The first line is the number of cops, 1 to 9.", "Dòng đầu là số cảnh sát, từ 1 đến 9.", "سطر نخست شمار پلیس‌هاست، از ۱ تا ۹.", "A primeira linha é o número de policiais, de 1 a 9.", "В первой строке число полицейских, от 1 до 9."],
  edgeExpected: ["Line {line}: expected one or two vertices, found: {text}", "Dòng {line}: cần một hoặc hai đỉnh, nhận được: {text}", "سطر {line}: یک یا دو رأس لازم است، یافته: {text}", "Linha {line}: esperados um ou dois vértices, recebido: {text}", "Строка {line}: ожидались одна или две вершины, получено: {text}"],
  tooManyMoves: ["This game has up to {moves} moves; the page solves at most {most}.", "Trò này có tới {moves} nước đi; trang giải nhiều nhất {most}.", "این بازی تا {moves} حرکت دارد؛ صفحه حداکثر {most} را حل می‌کند.", "Este jogo tem até {moves} lances; a página resolve no máximo {most}.", "В этой игре до {moves} ходов; страница решает не больше {most}."],
});
