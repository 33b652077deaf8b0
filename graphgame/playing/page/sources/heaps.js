/**
 * The rule of a heap game.
 *
 * @typedef {Object} HeapRule
 * @property {number[][]} takes  takes[j]: the numbers that may be taken where j heaps are left
 * @property {number} tail  from this number on, any may be taken where one heap or none is left
 * @property {boolean} unequal  two heaps that are left must differ
 * @property {number} frozen  a heap from which there is no move
 */

/** The numbers of a list, as people write them; only some of many. @param {number[]} numbers */
function someNumbers(numbers) {
  const listed = [...new Set(numbers)].sort((a, b) => a - b);
  return leftToRight(listed.slice(0, 8).join(", ") + (listed.length > 8 ? ", …" : ""));
}

/** Return in words how a game of heaps is played. @param {HeapRule} rule @param {boolean} isNim */
function heapRules({ takes: [finals, singles, pairs, triples], tail, unequal }, isNim) {
  if (isNim) return say("takeAny");
  if (unequal && !finals.length && !singles.length && String(pairs) === "0") return say("splitUnequal");
  const taken = [...finals, ...singles, ...pairs, ...triples, ...(tail ? [tail] : [])];
  const parts = [say("takeSome", { numbers: someNumbers(taken) + (tail ? ", …" : "") })];
  const split = [...pairs, ...triples];
  if (split.length) parts.push(say("splitRest", { numbers: someNumbers(split) }));
  if (String(finals) !== String(singles) || unequal || triples.length) parts.push(say("seeMoves"));
  return parts.join(" ");
}

/** Return what a page of heaps says of its game. @param {any} data @returns {About} */
function heapAbout({ play, about, heaps: { rule, isNim } }) {
  return {
    get rules() {
      return inLanguage(about.rules) ?? heapRules(rule, isNim);
    },
    get goal() {
      return inLanguage(about.goal) ?? stuckText(play);
    },
  };
}

/** A move, how many stones it leaves fewer, and the value of its heap before and after.
 * @typedef {Move & {stones: number, from: number, after: number}} HeapMove */

/** The most stones of a heap that are drawn one by one, and the most heaps. */
const MOST_STONES = 20;
const MOST_HEAPS = 20;
/** How many rows are free at first: the board has more when heaps need them. */
const SPARE_ROWS = 2;

/**
 * Return what each move from a heap leaves, each once: heaps in descending order, none of them empty.
 *
 * @param {HeapRule} rule
 * @param {number} heap
 * @returns {number[][]}
 */
function heapOptions(rule, heap) {
  const [finals, singles, pairs, triples] = rule.takes;
  /** @type {Map<string, number[]>} */
  const found = new Map();
  /** @param {number[]} left */
  const add = (...left) => found.set(left.join(), left);
  if (heap === rule.frozen) return [];
  if (rule.tail) for (let left = heap - rule.tail; left > 0; left -= 1) add(left);
  for (const taken of singles) if (taken < heap) add(heap - taken);
  for (const taken of pairs) {
    const rest = heap - taken;
    for (let b = 1; 2 * b <= rest; b += 1) if (!rule.unequal || 2 * b < rest) add(rest - b, b);
  }
  for (const taken of triples) {
    const rest = heap - taken;
    for (let c = 1; 3 * c <= rest; c += 1) {
      for (let b = c; 2 * b <= rest - c; b += 1) add(rest - b - c, b, c);
    }
  }
  if (finals.includes(heap) || (rule.tail && heap >= rule.tail)) add();
  return [...found.values()];
}

/**
 * Return the function that gives the outcome of a sum.
 *
 * @param {any} data
 * @param {(heap: number) => number[][]} optionsOf
 * @returns {(heaps: number[]) => Outcome}
 */
