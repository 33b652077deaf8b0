/**
 * A sum of positions whose values are known, as a table of components in the page; docs/formats.md describes it.
 *
 * @typedef {Object} Components
 * @property {number} size
 * @property {(component: number) => string} name
 * @property {(component: number) => string} board  its rows one after another; "" if there are no boards
 * @property {Float64Array} values  their Grundy values, each with 1 added; 0 is infinite
 * @property {Float64Array | null} ranks  in games with cycles: the less, the nearer to the end
 * @property {(component: number) => ComponentMove[]} moves  each once
 *
 * @typedef {{left: number[], label: string | null}} ComponentMove  what is left, and the author's name
 */
addWords({
  sumRules: ["Each move is made in one part; the others stay as they are.", "Mỗi nước đi trong một phần; các phần khác giữ nguyên.", "هر حرکت در یک بخش است و بخش‌های دیگر همان‌طور می‌مانند.", "Cada lance é feito em uma parte; as outras ficam como estão.", "Каждый ход делается в одной части; остальные не меняются."],
  inPart: ["part {part}: {what}", "phần {part}: {what}", "بخش {part}: {what}", "parte {part}: {what}", "часть {part}: {what}"],
  sumColumns: ["Part → Grundy value, in binary; the last row is their XOR, the value of the sum: {0}. {2}\n{1}", "Phần → giá trị Grundy, hệ nhị phân; hàng cuối là XOR của chúng, giá trị của tổng: {0}. {2}\n{1}", "بخش → مقدار گراندی در مبنای دو؛ سطر آخر XOR آن‌ها، مقدار جمع است: {0}. {2}\n{1}", "Parte → valor de Grundy, em binário; a última linha é o XOR, o valor da soma: {0}. {2}\n{1}", "Часть → значение Гранди, в двоичной записи; в последней строке их XOR, значение суммы: {0}. {2}\n{1}"],
  loopyColumns: ["Part → loopy value; the last row is the value of the sum: {0}. A part of value ∞ need not end; the set beside it has the values to which it can be moved.\n{1}", "Phần → giá trị loopy; hàng cuối là giá trị của tổng: {0}. Phần có giá trị ∞ có thể không kết thúc; tập bên cạnh gồm các giá trị mà nó có thể đi tới.\n{1}", "بخش → مقدار حلقه‌دار؛ سطر آخر مقدار جمع است: {0}. بخشی با مقدار ∞ شاید پایان نیابد؛ مجموعهٔ کنار آن مقدارهایی است که می‌توان به آن‌ها رفت.\n{1}", "Parte → valor loopy; a última linha é o valor da soma: {0}. Uma parte de valor ∞ pode não ter fim; o conjunto ao lado tem os valores a que ela pode ser levada.\n{1}", "Часть → петлевое значение; в последней строке значение суммы: {0}. Часть со значением ∞ может не кончаться; в множестве рядом — значения, к которым из неё можно перейти.\n{1}"],
});

/** Stands in a place where nothing is left. */
const NO_PART = -1;

/** Read the components of a page. @param {any} data @returns {Promise<Components>} */
async function readComponents({ sum }) {
  const parts = tableParts(sum, await unpacked(sum.data));
  const texts = JSON.parse(new TextDecoder().decode(parts.texts.bytes));
  const ptr = tableStarts(parts.degrees);
  const left = partNumbers(parts.left);
  const labels = parts.labels ? partNumbers(parts.labels) : null;
  /** Where what is left begins, option by option. */
  const begins = parts.sizes ? tableStarts(parts.sizes) : null;
  return {
    size: sum.positions,
    name: (component) => texts.names?.[component] ?? String(texts.base + component),
    board: (component) => texts.boards?.[component] ?? "",
    values: partNumbers(parts.values),
    ranks: parts.ranks ? partNumbers(parts.ranks) : null,
    moves: (component) => {
      /** @type {Map<string, ComponentMove>} */
      const found = new Map();
      for (let e = ptr[component]; e < ptr[component + 1]; e++) {
        const after = begins ? [...left.subarray(begins[e], begins[e + 1])] : [left[e]];
        const key = [...after].sort((a, b) => a - b).join();
        if (!found.has(key)) found.set(key, { left: after, label: labels ? texts.moves[labels[e]] : null });
      }
      return [...found.values()];
    },
  };
}

/**
 * Where the boards of the parts stand, side by side and below each other.
 *
 * @typedef {Object} Arrangement
 * @property {(boards: string[]) => string} draw
 * @property {(row: number, column: number) => string} cellName
 */

