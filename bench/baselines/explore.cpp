// Explore the synthetic game of bench/families/explore.py, breadth first: codes to a graph.
//
//     explore plain|prefetch|dense SIDE
//
// "plain" looks each option up as it is made, in an open-addressing table of codes with their
// indices.  "prefetch" makes the options of many positions first, and fetches slots ahead of their
// look-ups.  "dense" has an array of indices, one for every code, and fetches ahead too.
// The result is what graphgame keeps: offsets, options, and codes in breadth-first order.
#include "measure.h"

namespace {

constexpr std::size_t BATCH = 1 << 12, AHEAD = 24;

template <std::int64_t n>  // a constant, as in the compiled rule of graphgame
inline void rule(std::int64_t code, std::int64_t *options) {
    const std::int64_t x = code / n, y = code % n;
    options[0] = (x + 1) % n * n + y;
    options[1] = x * n + (y + 1) % n;
    options[2] = (7 * x + y) % n * n + (x + 3) % n;
    options[3] = 5 * y % n * n + (x + y) % n;
}

struct Graph {
    std::vector<std::int64_t> ptr{0}, codes;
    std::vector<std::int32_t> idx;
};

// A table of codes and their indices, at most half full.
class Table {
    struct Slot {
        std::int64_t code;
        std::int32_t index;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(1 << 10, Slot{0, -1});
    std::size_t count_ = 0, mask_ = (1 << 10) - 1;

    std::size_t home(std::int64_t code) const {
        auto h = static_cast<std::uint64_t>(code);
        h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdULL;
        h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53ULL;
        return (h ^ (h >> 33)) & mask_;
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size(), Slot{0, -1});
        old.swap(slots_);
        mask_ = slots_.size() - 1;
        for (const Slot &slot : old) {
            if (slot.index < 0) continue;
            std::size_t s = home(slot.code);
            while (slots_[s].index >= 0) s = (s + 1) & mask_;
            slots_[s] = slot;
        }
    }

public:
    void prefetch(std::int64_t code) const { __builtin_prefetch(&slots_[home(code)]); }

    std::int32_t add(std::int64_t code, std::vector<std::int64_t> &codes) {
        std::size_t s = home(code);
        for (; slots_[s].index >= 0; s = (s + 1) & mask_)
            if (slots_[s].code == code) return slots_[s].index;
        const auto index = static_cast<std::int32_t>(count_++);
        slots_[s] = {code, index};
        codes.push_back(code);
        if (2 * count_ > slots_.size()) grow();
        return index;
    }
};

// An array of indices plus 1 for all codes.
class Dense {
    std::vector<std::int32_t> index_;

public:
    explicit Dense(std::size_t size) : index_(size) {}

    void prefetch(std::int64_t code) const { __builtin_prefetch(&index_[static_cast<std::size_t>(code)]); }

    std::int32_t add(std::int64_t code, std::vector<std::int64_t> &codes) {
        std::int32_t &index = index_[static_cast<std::size_t>(code)];
        if (!index) {
            codes.push_back(code);
            index = static_cast<std::int32_t>(codes.size());
        }
        return index - 1;
    }
};

template <std::int64_t n, class Index>
Graph explore_plainly(Index index) {
    Graph g;
    std::int64_t options[4];
    index.add(0, g.codes);
    for (std::size_t v = 0; v < g.codes.size(); v++) {
        rule<n>(g.codes[v], options);
        for (const std::int64_t code : options) g.idx.push_back(index.add(code, g.codes));
        g.ptr.push_back(static_cast<std::int64_t>(g.idx.size()));
    }
    return g;
}

template <std::int64_t n, class Index>
Graph explore_ahead(Index index) {
    Graph g;
    std::vector<std::int64_t> staged(4 * BATCH);
    index.add(0, g.codes);
    for (std::size_t v = 0; v < g.codes.size();) {
        const std::size_t stop = std::min(g.codes.size(), v + BATCH), k = 4 * (stop - v);
        for (std::size_t i = 0; v < stop; v++, i += 4) {
            rule<n>(g.codes[v], &staged[i]);
            g.ptr.push_back(g.ptr.back() + 4);
        }
        for (std::size_t i = 0; i < std::min(AHEAD, k); i++) index.prefetch(staged[i]);
        for (std::size_t i = 0; i < k; i++) {
            if (i + AHEAD < k) index.prefetch(staged[i + AHEAD]);
            g.idx.push_back(index.add(staged[i], g.codes));
        }
    }
    return g;
}

std::uint64_t checksum(const Graph &g) {
    std::uint64_t sum = 0;
    for (const std::int64_t code : g.codes) sum = sum * 31 + static_cast<std::uint64_t>(code);
    for (const std::int32_t w : g.idx) sum = sum * 31 + static_cast<std::uint64_t>(w);
    return sum >> 11;  // fits in the integers of every reader of JSON
}

template <std::int64_t n>
int explore(const std::string &kind) {
    const auto measured = measure::run([&] {
        if (kind == "plain") return explore_plainly<n>(Table());
        if (kind == "prefetch") return explore_ahead<n>(Table());
        return explore_ahead<n>(Dense(static_cast<std::size_t>(n * n)));
    });
    const Graph &g = *measured.result;
    measure::print(measured, {{"positions", g.codes.size()}, {"moves", g.idx.size()}, {"sum", checksum(g)}});
    return 0;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const std::string kind = argv[1], side = argv[2];
    if (side == "316") return explore<316>(kind);
    if (side == "1000") return explore<1000>(kind);
    if (side == "3162") return explore<3162>(kind);
    if (side == "5477") return explore<5477>(kind);
    return 2;
}
