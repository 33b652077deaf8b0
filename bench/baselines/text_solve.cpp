// Graph text on standard input to outcomes on standard output, as `graphgame solve` does it:
//
//     text_solve iostream < graph.txt    std::cin and std::cout; a vector of vectors, and a queue
//     text_solve reader < graph.txt      a reader and a writer by hand; the same in between
//     text_solve arrays < graph.txt      the same reader and writer; flat arrays in between
//
// "huge" as the last word advises huge pages.
// Reads "n m" and m lines "u v" from 1 on; no comments, no presets.  Prints LOSE, DRAW or WIN for
// every position, a line each.
#include <iostream>
#include <queue>

#include "measure.h"

enum Outcome : signed char { LOSE = -1, DRAW = 0, WIN = 1 };

static const char *const NAMES[] = {"LOSE", "DRAW", "WIN"};

// The predecessors of every position in a vector of their own.
struct Vectors {
    std::vector<std::vector<int>> predecessors;
    std::vector<int> options_left;

    explicit Vectors(int n, long) : predecessors(n), options_left(n, 0) {}

    void add(int u, int v) {
        predecessors[v].push_back(u);
        options_left[u]++;
    }

    void finish() {}

    const std::vector<int> &of(int v) const { return predecessors[v]; }
};

// The same side by side in one array, put there by counting.
struct Arrays {
    struct Row {
        const int *first, *last;
        const int *begin() const { return first; }
        const int *end() const { return last; }
    };

    std::vector<int> from, to, predecessors, options_left;
    std::vector<long> start;

    explicit Arrays(int n, long m) : options_left(n, 0), start(n + 2, 0) {
        from.reserve(m);
        to.reserve(m);
    }

    void add(int u, int v) {
        from.push_back(u);
        to.push_back(v);
        start[v + 2]++;
        options_left[u]++;
    }

    void finish() {
        for (std::size_t v = 2; v < start.size(); v++) start[v] += start[v - 1];
        predecessors.resize(from.size());
        for (std::size_t e = 0; e < from.size(); e++) predecessors[start[to[e] + 1]++] = from[e];
    }

    Row of(int v) const {
        return {predecessors.data() + start[v], predecessors.data() + start[v + 1]};
    }
};

// First in, first out, so that remoteness never falls.
struct ArrayQueue {
    std::vector<int> items;
    std::size_t head = 0;

    explicit ArrayQueue(int n) { items.reserve(n); }
    bool empty() const { return head == items.size(); }
    void push(int v) { items.push_back(v); }
    int front() const { return items[head]; }
    void pop() { head++; }
};

struct TextbookQueue : std::queue<int> {
    explicit TextbookQueue(int) {}
};

template <class Queue, class Graph>
static std::vector<Outcome> solve(Graph &graph) {
    const int n = static_cast<int>(graph.options_left.size());
    std::vector<Outcome> outcome(n, DRAW);
    std::vector<int> remoteness(n, -1);
    Queue queue(n);
    for (int v = 0; v < n; v++)
        if (graph.options_left[v] == 0) {
            outcome[v] = LOSE;
            remoteness[v] = 0;
            queue.push(v);
        }
    while (!queue.empty()) {
        const int v = queue.front();
        queue.pop();
        for (int u : graph.of(v)) {
            if (outcome[u] != DRAW) continue;
            if (outcome[v] == LOSE) {
                outcome[u] = WIN;
            } else if (--graph.options_left[u] == 0) {
                outcome[u] = LOSE;
            } else {
                continue;
            }
            remoteness[u] = remoteness[v] + 1;
            queue.push(u);
        }
    }
    return outcome;
}

static int with_streams() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    long m;
    if (!(std::cin >> n >> m)) return 2;
    Vectors graph(n, m);
    for (int u, v; m-- > 0 && std::cin >> u >> v;) graph.add(u - 1, v - 1);
    for (Outcome outcome : solve<TextbookQueue>(graph)) std::cout << NAMES[outcome + 1] << '\n';
    return 0;
}

// The next number of the text; 0 at its end.
static long next_number() {
    static char block[1 << 18];
    static char *at = block, *end = block;
    auto next = [] {
        if (at == end) {
            at = block;
            end = block + std::fread(block, 1, sizeof block, stdin);
        }
        return at == end ? -1 : static_cast<int>(*at++);
    };
    int c = next();
    while (c >= 0 && (c < '0' || c > '9')) c = next();
    long value = 0;
    for (; c >= '0' && c <= '9'; c = next()) value = 10 * value + (c - '0');
    return value;
}

template <class Graph, class Queue>
static int with_reader() {
    const int n = static_cast<int>(next_number());
    long m = next_number();
    Graph graph(n, m);
    while (m-- > 0) {
        const int u = static_cast<int>(next_number()) - 1;
        graph.add(u, static_cast<int>(next_number()) - 1);
    }
    graph.finish();
    std::string text;
    text.reserve(static_cast<std::size_t>(n) * 5);
    for (Outcome outcome : solve<Queue>(graph)) {
        text += NAMES[outcome + 1];
        text += '\n';
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
}

int main(int count, char **words) {
    const std::string way = measure::arguments(count, words) == 2 ? words[1] : "";
    if (way == "iostream") return with_streams();
    if (way == "reader") return with_reader<Vectors, TextbookQueue>();
    if (way == "arrays") return with_reader<Arrays, ArrayQueue>();
    return 2;
}
