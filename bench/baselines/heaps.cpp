// Heap games as textbooks have them:
//
//     heaps set N       square take-away to N with the set of the textbook
//     heaps stamp N     the same with stamps
//     heaps grundy N    Grundy's game to N with stamps
//     heaps reach S     the same, for S seconds of processor time
//
// Prints what measure.h prints: the check is the XOR of value times heap, or says how far it came.

#include <set>

#include "measure.h"

using std::vector;

static int mex_of_set(const std::set<int> &reached) {
    int x = 0;
    for (int y : reached) {
        if (y != x) break;
        x++;
    }
    return x;
}

static vector<int> squares_by_set(long n) {
    vector<int> g(n + 1);
    for (long h = 1; h <= n; h++) {
        std::set<int> reached;
        for (long k = 1; k * k <= h; k++) reached.insert(g[h - k * k]);
        g[h] = mex_of_set(reached);
    }
    return g;
}

static int mex_of_stamps(const vector<int> &stamps, long h) {
    int x = 0;
    while (stamps[x] == h) x++;
    return x;
}

static vector<int> squares_by_stamps(long n) {
    vector<int> g(n + 1), stamps(4096);
    for (long h = 1; h <= n; h++) {
        for (long k = 1; k * k <= h; k++) stamps[g[h - k * k]] = static_cast<int>(h);
        g[h] = mex_of_stamps(stamps, h);
    }
    return g;
}

// The values of Grundy's game, up to n or until the time has come.
static vector<int> grundys_game(long n, double stop) {
    vector<int> g(1), stamps(4096);
    for (long h = 1; h <= n && measure::cpu_seconds() < stop; h++) {
        for (long a = 1; 2 * a < h; a++) stamps[g[a] ^ g[h - a]] = static_cast<int>(h);
        g.push_back(mex_of_stamps(stamps, h));
    }
    return g;
}

static vector<int> grundys_game_to(long n) { return grundys_game(n, 1e9); }

static std::size_t reached(double seconds) {
    return grundys_game(1L << 40, measure::cpu_seconds() + seconds).size() - 1;
}

static void report(vector<int> (*values)(long), long n) {
    const auto measured = measure::run([=] { return values(n); });
    std::uint64_t check = 0;
    for (long h = 0; h <= n; h++)
        check ^= static_cast<std::uint64_t>((*measured.result)[h]) * static_cast<std::uint64_t>(h);
    measure::print(measured, {{"values", check}});
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const std::string mode = argv[1];
    const double amount = std::atof(argv[2]);
    if (mode == "set") report(squares_by_set, static_cast<long>(amount));
    else if (mode == "stamp") report(squares_by_stamps, static_cast<long>(amount));
    else if (mode == "grundy") report(grundys_game_to, static_cast<long>(amount));
    else if (mode == "reach") std::printf("{\"heaps\": %zu, \"checks\": {}}\n", reached(amount));
    else return 2;
}