function heapOutcomes({ play, heaps: { values, isNim } }, optionsOf) {
  /** @param {number[]} heaps */
  const sum = (heaps) => nimSum(heaps.map((heap) => values[heap]));
  if (play !== "misere") return (heaps) => (sum(heaps) ? 1 : -1);
  if (!isNim) return misereSearch(optionsOf);
  // Nim: as in normal play while a heap has two stones or more, else the other way round.
  return (heaps) => (heaps.some((heap) => heap > 1) === (sum(heaps) !== 0) ? 1 : -1);
}

/**
 * Make the source of a heap game.  Lengths of play are unknown.  Among moves of one outcome the first keeps
 * the most stones: that is what the machine plays where it has lost.
 *
 * @param {any} data
 * @returns {Promise<Source>}
 */
async function heapSource(data) {
  /** @type {{rule: HeapRule, values: number[], start: number[]}} */
  const { rule, values, start } = data.heaps;
  /** @type {Map<number, number[][]>} */
  const listed = new Map();
  /** @param {number} heap */
  const optionsOf = (heap) => {
    const options = listed.get(heap) ?? heapOptions(rule, heap);
    listed.set(heap, options);
    return options;
  };
  const outcome = heapOutcomes(data, optionsOf);
  const sides = heapSides(rule, optionsOf, start);
  /** @param {number[]} heaps @returns {Position} */
  const position = (heaps) => ({
    key: heaps.join(),
    name: leftToRight(heaps.filter((heap) => heap).join(", ") || "0"),
    outcome: outcome(heaps),
    remoteness: null,
    turn: null,
    board: heapBoard(heaps, sides),
  });
  /** @param {number[]} heaps @returns {HeapMove[]} */
  const moves = (heaps) =>
    heaps.flatMap((heap, at) =>
      optionsOf(heap).map((left) => ({
        to: position(replaced(heaps, at, left, 0)),
        label: say("heapMove", { heap: at + 1, change: leftToRight(`${heap} → ${left.join(" + ") || "0"}`) }),
        stones: left.reduce((a, b) => a + b, 0) - heap,
        from: values[heap],
        after: nimSum(left.map((part) => values[part])),
      })),
    );
  /** @param {string} text */
  const read = (text) => readHeaps(text, values.length - 1);
  return {
    start: start.join(),
    size: null,
    shape: { centres: null, cellName: (row, column) => say("heapStone", { heap: row + 1, stone: column + 1 }) },
    pieces: { ...HEAP_PIECES, ...data.pieces },
    get players() {
      return inLanguage(data.about.players);
    },
    about: heapAbout(data),
    editor: null,
    isTranslated: true,
    look: async (key) => {
      const heaps = read(key);
      const kept = moves(heaps).sort((a, b) => b.stones - a.stones);
      const found = position(heaps);
      // There are no lengths: who loses delays by the move that takes the fewest.
      if (found.outcome < 0 && kept.length) kept[0].sure = true;
      return { ...found, moves: ranked(kept), note: heapNote(heaps, values, data, kept) };
    },
    find: async (text) => read(text).join(),
    histogram: async () => null,
  };
}

const HEAP_PIECES = {
  o: namedPiece("stone", { text: "", shape: "disc", colour: "#b8860b" }),
};

/**
 * Read the heaps that a person typed.
 *
 * @param {string} text
 * @param {number} most  the greatest heap that the page has a value for
 */
function readHeaps(text, most) {
  const digits = westernDigits(text);
  const heaps = (digits.match(/\d+/g) ?? []).map(Number);
  if (!heaps.length || /[^\d\s,;+]/.test(digits)) {
    throw new Problem("heapsExpected", { text });
  }
  if (heaps.length > MOST_HEAPS) throw new Problem("tooManyHeaps", { most: MOST_HEAPS });
  const heap = heaps.reduce((a, b) => Math.max(a, b));
  if (heap > most) throw new Problem("heapTooLarge", { heap, most });
  return heaps;
}

