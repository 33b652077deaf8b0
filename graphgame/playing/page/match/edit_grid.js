/**
 * The editor of a board of cells: choose a piece, then click cells, or go there with the arrow keys.
 * Of its cells exactly one, that in row `at[0]` and column `at[1]`, is a stop of the Tab key.
 */
class GridEditor {
  /**
   * @param {Source} source
   * @param {Editor} editor
   * @param {(rows: string[][], piece: string, i: number, j: number) => void} paint
   */
  constructor(source, editor, paint) {
    this.source = source;
    this.paint = paint;
    this.rows = editor.board.split("\n").map((row) => [...row]);
    this.piece = editor.pieces[1];
    this.at = [0, 0];
    this.table = make("table", { class: "edit-board", dir: "ltr", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    const choices = editor.pieces.map((symbol) => this.choice(symbol));
    this.height = this.side(this.rows.length);
    this.width = this.side(this.rows[0].length);
    this.element = make(
      "div",
      {},
      make("fieldset", {}, make("legend", {}, say("editPiece")), ...choices),
      make("p", {}, make("label", {}, say("editRows"), this.height), make("label", {}, say("editColumns"), this.width)),
      make("div", { class: "edit-frame" }, this.table),
    );
    this.draw();
  }

  /** Return the board as text. */
  text() {
    return this.rows.map((row) => row.join("")).join("\n");
  }

  /** Make the radio button of a piece. @param {string} symbol */
  choice(symbol) {
    const input = make("input", { type: "radio", name: "edit-piece", checked: symbol === this.piece, onchange: () => (this.piece = symbol) });
    const sample = make("span", { class: "edit-piece", "aria-hidden": "true" });
    this.fill(sample, symbol);
    return make("label", {}, input, sample, this.pieceName(symbol));
  }

  /** Make the field of a length of the board. @param {number} value */
  side(value) {
    return make("input", { type: "number", min: 1, max: MOST_SIDE, value, onchange: () => this.resize() });
  }

  /** @param {string} symbol */
  pieceName(symbol) {
    return this.source.pieces[symbol]?.name ?? symbol;
  }

  /** Show a piece in a cell. @param {HTMLElement} cell @param {string} symbol */
  fill(cell, symbol) {
    const { text, colour, shape } = this.source.pieces[symbol] ?? {};
    cell.textContent = text ?? symbol;
    cell.style.background = shape === "none" ? "" : (colour ?? "");
    cell.style.color = shape === "none" || !colour ? "" : inkOn(colour);
  }

  draw() {
    const { rows, at } = this;
    const drawn = rows.map((row, i) => {
      const cells = row.map((symbol, j) => {
        const where = columnName(j) + (rows.length - i);
        const cell = button(null, () => this.go(i, j, true), {
          "aria-label": `${where}: ${this.pieceName(symbol)}`,
          tabindex: i === at[0] && j === at[1] ? 0 : -1,
        });
        this.fill(cell, symbol);
        return make("td", {}, cell);
      });
      return make("tr", {}, ...cells);
    });
    this.table.replaceChildren(make("tbody", {}, ...drawn));
  }

  /** Go to a cell, or to the nearest one on the board. @param {number} i @param {number} j @param {boolean} [paints]  whether to put the piece there */
  go(i, j, paints = false) {
    const { at, rows } = this;
    at[0] = Math.max(0, Math.min(i, rows.length - 1));
    at[1] = Math.max(0, Math.min(j, rows[0].length - 1));
    if (paints) this.paint(rows, this.piece, i, j);
    this.draw();
    this.table.rows[at[0]].cells[at[1]].firstChild.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.at[0] + step[1], this.at[1] + step[0]);
  }

  /** Cut the board, or add free cells, as the fields say. */
  resize() {
    const { rows } = this;
    const [height, width] = [this.height, this.width].map((input) => Math.round(input.valueAsNumber));
    if (![height, width].every((side) => side >= 1 && side <= MOST_SIDE)) return;
    rows.length = Math.min(rows.length, height);
    while (rows.length < height) rows.push([]);
    for (const row of rows) {
      row.length = Math.min(row.length, width);
      while (row.length < width) row.push(".");
    }
    this.at.fill(0);
    this.draw();
  }
}

addWords({
  editPiece: ["What to place", "Đặt gì", "چه چیزی گذاشته شود", "O que colocar", "Что поставить"],
  editRows: ["Rows", "Hàng", "سطرها", "Linhas", "Строки"],
  editColumns: ["Columns", "Cột", "ستون‌ها", "Colunas", "Столбцы"],
});
