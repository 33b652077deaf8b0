/** Steps in reading order, as Python orders them; the thief's are those that are not diagonal. */
const POLICE_STEPS = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [i, j]));
const THIEF_STEPS = POLICE_STEPS.filter(([i, j]) => i * j === 0);
/** The most rows and columns of a board that is edited. */
const MOST_SIDE = 12;

/**
 * A board of the policeman and the thief.
 *
 * @typedef {Object} PursuitBoard
 * @property {string[]} rows  of "." free, "*" wall, "E" exit
 * @property {[number, number]} police  row and column, from 0
 * @property {[number, number]} thief
 */

/** Make the source of a board. @param {any} data @returns {Promise<Source>} */
async function pursuitSource(data) {
  return ruleSource(data, pursuitRule(data, data.pursuit));
}

/**
 * The cells that can be entered, numbered in reading order, and what is found by these numbers.
 *
 * @typedef {Object} PursuitCells
 * @property {string[]} rows  of the board
 * @property {[number, number][]} cells  row and column of each
 * @property {(at: [number, number]) => number} numberAt
 * @property {boolean[]} isExit
 * @property {number[][]} ofPolice  where the policeman can go from each, in the order of his steps
 * @property {number[][]} ofThief
 * @property {(cell: number) => string} place  the name: columns a, b, … and rows from the bottom
 */

/** Number the cells of a board. @param {string[]} rows @returns {PursuitCells} */
function pursuitCells(rows) {
  /** @type {[number, number][]} */
  const cells = [];
  const numbers = rows.map((row, i) =>
    Array.from(row, (symbol, j) => (symbol === "*" ? -1 : cells.push([i, j]) - 1)),
  );
  /** @param {number[][]} steps */
  const neighbours = (steps) =>
    cells.map(([i, j]) =>
      steps.map(([di, dj]) => numbers[i + di]?.[j + dj] ?? -1).filter((cell) => cell >= 0),
    );
  return {
    rows,
    cells,
    numberAt: ([i, j]) => numbers[i][j],
    isExit: cells.map(([i, j]) => rows[i][j] === "E"),
    ofPolice: neighbours(POLICE_STEPS),
    ofThief: neighbours(THIEF_STEPS),
    place: (cell) => columnName(cells[cell][1]) + (rows.length - cells[cell][0]),
  };
}

/**
 * Make the rule: state 2 (police k + thief) + turn of the k cells that can be entered.
 *
 * @param {any} data
 * @param {PursuitBoard} given
 * @returns {Rule}
 */
function pursuitRule(data, given) {
  const known = pursuitCells(given.rows);
  const { isExit, numberAt, ofPolice, ofThief, place } = known;
  const k = known.cells.length;
  /** @param {number} state */
  const parts = (state) => {
    const pair = state >> 1;
    const police = Math.floor(pair / k);
    return { police, thief: pair - police * k, turn: /** @type {0 | 1} */ (state & 1) };
  };
  return {
    size: 2 * k * k,
    start: 2 * (numberAt(given.police) * k + numberAt(given.thief)),
    preset(state) {
      const { police, thief, turn } = parts(state);
      if (police === thief) return turn ? -1 : 1;
      return isExit[thief] ? (turn ? 1 : -1) : 2;
    },
    addOptions(state, options) {
      const { police, thief, turn } = parts(state);
      if (turn) for (const cell of ofThief[thief]) options.push(2 * (police * k + cell));
      else for (const cell of ofPolice[police]) options.push(2 * (cell * k + thief) + 1);
    },
    turn: (state) => parts(state).turn,
    board(state) {
      const { police, thief } = parts(state);
      return pursuitBoard(known, police, thief);
    },
    name(state) {
      const { police, thief, turn } = parts(state);
      const player = say(turn ? "thief" : "policeman");
      return (
        `${say("policeman")} ${isolated(place(police))}, ${say("thief")} ` +
        `${isolated(place(thief))}; ${say("onMove", { player })}`
      );
    },
    label(state, option) {
      const [before, after] = [parts(state), parts(option)];
      const who = before.turn ? "thief" : "police";
      const [from, to] = [before[who], after[who]];
      return from === to ? say("pass") : leftToRight(`${place(from)} → ${place(to)}`);
    },
    note: () => null,
    find: (text) => findPursuit(text, known),
    shape: { centres: null },
    pieces: { ...PURSUIT_PIECES, ...data.pieces },
    players: () => [capital(say("policeman")), capital(say("thief"))],
    about: { rules: "pursuitRules", goal: "pursuitGoal" },
    editor: pursuitEditor(data, given),
  };
}

