/** How far an arrow key goes, to the right and down. @type {{[key: string]: [number, number]}} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the place to which an arrow key goes: the nearest one in its direction, where a distance
 * across counts twice; `from` itself where there is none.
 *
 * @param {[number, number][]} places
 * @param {number} from
 * @param {[number, number]} direction
 * @param {(to: number) => boolean} [is]  which places there are
 */
function nearest(places, from, [right, down], is = () => true) {
  const [x, y] = places[from];
  let [best, least] = [from, Infinity];
  places.forEach(([u, v], to) => {
    const along = (u - x) * right + (v - y) * down;
    const across = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    if (is(to) && along > 1e-9 && along + 2 * across < least) [best, least] = [to, along + 2 * across];
  });
  return best;
}
