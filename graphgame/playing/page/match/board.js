addWords({
  board: ["Board", "Bàn cờ", "صفحهٔ بازی", "Tabuleiro", "Доска"],
  empty: ["empty", "trống", "خالی", "vazia", "пусто"],
  lastMove: ["last move", "nước vừa đi", "آخرین حرکت", "último lance", "последний ход"],
  boardKeys: ["Arrow keys move over the board, Enter chooses a cell, Escape clears.", "Phím mũi tên di chuyển trên bàn, Enter chọn ô, Escape bỏ chọn.", "کلیدهای جهت روی صفحه جابه‌جا می‌کنند، Enter خانه را برمی‌گزیند و Escape پاک می‌کند.", "As setas percorrem o tabuleiro, Enter escolhe uma casa, Escape limpa.", "Стрелки перемещают по доске, Enter выбирает клетку, Escape сбрасывает выбор."],
});

/** Draw a piece in a square of 100 × 100. @param {string} character @param {Piece} piece */
function drawPiece(character, piece) {
  const { colour, shape, path } = piece;
  const text = piece.text ?? (shape === "disc" || shape === "square" || path ? "" : character);
  const solid = shape === "disc" || shape === "square";
  const picture = make("svg:svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (shape === "disc") picture.append(make("svg:circle", { cx: 50, cy: 50, r: 37, fill: colour, class: "solid" }));
  if (shape === "square") {
    picture.append(make("svg:rect", { x: 12, y: 12, width: 76, height: 76, rx: 9, fill: colour, class: "solid" }));
  }
  if (path) picture.append(make("svg:path", { d: path, fill: solid ? null : colour, class: "path" }));
  const length = Array.from(text).length;
  if (length) {
    picture.append(
      make("svg:text", {
        x: 50,
        y: 52,
        "font-size": length < 2 ? 58 : Math.max(14, Math.min(44, 130 / length)),
        fill: solid ? inkOn(colour ?? "#1b1f24") : colour,
      }, text),
    );
  }
  return picture;
}

/** What `inkOn` found, by colour: to ask a canvas takes longer than to draw a piece.
 * @type {Map<string, string>} */
const INKS = new Map();

/** Return black or white, whichever is easier to read on a colour. @param {string} colour */
function inkOn(colour) {
  const found = INKS.get(colour) ?? measuredInk(colour);
  INKS.set(colour, found);
  return found;
}

/** @param {string} colour */
function measuredInk(colour) {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return "#fff";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((x) => (x / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

/**
 * The board: cells that can be clicked, and walked over by keyboard.  Of its cells exactly one, the
 * focused one, is a stop of the Tab key.
 */
class BoardPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.source = app.source;
    this.centres = this.source.shape && this.source.shape.centres;
    /** The cells as they are shown, by their places in the text of the board; none at line breaks. */
    /** @type {{element: HTMLElement, character: string, state: string}[]} */
    this.shown = [];
    this.width = 0;
    /** A picture of each piece that was drawn, by its character: the board shows copies. @type {Map<string, Element>} */
    this.drawn = new Map();
    this.focused = -1;
    this.grid = make("div", {
      class: this.centres ? "board spots" : "board",
      role: "grid",
      dir: "ltr",
      "aria-label": say("board"),
      "aria-describedby": "board-keys",
      onclick: (/** @type {MouseEvent} */ event) => this.click(cellAt(event)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.frame = make("div", { class: this.centres ? "frame" : "frame fits" }, this.grid);
    const keys = make("p", { id: "board-keys", class: "unseen" }, say("boardKeys"));
    this.element = make("div", { class: "boardPanel" }, this.frame, keys);
  }

  /** @param {number} at  -1: between the cells */
  click(at) {
    if (at < 0) return;
    this.focus(at);
    this.app.click(at);
  }

  /** @param {number} at */
  focus(at) {
    const { shown, focused } = this;
    if (shown[focused]) shown[focused].element.tabIndex = -1;
    this.focused = at;
    shown[at].element.tabIndex = 0;
    shown[at].element.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = cellAt(event);
    if (event.ctrlKey || event.altKey || event.metaKey || at < 0) return;
    const step = ARROWS[event.key];
    if (step) this.focus(this.next(at, step));
    else if (event.key === "Home") this.focus(this.shown.findIndex(Boolean));
    else if (event.key === "End") this.focus(this.shown.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.app.click(at);
    else return;
    event.preventDefault();
  }

  /** Return the cell to which an arrow key goes. @param {number} at @param {[number, number]} step */
  next(at, step) {
    if (this.centres) return nearest(this.centres, at, step);
    const to = at + step[0] + step[1] * (this.width + 1);
    return this.shown[to] ? to : at;
  }

  /** Make the cells of a board. @param {ArrayLike<string>} cells */
  build(cells) {
    const { centres, source, frame, grid } = this;
    this.shown = [];
    this.width = rowWidth(cells);
    const rows = centres ? 1 : Math.floor(cells.length / (this.width + 1)) + 1;
    frame.style.setProperty("--columns", String(this.width));
    frame.style.setProperty("--rows", String(rows));
    const places = centres ? spots(centres) : null;
    if (places) grid.style.setProperty("--spot", `${places.size}%`);
    grid.replaceChildren(places ? lines(places.at, source.shape?.edges ?? []) : "");
    for (let row = 0; row < rows; row++) {
      const line = make("div", { role: "row", class: "row" });
      for (let column = 0; column < this.width; column++) {
        const at = row * (this.width + 1) + column;
        const element = make("div", { role: "gridcell", class: "cell", "data-at": at, tabindex: "-1" });
        if (places) {
          element.style.left = `${places.at[at][0]}%`;
          element.style.top = `${places.at[at][1]}%`;
          if (source.shape?.names) element.dataset.name = source.shape.names[at];
        } else if (!source.shape?.cellName) {
          if (row === rows - 1) element.dataset.column = columnName(column);
          if (column === 0) element.dataset.row = String(rows - row);
        }
        this.shown[at] = { element, character: "", state: "" };
        line.append(element);
      }
      grid.append(line);
    }
    this.focused = Math.min(Math.max(this.focused, 0), this.shown.length - 1);
    if (!this.shown[this.focused]) this.focused = 0;
    this.shown[this.focused].element.tabIndex = 0;
  }

  update() {
    const { app, shown, width } = this;
    const cells = boardCells(app.match.view.board ?? "");
    if (cells.length !== shown.length || (width < cells.length && cells[width] !== "\n")) this.build(cells);
    const clicked = new Set(app.clicked);
    const last = new Set(app.lastCells);
    const open = new Set(app.canMove ? app.offered.flatMap((choice) => choice.cells) : []);
    this.shown.forEach((entry, at) => {
      const { element } = entry;
      if (entry.character !== cells[at]) {
        entry.character = cells[at];
        element.replaceChildren(this.picture(cells[at]) ?? "");
        entry.state = "";
      }
      const state = ["cell", cells[at] === " " && "none", clicked.has(at) && "clicked", last.has(at) && "last", open.has(at) && (clicked.size ? "next" : "open")]
        .filter(Boolean)
        .join(" ");
      // Most cells stay as they are: only the others cost time.
      if (state === entry.state) return;
      entry.state = state;
      element.className = state;
      element.setAttribute("aria-selected", String(clicked.has(at)));
      element.setAttribute("aria-label", this.label(at, cells, last.has(at)));
    });
  }

  /** Return a picture of a piece; none of an empty cell. @param {string} character */
  picture(character) {
    const piece = this.source.pieces[character];
    if (!piece && isBlank(character)) return null;
    const drawn = this.drawn.get(character) ?? drawPiece(character, piece ?? {});
    this.drawn.set(character, drawn);
    return drawn.cloneNode(true);
  }

  /** Return what a screen reader says of a cell. @param {number} at @param {ArrayLike<string>} cells @param {boolean} isLast */
  label(at, cells, isLast) {
    const piece = this.source.pieces[cells[at]];
    const name = piece?.name ?? (isBlank(cells[at]) ? say("empty") : piece?.text ?? cells[at]);
    return `${cellName(this.source.shape, cells, at)}: ${name}${isLast ? `, ${say("lastMove")}` : ""}`;
  }
}

/** Return the cell that an event is about, or -1. @param {any} event */
function cellAt({ target }) {
  const cell = target.closest("[data-at]");
  return cell ? Number(cell.dataset.at) : -1;
}

/** Place centres in a square, in percent, with the size of a cell. @param {[number, number][]} centres */
function spots(centres) {
  const bounds = [0, 1].map((k) => centres.map((centre) => centre[k]));
  const least = bounds.map((values) => Math.min(...values));
  const extent = Math.max(...bounds.map((values, k) => Math.max(...values) - least[k])) || 1;
  let near = extent;
  centres.forEach(([x, y], i) => {
    for (const [u, v] of centres.slice(i + 1)) near = Math.min(near, Math.hypot(u - x, v - y) || near);
  });
  const share = near / (extent + near);
  const margin = Math.min(14, Math.max(5, share * 36));
  const scale = (100 - 2 * margin) / extent;
  const middle = bounds.map((values, k) => (Math.max(...values) + least[k]) / 2);
  /** @type {[number, number][]} */
  const at = centres.map(([x, y]) => [50 + (x - middle[0]) * scale, 50 + (y - middle[1]) * scale]);
  return { at, size: Math.max(4, Math.min(16, near * scale * 0.72)) };
}

/**
 * Draw the lines between the cells of a board that is no grid.
 *
 * @param {[number, number][]} at
 * @param {[number, number][]} edges
 */
function lines(at, edges) {
  return make(
    "svg:svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true", class: "lines" },
    ...edges.map(([a, b]) => make("svg:line", { x1: at[a][0], y1: at[a][1], x2: at[b][0], y2: at[b][1] })),
  );
}
