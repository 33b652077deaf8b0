// Grundy values as textbooks have them: vectors of options, a memo, recursion, and a mex by sorting.
//
//     grundy FILE N M    FILE: M edges as pairs of 32-bit integers, position and option
//
// Prints the seconds from the edges in memory to the values, and the XOR of value times index.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace std;

static vector<vector<int>> options;
static vector<int> memo;

static int grundy(int v) {
    if (memo[v] >= 0) return memo[v];
    vector<int> values;
    for (int w : options[v]) values.push_back(grundy(w));
    sort(values.begin(), values.end());
    int mex = 0;
    for (int value : values)
        if (value == mex) mex++;
    return memo[v] = mex;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int n = atoi(argv[2]), m = atoi(argv[3]);
    vector<int32_t> edges(2 * size_t(m));
    FILE *file = fopen(argv[1], "rb");
    if (!file || fread(edges.data(), 8, m, file) != size_t(m)) return 2;
    auto start = chrono::steady_clock::now();
    options.resize(n);
    memo.assign(n, -1);
    for (int e = 0; e < m; e++) options[edges[2 * e]].push_back(edges[2 * e + 1]);
    for (int v = 0; v < n; v++) grundy(v);
    chrono::duration<double> spent = chrono::steady_clock::now() - start;
    uint64_t check = 0;
    for (int v = 0; v < n; v++) check ^= uint64_t(memo[v]) * uint64_t(v);
    printf("%.6f %llu\n", spent.count(), (unsigned long long)check);
}
