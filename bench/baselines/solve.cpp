// Outcomes and remoteness of a game graph, in the ways in which C++ programmers write it:
//
//     solve textbook FOLDER   vectors of predecessors, a queue, counters of options
//     solve recursive FOLDER  the same vectors, and a recursion: outcomes, but no remoteness
//     solve plain FOLDER      tuned: sparse rows of predecessors by counting sort, flat arrays
//     solve plain-csr FOLDER  the same from rows of options
//     solve ahead FOLDER      plain, and what is accessed at random is prefetched
//
// "huge" as the last word advises huge pages. As a library, it has `solve_pairs` for callers in
// Python: the same from pairs in their memory.
//
// The folder holds `size` (n and m as 64-bit integers), `edges` (pairs of 32-bit integers) or `ptr`
// and `idx` (rows of options: 64-bit offsets, 32-bit positions), and perhaps `presets` (a byte a
// position: an outcome, or 2 for none).  Everywhere, left[v] is how many options of v have not been
// decided to be wins of the opponent; it is 0 if and only if v is terminal or decided.

#include <pthread.h>

#include <queue>

#include "measure.h"

using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::size_t;
using std::vector;

constexpr int8_t LOSE = -1, DRAW = 0, WIN = 1, NONE = 2;

struct Input {
    int32_t n = 0;
    int64_t m = 0;
    const int32_t *edges = nullptr;
    vector<int32_t> idx;
    vector<int64_t> ptr;
    vector<int8_t> presets;

    bool terminal(int32_t v) const { return !presets.empty() && presets[v] != NONE; }
};

static Input given;

struct Answer {
    vector<int8_t> outcome;
    vector<int32_t> remoteness;
};

// -- textbook --------------------------------------------------------------------------------------

struct Textbook : Answer {
    vector<vector<int>> predecessors;
    vector<int> left;

    Textbook() : predecessors(given.n), left(given.n, 0) {
        outcome.assign(given.n, DRAW);
        remoteness.assign(given.n, -1);
        for (int64_t e = 0; e < given.m; e++) {
            const int u = given.edges[2 * e], v = given.edges[2 * e + 1];
            if (given.terminal(u)) continue;
            predecessors[v].push_back(u);
            left[u]++;
        }
    }

    // Terminal positions, with the outcome that the rules give them; a preset draw decides nothing.
    vector<int> ends() {
        vector<int> found;
        for (int v = 0; v < given.n; v++) {
            if (left[v] > 0) continue;
            outcome[v] = given.terminal(v) ? given.presets[v] : LOSE;
            remoteness[v] = 0;
            if (outcome[v] == DRAW) continue;
            found.push_back(v);
        }
        return found;
    }

    // Whether u is decided by its option v.
    bool decides(int v, int u) {
        if (left[u] == 0) return false;
        if (outcome[v] == LOSE) {
            outcome[u] = WIN;
            left[u] = 0;
            return true;
        }
        if (--left[u] > 0) return false;
        outcome[u] = LOSE;
        return true;
    }

    void spread(int v) {
        for (int u : predecessors[v])
            if (decides(v, u)) spread(u);
    }
};

static Textbook textbook() {
    Textbook game;
    std::queue<int> queue;
    for (int v : game.ends()) queue.push(v);
    while (!queue.empty()) {
        const int v = queue.front();
        queue.pop();
        for (int u : game.predecessors[v])
            if (game.decides(v, u)) {
                game.remoteness[u] = game.remoteness[v] + 1;
                queue.push(u);
            }
    }
    return game;
}

static Textbook recursive() {
    Textbook game;
    for (int v : game.ends()) game.spread(v);
    return game;
}

// -- plain -----------------------------------------------------------------------------------------

// How far ahead edges, offsets of rows and rows are prefetched, in edges and in positions.
constexpr int64_t EDGES = 32;
constexpr int32_t FAR = 24, NEAR = 12;

struct Plain : Answer {
    vector<int32_t> ptr, idx, left, queue;

    Plain() : ptr(given.n + 2, 0), idx(given.m), left(given.n, 0), queue(given.n) {
        outcome.assign(given.n, DRAW);
        remoteness.assign(given.n, -1);
    }

    // The counts of row v stand in ptr[v + 2]; summed up, ptr[v + 1] is where row v starts, and when
    // all is scattered, where it ends: then ptr[v] is where it starts.
    void sum() {
        for (int32_t v = 0; v < given.n; v++) ptr[v + 2] += ptr[v + 1];
    }

    void scatter(int32_t u, int32_t v) { idx[ptr[v + 1]++] = u; }

    template <bool ahead>
    void propagate() {
        int32_t head = 0, tail = 0;
        for (int32_t v = 0; v < given.n; v++) {
            if (left[v] > 0) continue;
            outcome[v] = given.terminal(v) ? given.presets[v] : LOSE;
            remoteness[v] = 0;
            if (outcome[v] == DRAW) continue;
            queue[tail++] = v;
        }
        while (head < tail) {
            const int32_t v = queue[head++], next = remoteness[v] + 1;
            if (ahead && head + FAR < tail) __builtin_prefetch(&ptr[queue[head + FAR]]);
            if (ahead && head + NEAR < tail) __builtin_prefetch(&idx[ptr[queue[head + NEAR]]]);
            const bool lost = outcome[v] == LOSE;
            for (int32_t e = ptr[v]; e < ptr[v + 1]; e++) {
                const int32_t u = idx[e];
                if (left[u] == 0) continue;
                left[u] = lost ? 0 : left[u] - 1;
                if (left[u] > 0) continue;
                outcome[u] = lost ? WIN : LOSE;
                remoteness[u] = next;
                queue[tail++] = u;
            }
        }
    }
};

