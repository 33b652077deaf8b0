// Plain value iteration for a game of chance, as one writes it first:
//
//     chance jacobi FOLDER        two arrays of values
//     chance gauss-seidel FOLDER  one array, in place, from the last position to the first
//
// From 0 upwards, until no value changes by 1e-9 or more in a sweep: which promises nothing about
// how far values still are from the right ones.
//
// The folder holds `ptr` and `idx` (rows of options: 64-bit offsets, 32-bit positions), `kind` (a
// byte a position: 0, 1, or -1 for chance) and `weights` (a 32-bit integer a move, 0 where a player
// moves).  Who cannot move has lost.  Probabilities are computed before the clock starts.

#include <cmath>

#include "measure.h"

using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::vector;

constexpr double CHANGE = 1e-9;
constexpr long MOST = 1000000;  // sweeps

struct Game {
    vector<int64_t> ptr;
    vector<int32_t> idx;
    vector<int8_t> kind;
    vector<double> p;

    int64_t size() const { return static_cast<int64_t>(kind.size()); }

    double value(int64_t v, const double *x) const {
        const int64_t first = ptr[v], stop = ptr[v + 1];
        if (kind[v] < 0) {
            double total = 0;
            for (int64_t e = first; e < stop; e++) total += p[e] * x[idx[e]];
            return total;
        }
        double best = x[idx[first]];
        if (kind[v] == 0)
            for (int64_t e = first + 1; e < stop; e++) best = std::max(best, x[idx[e]]);
        else
            for (int64_t e = first + 1; e < stop; e++) best = std::min(best, x[idx[e]]);
        return best;
    }
};

struct Found {
    vector<double> x;
    long sweeps = 0;
};

static Game read(const std::string &folder) {
    Game game;
    game.ptr = measure::read<int64_t>(folder + "/ptr");
    game.idx = measure::read<int32_t>(folder + "/idx");
    game.kind = measure::read<int8_t>(folder + "/kind");
    const auto weights = measure::read<int32_t>(folder + "/weights");
    game.p.resize(weights.size());
    for (int64_t v = 0; v < game.size(); v++) {
        double total = 0;
        for (int64_t e = game.ptr[v]; e < game.ptr[v + 1]; e++) total += weights[e];
        for (int64_t e = game.ptr[v]; e < game.ptr[v + 1]; e++)
            game.p[e] = total > 0 ? weights[e] / total : 0;
    }
    return game;
}

static vector<double> start(const Game &game) {
    vector<double> x(game.size());
    for (int64_t v = 0; v < game.size(); v++)
        x[v] = game.ptr[v] == game.ptr[v + 1] && game.kind[v] == 1 ? 1 : 0;
    return x;
}

static Found jacobi(const Game &game) {
    Found found{start(game)};
    vector<double> next = found.x;
    for (double change = 1; change >= CHANGE && found.sweeps < MOST; found.sweeps++) {
        change = 0;
        for (int64_t v = 0; v < game.size(); v++) {
            if (game.ptr[v] == game.ptr[v + 1]) continue;
            next[v] = game.value(v, found.x.data());
            change = std::max(change, std::fabs(next[v] - found.x[v]));
        }
        std::swap(next, found.x);
    }
    return found;
}

static Found gauss_seidel(const Game &game) {
    Found found{start(game)};
    for (double change = 1; change >= CHANGE && found.sweeps < MOST; found.sweeps++) {
        change = 0;
        for (int64_t v = game.size() - 1; v >= 0; v--) {
            if (game.ptr[v] == game.ptr[v + 1]) continue;
            const double next = game.value(v, found.x.data());
            change = std::max(change, std::fabs(next - found.x[v]));
            found.x[v] = next;
        }
    }
    return found;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const std::string way = argv[1];
    const Game game = read(argv[2]);
    const auto measured =
        measure::run([&] { return way == "jacobi" ? jacobi(game) : gauss_seidel(game); });
    const double best = std::min(measured.first, measured.again > 0 ? measured.again : 1e9);
    const double steps =
        static_cast<double>(measured.result->sweeps) * static_cast<double>(game.idx.size());
    std::printf("{\"seconds\": %.7f, ", measured.first);
    if (measured.again > 0) std::printf("\"again\": %.7f, ", measured.again);
    std::printf("\"peak_kib\": %ld, \"checks\": {}, ", measured.peak_kib);
    std::printf("\"counts\": {\"at the start\": %.12f, \"sweeps\": %ld, ", measured.result->x[0],
                measured.result->sweeps);
    std::printf("\"ns an edge and sweep\": %.3g}}\n", best / steps * 1e9);
}
