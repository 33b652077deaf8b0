/**
 * Where the cells are on a board that is no grid of squares, in percent of its width and height.
 *
 * @typedef {Object} Layout
 * @property {[number, number][]} at  the middle of each cell
 * @property {[number, number][]} sizes  width and height of each cell, or of all
 * @property {number} ratio  the width of the board, if its height is 1
 * @property {Element} under  what is drawn under the cells
 */

/** Return the bounds of points: the least x and y, and how far they extend. @param {[number, number][]} points */
function bounds(points) {
  const [x, y] = [0, 1].map((k) => points.map((point) => point[k]));
  const [left, top] = [Math.min(...x), Math.min(...y)];
  return [left, top, Math.max(...x) - left, Math.max(...y) - top];
}

/**
 * Place cells at centres, with lines between them.
 *
 * @param {[number, number][]} centres
 * @param {[number, number][]} edges
 * @returns {Layout}
 */
function spots(centres, edges) {
  const [left, top, wide, high] = bounds(centres);
  const extent = Math.max(wide, high) || 1;
  let near = extent;
  centres.forEach(([x, y], i) => {
    for (const [u, v] of centres.slice(i + 1)) near = Math.min(near, Math.hypot(u - x, v - y) || near);
  });
  const margin = Math.min(14, Math.max(6, (near / (extent + near)) * 36));
  const scale = (100 - 2 * margin) / extent;
  const [width, height] = [wide, high].map((side) => Math.max(30, side * scale + 2 * margin));
  const at = centres.map(([x, y]) => /** @type {[number, number]} */ ([
    (50 + ((x - left - wide / 2) * scale * 100) / width),
    (50 + ((y - top - high / 2) * scale * 100) / height),
  ]));
  const size = Math.max(4, Math.min(18, near * scale * 0.72));
  return { at, sizes: [[(size * 100) / width, (size * 100) / height]], ratio: width / height, under: lines(at, edges) };
}

/** Draw lines between points in percent. @param {[number, number][]} at @param {[number, number][]} edges */
function lines(at, edges) {
  return make(
    "svg:svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true", class: "lines" },
    ...edges.map(([a, b]) => make("svg:line", { x1: at[a][0], y1: at[a][1], x2: at[b][0], y2: at[b][1] })),
  );
}

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

/**
 * Make the elements of an author's drawing, which Python has read by a list of what is allowed.
 *
 * @param {[string, {[name: string]: string}, ...any[]]} tree
 * @returns {SVGSVGElement}
 */
function drawTree([name, attributes, ...children]) {
  return make(`svg:${name}`, attributes, ...children.map((child) => (typeof child === "string" ? child : drawTree(child))));
}

/**
 * Place cells where an author's drawing has its places.  These are known once it is on the page.
 *
 * @param {SVGSVGElement} drawing
 * @returns {Layout}
 */
function drawnPlaces(drawing) {
  const frame = drawing.getBoundingClientRect();
  const boxes = [...drawing.querySelectorAll("[data-place]")].map((place) => place.getBoundingClientRect());
  const across = 100 / (frame.width || 1);
  const down = 100 / (frame.height || 1);
  const { width, height } = drawing.viewBox.baseVal;
  return {
    at: boxes.map((box) => [(box.x + box.width / 2 - frame.x) * across, (box.y + box.height / 2 - frame.y) * down]),
    sizes: boxes.map((box) => [box.width * across, box.height * down]),
    ratio: width / height,
    under: drawing,
  };
}
