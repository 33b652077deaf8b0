// Needed: placed
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
