// The policeman and the thief on a board, in the ways in which C++ programmers write it:
//
//     police explicit FILE         as in textbooks: every state a vertex, every move an edge
//     police flat FILE             no graph: moves are made on the fly, a byte for every state
//     police flat-remoteness FILE  the same, and four more bytes for its remoteness
//
// The file holds grid text without comments.  All go backward from the ends of the game, first in
// first out.  A state is (policeman * k + thief) * 2 + turn, with the k free cells counted row by
// row, and turn 0 that of the policeman.

#include <queue>

#include "measure.h"

using std::size_t;
using std::uint32_t;
using std::uint8_t;
using std::vector;

enum Outcome : signed char { LOSE = -1, DRAW = 0, WIN = 1 };

struct Board {
    int rows = 0, columns = 0;
    std::string text;
    vector<int> cell_of, number;

    // Whether the game is over, and if so, for the player to move.
    Outcome end(int police, int thief, int turn) const {
        if (police == thief) return turn == 0 ? WIN : LOSE;
        if (text[cell_of[thief]] == 'E') return turn == 0 ? LOSE : WIN;
        return DRAW;
    }

    void number_cells() {
        number.assign(text.size(), -1);
        cell_of.clear();
        for (int cell = 0; cell < rows * columns; cell++) {
            if (text[cell] == '*') continue;
            number[cell] = static_cast<int>(cell_of.size());
            cell_of.push_back(cell);
        }
    }

    // Where the one whose turn it is may go from a cell: nobody has to move, the thief goes straight.
    template <class Visit>
    void moves(int from, int turn, Visit visit) const {
        const int i = cell_of[from] / columns, j = cell_of[from] % columns;
        for (int a = std::max(0, i - 1); a <= std::min(rows - 1, i + 1); a++)
            for (int b = std::max(0, j - 1); b <= std::min(columns - 1, j + 1); b++)
                if ((turn == 0 || a == i || b == j) && number[a * columns + b] >= 0)
                    visit(number[a * columns + b]);
    }
};

static Board board;

// -- textbook --------------------------------------------------------------------------------------

struct Explicit {
    vector<vector<int>> predecessors;
    vector<int> options_left, remoteness;
    vector<Outcome> outcome;
};

static int state(int police, int thief, int turn) {
    return (police * static_cast<int>(board.cell_of.size()) + thief) * 2 + turn;
}

static Explicit textbook() {
    board.number_cells();
    const int k = static_cast<int>(board.cell_of.size()), states = 2 * k * k;
    Explicit game{vector<vector<int>>(states), vector<int>(states, 0), vector<int>(states, -1),
                  vector<Outcome>(states, DRAW)};
    std::queue<int> queue;
    for (int police = 0; police < k; police++)
        for (int thief = 0; thief < k; thief++)
            for (int turn = 0; turn < 2; turn++) {
                const int v = state(police, thief, turn);
                game.outcome[v] = board.end(police, thief, turn);
                if (game.outcome[v] != DRAW) {
                    game.remoteness[v] = 0;
                    queue.push(v);
                    continue;
                }
                board.moves(turn == 0 ? police : thief, turn, [&](int to) {
                    const int w = turn == 0 ? state(to, thief, 1) : state(police, to, 0);
                    game.predecessors[w].push_back(v);
                    game.options_left[v]++;
                });
            }
    while (!queue.empty()) {
        const int v = queue.front();
        queue.pop();
        for (int u : game.predecessors[v]) {
            if (game.outcome[u] != DRAW) continue;
            if (game.outcome[v] == LOSE) game.outcome[u] = WIN;
            else if (--game.options_left[u] == 0) game.outcome[u] = LOSE;
            else continue;
            game.remoteness[u] = game.remoteness[v] + 1;
            queue.push(u);
        }
    }
    return game;
}

// -- on the fly ------------------------------------------------------------------------------------

// label[v] is IS_LOST or IS_WON where v is decided, and otherwise how many options of v have not
// been decided to be wins of the opponent: nine at the most.
enum : uint8_t { IS_LOST = 0x80, IS_WON = 0x81 };

struct Flat {
    vector<uint8_t> label;
    vector<int> remoteness;

    Outcome outcome(size_t v) const {
        return label[v] == IS_WON ? WIN : label[v] == IS_LOST ? LOSE : DRAW;
    }
};

