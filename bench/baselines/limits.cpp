// What the memory of this machine allows: bandwidth, and accesses at random, on one thread.
//
//     limits MIB    the most memory to use for one table, for example 400
//
// Prints JSON: GB/s of reading and writing in order; nanoseconds of an access at random that depends
// on nothing, so that many are under way at once; and of one that depends on the one before.

#include <cinttypes>
#include <numeric>

#include "measure.h"

using std::size_t;
using std::uint32_t;
using std::uint64_t;
using std::vector;

constexpr size_t ACCESSES = size_t{1} << 24, HOPS = size_t{1} << 21;
constexpr int RUNS = 5;

static uint64_t sink;  // what is computed must be used

template <class Work>
static double fastest(Work work) {
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        const double start = measure::cpu_seconds();
        work();
        best = std::min(best, measure::cpu_seconds() - start);
    }
    return best;
}

static uint64_t next_random(uint64_t &state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

// Four sums at once: what limits must be the memory, not one addition after the other.
static double read_in_order(const vector<uint64_t> &table) {
    return fastest([&] {
        uint64_t sums[4] = {0, 0, 0, 0};
        for (size_t i = 0; i + 4 <= table.size(); i += 4)
            for (int k = 0; k < 4; k++) sums[k] += table[i + k];
        sink += sums[0] + sums[1] + sums[2] + sums[3];
    });
}

static double write_in_order(vector<uint64_t> &table) {
    return fastest([&] { std::fill(table.begin(), table.end(), sink++); });
}

// A generator of places costs less than a nanosecond; the accesses do not wait for one another.
static double at_random(const vector<uint32_t> &table) {
    return fastest([&] {
        uint64_t state = 88172645463325252ULL, sum = 0;
        for (size_t k = 0; k < ACCESSES; k++)
            sum += table[((next_random(state) >> 32) * table.size()) >> 32];
        sink += sum;
    });
}

// One cycle through all lines of the cache, in random order (Sattolo): table[i] is the next place.
static double chase(vector<uint32_t> &table) {
    constexpr size_t LINE = 64 / sizeof(uint32_t);
    uint64_t state = 88172645463325252ULL;
    vector<uint32_t> order(table.size() / LINE);
    std::iota(order.begin(), order.end(), 0u);
    for (size_t i = order.size() - 1; i > 0; i--) std::swap(order[i], order[next_random(state) % i]);
    for (size_t i = 0; i < order.size(); i++)
        table[order[i] * LINE] = static_cast<uint32_t>(order[(i + 1) % order.size()] * LINE);
    return fastest([&] {
        uint32_t place = 0;
        for (size_t hop = 0; hop < HOPS; hop++) place = table[place];
        sink += place;
    });
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const size_t most = std::strtoull(argv[1], nullptr, 10) << 20;
    vector<uint64_t> wide(most / sizeof(uint64_t), 1);
    const double gigabytes = 1e-9 * static_cast<double>(wide.size() * sizeof(uint64_t));
    std::printf("{\"read_gb_per_s\": %.1f, ", gigabytes / read_in_order(wide));
    std::printf("\"write_gb_per_s\": %.1f, ", gigabytes / write_in_order(wide));
    vector<uint64_t>().swap(wide);
    std::printf("\"random_ns\": {");
    const char *comma = "";
    for (const size_t mib : {1, 10, 40, 400}) {
        if (mib << 20 > most) break;
        vector<uint32_t> table((mib << 20) / sizeof(uint32_t), 1);
        const double apart = 1e9 * at_random(table) / ACCESSES, chained = 1e9 * chase(table) / HOPS;
        std::printf("%s\"%zu MiB\": {\"independent\": %.2f, \"dependent\": %.1f}", comma, mib, apart,
                    chained);
        comma = ", ";
    }
    std::printf("}, \"sink\": %" PRIu64 "}\n", sink % 2);
}
