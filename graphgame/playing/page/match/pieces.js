// Needed: board
/** The degrees by which a figure is turned. @type {{[facing: string]: number}} */
const FACINGS = { right: 90, down: 180, left: 270 };

/**
 * Draw a piece in a square of 100 × 100.
 *
 * @param {string} character
 * @param {Piece} piece
 * @param {{[name: string]: [string, string][]}} figures
 */
function drawPiece(character, piece, figures) {
  const { colour, shape, path, figure } = piece;
  const solid = shape === "disc" || shape === "square";
  const text = piece.text ?? (solid || shape === "place" || path || figure ? "" : character);
  const picture = make("svg:svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "piece" });
  if (shape === "disc") picture.append(make("svg:circle", { cx: 50, cy: 50, r: 41, fill: colour, class: "solid" }));
  if (shape === "square") {
    picture.append(make("svg:rect", { x: 9, y: 9, width: 82, height: 82, rx: 10, fill: colour, class: "solid" }));
  }
  if (path) picture.append(make("svg:path", { d: path, fill: solid ? null : colour, class: "path" }));
  if (figure) picture.append(drawFigure(figures[figure] ?? [], piece, solid));
  const length = Array.from(text).length;
  if (length) {
    picture.append(
      make("svg:text", {
        x: 50,
        y: 52,
        "font-size": length < 2 ? 58 : Math.max(14, Math.min(44, 130 / length)),
        fill: solid || figure ? inkOn(colour ?? "#1b1f24") : colour,
      }, text),
    );
  }
  return picture;
}

/** Draw a figure in the colour of its piece; on a disc or a square, in black or white. @param {[string, string][]} layers @param {Piece} piece @param {boolean} solid */
function drawFigure(layers, { colour = "#1b1f24", facing }, solid) {
  const ink = inkOn(colour);
  const [body, detail] = solid ? [ink, colour] : [colour, ink];
  const turn = FACINGS[facing ?? ""] ?? 0;
  const size = solid ? "translate(17 17) scale(.66)" : "";
  return make(
    "svg:g",
    { transform: `${size} rotate(${turn} 50 50)` },
    ...layers.map(([kind, d]) =>
      kind === "line"
        ? make("svg:path", { d, fill: "none", stroke: detail, "stroke-width": 3.5, "stroke-linecap": "round", "stroke-linejoin": "round" })
        : make("svg:path", { d, fill: kind === "body" ? body : detail, class: kind === "body" && !solid ? "solid" : null }),
    ),
  );
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
