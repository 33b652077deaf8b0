// Grundy values as textbooks have them: vectors of options, a memo, recursion, and a mex by sorting.
//
//     grundy FILE N M    FILE: M edges as pairs of 32-bit integers, position and option
//
// Prints what measure.h prints; the check is the XOR of value times index.

#include "measure.h"

using namespace std;

static int n;
static vector<int32_t> edges;

struct Game {
    vector<vector<int>> options;
    vector<int> memo;

    int grundy(int v) {
        if (memo[v] >= 0) return memo[v];
        vector<int> values;
        for (int w : options[v]) values.push_back(grundy(w));
        sort(values.begin(), values.end());
        int mex = 0;
        for (int value : values)
            if (value == mex) mex++;
        return memo[v] = mex;
    }
};

static Game textbook() {
    Game game{vector<vector<int>>(n), vector<int>(n, -1)};
    for (size_t e = 0; e < edges.size(); e += 2) game.options[edges[e]].push_back(edges[e + 1]);
    for (int v = 0; v < n; v++) game.grundy(v);
    return game;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    n = atoi(argv[2]);
    edges = measure::read<int32_t>(argv[1]);
    if (edges.size() != 2 * strtoull(argv[3], nullptr, 10)) return 2;
    const auto measured = measure::run(textbook);
    uint64_t check = 0;
    for (int v = 0; v < n; v++) check ^= uint64_t(measured.result->memo[v]) * uint64_t(v);
    measure::print(measured, {{"values", check}});
}