template <bool ahead>
static Plain plain() {
    Plain game;
    for (int64_t e = 0; e < given.m; e++) {
        const int32_t u = given.edges[2 * e], v = given.edges[2 * e + 1];
        if (ahead && e + EDGES < given.m) {
            __builtin_prefetch(&game.left[given.edges[2 * (e + EDGES)]], 1);
            __builtin_prefetch(&game.ptr[given.edges[2 * (e + EDGES) + 1] + 2], 1);
        }
        if (given.terminal(u)) continue;
        game.left[u]++;
        game.ptr[v + 2]++;
    }
    game.sum();
    for (int64_t e = 0; e < given.m; e++) {
        const int32_t u = given.edges[2 * e];
        if (ahead && e + 2 * EDGES < given.m) {
            __builtin_prefetch(&game.ptr[given.edges[2 * (e + 2 * EDGES) + 1] + 1], 1);
            __builtin_prefetch(&game.idx[game.ptr[given.edges[2 * (e + EDGES) + 1] + 1]], 1);
        }
        if (!given.terminal(u)) game.scatter(u, given.edges[2 * e + 1]);
    }
    game.propagate<ahead>();
    return game;
}

static Plain plain_csr() {
    Plain game;
    for (int32_t u = 0; u < given.n; u++) {
        if (given.terminal(u)) continue;
        game.left[u] = static_cast<int32_t>(given.ptr[u + 1] - given.ptr[u]);
        for (int64_t e = given.ptr[u]; e < given.ptr[u + 1]; e++) game.ptr[given.idx[e] + 2]++;
    }
    game.sum();
    for (int32_t u = 0; u < given.n; u++) {
        if (given.terminal(u)) continue;
        for (int64_t e = given.ptr[u]; e < given.ptr[u + 1]; e++) game.scatter(u, given.idx[e]);
    }
    game.propagate<false>();
    return game;
}

// -- measured --------------------------------------------------------------------------------------

// As in bench/solve.py: sums over all positions, modulo 2^64.
template <class Work>
static void report(Work work, bool with_remoteness) {
    const auto measured = measure::run(work);
    std::uint64_t outcomes = 0, remoteness = 0;
    for (int32_t v = 0; v < given.n; v++) {
        const std::uint64_t weight = 2 * static_cast<std::uint64_t>(v) + 1;
        outcomes += weight * static_cast<std::uint64_t>(measured.result->outcome[v] + 2);
        remoteness += weight * static_cast<std::uint64_t>(measured.result->remoteness[v] + 2);
    }
    if (with_remoteness)
        measure::print(measured, {{"outcomes", outcomes}, {"remoteness", remoteness}});
    else
        measure::print(measured, {{"outcomes", outcomes}});
}

// A recursion may be as deep as there are positions.
static bool on_deep_stack(void *(*start)(void *)) {
    pthread_attr_t attributes;
    pthread_t thread;
    const size_t bytes = (size_t{1} << 24) + 256 * static_cast<size_t>(given.n);
    return pthread_attr_init(&attributes) == 0 &&
           pthread_attr_setstacksize(&attributes, bytes) == 0 &&
           pthread_create(&thread, &attributes, start, nullptr) == 0 &&
           pthread_join(thread, nullptr) == 0;
}

static void *report_recursive(void *) {
    report(recursive, false);
    return nullptr;
}

// Write the answer for pairs into two arrays of n items; return 0, or 2 if there is no such mode.
extern "C" int solve_pairs(
    const char *mode, int32_t n, int64_t m, const int32_t *edges, int8_t *outcome, int32_t *remoteness
) {
    const std::string name = mode;
    given.n = n;
    given.m = m;
    given.edges = edges;
    const auto copy = [&](const Answer &answer) {
        std::copy(answer.outcome.begin(), answer.outcome.end(), outcome);
        std::copy(answer.remoteness.begin(), answer.remoteness.end(), remoteness);
    };
    measure::huge = name == "ahead";
    if (name == "textbook") copy(textbook());
    else if (name == "ahead") copy(plain<true>());
    else return 2;
    return 0;
}

int main(int argc, char **argv) {
    if (measure::arguments(argc, argv) != 3) return 2;
    const std::string mode = argv[1], folder = std::string(argv[2]) + "/";
    const vector<int64_t> size = measure::read<int64_t>(folder + "size");
    if (size.size() != 2) return 2;
    given.n = static_cast<int32_t>(size[0]);
    given.m = size[1];
    given.presets = measure::read<int8_t>(folder + "presets");
    if (mode == "plain-csr") {
        given.ptr = measure::read<int64_t>(folder + "ptr");
        given.idx = measure::read<int32_t>(folder + "idx");
        report(plain_csr, true);
        return 0;
    }
    const vector<int32_t> edges = measure::read<int32_t>(folder + "edges");
    given.edges = edges.data();
    if (mode == "textbook") report(textbook, true);
    else if (mode == "plain") report(plain<false>, true);
    else if (mode == "ahead") report(plain<true>, true);
    else if (mode != "recursive" || !on_deep_stack(report_recursive)) return 2;
    return 0;
}
