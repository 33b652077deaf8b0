// Needed: lengths
addWords({
  histogram: ["All positions by plies to the end", "Mọi thế cờ theo số nước đến hết ván", "همهٔ وضعیت‌ها بر پایهٔ نیم‌حرکت تا پایان", "Todas as posições por lances até o fim", "Все позиции по числу полуходов до конца"],
  counts: ["Positions won by the player to move: {win}; lost: {lose}; drawn: {draw}.", "Thắng cho bên đến lượt: {win}, thua: {lose}, hòa: {draw}.", "برد برای کسی که نوبت اوست: {win}، باخت: {lose}، مساوی: {draw}.", "Vence quem joga: {win}, perde: {lose}, empata: {draw}.", "Выигрыш ходящего: {win}, проигрыш: {lose}, ничья: {draw}."],
  alike: ["This position: {verdict}; positions like this: {n}.", "Thế cờ này: {verdict}; có {n} thế như vậy.", "این وضعیت: {verdict}؛ {n} وضعیت مانند آن.", "Esta posição: {verdict}; há {n} assim.", "Эта позиция: {verdict}; таких же: {n}."],
});

/**
 * Draw a histogram on a logarithmic scale; `mark` points at a position and says the same in words.
 *
 * @param {Histogram} histogram
 */
function histogramPicture({ win, lose, draw }) {
  const [width, height, left] = [320, 130, 30];
  const length = Math.max(win.length, lose.length, 1);
  const most = Math.max(1, draw, ...win, ...lose);
  const step = (width - left - 24) / length;
  const wide = Math.max(0.6, step * 0.44);
  const base = height - 18;
  /** @param {number} n */
  const tall = (n) => (n > 0 ? ((Math.log10(n) + 0.3) / (Math.log10(most) + 0.3)) * (base - 14) : 0);
  /** The bar of an outcome and a remoteness: how many, from where, how wide. @param {number} outcome @param {number} r */
  const bar = (outcome, r) => {
    if (outcome === 0) return { n: draw, x: width - 18, w: 14 };
    return { n: (outcome > 0 ? win : lose)[r] ?? 0, x: left + (r + (outcome > 0 ? 0 : 0.46)) * step, w: wide };
  };
  /** All bars of an outcome as one path. @param {-1 | 0 | 1} outcome @param {number} count */
  const bars = (outcome, count) => {
    let d = "";
    for (let r = 0; r < count; r++) {
      const { n, x, w } = bar(outcome, r);
      if (n) d += `M${x} ${base}h${w}v${-tall(n)}h${-w}z`;
    }
    return make("svg:path", { d, class: `mark ${CLASSES[outcome]}` });
  };
  const sum = (/** @type {number[]} */ counts) => counts.reduce((a, b) => a + b, 0);
  const counts = say("counts", { win: sum(win), lose: sum(lose), draw });
  const pointer = make("svg:path", { class: "pointer" });
  const alike = make("span");
  const picture = make(
    "svg:svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": say("histogram") },
    ...[bars(1, win.length), bars(-1, lose.length), bars(0, 1), pointer],
    make("svg:line", { x1: left, x2: width, y1: base, y2: base, class: "rule" }),
    make("svg:text", { x: left - 6, y: base - tall(most), class: "tick" }, compact(most)),
    make("svg:text", { x: left - 6, y: base - tall(1), class: "tick" }, "1"),
    make("svg:text", { x: left + 6, y: height - 6, class: "tick" }, "0"),
    make("svg:text", { x: left + length * step, y: height - 6, class: "tick" }, String(length - 1)),
    make("svg:text", { x: width - 4, y: height - 6, class: "tick" }, draw ? SIGNS[0] : ""),
  );
  /** @param {View} view */
  const mark = ({ outcome, remoteness }) => {
    const { n, x, w } = bar(outcome, outcome === 0 ? 0 : remoteness ?? -1);
    pointer.setAttribute("d", n ? `M${x + w / 2} ${base - tall(n) - 3}l-5 -8h10z` : "");
    write(alike, say("alike", { verdict: verdict(outcome, remoteness), n }));
  };
  const caption = make("figcaption", {}, make("strong", {}, say("histogram")), `. ${counts} `, alike);
  return { parts: [picture, caption], mark };
}

/** @param {number} n */
function compact(n) {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(n);
}
