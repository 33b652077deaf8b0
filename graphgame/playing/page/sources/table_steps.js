// Needed: steps
/**
 * @typedef {{turn: number, name: number, changes: number[]}} Step
 *   turn -1: any player; name -1: none; changes: cell, from, to, cell, from, to, …
 */

/** Moves as steps that fit a board, but for exceptions. */
class TableSteps {
  /**
   * @param {TableBoards} boards
   * @param {any[]} steps
   * @param {TablePart} gaps
   * @param {TablePart} numbers
   */
  constructor(boards, steps, gaps, numbers) {
    this.boards = boards;
    /** @type {Step[]} */
    this.steps = steps.map(([turn, name, ...changes]) => ({ turn, name, changes }));
    this.positions = partNumbers(gaps);
    for (let i = 1; i < this.positions.length; i++) this.positions[i] += this.positions[i - 1];
    this.numbers = partNumbers(numbers);
  }

  /**
   * The options of a position that is no terminal, with the numbers of their names.
   * @param {number} v @returns {[number, number, number?][]}
   */
  options(v) {
    const row = this.boards.row(v);
    const turn = this.boards.timed ? Number(v >= this.boards.begins[1]) : -1;
    let at = bisected(0, this.positions.length, (i) => this.positions[i] < v);
    /** @type {[number, number][]} */
    const found = [];
    this.steps.forEach((step, number) => {
      if (this.positions[at] === v && this.numbers[at] === number) at++;
      else if (step.turn === turn) {
        const option = this.#after(row, step.changes, 1 - turn);
        if (option >= 0) found.push([option, step.name]);
      }
    });
    return found.sort((a, b) => a[0] - b[0]);
  }

  /** @param {number[]} row @param {number[]} changes @param {number} turn */
  #after(row, changes, turn) {
    for (let i = 0; i < changes.length; i += 3) if (row[changes[i]] !== changes[i + 1]) return -1;
    const after = row.slice();
    for (let i = 0; i < changes.length; i += 3) after[changes[i]] = changes[i + 2];
    return this.boards.find(after, turn);
  }
}