/** Arrange boards so that they fill a page well. @param {number} rows @param {number} columns  of each @param {number} places @returns {Arrangement} */
function arrangedBoards(rows, columns, places) {
  const gap = rows > 1 ? 1 : 0;
  /** How far from a good shape a board with so many beside each other is. @param {number} beside */
  const badness = (beside) => {
    const [wide, high] = [beside * (columns + 1) - 1, Math.ceil(places / beside) * (rows + gap) - gap];
    return Math.abs(Math.log(wide / high / 2));
  };
  const beside = Array.from({ length: places }, (_, k) => k + 1).reduce((best, k) => (badness(k) < badness(best) ? k : best));
  return {
    draw(boards) {
      const lines = [];
      for (let first = 0; first < Math.max(places, boards.length); first += beside) {
        if (first && gap) lines.push(" ".repeat(beside * (columns + 1) - 1));
        for (let row = 0; row < rows; row++) {
          const cells = Array.from({ length: beside }, (_, k) => (boards[first + k]?.split("\n")[row] ?? "").padEnd(columns));
          lines.push(cells.join(" "));
        }
      }
      return lines.join("\n");
    },
    cellName(row, column) {
      const part = Math.floor(row / (rows + gap)) * beside + Math.floor(column / (columns + 1)) + 1;
      const what = columnName(column % (columns + 1)) + (rows - (row % (rows + gap)));
      return places > 1 ? say("inPart", { part, what }) : what;
    },
  };
}

/** Return the value of a component as people write it: 3, or ∞{0,2}. @param {Components} all @param {number} component */
function valueText(all, component) {
  const value = all.values[component] - 1;
  return value < 0 ? infinityText(finiteOptions(all, component)) : String(value);
}

/** @param {number[]} set */
function infinityText(set) {
  return set.length ? `∞{${[...set].sort((a, b) => a - b).join()}}` : "∞";
}

/** Return the finite values that a component can be moved to. @param {Components} all @param {number} component */
function finiteOptions({ moves, values }, component) {
  const found = moves(component).map(({ left }) => nimSum(left.map((part) => values[part] - 1)));
  return [...new Set(found)].filter((value) => value >= 0);
}

/**
 * Return the value of a sum: the XOR of finite values, and the set of an infinite one.
 *
 * @param {Components} all
 * @param {number[]} parts
 * @returns {{xor: number, set: number[] | null}}
 */
function sumValue(all, parts) {
  const infinite = parts.filter((part) => !all.values[part]);
  const xor = nimSum(parts.filter((part) => all.values[part]).map((part) => all.values[part] - 1));
  if (!infinite.length) return { xor, set: null };
  return { xor, set: infinite.length > 1 ? [] : finiteOptions(all, infinite[0]).map((value) => value ^ xor) };
}

/**
 * Return the names of the moves of a component.
 *
 * @param {Components} all
 * @param {number} component
 * @param {{[character: string]: Piece}} pieces
 */
function componentNames(all, component, pieces) {
  const moves = all.moves(component);
  const named = (/** @type {number[]} */ parts) => parts.map(all.name).join(" + ") || "0";
  const board = all.board(component);
  if (board && moves.every(({ left }) => left.length === 1)) {
    const views = moves.map(({ left, label }) => ({ to: { board: all.board(left[0]) }, label }));
    return choices(/** @type {any} */ ({ shape: null, pieces }), /** @type {any} */ ({ board, moves: views })).map(({ name }) => name);
  }
  return moves.map(({ left, label }) => label ?? leftToRight(`${all.name(component)} → ${named(left)}`));
}

/**
 * Explain a sum: the values of its parts with their sum below, and a move that makes it 0.
 *
 * @param {Components} all
 * @param {number[]} parts
 * @param {SumMove[]} moves
 */
function sumNote(all, parts, moves) {
  if (!parts.length) return null;
  const { xor, set } = sumValue(all, parts);
  const shown = parts.map((part) => (Array.from(all.name(part)).length > 20 ? "…" : all.name(part)));
  const wide = Math.max(...shown.map((name) => name.length));
  const values = parts.map((part) => valueText(all, part));
  const total = set ? infinityText(set) : String(xor);
  const digits = Math.max(total.length, ...values.map((value) => value.length));
  const bits = Math.max(...parts.map((part) => all.values[part] - 1), 0).toString(2).length;
  const binary = (/** @type {number} */ value) => (set ? "" : `   ${inBinary(value, bits)}`);
  const rows = parts.map((part, at) => leftToRight(`${shown[at].padStart(wide)} → ${values[at].padStart(digits)}${binary(all.values[part] - 1)}`));
  rows.push(leftToRight(`${" ".repeat(wide + 1)}⊕ ${total.padStart(digits)}${binary(xor)}`));
  const zeroing = moves.find(({ from, after }) => after === (from ^ xor));
  const why = set ? "" : zeroText(xor, zeroing ? { label: zeroing.label ?? "", from: zeroing.from, to: zeroing.after } : null);
  return `${set ? "loopyColumns" : "sumColumns"}\t${total}\t${rows.join("\n")}\t${why}`;
}

