/** How far the positions of a picture stand from each other, along the layers and across. */
const LAYER_GAP = 124;
const ROW_GAP = 96;
/** The most positions of a layer that stand in one column. */
const MOST_ROWS = 10;

/**
 * Return how far each position is from those that are reached, going by predecessors; a position from
 * which none of them can be reached is as far as the others allow.
 *
 * @param {Lesson} lesson
 * @param {number[]} reached
 */
function distances({ places, moves }, reached) {
  const far = places.map(() => -1);
  let layer = reached.slice();
  for (const v of layer) far[v] = 0;
  for (let distance = 1; far.includes(-1); distance++) {
    const sources = new Set(layer);
    layer = moves.filter(([u, v]) => far[u] < 0 && sources.has(v)).map(([u]) => u);
    if (!layer.length) layer = [far.indexOf(-1)];
    for (const v of layer) far[v] = distance;
  }
  return far;
}

/**
 * Return columns of positions: first the farther layers; a long layer takes several columns.
 *
 * @param {number[]} positions
 * @param {(v: number) => number} layer
 */
function columnsBy(positions, layer) {
  /** @type {Map<number, number[]>} */
  const layers = new Map();
  for (const v of positions) layers.set(layer(v), [...(layers.get(layer(v)) ?? []), v]);
  const columns = [];
  for (const [, column] of [...layers].sort((a, b) => b[0] - a[0])) {
    for (let at = 0; at < column.length; at += MOST_ROWS) columns.push(column.slice(at, at + MOST_ROWS));
  }
  return columns;
}

/**
 * Order each column by the mean place of its neighbours, a few times over, so that few moves cross.
 *
 * @param {number[][]} columns
 * @param {Lesson} lesson
 */
function reduceCrossings(columns, { places, moves }) {
  /** @type {number[][]} */
  const neighbours = places.map(() => []);
  for (const [u, v] of moves) {
    neighbours[u].push(v);
    neighbours[v].push(u);
  }
  const row = new Map();
  const number = (/** @type {number[]} */ column) => column.forEach((v, at) => row.set(v, at - (column.length - 1) / 2));
  columns.forEach(number);
  for (let sweep = 0; sweep < 8; sweep++) {
    for (const column of sweep % 2 ? columns : columns.slice().reverse()) {
      const mean = new Map(
        column.map((v) => {
          const rows = neighbours[v].filter((w) => w !== v && row.has(w) && !column.includes(w)).map((w) => row.get(w));
          return [v, rows.length ? rows.reduce((a, b) => a + b, 0) / rows.length : row.get(v)];
        }),
      );
      column.sort((a, b) => mean.get(a) - mean.get(b));
      number(column);
    }
  }
}

/**
 * Return a lesson with places for its positions: layers by remoteness, ends last; draws in a band of
 * their own, by their distance from the rest; nothing but draws in a circle.
 *
 * @param {Lesson} lesson
 * @param {Solved} solved
 * @param {boolean} isTall  whether the layers run from the top down
 * @returns {Lesson}
 */
function arranged(lesson, { remoteness }, isTall) {
  const all = [...lesson.places.keys()];
  const decided = all.filter((v) => remoteness[v] >= 0);
  const draws = all.filter((v) => remoteness[v] < 0);
  if (!decided.length && draws.length < 40) return inCircle(lesson);
  const longest = Math.max(2, ...all.map((v) => shortName(placeName(lesson, v)).length));
  const gap = isTall ? 86 : Math.max(LAYER_GAP, longest * 9 + 76);
  const across = isTall ? Math.max(88, longest * 9 + 42) : ROW_GAP;
  const far = distances(lesson, decided);
  const bands = [columnsBy(decided, (v) => remoteness[v]), columnsBy(draws, (v) => far[v])].filter((columns) => columns.length);
  const width = Math.max(...bands.map((columns) => columns.length));
  const places = lesson.places.slice();
  let top = 0;
  for (const columns of bands) {
    reduceCrossings(columns, lesson);
    const height = Math.max(...columns.map((column) => column.length));
    const start = columns === bands[0] ? width - columns.length : (width - columns.length) / 2;
    columns.forEach((column, c) => {
      column.forEach((v, r) => {
        const along = (start + c) * gap;
        const row = top + (r + (height - column.length) / 2) * across;
        places[v] = { ...places[v], x: isTall ? row : along, y: isTall ? along : row };
      });
    });
    top += height * across;
  }
  return { ...lesson, places };
}

/** @param {Lesson} lesson */
function inCircle(lesson) {
  const n = lesson.places.length;
  const radius = n < 2 ? 0 : Math.max(90, n * 19);
  const places = lesson.places.map((place, v) => {
    const angle = (2 * Math.PI * v) / n - Math.PI / 2;
    return { ...place, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return { ...lesson, places };
}

/** @param {string} name */
function shortName(name) {
  const characters = Array.from(name);
  return characters.length > 12 ? `${characters.slice(0, 11).join("")}…` : name;
}