// The moves of every cell, one row after the other.
struct Rows {
    vector<int> ptr{0}, idx;

    explicit Rows(int turn) {
        for (int cell = 0; cell < static_cast<int>(board.cell_of.size()); cell++) {
            board.moves(cell, turn, [&](int to) { idx.push_back(to); });
            ptr.push_back(static_cast<int>(idx.size()));
        }
    }

    int degree(int cell) const { return ptr[cell + 1] - ptr[cell]; }
};

template <bool WITH_REMOTENESS>
static Flat flat() {
    board.number_cells();
    const int k = static_cast<int>(board.cell_of.size());
    const Rows rows[] = {Rows(0), Rows(1)};
    Flat game{vector<uint8_t>(2 * size_t(k) * k), {}};
    if (WITH_REMOTENESS) game.remoteness.assign(game.label.size(), -1);
    // The states of one remoteness, and those of the next: both in the order in which a queue has them.
    vector<uint32_t> level, next;
    size_t v = 0;
    for (int police = 0; police < k; police++)
        for (int thief = 0; thief < k; thief++)
            for (int turn = 0; turn < 2; turn++, v++) {
                const Outcome end = board.end(police, thief, turn);
                if (end == DRAW) {
                    game.label[v] = static_cast<uint8_t>(rows[turn].degree(turn ? thief : police));
                    continue;
                }
                game.label[v] = end == WIN ? IS_WON : IS_LOST;
                if (WITH_REMOTENESS) game.remoteness[v] = 0;
                level.push_back(static_cast<uint32_t>(v));
            }
    for (int ply = 1; !level.empty(); ply++) {
        for (const uint32_t w : level) {
            const uint32_t turn = 1 - (w & 1), pair = w >> 1;  // of those who may move to w
            const uint32_t police = pair / k, thief = pair % k;
            const Rows &moves = rows[turn];
            const uint32_t from = turn == 0 ? police : thief;
            for (int e = moves.ptr[from]; e < moves.ptr[from + 1]; e++) {
                const uint32_t cell = static_cast<uint32_t>(moves.idx[e]);
                const uint32_t u =
                    (turn == 0 ? cell * k + thief : police * k + cell) * 2 + turn;
                uint8_t &label = game.label[u];
                if (label >= IS_LOST) continue;
                if (game.label[w] == IS_LOST) label = IS_WON;
                else if (--label == 0) label = IS_LOST;
                else continue;
                if (WITH_REMOTENESS) game.remoteness[u] = ply;
                next.push_back(u);
            }
        }
        level.swap(next);
        next.clear();
    }
    return game;
}

// -- measured --------------------------------------------------------------------------------------

// As in bench/pursuit.py: sums over the states with the policeman to move, modulo 2^64.
template <class OutcomeOf, class Game>
static void report(const measure::Measured<Game> &measured, OutcomeOf outcome_of) {
    std::uint64_t outcomes = 0, remoteness = 0;
    const size_t k = board.cell_of.size();
    const vector<int> &plies = measured.result->remoteness;
    for (size_t pair = 0; pair < k * k; pair++) {
        outcomes += (2 * pair + 1) * static_cast<std::uint64_t>(outcome_of(2 * pair) + 2);
        if (!plies.empty()) remoteness += (2 * pair + 1) * static_cast<std::uint64_t>(plies[2 * pair] + 2);
    }
    if (plies.empty())
        measure::print(measured, {{"outcomes", outcomes}});
    else
        measure::print(measured, {{"outcomes", outcomes}, {"remoteness", remoteness}});
}

static void report_flat(const measure::Measured<Flat> &measured) {
    report(measured, [&](size_t v) { return measured.result->outcome(v); });
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const std::string mode = argv[1];
    std::ifstream file(argv[2]);
    if (!(file >> board.rows >> board.columns)) return 2;
    std::string row;
    while (file >> row) board.text += row;
    if (board.text.size() != size_t(board.rows) * size_t(board.columns)) return 2;
    if (mode == "explicit") {
        const auto measured = measure::run(textbook);
        report(measured, [&](size_t v) { return measured.result->outcome[v]; });
    } else if (mode == "flat") {
        report_flat(measure::run(flat<false>));
    } else if (mode == "flat-remoteness") {
        report_flat(measure::run(flat<true>));
    } else {
        return 2;
    }
    return 0;
}
