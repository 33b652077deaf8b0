/** Sums of components, numbers of which a move replaces one by some: their XOR, and misère play. */
addWords({
  sumIsZero: ["Every move makes it another number, and one answer makes it 0 again.", "Nước nào cũng làm nó khác 0, và có một nước đáp đưa nó về 0.", "هر حرکت آن را عددی دیگر می‌کند و پاسخی هست که دوباره ۰ می‌کند.", "Todo lance o muda, e há uma resposta que o leva de volta a 0.", "Любой ход его меняет, и есть ответ, который снова даёт 0."],
  makesZero: ["This move makes it 0: {move}, since {equation}.", "Nước này đưa nó về 0: {move}, vì {equation}.", "این حرکت آن را ۰ می‌کند: {move}، زیرا {equation}.", "Este lance o leva a 0: {move}, pois {equation}.", "Этот ход даёт 0: {move}, так как {equation}."],
  tooManySums: ["This sum leads to more than {most} positions, too many for this page.", "Tổng này dẫn đến hơn {most} thế, quá nhiều cho trang này.", "این جمع به بیش از {most} وضعیت می‌رسد که برای این صفحه زیاد است.", "Esta soma leva a mais de {most} posições, demais para esta página.", "Эта сумма ведёт к более чем {most} позициям: слишком много для страницы."],
});

/** The most positions of a search in misère play, as in graphgame/heaps/display.py and graphgame/playing/sums.py. */
const MOST_SEARCHED = 20000;

/**
 * Return the function that gives the outcome of a sum in misère play, by searching all sums.
 *
 * @param {(component: number) => number[][]} optionsOf
 * @returns {(sum: number[]) => Outcome}
 */
function misereSearch(optionsOf) {
  /** @type {Map<string, Outcome>} */
  const known = new Map();
  /** Components without options do not matter. @param {number[]} sum */
  const keyOf = (sum) => sum.filter((part) => optionsOf(part).length).sort((a, b) => a - b).join();
  /** @param {string} key */
  const optionKeys = (key) => {
    const sum = key ? key.split(",").map(Number) : [];
    return sum.flatMap((part, at) =>
      optionsOf(part).map((left) => keyOf([...sum.slice(0, at), ...sum.slice(at + 1), ...left])),
    );
  };
  /** A sum whose options are looked at one after another, until one is lost. @param {string} key */
  const frame = (key) => ({ key, options: optionKeys(key), at: 0 });
  return (sum) => {
    const asked = keyOf(sum);
    const most = known.size + MOST_SEARCHED;
    const stack = known.has(asked) ? [] : [frame(asked)];
    // A sum leaves the stack when its outcome is known; options come nearer to the end, so it ends.
    while (stack.length) {
      const top = stack[stack.length - 1];
      while (known.get(top.options[top.at]) === 1) top.at += 1;
      const next = top.options[top.at];
      if (next !== undefined && !known.has(next)) {
        stack.push(frame(next));
        continue;
      }
      stack.pop();
      if (known.size >= most) throw new Problem("tooManySums", { most: MOST_SEARCHED });
      known.set(top.key, next !== undefined || !top.options.length ? 1 : -1);
    }
    return /** @type {Outcome} */ (known.get(asked));
  };
}

/** @param {number[]} values */
function nimSum(values) {
  return values.reduce((sum, value) => sum ^ value, 0);
}

/**
 * Put what is left of a component into its place, and further components into empty places or behind.
 *
 * @param {number[]} sum
 * @param {number} at
 * @param {number[]} left
 * @param {number} empty  what stands in an empty place
 */
function replaced(sum, at, left, empty) {
  const result = [...sum];
  result[at] = left[0] ?? empty;
  for (const part of left.slice(1)) {
    const free = result.indexOf(empty);
    result[free < 0 ? result.length : free] = part;
  }
  return result;
}

/** The digits of a value in binary, with spaces between. @param {number} value @param {number} bits */
function inBinary(value, bits) {
  return [...value.toString(2).padStart(bits, "0")].join(" ");
}

/**
 * Say how a sum of nimbers can be made 0.
 *
 * @param {number} sum
 * @param {{label: string, from: number, to: number} | null} move  one that does it, and what it does to a value
 */
function zeroText(sum, move) {
  if (!sum || !move) return say("sumIsZero");
  const equation = leftToRight(`${move.from} ⊕ ${sum} = ${move.to}`);
  return say("makesZero", { move: move.label, equation });
}
