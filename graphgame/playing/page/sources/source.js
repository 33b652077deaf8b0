/**
 * What a page shows, wherever it comes from: a table in the page, rules, or a server.
 *
 * @typedef {-1 | 0 | 1} Outcome  LOSE, DRAW, WIN for the player to move
 * @typedef {0 | 1 | 2} Turn  who moves: a player, or dice
 *
 * @typedef {Object} Position
 * @property {string} key  names the position in links and requests
 * @property {string} name  names it for people
 * @property {Outcome} outcome  NaN: not known, in games with a proof
 * @property {number | null} remoteness  plies to the end; -1: never; null: unknown
 * @property {Turn | null} turn  who moves: 0 for the player who began; null: count the plies
 * @property {string | null} board  a character a cell, a line a row (one line with centres)
 * @property {number} [priority]  what decides endless play, in games with owners
 * @property {number} [score]  what best play reaches, in games with scores, for the player to move
 * @property {number} [expected]  what it is worth, in games of chance
 *
 * @typedef {Object} Move
 * @property {Position} to
 * @property {string | null} label  null: named by the difference of the boards
 * @property {Outcome} [value]  for who makes it; by default the opposite of the outcome that it leads to
 * @property {number} [points]  what it reaches for who makes it, in games with scores
 * @property {number} [cost]  how much longer play is with it: one ply by default
 * @property {boolean} [hurries]  whether who makes it wants an early end; by default who wins does
 * @property {boolean} [sure]  whether it is the best one, although lengths may not say it: the move of
 *   a strategy, or the one that delays most
 * @property {number} [odds]  how likely dice make it, as a weight among the moves of the position
 * @property {number} [paid]  what it pays to player 0, in games of chance
 *
 * @typedef {Position & {moves: Move[], note: string | null, end?: () => string,
 *   press?: (moves: Move[]) => Move[], gained?: number, before?: Outcome}} View
 *   a position with its moves, best first (by ranked()); note: a key of words and, after tabs, its
 *   values, such as the sum of a Nim position; a note without values reveals nothing, and is always shown;
 *   end: why the match ends here, although play could go on; press: keeps those of some moves as good that
 *   bring the other player nearest to a mistake; gained: what moves of a match have paid to player 0;
 *   before: the outcome of a position at which the match was called a draw
 *
 * @typedef {Object} Histogram  positions counted by remoteness
 * @property {number[]} win  win[r]: how many are a WIN in r plies
 * @property {number[]} lose
 * @property {number} draw
 *
 * @typedef {Object} BoardShape
 * @property {[number, number][] | null} centres  of the cells; null: a grid
 * @property {string[]} [names]  of the cells that have centres; by default their numbers from 1
 * @property {(row: number, column: number) => string} [cellName]  for grids that need no letters
 * @property {[number, number][]} [edges]  lines between cells that have centres
 * @property {any} [drawing]  an author's drawing, as a tree; its places have the names
 *
 * @typedef {{text?: string, name?: string, colour?: string, shape?: string, path?: string, figure?: string, facing?: string, marker?: boolean}} Piece
 *
 * @typedef {Object} Editor  for games whose board can be changed in the page
 * @property {string[]} pieces  the characters that a cell can have
 * @property {string} board  the board to start from, or a text where the game is no board
 * @property {((rows: string[][], piece: string, i: number, j: number) => void) | null} paint
 *   puts a piece on a cell; null: the game is changed as text
 * @property {(board: string) => Promise<Source>} solve  rejects with a Problem
 *
 * @typedef {Object} Source
 * @property {string} start  the key of the position where a match begins
 * @property {number | null} size  how many positions there are; null: no end
 * @property {BoardShape | null} shape
 * @property {{[character: string]: Piece}} pieces
 * @property {[string, string] | null} players  the names of both; null: first and second
 * @property {About} about
 * @property {Editor | null} editor
 * @property {boolean} [isTranslated]  whether names and labels are in the language of the page
 * @property {(key: string) => Promise<View>} look  rejects with a Problem
 * @property {(text: string, turn?: number) => Promise<string>} find  the key of what a person typed, with this player to move, or a Problem
 * @property {boolean} [timed]  whether `find` takes a turn
 * @property {() => Promise<Histogram | null>} histogram
 * @property {Owners} [owners]
 * @property {(() => number[]) | null} [regions]  how many positions player 1 wins, are drawn, and player 0 wins
 * @property {(count: number) => string[]} [puzzles]  the keys of positions with one solution; by default the data have them
 * @property {Chances} [chances]  in games of chance
 * @property {(plies: Ply[], view: View, turn: Turn, times: number) => View | null} [after]
 *   a position as it is after the plies before, where that makes a difference; it has stood so many times
 */

addWords({
  player: ["Player {n}", "Người chơi {n}", "بازیکن {n}", "Jogador {n}", "Игрок {n}"],
  noPosition: ["There is no position “{text}”.", "Không có thế cờ “{text}”.", "وضعیت «{text}» وجود ندارد.", "Não existe a posição “{text}”.", "Позиции «{text}» нет."],
});

/** An error that has words for the person in front of the page. */
class Problem extends Error {
  /**
   * @param {string} word  a key of the words
   * @param {Object<string, string | number>} [values]
   */
  constructor(word, values = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}

/** What a move is worth to who makes it. @param {Move} move */
function moveValue({ to, value = /** @type {Outcome} */ (-to.outcome) }) {
  return value;
}

/**
 * Return what a move reaches in a game with scores, and whether who makes it hurries: who gains more than
 * endless play is worth.
 *
 * @param {{turn: number | null, score?: number}} from
 * @param {{turn: number | null, score?: number}} to
 * @param {number} endless  what endless play is worth to player 0
 */
function scored(from, to, endless) {
  if (to.score === undefined) return {};
  const points = from.turn !== null && from.turn === to.turn ? to.score : 0 - to.score;
  return { points, hurries: points > (from.turn === 1 ? -endless : endless) };
}

/**
 * Order moves, best first for who makes them: a sure one; those that win, the nearest end first;
 * those that draw; those that lose, the farthest end first, and before them an unknown one.  With scores,
 * those that reach the most.  Equal moves keep their order.
 *
 * @param {Move[]} moves
 */
function ranked(moves) {
  /** @param {Move} move */
  const score = (move) => {
    const plies = Math.max(0, move.to.remoteness ?? 1e9);
    const value = move.points ?? moveValue(move);
    return [move.sure ? -Infinity : -value || 0, move.hurries ?? value > 0 ? plies : -plies];
  };
  return moves
    .map((move, at) => ({ move, at, score: score(move) }))
    .sort((a, b) => a.score[0] - b.score[0] || a.score[1] - b.score[1] || a.at - b.at)
    .map(({ move }) => move);
}

/**
 * Return a piece whose name is in the language of the page, whenever it is asked for.
 *
 * @param {string} word  a key of the words
 * @param {Piece} piece
 * @param {Object<string, number>} [values]
 * @returns {Piece}
 */
function namedPiece(word, piece, values) {
  return { ...piece, get name() { return say(word, values); } };
}