/** A move in a sum, the value of its part before, and that of what is left of it; and how near the sum is to its end.
 * @typedef {Move & {from: number, after: number, near: [number, number]}} SumMove */

/** How near a sum is to its end for who follows nimbers: the less, the nearer. @param {Components} all @param {number[]} parts @returns {[number, number]} */
function nearness({ values, ranks }, parts) {
  const total = (/** @type {ArrayLike<number>} */ of) => parts.reduce((sum, part) => sum + of[part], 0);
  return [total(values), ranks ? total(ranks) : 0];
}

/** Return what a page says of a sum. @param {any} data @returns {About} */
function sumAbout({ about, play }) {
  return {
    get rules() {
      return inLanguage(about.rules) ?? say("sumRules");
    },
    get goal() {
      return inLanguage(about.goal) ?? stuckText(play);
    },
  };
}

/** Make the source of a sum. @param {any} data @returns {Promise<Source>} */
async function sumSource(data) {
  const all = await readComponents(data);
  const { start, places, rows, columns } = data.sum;
  const arrangement = data.shape ? arrangedBoards(rows, columns, places) : null;
  /** @param {number[]} sum */
  const there = (sum) => sum.filter((part) => part !== NO_PART);
  const searched = data.play === "misere" ? misereSearch((part) => all.moves(part).map(({ left }) => left)) : null;
  /** @param {number[]} parts @returns {Outcome} */
  const outcome = (parts) => {
    if (searched) return searched(parts);
    const { xor, set } = sumValue(all, parts);
    return set ? (set.includes(0) ? 1 : 0) : xor ? 1 : -1;
  };
  /** @param {number[]} sum @returns {Position} */
  const position = (sum) => ({
    key: sum.map((part) => (part === NO_PART ? "-" : part)).join(),
    name: leftToRight(there(sum).map(all.name).join(" + ") || "0"),
    outcome: outcome(there(sum)),
    remoteness: null,
    turn: null,
    board: arrangement ? arrangement.draw(sum.map((part) => (part === NO_PART ? "" : all.board(part)))) : null,
  });
  /** @param {number[]} sum @returns {SumMove[]} */
  const moves = (sum) =>
    sum.flatMap((part, at) => {
      if (part === NO_PART) return [];
      const names = componentNames(all, part, data.pieces);
      return all.moves(part).map(({ left }, k) => {
        const after = replaced(sum, at, left, NO_PART);
        const label = sum.length > 1 ? say("inPart", { part: at + 1, what: names[k] }) : names[k];
        return { to: position(after), label, from: all.values[part] - 1, after: nimSum(left.map((x) => all.values[x] - 1)), near: nearness(all, there(after)) };
      });
    });
  return {
    start: start.join(),
    size: null,
    shape: arrangement ? { centres: null, cellName: arrangement.cellName } : null,
    pieces: data.pieces,
    get players() {
      return inLanguage(data.about.players);
    },
    about: sumAbout(data),
    editor: null,
    isTranslated: true,
    async look(key) {
      const sum = readSum(key, all.size);
      const offered = moves(sum);
      const view = position(sum);
      // In a game with cycles not every move to a lost sum comes nearer to the end.
      const winning = all.ranks ? offered.filter(({ to }) => to.outcome < 0) : [];
      winning.sort((a, b) => a.near[0] - b.near[0] || a.near[1] - b.near[1]);
      if (winning.length) winning[0].sure = true;
      return { ...view, moves: ranked(offered), note: searched ? null : sumNote(all, there(sum), offered) };
    },
    find: async (text) => findSum(text, all).join(),
    histogram: async () => null,
  };
}

/** Read the key of a sum. @param {string} key @param {number} size */
function readSum(key, size) {
  const parts = key.split(",").map((part) => (part === "-" ? NO_PART : /^\d{1,9}$/.test(part) ? Number(part) : size));
  if (parts.some((part) => part >= size)) throw new Problem("noPosition", { text: key });
  return parts;
}

/** Find the sum that a person typed: names of components, with + or spaces or commas between. @param {string} text @param {Components} all */
function findSum(text, all) {
  const numbers = new Map(Array.from({ length: all.size }, (_, component) => [all.name(component), component]));
  for (const between of [/\+/, /[+,;\s]+/]) {
    const found = text.trim().split(between).map((name) => numbers.get(name.trim()));
    if (found.every((part) => part !== undefined)) return /** @type {number[]} */ (found);
  }
  throw new Problem("noPosition", { text });
}
