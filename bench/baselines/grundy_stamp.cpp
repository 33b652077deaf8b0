// Grundy values as one writes them for speed: rows by counting sort both ways, a queue, and a mex
// by stamps.
//
//     grundy_stamp FILE N M    FILE: M edges as pairs of 32-bit integers, position and option
//
// Prints the seconds from the edges in memory to the values, and the XOR of value times index.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace std;

struct Rows {
    vector<int32_t> start, entry;

    Rows(const vector<int32_t> &edges, int n, int key) : start(n + 1), entry(edges.size() / 2) {
        for (size_t e = 0; e < entry.size(); e++) start[edges[2 * e + key] + 1]++;
        for (int v = 0; v < n; v++) start[v + 1] += start[v];
        vector<int32_t> next(start.begin(), start.end() - 1);
        for (size_t e = 0; e < entry.size(); e++)
            entry[next[edges[2 * e + key]]++] = edges[2 * e + 1 - key];
    }
};

static vector<int32_t> grundy(const vector<int32_t> &edges, int n) {
    Rows options(edges, n, 0), before(edges, n, 1);
    vector<int32_t> values(n), waiting(n), queue, stamp;
    int32_t most = 0;
    queue.reserve(n);
    for (int v = 0; v < n; v++) {
        waiting[v] = options.start[v + 1] - options.start[v];
        if (waiting[v] > most) most = waiting[v];
        if (!waiting[v]) queue.push_back(v);
    }
    stamp.assign(most + 2, -1);
    for (size_t head = 0; head < queue.size(); head++) {
        int32_t v = queue[head], mex = 0;
        for (int32_t e = options.start[v]; e < options.start[v + 1]; e++)
            stamp[values[options.entry[e]]] = v;
        while (stamp[mex] == v) mex++;
        values[v] = mex;
        for (int32_t e = before.start[v]; e < before.start[v + 1]; e++)
            if (--waiting[before.entry[e]] == 0) queue.push_back(before.entry[e]);
    }
    return values;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int n = atoi(argv[2]), m = atoi(argv[3]);
    vector<int32_t> edges(2 * size_t(m));
    FILE *file = fopen(argv[1], "rb");
    if (!file || fread(edges.data(), 8, m, file) != size_t(m)) return 2;
    auto start = chrono::steady_clock::now();
    vector<int32_t> values = grundy(edges, n);
    chrono::duration<double> spent = chrono::steady_clock::now() - start;
    uint64_t check = 0;
    for (int v = 0; v < n; v++) check ^= uint64_t(values[v]) * uint64_t(v);
    printf("%.6f %llu\n", spent.count(), (unsigned long long)check);
}
