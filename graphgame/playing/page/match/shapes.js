// Needed: shaped
/**
 * Draw the lines of a grid between crossings: those of its author, or between all neighbours.
 *
 * @param {ArrayLike<string>} cells
 * @param {number} columns
 * @param {number} rows
 * @param {[number, number][] | undefined} given  by numbers of cells, in which line breaks do not count
 */
function gridLines(cells, columns, rows, given) {
  /** @type {[number, number][]} */
  const at = [];
  /** @type {[number, number][]} */
  const edges = [];
  for (let place = 0; place < cells.length; place++) {
    const [row, column] = [Math.floor(place / (columns + 1)), place % (columns + 1)];
    at[place] = [((column + 0.5) * 100) / columns, ((row + 0.5) * 100) / rows];
    for (const next of [place + 1, place + columns + 1]) {
      if (![cells[place], cells[next] ?? " "].some((x) => x === " " || x === "\n")) edges.push([place, next]);
    }
  }
  const place = (/** @type {number} */ cell) => cell + Math.floor(cell / columns);
  return lines(at, given ? given.map(([a, b]) => [place(a), place(b)]) : edges);
}

/**
 * Place the cells of a grid as hexagons: each row is half a cell further right than the one above.
 *
 * @param {ArrayLike<string>} cells
 * @param {number} columns
 * @returns {Layout}
 */
function hexagons(cells, columns) {
  const rows = Math.floor(cells.length / (columns + 1)) + 1;
  const tall = 2 / Math.sqrt(3);
  /** @type {[number, number][]} */
  const used = [];
  /** The names of the rows and columns that have cells, beside their first ones. @type {Map<string, [number, number]>} */
  const names = new Map();
  const points = Array.from(cells, (character, place) => {
    const [row, column] = [Math.floor(place / (columns + 1)), place % (columns + 1)];
    const [x, y] = [column + row / 2, row * Math.sqrt(0.75)];
    if (character !== " " && character !== "\n") {
      used.push([x, y]);
      if (!names.has(String(rows - row))) names.set(String(rows - row), [x - 0.68, y]);
      if (!names.has(columnName(column))) names.set(columnName(column), [x - 0.35, y - 0.68]);
    }
    return /** @type {[number, number]} */ ([x, y]);
  });
  const [left, top, wide, high] = bounds([...(used.length ? used : points), ...names.values()]);
  const [right, bottom] = [left + wide + 0.55, top + high + tall / 2];
  const [width, height] = [right - left + 0.2, bottom - top + 0.2];
  const at = points.map(([x, y]) => /** @type {[number, number]} */ ([((x - left + 0.15) * 100) / width, ((y - top + 0.15) * 100) / height]));
  const corners = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]];
  const under = make(
    "svg:svg",
    { viewBox: `${left - 0.15} ${top - 0.15} ${width} ${height}`, "aria-hidden": "true", class: "lines" },
    ...used.map(([x, y]) => make("svg:polygon", { points: corners.map(([u, v]) => `${x + u / 2},${y + (v * tall) / 2}`).join(" ") })),
    ...[...names].map(([name, [x, y]]) => make("svg:text", { x, y, "font-size": 0.18 }, name)),
  );
  return { at, sizes: [[84 / width, 84 / height]], ratio: width / height, under };
}
