/** The height of a position in a picture; its width grows with its name. */
const NODE_HEIGHT = 44;

/** Return half the width of a position. @param {string} name */
function halfWidth(name) {
  return Math.max(22, shortName(name).length * 4.6 + 13);
}

/**
 * Return the shape of an outcome: rounded for a WIN, square for a LOSE, pointed for a DRAW.
 *
 * @param {number | null} outcome  null: not known, or not shown
 * @param {number} half
 */
function outlinePath(outcome, half) {
  const h = NODE_HEIGHT / 2;
  if (outcome === 0) return `M${-half - 7} 0L${-half + 8} ${-h}H${half - 8}L${half + 7} 0L${half - 8} ${h}H${-half + 8}Z`;
  const r = outcome === -1 ? 3 : h;
  return `M${-half + r} ${-h}H${half - r}A${r} ${r} 0 0 1 ${half} ${-h + r}V${h - r}A${r} ${r} 0 0 1 ${half - r} ${h}H${-half + r}A${r} ${r} 0 0 1 ${-half} ${h - r}V${-h + r}A${r} ${r} 0 0 1 ${-half + r} ${-h}Z`;
}

/**
 * Return how far a ray from the middle of a position goes to its border.
 *
 * @param {number} half
 * @param {number} dx  of length 1 together with dy
 * @param {number} dy
 */
function borderDistance(half, dx, dy) {
  return Math.min((half + 4) / Math.max(1e-9, Math.abs(dx)), (NODE_HEIGHT / 2 + 3) / Math.max(1e-9, Math.abs(dy)));
}

/**
 * Return how far the middle of a move is bent sideways: away from its opposite, and past positions
 * that stand in its way.
 *
 * @param {Lesson} lesson
 * @param {number} u
 * @param {number} v
 * @param {boolean} hasOpposite
 */
function bendBetween({ places }, u, v, hasOpposite) {
  const [a, b] = [places[u], places[v]];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  let bend = hasOpposite ? 16 : 0;
  for (const place of places) {
    const along = (place.x - a.x) * dx + (place.y - a.y) * dy;
    const aside = (place.y - a.y) * dx - (place.x - a.x) * dy;
    if (place === a || place === b || along < 20 || along > length - 20 || Math.abs(aside) > 34) continue;
    const room = 46 + 0.05 * length;
    bend = aside > 0 || (aside === 0 && !hasOpposite && v < u) ? Math.min(bend, -room) : Math.max(bend, room);
  }
  return bend;
}

/**
 * Return the line of a move and the tip of its arrow.
 *
 * @param {Lesson} lesson
 * @param {number} u
 * @param {number} v
 * @param {number} bend
 */
function movePath(lesson, u, v, bend) {
  const [a, b] = [lesson.places[u], lesson.places[v]];
  if (u === v) {
    const top = a.y - NODE_HEIGHT / 2 - 3;
    return { line: `M${a.x - 9} ${top}C${a.x - 34} ${top - 46} ${a.x + 34} ${top - 46} ${a.x + 11} ${top - 4}`, tip: tipAt(a.x + 9, top, -0.42, 0.9), x: a.x, y: top - 42 };
  }
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [cx, cy] = [(a.x + b.x) / 2 - dy * 2 * bend, (a.y + b.y) / 2 + dx * 2 * bend];
  const out = Math.hypot(cx - a.x, cy - a.y) || 1;
  const into = Math.hypot(b.x - cx, b.y - cy) || 1;
  const [ox, oy, ix, iy] = [(cx - a.x) / out, (cy - a.y) / out, (b.x - cx) / into, (b.y - cy) / into];
  const from = borderDistance(halfWidth(placeName(lesson, u)), ox, oy);
  const to = borderDistance(halfWidth(placeName(lesson, v)), ix, iy);
  const [x, y] = [b.x - ix * to, b.y - iy * to];
  return {
    line: `M${(a.x + ox * from).toFixed(1)} ${(a.y + oy * from).toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${(x - ix * 7).toFixed(1)} ${(y - iy * 7).toFixed(1)}`,
    tip: tipAt(x, y, ix, iy),
    x: (a.x + b.x) / 4 + cx / 2,
    y: (a.y + b.y) / 4 + cy / 2 - 8,
  };
}