/**
 * Return how many rows and columns a board of stones has: it keeps them while no more are needed.
 *
 * @param {HeapRule} rule
 * @param {(heap: number) => number[][]} optionsOf
 * @param {number[]} start
 */
function heapSides(rule, optionsOf, start) {
  const columns = Math.min(start.reduce((a, b) => Math.max(a, b)), MOST_STONES);
  // most[h]: how many heaps there can be after a heap of h.
  const most = [1];
  const splits = rule.takes[2].length || rule.takes[3].length;
  for (let heap = 1; splits && heap <= columns; heap += 1) {
    most[heap] = Math.max(
      1,
      ...optionsOf(heap).map((left) => left.reduce((sum, part) => sum + most[part], 0)),
    );
  }
  const rows = start.reduce((sum, heap) => sum + (most[heap] ?? 1), 0);
  return { rows: Math.min(rows, start.length + SPARE_ROWS, MOST_HEAPS), columns };
}

/**
 * Draw heaps as rows of stones; those that are too wide for that, as numbers.
 *
 * @param {number[]} heaps
 * @param {{rows: number, columns: number}} sides
 */
function heapBoard(heaps, sides) {
  const widest = heaps.reduce((a, b) => Math.max(a, b));
  const inNumbers = widest > MOST_STONES;
  const width = inNumbers ? 4 : widest > sides.columns ? MOST_STONES : sides.columns;
  const rows = [...heaps, ...Array(Math.max(0, sides.rows - heaps.length)).fill(0)];
  return rows
    .map((heap) => {
      if (!inNumbers) return "o".repeat(heap).padEnd(width);
      return (heap ? String(heap) : "").padStart(width);
    })
    .join("\n");
}

/**
 * Explain a position: the values in binary columns, with their sum below, and a move that makes it 0.
 *
 * @param {number[]} heaps
 * @param {number[]} values
 * @param {any} data
 * @param {HeapMove[]} moves
 */
function heapNote(heaps, values, { play, heaps: { isNim } }, moves) {
  const there = heaps.filter((heap) => heap);
  if (!there.length || (play === "misere" && !isNim)) return null;
  const sum = nimSum(there.map((heap) => values[heap]));
  const bits = there.reduce((a, heap) => Math.max(a, values[heap]), 0).toString(2).length;
  const wide = String(Math.max(...there)).length;
  /** @param {string} name @param {number} value */
  const row = (name, value) => {
    const shown = isNim ? name : `${name} → ${String(value).padStart(wide)}`;
    return leftToRight(`${shown}   ${inBinary(value, bits)}`);
  };
  const rows = there.map((heap) => row(String(heap).padStart(wide), values[heap]));
  const total = isNim ? "⊕".padStart(wide) : `${" ".repeat(wide + 1)}⊕ ${String(sum).padStart(wide)}`;
  const last = leftToRight(`${total}   ${inBinary(sum, bits)}`);
  const key = isNim ? "nimColumns" : "valueColumns";
  const zeroing = moves.find(({ from, after }) => after === (from ^ sum));
  const why = play === "misere" ? "" : zeroText(sum, zeroing ? { label: zeroing.label ?? "", from: zeroing.from, to: zeroing.after } : null);
  return `${key}\t${sum}\t${[...rows, last].join("\n")}\t${why}`;
}

