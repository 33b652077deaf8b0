// Needed: board
addWords({
  board: ["Board", "Bàn cờ", "صفحهٔ بازی", "Tabuleiro", "Доска"],
  empty: ["empty", "trống", "خالی", "vazia", "пусто"],
  lastMove: ["last move", "nước vừa đi", "آخرین حرکت", "último lance", "последний ход"],
  boardKeys: ["Arrow keys move over the board, Enter chooses a cell, Escape clears.", "Phím mũi tên di chuyển trên bàn, Enter chọn ô, Escape bỏ chọn.", "کلیدهای جهت روی صفحه جابه‌جا می‌کنند، Enter خانه را برمی‌گزیند و Escape پاک می‌کند.", "As setas percorrem o tabuleiro, Enter escolhe uma casa, Escape limpa.", "Стрелки перемещают по доске, Enter выбирает клетку, Escape сбрасывает выбор."],
});

/**
 * The board: cells that can be clicked, and walked over by keyboard.  Of its cells exactly one, the
 * focused one, is a stop of the Tab key.
 */
class BoardPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.source = app.source;
    /** What the board looks like: "plain", "checkered", "lined", "hexagonal", "falling", "drawing". @type {string} */
    this.style = app.data.style ?? "plain";
    /** Where the cells are, on a board that is no grid of squares. @type {Layout | null} */
    this.layout = null;
    /** The cells as they are shown, by their places in the text of the board; none at line breaks. */
    /** @type {{element: HTMLElement, character: string, state: string, base: string}[]} */
    this.shown = [];
    this.width = 0;
    /** The position that is shown. @type {View | null} */
    this.seen = null;
    /** The places of an author's drawing, with the colour that each has there. @type {{element: Element, paint: string, colour: string | null}[]} */
    this.painted = [];
    /** A picture of each piece that was drawn, by its character: the board shows copies. @type {Map<string, Element>} */
    this.drawn = new Map();
    this.focused = -1;
    /** What lets a board of many columns scroll. @type {Sideways | null} */
    this.sideways = null;
    /** How many characters the board has. */
    this.length = -1;
    const isPlaced = Boolean(this.source.shape?.centres) || this.style === "hexagonal";
    this.grid = make("div", {
      class: isPlaced ? "board spots" : "board",
      role: "grid",
      dir: "ltr",
      "aria-label": say("board"),
      "aria-describedby": "board-keys",
      onclick: (/** @type {MouseEvent} */ event) => this.click(cellAt(event)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    /** The names of rows and columns, beside a grid. */
    const hasNames = !isPlaced && !this.source.shape?.cellName;
    this.ranks = hasNames ? make("div", { class: "ranks", "aria-hidden": "true" }) : null;
    this.files = hasNames ? make("div", { class: "files", "aria-hidden": "true" }) : null;
    const kinds = ["frame", isPlaced ? "placed" : "fits", hasNames && "named", this.style];
    this.frame = make("div", { class: kinds.filter(Boolean).join(" "), dir: "ltr" }, this.ranks, this.grid, this.files);
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
    const { layout } = this;
    if (layout) return nearest(layout.at.map(([x, y]) => [x * layout.ratio, y]), at, step, (to) => Boolean(this.shown[to]));
    const to = at + step[0] + step[1] * (this.width + 1);
    return this.shown[to] ? to : at;
  }

  /** Return the row of a cell, from 0 at the top. @param {number} at */
  rowOf(at) {
    return Math.floor(at / (this.width + 1));
  }

  /** Return how far a cell is from another one, in widths and heights of a cell. @param {number} from @param {number} to */
  steps(from, to) {
    const { layout, width } = this;
    if (!layout) return [(to % (width + 1)) - (from % (width + 1)), this.rowOf(to) - this.rowOf(from)];
    const size = layout.sizes[from] ?? layout.sizes[0];
    return size.map((side, k) => (layout.at[to][k] - layout.at[from][k]) / side);
  }

  /** Place the cells of a board that is no grid of squares. @param {ArrayLike<string>} cells */
  place(cells) {
    const { shape } = this.source;
    if (this.style === "hexagonal") return hexagons(cells, this.width);
    if (shape?.drawing) return placeOnDrawing(this, drawTree(shape.drawing));
    return shape?.centres ? spots(shape.centres, shape.edges ?? []) : null;
  }

  /** Put the cells where a layout has them. @param {Layout} layout */
  put(layout) {
    this.layout = layout;
    this.frame.style.setProperty("--ratio", String(layout.ratio));
    this.grid.style.aspectRatio = String(layout.ratio);
    this.frame.style.setProperty("--least", `${4400 / layout.sizes[0][0]}px`);
    this.shown.forEach(({ element: { style } }, at) => {
      const [width, height] = layout.sizes[at] ?? layout.sizes[0];
      style.left = `${layout.at[at][0]}%`;
      style.top = `${layout.at[at][1]}%`;
      style.width = `max(${width}%, 24px)`;
      if (this.style === "drawing") style.height = `max(${height}%, 24px)`;
    });
  }

  /** Make the cells of a board. @param {ArrayLike<string>} cells */
  build(cells) {
    const { source, frame, grid, ranks, files, style } = this;
    this.shown = [];
    this.width = rowWidth(cells);
    const columns = this.width;
    const isRow = Boolean(source.shape?.centres);
    const rows = isRow ? 1 : Math.floor(cells.length / (columns + 1)) + 1;
    frame.style.setProperty("--columns", String(columns));
    frame.style.setProperty("--rows", String(rows));
    const isWide = columns > 8 && typeof Sideways === "function" && style !== "drawing";
    this.sideways = isWide ? this.sideways ?? new Sideways(this) : null;
    frame.classList.toggle("wide", isWide);
    const layout = this.place(cells);
    grid.replaceChildren(layout ? layout.under : style === "lined" ? gridLines(cells, columns, rows, source.shape?.edges) : "");
    const dark = style === "checkered" ? darkParity(cells, columns, rows) : -1;
    // A column of which nothing is seen has no name.
    const seen = new Set();
    for (let row = 0; row < rows; row++) {
      const line = make("div", { role: "row", class: "row" });
      for (let column = 0; column < columns; column++) {
        const at = row * (columns + 1) + column;
        if (cells[at] !== " ") seen.add(column);
        // A hexagon that is not on the board would lie over others.
        if (style === "hexagonal" && cells[at] === " ") continue;
        const element = make("div", { role: "gridcell", class: "cell", "data-at": at, tabindex: "-1" });
        if (isRow && source.shape?.names && style !== "drawing") element.dataset.name = source.shape.names[at];
        const shade = dark < 0 ? "" : (rows - row + column) % 2 === dark ? " dark" : " light";
        this.shown[at] = { element, character: "", state: "", base: `cell${shade}` };
        line.append(element);
      }
      grid.append(line);
    }
    ranks?.replaceChildren(...Array.from({ length: rows }, (_, row) => make("span", {}, String(rows - row))));
    files?.replaceChildren(...Array.from({ length: columns }, (_, column) => make("span", {}, seen.has(column) ? columnName(column) : "")));
    if (layout) this.put(layout);
    this.focused = Math.min(Math.max(this.focused, 0), this.shown.length - 1);
    if (!this.shown[this.focused]) this.focused = this.shown.findIndex(Boolean);
    this.shown[this.focused].element.tabIndex = 0;
  }

  update() {
    const { app, width } = this;
    const { match } = app;
    const cells = boardCells(match.view.board ?? "");
    if (cells.length !== this.length || (width < cells.length && cells[width] !== "\n")) {
      this.build(cells);
      this.length = cells.length;
    }
    const before = match.plies[match.at - 1]?.view;
    const isMove = before !== undefined && this.seen === before && this.seen !== match.view;
    this.seen = match.view;
    const clicked = new Set(app.clicked);
    const last = new Set(app.lastCells);
    const open = new Set(app.canMove ? app.offered.flatMap((choice) => choice.cells) : []);
    // Of a chosen piece: what all of its moves change is no place to go to.
    if (clicked.size && app.offered.length > 1) {
      for (const at of open) if (app.offered.every(({ cells: changed }) => changed.includes(at))) open.delete(at);
    }
    const regions = app.source.owners ? showRegions(app, this.frame) : null;
    this.shown.forEach((entry, at) => {
      const { element } = entry;
      if (entry.character !== cells[at]) {
        entry.character = cells[at];
        element.replaceChildren(this.picture(cells[at]) ?? "");
        entry.state = "";
        if (this.painted.length) paintPlace(this, at, cells[at]);
      }
      const state = [entry.base, cells[at] === " " && "none", !isBlank(cells[at]) && "full", clicked.has(at) && "clicked", last.has(at) && "last", open.has(at) && !clicked.has(at) && (clicked.size ? "next" : "open"), regions?.get(at)]
        .filter(Boolean)
        .join(" ");
      // Most cells stay as they are: only the others cost time.
      if (state === entry.state) return;
      entry.state = state;
      element.className = state;
      element.setAttribute("aria-selected", String(clicked.has(at)));
      element.setAttribute("aria-label", this.label(at, cells, last.has(at)));
    });
    this.sideways?.show(last.size ? [...last] : [...open].slice(0, 1), isMove);
    if (isMove && before.board !== null) animateMove(this, boardCells(before.board), cells, app.lastCells);
  }

  /** Return a picture of a piece; none of an empty cell. @param {string} character */
  picture(character) {
    const piece = this.source.pieces[character];
    if (!piece && isBlank(character)) return null;
    const drawn = this.drawn.get(character) ?? drawPiece(character, piece ?? {}, this.app.data.figures ?? {});
    this.drawn.set(character, drawn);
    return drawn.cloneNode(true);
  }

  /** Return what a screen reader says of a cell. @param {number} at @param {ArrayLike<string>} cells @param {boolean} isLast */
  label(at, cells, isLast) {
    const piece = this.source.pieces[cells[at]];
    const name = piece?.name ?? (isBlank(cells[at]) ? say("empty") : piece?.text ?? cells[at]);
    const last = isLast ? `, ${say("lastMove")}` : "";
    return `${cellName(this.source.shape, cells, at)}: ${name}${last}`;
  }
}

/** Return the cell that an event is about, or -1. @param {any} event */
function cellAt({ target }) {
  const cell = target.closest("[data-at]");
  return cell ? Number(cell.dataset.at) : -1;
}

/**
 * Return the parity of the dark squares: the first one from the bottom left on which a piece may stand is dark.
 *
 * @param {ArrayLike<string>} cells
 * @param {number} columns
 * @param {number} rows
 */
function darkParity(cells, columns, rows) {
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < columns; column++) {
      if (cells[row * (columns + 1) + column] !== " ") return (rows - row + column) % 2;
    }
  }
  return 1;
}