/**
 * Draw a state: small letters stand on exits, an X where the thief is caught.
 *
 * @param {PursuitCells} known
 * @param {number} police
 * @param {number} thief
 */
function pursuitBoard({ rows, cells, isExit }, police, thief) {
  const drawn = rows.map((row) => [...row]);
  /** @param {number} cell @param {string} symbol */
  const put = (cell, symbol) => {
    drawn[cells[cell][0]][cells[cell][1]] = isExit[cell] ? symbol.toLowerCase() : symbol;
  };
  put(thief, "T");
  put(police, police === thief ? "X" : "P");
  return drawn.map((row) => row.join("")).join("\n");
}

/**
 * Find the state of a typed text: the cells of both, and whether the thief is to move.
 *
 * @param {string} text
 * @param {PursuitCells} known
 */
function findPursuit(text, { cells, place }) {
  const words = westernDigits(text).toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const found = words.map((word) => cells.findIndex((_, cell) => place(cell) === word));
  const [police, thief, ...more] = found.filter((cell) => cell >= 0);
  if (thief === undefined || more.length) throw new Problem("cellsExpected", { text });
  const asked = ["thief", say("thief").toLowerCase().split(" ").pop()];
  return 2 * (police * cells.length + thief) + (asked.includes(words[words.length - 1]) ? 1 : 0);
}

const PURSUIT_PIECES = {
  P: namedPiece("policeman", { text: "P", colour: "#0072b2", shape: "disc" }),
  T: namedPiece("thief", { text: "T", colour: "#d55e00", shape: "disc" }),
  p: namedPiece("policemanOnExit", { text: "P", colour: "#0072b2", shape: "square" }),
  t: namedPiece("thiefOnExit", { text: "T", colour: "#d55e00", shape: "square" }),
  X: namedPiece("thiefCaught", { text: "×", colour: "#0072b2", shape: "disc" }),
  x: namedPiece("thiefCaught", { text: "×", colour: "#0072b2", shape: "disc" }),
  "*": namedPiece("wall", { text: "", colour: "#555555", path: "M3 3H97V97H3Z" }),
  E: namedPiece("exit", { text: "E", shape: "square", colour: "#8fd9bf" }),
  ".": namedPiece("freeCell", { text: "", shape: "none" }),
};

/**
 * Return the editor of a board; null: it is too large to be edited.
 *
 * @param {any} data
 * @param {PursuitBoard} given
 * @returns {Editor | null}
 */
function pursuitEditor(data, given) {
  const { rows, police, thief } = given;
  if (rows.length > MOST_SIDE || rows[0].length > MOST_SIDE) return null;
  const drawn = rows.map((row) => [...row]);
  for (const [[i, j], symbol] of /** @type {[[number, number], string][]} */ ([
    [thief, "T"],
    [police, "P"],
  ])) {
    drawn[i][j] = drawn[i][j] === "E" ? symbol.toLowerCase() : symbol;
  }
  return {
    pieces: [".", "*", "E", "P", "T"],
    paint: paintPursuit,
    board: drawn.map((row) => row.join("")).join("\n"),
    solve: async (board) => pursuitSource({ ...data, pursuit: readBoard(board) }),
  };
}

/**
 * Put a piece on a cell; there is one of each player, and who stands on an exit has a small letter.
 *
 * @param {string[][]} rows
 * @param {string} piece
 * @param {number} i
 * @param {number} j
 */
function paintPursuit(rows, piece, i, j) {
  const isPlayer = piece === "P" || piece === "T";
  const small = piece.toLowerCase();
  if (isPlayer) {
    for (const row of rows) {
      row.forEach((cell, at) => {
        if (cell === piece || cell === small) row[at] = cell === piece ? "." : "E";
      });
    }
  }
  const before = rows[i][j];
  if (isPlayer) rows[i][j] = "Ept".includes(before) ? small : piece;
  else rows[i][j] = piece === "E" && "PT".includes(before) ? before.toLowerCase() : piece;
}

/** Read an edited board; small letters stand on exits. @param {string} board @returns {PursuitBoard} */
function readBoard(board) {
  const lines = board.split("\n");
  const sides = { rows: lines.length, columns: lines[0].length, most: MOST_SIDE };
  if (!lines[0].length || Math.max(sides.rows, sides.columns) > MOST_SIDE) {
    throw new Problem("boardSides", sides);
  }
  /** @param {string} symbol @param {string} who @returns {[number, number]} */
  const only = (symbol, who) => {
    const found = lines.flatMap((line, i) =>
      Array.from(line, (cell, j) => /** @type {[string, number, number]} */ ([cell, i, j])).filter(
        ([cell]) => cell.toUpperCase() === symbol,
      ),
    );
    if (found.length !== 1) throw new Problem(who, { count: found.length });
    return [found[0][1], found[0][2]];
  };
  const police = only("P", "onePoliceman");
  const thief = only("T", "oneThief");
  const rows = lines.map((line) => line.replace(/[PT]/g, ".").replace(/[pt]/g, "E"));
  return { rows, police, thief };
}

