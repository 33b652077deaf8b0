/** How near a dragged position has to come to another one to be joined with it. */
const JOIN_DISTANCE = 34;
/** How far the pointer goes before it drags: less is a click. */
const CLICK_DISTANCE = 5;
/** How far an arrow key with Shift moves a position. */
const KEY_SHIFT = 16;

/**
 * The picture that is drawn in: by mouse, finger and keys.  Of its positions exactly one, `stop`, is a
 * stop of the Tab key.
 */
class CanvasPanel {
  /** @param {Sandbox} app */
  constructor(app) {
    this.app = app;
    this.picture = make("svg:svg", {
      role: "group",
      ondblclick: (/** @type {MouseEvent} */ event) => this.add(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.drag(event),
      onpointerup: () => this.drop(),
      onpointercancel: () => this.cancel(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.follow(nodeAt(event)),
    });
    this.element = make("div", { class: "canvas", dir: "ltr" }, this.picture);
    /** What the pointer holds: a position, where it is, and the position it would be joined with.
     * @type {{v: number, x: number, y: number, startX: number, startY: number, isMoved: boolean, target: number} | null} */
    this.held = null;
    this.stop = 0;
  }

  /** Return where in the picture the pointer is. @param {MouseEvent} event */
  placeAt(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** Make a position where the pointer is. @param {MouseEvent} event */
  add(event) {
    if (nodeAt(event) >= 0) return;
    const { x, y } = this.placeAt(event);
    this.app.addPlace(x, y);
  }

  /** @param {any} event */
  press(event) {
    if (event.button > 0) return;
    const { app } = this;
    const v = nodeAt(event);
    const arrow = event.target.closest("[data-from]");
    if (v < 0) return arrow ? app.choose(-1, [Number(arrow.dataset.from), Number(arrow.dataset.to)]) : app.choose(-1);
    const { x, y } = app.lesson.places[v];
    this.held = { v, x, y, startX: event.clientX, startY: event.clientY, isMoved: false, target: -1 };
    this.picture.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { held } = this;
    if (!held) return;
    if (!held.isMoved && Math.hypot(event.clientX - held.startX, event.clientY - held.startY) < CLICK_DISTANCE) return;
    const { x, y } = this.placeAt(event);
    const target = this.app.lesson.places.findIndex((place, w) => w !== held.v && Math.hypot(place.x - x, place.y - y) < JOIN_DISTANCE);
    this.held = { ...held, isMoved: true, x, y, target };
    this.draw();
  }

  drop() {
    const { held, app } = this;
    if (!held) return;
    const { v, x, y, target, isMoved } = held;
    this.held = null;
    if (!isMoved) {
      this.stop = v;
      app.choose(v);
      this.focus(v);
    } else if (target >= 0) app.addMove(v, target);
    else app.change(withPlace(app.lesson, v, { x, y }), "shift");
  }

  cancel() {
    this.held = null;
    this.draw();
  }

  /** Make the position that got the focus the stop of the Tab key. @param {number} v  -1: none got it */
  follow(v) {
    if (v >= 0) this.stop = v;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { app } = this;
    const { places } = app.lesson;
    const v = nodeAt(event);
    if (v < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction && event.shiftKey) {
      const { x, y } = places[v];
      app.change(withPlace(app.lesson, v, { x: x + KEY_SHIFT * direction[0], y: y + KEY_SHIFT * direction[1] }), `shift ${v}`);
    } else if (direction) this.focus(nearest(places.map(({ x, y }) => [x, y]), v, direction));
    else if (event.key === "Enter" || event.key === " ") app.choose(v);
    else if (event.key === "Delete" || event.key === "Backspace") {
      app.deletePlace(v);
      this.focus(Math.min(v, app.lesson.places.length - 1));
    } else return;
    event.preventDefault();
  }

  /** @param {number} v */
  focus(v) {
    this.stop = v;
    this.picture.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    const node = this.picture.querySelector(`[data-v="${v}"]`);
    node?.setAttribute("tabindex", "0");
    node?.focus({ preventScroll: true });
  }

  draw() {
    const { app, held, picture } = this;
    const { lesson } = app;
    const shown = held && held.isMoved && held.target < 0 ? withPlace(lesson, held.v, { x: held.x, y: held.y }) : lesson;
    const hadFocus = picture.contains(document.activeElement);
    this.stop = Math.max(0, Math.min(this.stop, shown.places.length - 1));
    const nodes = shown.places.map((place, v) => drawNode(place, app.drawnNode(v, held?.target ?? -1), v === this.stop));
    picture.replaceChildren(...drawMoves(shown, (u, v) => app.moveClasses(u, v)), ...nodes);
    if (held && held.target >= 0) {
      const joined = { ...shown, moves: /** @type {[number, number][]} */ ([[held.v, held.target]]) };
      picture.append(...drawMoves(joined, () => "new"));
    }
    if (hadFocus) picture.querySelector(`[data-v="${this.stop}"]`)?.focus({ preventScroll: true });
  }

  update() {
    const { app, element, picture } = this;
    const { places, moves } = app.lesson;
    picture.setAttribute("aria-label", say("picture", { n: places.length, m: moves.length }));
    const { x, y, width, height } = pictureBounds(app.lesson, element.clientWidth || 640, element.clientHeight || 420);
    picture.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(1)).join(" "));
    this.draw();
  }
}

/** Return the position that an event is about, or -1. @param {any} event */
function nodeAt({ target }) {
  const node = target.closest("[data-v]");
  return node ? Number(node.dataset.v) : -1;
}