/** @param {number} x @param {number} y @param {number} dx @param {number} dy */
function tipAt(x, y, dx, dy) {
  const [u, v] = [x - dx * 11, y - dy * 11];
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${(u - dy * 5).toFixed(1)} ${(v + dx * 5).toFixed(1)}L${(u + dy * 5).toFixed(1)} ${(v - dx * 5).toFixed(1)}Z`;
}

/**
 * Draw the moves of a lesson; parallel ones once, with their number.
 *
 * @param {Lesson} lesson
 * @param {(u: number, v: number) => string} classes
 */
function drawMoves(lesson, classes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [u, v] of lesson.moves) counts.set(`${u} ${v}`, (counts.get(`${u} ${v}`) ?? 0) + 1);
  const isSparse = counts.size * lesson.places.length < 4e5;
  const drawn = Array.from(counts, ([key, count]) => {
    const [u, v] = key.split(" ").map(Number);
    const bend = isSparse && u !== v ? bendBetween(lesson, u, v, counts.has(`${v} ${u}`)) : 0;
    const { line, tip, x, y } = movePath(lesson, u, v, bend);
    const many = count > 1 ? make("svg:text", { x, y, class: "times" }, `×${count}`) : null;
    return make(
      "svg:g",
      { class: `arrow ${classes(u, v)}`, "data-from": u, "data-to": v },
      make("svg:path", { d: line, class: "touch" }),
      make("svg:path", { d: line, class: "shaft" }),
      make("svg:path", { d: tip, class: "tip" }),
      many,
    );
  });
  // Marked moves lie above the others.
  return drawn.sort((a, b) => a.classList.length - b.classList.length);
}

/**
 * @typedef {Object} Drawn  how a position is drawn
 * @property {number} v
 * @property {string} name
 * @property {number | null} outcome
 * @property {string} below  a short text under it
 * @property {string} spoken
 * @property {string} classes
 * @property {number | null} counter
 * @property {boolean} isChanged  whether the counter has just changed
 */

/**
 * Draw a position.
 *
 * @param {Place} place
 * @param {Drawn} node
 * @param {boolean} isStop  whether the Tab key stops here
 */
function drawNode(place, { v, name, outcome, below, spoken, classes, counter, isChanged }, isStop) {
  const half = halfWidth(name);
  const kind = outcome === null ? "unknown" : CLASSES[/** @type {-1 | 0 | 1} */ (outcome)];
  const ring = outlinePath(outcome, half + 5);
  const group = make(
    "svg:g",
    { class: `node ${kind} ${classes}`, transform: `translate(${place.x} ${place.y})`, role: "button", tabindex: isStop ? 0 : -1, "aria-label": spoken, "aria-pressed": String(classes.includes("chosen")), "data-v": v },
    make("svg:path", { d: ring, class: "ring", transform: `scale(1 ${(NODE_HEIGHT + 10) / NODE_HEIGHT})` }),
    make("svg:path", { d: outlinePath(outcome, half), class: "shape" }),
    make("svg:text", { class: "name", y: 1 }, shortName(name)),
    make("svg:text", { class: "below", x: half / 2 + 3, y: NODE_HEIGHT / 2 + 12 }, below),
    make("svg:title", {}, name),
  );
  if (counter !== null) {
    const badge = make("svg:g", { class: `counter${isChanged ? " changed" : ""}`, transform: `translate(${half - 2} ${-NODE_HEIGHT / 2})` });
    badge.append(make("svg:circle", { r: 12 }), make("svg:text", { y: 1 }, String(counter)));
    group.append(badge);
  }
  return group;
}

/**
 * Return the part of the plane that a picture shows: all positions, in their own size where there is
 * room for it.
 *
 * @param {Lesson} lesson
 * @param {number} width  of the picture on the screen
 * @param {number} height
 */
function pictureBounds(lesson, width, height) {
  const { places } = lesson;
  const halves = places.map((_, v) => halfWidth(placeName(lesson, v)) + 34);
  const left = Math.min(...places.map(({ x }, v) => x - halves[v]), Infinity);
  const right = Math.max(...places.map(({ x }, v) => x + halves[v]), -Infinity);
  const top = Math.min(...places.map(({ y }) => y - 76), Infinity);
  const bottom = Math.max(...places.map(({ y }) => y + 56), -Infinity);
  if (!places.length) return { x: -width / 2, y: -height / 2, width, height };
  const scale = Math.max(1 / 1.35, (right - left) / width, (bottom - top) / height);
  const [w, h] = [width * scale, height * scale];
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, width: w, height: h };
}

/** Return a picture as the text of a file: what style sheets say is written into its elements. @param {any} picture */
function pictureFile(picture) {
  const copy = picture.cloneNode(true);
  const names = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline", "paint-order", "display"];
  const [shown, copied] = [picture, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  shown.forEach((/** @type {Element} */ element, /** @type {number} */ at) => {
    const computed = getComputedStyle(element);
    for (const name of names) copied[at].setAttribute(name, computed.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-pressed", "data-v", "data-from", "data-to"]) copied[at].removeAttribute(name);
  });
  const { x, y, width, height } = picture.viewBox.baseVal;
  copy.prepend(make("svg:rect", { x, y, width, height, fill: getComputedStyle(picture.parentElement).backgroundColor }));
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}
