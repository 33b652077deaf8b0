// Heap games as textbooks have them:
//
//     heaps set N      square take-away to N with the set of the textbook
//     heaps stamp N    the same with stamps
//     heaps grundy S   Grundy's game with stamps, for S seconds of processor time
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

static long grundys_game(double seconds) {
    const double stop = measure::cpu_seconds() + seconds;
    vector<int> g(1), stamps(4096);
    long h = 1;
    for (; measure::cpu_seconds() < stop; h++) {
        for (long a = 1; 2 * a < h; a++) stamps[g[a] ^ g[h - a]] = static_cast<int>(h);
        g.push_back(mex_of_stamps(stamps, h));
    }
    return h - 1;
}

static void report(vector<int> (*squares)(long), long n) {
    const auto measured = measure::run([=] { return squares(n); });
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
    else if (mode == "grundy") std::printf("{\"heaps\": %ld, \"checks\": {}}\n", grundys_game(amount));
    else return 2;
}