addWords({
  takeAny: ["Take any number of stones from one heap, at least one.", "Lấy bao nhiêu viên tùy ý từ một đống, ít nhất một viên.", "هر تعداد سنگ از یک توده بردارید، دست‌کم یکی.", "Tire quantas pedras quiser de um monte, ao menos uma.", "Возьмите любое число камней из одной кучи, хотя бы один."],
  splitUnequal: ["Split one heap into two that are not equal.", "Chia một đống thành hai đống không bằng nhau.", "یک توده را به دو تودهٔ نابرابر بخش کنید.", "Divida um monte em dois que não sejam iguais.", "Разделите одну кучу на две неравные."],
  takeSome: ["Take stones from one heap: {numbers}.", "Lấy sỏi từ một đống: {numbers} viên.", "از یک توده سنگ بردارید: {numbers}.", "Tire pedras de um monte: {numbers}.", "Возьмите камни из одной кучи: {numbers}."],
  splitRest: ["What is left may be split after taking {numbers}.", "Có thể chia phần còn lại sau khi lấy {numbers} viên.", "پس از برداشتن {numbers} می‌توان بازمانده را بخش کرد.", "O que sobra pode ser dividido depois de tirar {numbers}.", "Остаток можно разделить, если взять {numbers}."],
  seeMoves: ["The list shows which moves there are.", "Danh sách cho biết có những nước đi nào.", "فهرست نشان می‌دهد چه حرکت‌هایی هست.", "A lista mostra quais lances existem.", "Возможные ходы показаны в списке."],
  heapMove: ["heap {heap}: {change}", "đống {heap}: {change}", "کپهٔ {heap}: {change}", "monte {heap}: {change}", "куча {heap}: {change}"],
  heapStone: ["heap {heap}, place {stone}", "đống {heap}, chỗ {stone}", "کپهٔ {heap}، جای {stone}", "monte {heap}, lugar {stone}", "куча {heap}, место {stone}"],
  stone: ["stone", "viên sỏi", "سنگ", "pedra", "камень"],
  nimColumns: [
    "Heaps in binary; the last row is 1 where a column has an odd number of ones. Nim-sum: {0}. {2}\n{1}",
    "Các đống ở hệ nhị phân; hàng cuối là 1 ở cột có số lẻ chữ số 1. Tổng Nim: {0}. {2}\n{1}",
    "کپه‌ها در مبنای دو؛ سطر آخر در ستون‌هایی که شمار یک‌ها فرد است ۱ است. جمع نیم: {0}. {2}\n{1}",
    "Montes em binário; a última linha tem 1 nas colunas com número ímpar de uns. Soma de Nim: {0}. {2}\n{1}",
    "Кучи в двоичной записи; в последней строке 1, где в столбце нечётное число единиц. Ним-сумма: {0}. {2}\n{1}",
  ],
  valueColumns: ["Heap → Grundy value, in binary; the last row is the nim-sum: {0}. {2}\n{1}", "Đống → giá trị Grundy, hệ nhị phân; hàng cuối là tổng Nim: {0}. {2}\n{1}", "کپه → مقدار گراندی در مبنای دو؛ سطر آخر جمع نیم است: {0}. {2}\n{1}", "Monte → valor de Grundy, em binário; a última linha é a soma de Nim: {0}. {2}\n{1}", "Куча → значение Гранди, в двоичной записи; в последней строке ним-сумма: {0}. {2}\n{1}"],
  heapsExpected: ["Type heaps as numbers, such as 3, 4, 5. Found: {text}", "Hãy nhập các đống bằng số, ví dụ 3, 4, 5. Nhận được: {text}", "کپه‌ها را با عدد بنویسید، مانند 3, 4, 5. یافته: {text}", "Digite os montes em números, como 3, 4, 5. Recebido: {text}", "Введите кучи числами, например 3, 4, 5. Получено: {text}"],
  heapTooLarge: ["A heap of this page has at most {most} stones, not {heap}.", "Mỗi đống ở trang này có nhiều nhất {most} viên, không phải {heap}.", "هر کپه در این صفحه حداکثر {most} سنگ دارد، نه {heap}.", "Um monte desta página tem no máximo {most} pedras, não {heap}.", "В куче на этой странице не больше {most} камней, а не {heap}."],
  tooManyHeaps: ["There may be at most {most} heaps.", "Có nhiều nhất {most} đống.", "حداکثر {most} کپه مجاز است.", "Pode haver no máximo {most} montes.", "Может быть не больше {most} куч."],
});
