// Needed: board, no centred
/** Lets a board of many columns scroll sideways to where play is, and shows on which sides it goes on. */
class Sideways {
  /** @param {BoardPanel} panel */
  constructor(panel) {
    this.panel = panel;
    /** @type {Element[]} */
    this.current = [];
    panel.frame.onscroll = () => this.showEnds();
    new ResizeObserver(() => this.reveal("instant")).observe(panel.frame);
  }

  /** @param {number[]} cells  where play is @param {boolean} isMove */
  show(cells, isMove) {
    this.current = cells.flatMap((at) => this.panel.shown[at]?.element ?? []);
    this.reveal(isMove && !LESS_MOTION.matches ? "smooth" : "instant");
  }

  showEnds() {
    const { frame, element } = this.panel;
    const { scrollLeft } = frame;
    element.classList.toggle("goesLeft", scrollLeft > 4);
    element.classList.toggle("goesRight", frame.scrollWidth - frame.clientWidth - scrollLeft > 4);
  }

  /** @param {ScrollBehavior} behavior */
  reveal(behavior) {
    const { frame, ranks } = this.panel;
    const [begin, end] = sides([frame]);
    const [left, right] = sides(this.current);
    const hidden = ranks?.offsetWidth ?? 0;
    if (left < begin + hidden || right > end) frame.scrollBy({ left: (left + right - begin - hidden - end) / 2, behavior });
    this.showEnds();
  }
}

/** Return the least left and the greatest right side. @param {Element[]} elements */
function sides(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
}
