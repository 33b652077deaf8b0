// Needed: lists
/** The options of all positions. @param {TablePart} part @param {Int32Array} ptr */
function tableOptions(part, ptr) {
  const differences = partNumbers(part);
  const options = new Int32Array(differences.length);
  let first = 0;
  for (let v = 0; v + 1 < ptr.length; v++) {
    if (ptr[v] === ptr[v + 1]) continue;
    const zigzag = differences[ptr[v]];
    first += zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2;
    options[ptr[v]] = first;
    for (let e = ptr[v] + 1; e < ptr[v + 1]; e++) options[e] = options[e - 1] + differences[e] + 1;
  }
  return options;
}

/** Moves as lists of options, which are empty where play is over. */
class TableLists {
  /** @param {TablePart} degrees @param {TablePart} options @param {TablePart | undefined} labels */
  constructor(degrees, options, labels) {
    this.ptr = tableStarts(degrees);
    this.idx = tableOptions(options, this.ptr);
    this.labels = labels ? partNumbers(labels) : null;
  }

  /** The options with the numbers of their names, and of the moves. @param {number} v @returns {[number, number, number?][]} */
  options(v) {
    /** @type {[number, number, number?][]} */
    const found = [];
    for (let e = this.ptr[v]; e < this.ptr[v + 1]; e++) {
      found.push([this.idx[e], this.labels ? this.labels[e] : -1, e]);
    }
    return found;
  }
}
