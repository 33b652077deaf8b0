// Needed: board
/** Whether a person has asked for less motion. */
const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Return from which cell each piece has come that a move has brought to a cell: the nearest one that a piece
 * of its kind has left.
 *
 * @param {ArrayLike<string>} before
 * @param {ArrayLike<string>} after
 * @param {number[]} changed
 * @param {(from: number, to: number) => number} distance
 */
function origins(before, after, changed, distance) {
  const left = new Set(changed.filter((at) => !isBlank(before[at])));
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const to of changed) {
    if (isBlank(after[to])) continue;
    const near = [...left].filter((from) => before[from] === after[to]).sort((a, b) => distance(a, to) - distance(b, to));
    if (!near.length) continue;
    found.set(to, near[0]);
    left.delete(near[0]);
  }
  return found;
}

/**
 * Show how a move changes the board: pieces slide, those that are captured fade, those that change are
 * turned over, and new ones appear, or fall.  Transforms and opacity alone: nothing is laid out again.
 *
 * @param {BoardPanel} panel  whose cells show the board after the move
 * @param {ArrayLike<string>} before
 * @param {ArrayLike<string>} after
 * @param {number[]} changed
 */
function animateMove(panel, before, after, changed) {
  if (LESS_MOTION.matches || !changed.length || changed.length > 64) return;
  const from = origins(before, after, changed, (a, b) => Math.hypot(...panel.steps(a, b)));
  const gone = new Set(from.values());
  for (const at of changed) {
    const { element } = panel.shown[at];
    const piece = element.querySelector(".piece");
    const source = from.get(at);
    if (!isBlank(before[at]) && !gone.has(at) && (isBlank(after[at]) || source !== undefined)) fade(panel, element, before[at]);
    if (!piece) continue;
    if (source !== undefined) {
      const [x, y] = panel.steps(at, source);
      move(piece, { transform: `translate(${x * 100}%, ${y * 100}%)` }, 240);
    } else if (!isBlank(before[at])) move(piece, { transform: "scaleX(0)" }, 240);
    else if (panel.style === "falling") {
      const height = panel.rowOf(at) + 1;
      move(piece, { transform: `translateY(-${height * 106}%)` }, 150 * Math.sqrt(height), "cubic-bezier(.5, 0, .9, .6)");
    } else move(piece, { transform: "scale(.4)", opacity: 0 }, 160);
  }
}

/** Let a piece come from somewhere to its place, above the others. @param {Element} piece @param {Keyframe} from @param {number} duration @param {string} [easing] */
function move(piece, from, duration, easing = "ease-in-out") {
  piece.animate([{ zIndex: 2, ...from }, { zIndex: 2, transform: "none", opacity: 1 }], { duration, easing });
}

/** Let a piece that is gone fade on its cell. @param {BoardPanel} panel @param {Element} cell @param {string} character */
function fade(panel, cell, character) {
  const ghost = /** @type {Element | null} */ (panel.picture(character));
  if (!ghost) return;
  ghost.setAttribute("class", "ghost");
  cell.append(ghost);
  ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.8)" }], { duration: 350, easing: "ease-in" }).onfinish = () => ghost.remove();
}
