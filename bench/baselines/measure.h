// What the baselines share: reading what was prepared, timing the work, and one line of JSON.
//
// Time is that of the processor, without reading the input and without giving memory back: of the
// first run in a fresh process, which meets fresh memory, and of another one, or where that is short,
// the median of some.  As in bench/child.py, which does the same for contestants in Python.
//
// With `measure::huge` set, huge pages are advised for every large block, as graphgame does for its
// own. Memory is kept between runs as malloc does by default: kept by mallopt, it took more time.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace measure {

constexpr double SHORT = 1, ENOUGH = 0.3, LONG = 30;  // seconds
constexpr std::size_t MOST_RUNS = 9;

inline double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A line of /proc/self/status: VmRSS is what the process holds, VmHWM the most it has held.
inline long status_kib(const std::string &key) {
    std::ifstream status("/proc/self/status");
    std::string word;
    long kib = 0;
    while (status >> word)
        if (word == key + ":" && status >> kib) return kib;
    return 0;
}

template <class T>
std::vector<T> read(const std::string &path) {
    FILE *file = std::fopen(path.c_str(), "rb");
    if (!file) return {};
    std::fseek(file, 0, SEEK_END);
    std::vector<T> items(static_cast<std::size_t>(std::ftell(file)) / sizeof(T));
    std::rewind(file);
    if (std::fread(items.data(), sizeof(T), items.size(), file) != items.size()) std::exit(2);
    std::fclose(file);
    return items;
}

template <class Result>
struct Measured {
    double first = 0, again = 0;  // seconds; there is no other run where `again` is 0
    long peak_kib = 0;            // of the first run, beyond what was held before
    std::optional<Result> result;
};

template <class Work>
auto run(Work work) -> Measured<decltype(work())> {
    Measured<decltype(work())> measured;
    const auto timed = [&] {
        measured.result.reset();
        const double start = cpu_seconds();
        measured.result.emplace(work());
        return cpu_seconds() - start;
    };
    std::ofstream("/proc/self/clear_refs") << "5";  // the most held so far is what is held now
    const long before = status_kib("VmRSS");
    measured.first = timed();
    measured.peak_kib = std::max(0L, status_kib("VmHWM") - before);
    std::vector<double> more;
    if (measured.first < LONG) more.push_back(timed());
    for (double total = more.empty() ? 0 : more[0]; measured.first < SHORT && total < ENOUGH && more.size() < MOST_RUNS;) {
        more.push_back(timed());
        total += more.back();
    }
    if (more.empty()) return measured;
    std::sort(more.begin(), more.end());
    measured.again = more[more.size() / 2];
    return measured;
}

using Facts = std::initializer_list<std::pair<const char *, std::uint64_t>>;

template <class Result>
void print(const Measured<Result> &measured, Facts checks) {
    std::printf("{\"seconds\": %.7f, ", measured.first);
    if (measured.again > 0) std::printf("\"again\": %.7f, ", measured.again);
    std::printf("\"peak_kib\": %ld, \"checks\": {", measured.peak_kib);
    const char *comma = "";
    for (const auto &[name, value] : checks) {
        std::printf("%s\"%s\": %llu", comma, name, static_cast<unsigned long long>(value));
        comma = ", ";
    }
    std::puts("}}");
}

// Whether huge pages are advised, for blocks from 1 MiB on; a huge page is 2 MiB.
inline bool huge = false;
constexpr std::size_t LARGE = 1 << 20, PAGE = 1 << 21;

// Look for the word "huge" at the end of the arguments; return how many there are without it.
inline int arguments(int count, char **words) {
    huge = count > 1 && std::strcmp(words[count - 1], "huge") == 0;
    return huge ? count - 1 : count;
}

}  // namespace measure

void *operator new(std::size_t bytes) {
    void *block;
    if (measure::huge && bytes >= measure::LARGE) {
        const std::size_t whole = (bytes + measure::PAGE - 1) / measure::PAGE * measure::PAGE;
        block = std::aligned_alloc(measure::PAGE, whole);
        if (block) madvise(block, whole, MADV_HUGEPAGE);
    } else {
        block = std::malloc(bytes ? bytes : 1);
    }
    if (!block) throw std::bad_alloc();
    return block;
}

void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }
