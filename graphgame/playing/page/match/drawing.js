// Needed: drawing
/** Boards that their author has drawn: a tree of SVG, in which places have names. */

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

/** Put a drawing under the cells of a board, and these on its places. @param {BoardPanel} board @param {SVGSVGElement} drawing */
function placeOnDrawing(board, drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("class", "own");
  drawing.setAttribute("aria-hidden", "true");
  board.frame.style.setProperty("--ratio", String(width / height));
  board.grid.style.aspectRatio = String(width / height);
  board.grid.replaceChildren(drawing);
  board.painted = [...drawing.querySelectorAll("[data-place]")].map((element) => {
    const paint = element.matches("line, polyline, [fill=none]") ? "stroke" : "fill";
    return { element, paint, colour: element.getAttribute(paint) };
  });
  // A page may be opened where it is not seen yet.
  if (!drawing.getBoundingClientRect().width) new ResizeObserver(() => board.put(drawnPlaces(drawing))).observe(drawing);
  return drawnPlaces(drawing);
}

/** Show a piece on the place itself. @param {BoardPanel} board @param {number} at @param {string} character */
function paintPlace({ painted, source }, at, character) {
  const { element, paint, colour: own } = painted[at];
  const piece = source.pieces[character];
  const colour = piece?.shape === "place" ? piece.colour ?? "currentColor" : own;
  if (colour === null) element.removeAttribute(paint);
  else element.setAttribute(paint, colour);
}