addWords({
  pursuitRules: ["The policeman moves one step in any of eight directions, the thief one step up, down, left or right. Both may stay. Nobody enters a wall.", "Cảnh sát đi một bước theo tám hướng, tên trộm đi một bước lên, xuống, trái hoặc phải. Cả hai có thể đứng yên. Không ai vào được tường.", "پلیس یک گام در هشت جهت می‌رود و دزد یک گام به بالا، پایین، چپ یا راست. هر دو می‌توانند بمانند. کسی وارد دیوار نمی‌شود.", "O policial anda um passo em oito direções; o ladrão, um passo para cima, para baixo, para a esquerda ou para a direita. Ambos podem ficar parados. Ninguém entra em paredes.", "Полицейский ходит на один шаг в восьми направлениях, вор — на один шаг вверх, вниз, влево или вправо. Оба могут стоять на месте. В стены входить нельзя."],
  pursuitGoal: ["The policeman wants to catch the thief, the thief to reach an exit.", "Cảnh sát muốn bắt tên trộm, tên trộm muốn đến lối ra.", "پلیس می‌خواهد دزد را بگیرد و دزد می‌خواهد به در خروج برسد.", "O policial quer pegar o ladrão; o ladrão quer chegar a uma saída.", "Полицейский хочет поймать вора, вор — дойти до выхода."],
  policeman: ["policeman", "cảnh sát", "پلیس", "policial", "полицейский"],
  thief: ["thief", "kẻ trộm", "دزد", "ladrão", "вор"],
  policemanOnExit: ["policeman on an exit", "cảnh sát ở lối ra", "پلیس روی خروجی", "policial numa saída", "полицейский на выходе"],
  thiefOnExit: ["thief on an exit", "kẻ trộm ở lối ra", "دزد روی خروجی", "ladrão numa saída", "вор на выходе"],
  thiefCaught: ["thief caught", "kẻ trộm bị bắt", "دزد گرفتار شد", "ladrão capturado", "вор пойман"],
  wall: ["wall", "tường", "دیوار", "parede", "стена"],
  exit: ["exit", "lối ra", "خروجی", "saída", "выход"],
  freeCell: ["free", "trống", "آزاد", "livre", "свободно"],
  cellsExpected: [
    "Type the cells of the policeman and of the thief, which are no walls, such as a1 c3; add “thief” if the thief is to move. Found: {text}",
    "Hãy nhập ô của cảnh sát và của kẻ trộm, không phải tường, ví dụ: a1 c3 thief, nếu đến lượt kẻ trộm. Nhận được: {text}",
    "خانهٔ پلیس و دزد را بنویسید، نه دیوار، مانند: a1 c3 thief، اگر نوبت دزد است. یافته: {text}",
    "Digite a casa do policial e a do ladrão, sem paredes, como: a1 c3 thief, se for a vez do ladrão. Recebido: {text}",
    "Введите клетки полицейского и вора, не стены, например: a1 c3 thief, если ходит вор. Получено: {text}",
  ],
  onePoliceman: ["The board needs exactly one policeman; it has {count}.", "Bàn cần đúng một cảnh sát; hiện có {count}.", "صفحه باید دقیقاً یک پلیس داشته باشد؛ اکنون {count} دارد.", "O tabuleiro precisa de exatamente um policial; tem {count}.", "На доске должен быть ровно один полицейский; сейчас: {count}."],
  oneThief: ["The board needs exactly one thief; it has {count}.", "Bàn cần đúng một kẻ trộm; hiện có {count}.", "صفحه باید دقیقاً یک دزد داشته باشد؛ اکنون {count} دارد.", "O tabuleiro precisa de exatamente um ladrão; tem {count}.", "На доске должен быть ровно один вор; сейчас: {count}."],
  boardSides: ["The board may have 1 to {most} rows and columns; it has {rows} × {columns}.", "Bàn có thể có từ 1 đến {most} hàng và cột; hiện có {rows} × {columns}.", "صفحه می‌تواند ۱ تا {most} سطر و ستون داشته باشد؛ اکنون {rows} × {columns} است.", "O tabuleiro pode ter de 1 a {most} linhas e colunas; tem {rows} × {columns}.", "На доске может быть от 1 до {most} строк и столбцов; сейчас {rows} × {columns}."],
});
