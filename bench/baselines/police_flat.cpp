// The policeman and the thief without a graph: every state has a place in flat arrays, moves are made
// from lists of the neighbours of a cell, and a queue goes backward from the ends of the game.
//
//     g++ -O3 -std=c++17 -o police_flat police_flat.cpp
//     ./police_flat < board.txt               outcomes and remoteness
//     ./police_flat outcomes < board.txt      outcomes alone
//
// Reads grid text without comments.  Prints as police.cpp does: who wins and in how many plies; on
// standard error the number of states, the checksum and the seconds without reading.  Without
// remoteness the plies are 0, and in the checksum, too.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

enum Outcome : signed char { LOSE = -1, DRAW = 0, WIN = 1 };

// The cells that a piece can step to from a cell, in rows of at most 9.
struct Steps {
    std::vector<int> cells;
    std::vector<std::uint8_t> count;

    void add(int from, int to) { cells[from * 9 + count[from]++] = to; }
};

struct Board {
    int k = 0, start_police = 0, start_thief = 0;
    std::vector<std::uint8_t> is_exit;
    Steps king, cross;
};

static Board read_board(const std::string &text, int n, int m) {
    Board board;
    std::vector<int> number(n * m, -1);
    for (int cell = 0; cell < n * m; cell++) {
        if (text[cell] == '*') continue;
        if (text[cell] == 'P' || text[cell] == 'C') board.start_police = board.k;
        if (text[cell] == 'T') board.start_thief = board.k;
        board.is_exit.push_back(text[cell] == 'E');
        number[cell] = board.k++;
    }
    for (Steps *steps : {&board.king, &board.cross}) {
        steps->cells.resize(board.k * 9);
        steps->count.assign(board.k, 0);
    }
    for (int cell = 0; cell < n * m; cell++) {
        if (number[cell] < 0) continue;
        for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++) {
                const int i = cell / m + di, j = cell % m + dj;
                if (i < 0 || i >= n || j < 0 || j >= m || number[i * m + j] < 0) continue;
                board.king.add(number[cell], number[i * m + j]);
                if (di == 0 || dj == 0) board.cross.add(number[cell], number[i * m + j]);
            }
    }
    return board;
}

// One table for each turn; the state of (police, thief) stands at police * k + thief.
template <bool WITH_REMOTENESS>
struct Game {
    const Board &board;
    const std::int64_t k, half;
    std::vector<signed char> outcome[2];
    std::vector<std::uint8_t> left[2];
    std::vector<std::int32_t> remoteness[2];
    std::unique_ptr<std::int64_t[]> queue;
    std::int64_t head = 0, tail = 0;

    explicit Game(const Board &b)
        : board(b), k(b.k), half(k * k), queue(new std::int64_t[2 * half]) {
        for (int turn = 0; turn < 2; turn++) {
            outcome[turn].assign(half, DRAW);
            left[turn].resize(half);
            if (WITH_REMOTENESS) remoteness[turn].assign(half, -1);
        }
        for (int police = 0; police < k; police++)
            for (int thief = 0; thief < k; thief++) {
                left[0][police * k + thief] = board.king.count[police];
                left[1][police * k + thief] = board.cross.count[thief];
                if (police != thief && !board.is_exit[thief]) continue;
                decide(0, police * k + thief, police == thief ? WIN : LOSE, 0);
                decide(1, police * k + thief, police == thief ? LOSE : WIN, 0);
            }
    }

    void decide(int turn, std::int64_t state, Outcome what, std::int32_t plies) {
        outcome[turn][state] = what;
        if (WITH_REMOTENESS) remoteness[turn][state] = plies;
        queue[tail++] = state * 2 + turn;
    }

    void look(int turn, std::int64_t state, int found, std::int32_t plies) {
        if (outcome[turn][state] != DRAW) return;
        if (found == LOSE)
            decide(turn, state, WIN, plies);
        else if (--left[turn][state] == 0)
            decide(turn, state, LOSE, plies);
    }

    void solve() {
        while (head < tail) {
            const std::int64_t state = queue[head] >> 1;
            const int turn = queue[head] & 1, police = state / k, thief = state % k;
            const int found = outcome[turn][state];
            const std::int32_t plies = WITH_REMOTENESS ? remoteness[turn][state] + 1 : 0;
            head++;
            if (turn == 1)
                for (int i = 0; i < board.king.count[police]; i++)
                    look(0, board.king.cells[police * 9 + i] * k + thief, found, plies);
            else
                for (int i = 0; i < board.cross.count[thief]; i++)
                    look(1, police * k + board.cross.cells[thief * 9 + i], found, plies);
        }
    }
};

template <bool WITH_REMOTENESS>
static int run(const Board &board, std::chrono::steady_clock::time_point began) {
    Game<WITH_REMOTENESS> game(board);
    game.solve();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    std::uint64_t sum = 0;
    for (std::int64_t v = 0; v < game.half; v++)
        sum += static_cast<std::uint64_t>(game.outcome[0][v] + 2) *
               (WITH_REMOTENESS ? game.remoteness[0][v] + 2 : 2);
    const std::int64_t start = board.start_police * game.k + board.start_thief;
    static const char *const names[] = {"LOSE", "DRAW", "WIN"};
    std::printf("%s %d\n", names[game.outcome[0][start] + 1],
                WITH_REMOTENESS ? game.remoteness[0][start] : 0);
    std::fprintf(stderr, "%lld %llu %.6f\n", static_cast<long long>(2 * game.half),
                 static_cast<unsigned long long>(sum), took.count());
    return 0;
}

int main(int count, char **words) {
    int n, m;
    if (!(std::cin >> n >> m)) return 2;
    std::string text, row;
    for (int i = 0; i < n && std::cin >> row; i++) text += row;
    if (static_cast<int>(text.size()) != n * m) return 2;
    const auto began = std::chrono::steady_clock::now();
    const Board board = read_board(text, n, m);
    const bool outcomes = count > 1 && !std::strcmp(words[1], "outcomes");
    return outcomes ? run<false>(board, began) : run<true>(board, began);
}
