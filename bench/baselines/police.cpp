// The policeman and the thief as a textbook writes it: every state a vertex, every move an edge in a
// vector of vectors, and a queue that goes backward from the ends of the game, counting options.
//
//     g++ -O2 -std=c++17 -o police police.cpp && ./police < board.txt
//
// Reads grid text without comments.  Prints who wins and in how many plies (-1: a draw); on standard
// error, how many states there are, a checksum of outcomes and remoteness over all states, and the
// seconds it took without reading.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

enum Outcome : signed char { LOSE = -1, DRAW = 0, WIN = 1 };

int main() {
    int n, m;
    if (!(std::cin >> n >> m)) return 2;
    std::string board, row;
    for (int i = 0; i < n && std::cin >> row; i++) board += row;
    if (static_cast<int>(board.size()) != n * m) return 2;

    auto began = std::chrono::steady_clock::now();
    std::vector<int> cell_of, number(n * m, -1);
    int start_police = 0, start_thief = 0;
    for (int cell = 0; cell < n * m; cell++) {
        if (board[cell] == '*') continue;
        number[cell] = static_cast<int>(cell_of.size());
        if (board[cell] == 'P' || board[cell] == 'C') start_police = number[cell];
        if (board[cell] == 'T') start_thief = number[cell];
        cell_of.push_back(cell);
    }
    const int k = static_cast<int>(cell_of.size());
    auto state = [k](int police, int thief, int turn) { return (police * k + thief) * 2 + turn; };

    const int states = 2 * k * k;
    std::vector<std::vector<int>> predecessors(states);
    std::vector<int> options_left(states, 0), remoteness(states, -1);
    std::vector<Outcome> outcome(states, DRAW);
    std::queue<int> queue;
    for (int police = 0; police < k; police++)
        for (int thief = 0; thief < k; thief++)
            for (int turn = 0; turn < 2; turn++) {
                const int v = state(police, thief, turn);
                const bool is_caught = police == thief;
                if (is_caught || board[cell_of[thief]] == 'E') {
                    outcome[v] = (is_caught == (turn == 0)) ? WIN : LOSE;
                    remoteness[v] = 0;
                    queue.push(v);
                    continue;
                }
                const int from = cell_of[turn == 0 ? police : thief];
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++) {
                        if (turn == 1 && di != 0 && dj != 0) continue;
                        const int i = from / m + di, j = from % m + dj;
                        if (i < 0 || i >= n || j < 0 || j >= m || number[i * m + j] < 0) continue;
                        const int to = number[i * m + j];
                        const int w = turn == 0 ? state(to, thief, 1) : state(police, to, 0);
                        predecessors[w].push_back(v);
                        options_left[v]++;
                    }
            }
    while (!queue.empty()) {
        const int v = queue.front();
        queue.pop();
        for (int u : predecessors[v]) {
            if (outcome[u] != DRAW) continue;
            if (outcome[v] == LOSE) {
                outcome[u] = WIN;
            } else if (--options_left[u] == 0) {
                outcome[u] = LOSE;
            } else {
                continue;
            }
            remoteness[u] = remoteness[v] + 1;
            queue.push(u);
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;

    std::uint64_t sum = 0;
    for (int v = 0; v < states; v += 2)  // the policeman to move
        sum += static_cast<std::uint64_t>(outcome[v] + 2) * (remoteness[v] + 2);
    const int start = state(start_police, start_thief, 0);
    static const char *const names[] = {"LOSE", "DRAW", "WIN"};
    std::printf("%s %d\n", names[outcome[start] + 1], remoteness[start]);
    std::fprintf(stderr, "%d %llu %.6f\n", states, static_cast<unsigned long long>(sum), took.count());
    return 0;
}
