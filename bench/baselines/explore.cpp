// Explore the games of bench/families/explore.py, breadth first: codes to a graph.
//
//     explore plain|prefetch|dense SIDE [huge]
//     explore plain|prefetch connect4 [huge]
//
// The game is the synthetic one of SIDE^2 positions, or Connect-4 on 5 x 4 by the rule of connect4.c,
// whose presets are kept too. "huge" advises huge pages.
// "plain" looks each option up as it is made, in an open-addressing table of codes with their
// indices.  "prefetch" makes the options of many positions first, and fetches slots ahead of their
// look-ups.  "dense" has an array of indices, one for every code, and fetches ahead too.
// The result is what graphgame keeps: offsets, options, and codes in breadth-first order.
#include "measure.h"

#define COLUMNS 5
#define ROWS 4
#include "connect4.c"

namespace {

constexpr std::size_t BATCH = 1 << 12, AHEAD = 24;

// A game: where it begins, the most options of a position, and what writes them and counts them.
template <std::int64_t n>  // a constant, as in the compiled rule of graphgame
struct Synthetic {
    static constexpr bool presets = false;
    static constexpr std::size_t most = 4;
    static constexpr std::int64_t first = 0;

    static std::size_t write(std::int64_t code, std::int64_t *options) {
        const std::int64_t x = code / n, y = code % n;
        options[0] = (x + 1) % n * n + y;
        options[1] = x * n + (y + 1) % n;
        options[2] = (7 * x + y) % n * n + (x + 3) % n;
        options[3] = 5 * y % n * n + (x + y) % n;
        return most;
    }
};

struct Connect4 {
    static constexpr bool presets = true;
    static constexpr std::size_t most = COLUMNS;
    static constexpr std::int64_t first = 0x108421;  // a bit at the bottom of each column

    static std::size_t write(std::int64_t code, std::int64_t *options) {
        return static_cast<std::size_t>(rule(code, options, COLUMNS, nullptr));
    }
};

constexpr std::int8_t NONE = 2;

struct Graph {
    std::vector<std::int64_t> ptr{0}, codes;
    std::vector<std::int32_t> idx;
    std::vector<std::int8_t> presets;

    // Write the options of the next position, none where it has a preset; return how many.
    template <class Game>
    std::size_t ask(std::int64_t code, std::int64_t *options) {
        if constexpr (Game::presets) {
            presets.push_back(static_cast<std::int8_t>(preset(code, nullptr)));
            if (presets.back() != NONE) return 0;
        }
        return Game::write(code, options);
    }
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

template <class Game, class Index>
Graph explore_plainly(Index index) {
    Graph g;
    std::int64_t options[Game::most];
    index.add(Game::first, g.codes);
    for (std::size_t v = 0; v < g.codes.size(); v++) {
        const std::size_t count = g.ask<Game>(g.codes[v], options);
        for (std::size_t i = 0; i < count; i++) g.idx.push_back(index.add(options[i], g.codes));
        g.ptr.push_back(static_cast<std::int64_t>(g.idx.size()));
    }
    return g;
}

template <class Game, class Index>
Graph explore_ahead(Index index) {
    Graph g;
    std::vector<std::int64_t> staged(Game::most * BATCH);
    index.add(Game::first, g.codes);
    for (std::size_t v = 0; v < g.codes.size();) {
        const std::size_t stop = std::min(g.codes.size(), v + BATCH);
        std::size_t k = 0;
        for (; v < stop; v++) {
            const std::size_t count = g.ask<Game>(g.codes[v], &staged[k]);
            k += count;
            g.ptr.push_back(g.ptr.back() + static_cast<std::int64_t>(count));
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

template <class Game>
int explore(const std::string &kind, std::size_t size) {
    const auto measured = measure::run([&] {
        if (kind == "plain") return explore_plainly<Game>(Table());
        if (kind == "prefetch") return explore_ahead<Game>(Table());
        return explore_ahead<Game>(Dense(size));
    });
    const Graph &g = *measured.result;
    measure::print(measured, {{"positions", g.codes.size()}, {"moves", g.idx.size()}, {"sum", checksum(g)}});
    return 0;
}

template <std::int64_t n>
int synthetic(const std::string &kind) {
    return explore<Synthetic<n>>(kind, static_cast<std::size_t>(n * n));
}

}  // namespace

int main(int argc, char **argv) {
    if (measure::arguments(argc, argv) != 3) return 2;
    const std::string kind = argv[1], game = argv[2];
    if (game == "connect4" && kind != "dense") return explore<Connect4>(kind, 0);
    if (game == "316") return synthetic<316>(kind);
    if (game == "1000") return synthetic<1000>(kind);
    if (game == "3162") return synthetic<3162>(kind);
    if (game == "5477") return synthetic<5477>(kind);
    return 2;
}
