// Heap games as textbooks have them, -O3:
//
//     heaps set N      square take-away to N with the set of the textbook
//     heaps stamp N    the same with stamps
//     heaps grundy S   Grundy's game with stamps, for S seconds of processor time
//
// Prints the seconds, or how far it came.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <vector>
static double now() { return (double)clock() / CLOCKS_PER_SEC; }
int main(int, char **words) {
    long n = atol(words[2]);
    double start = now();
    if (!strcmp(words[1], "set")) {
        std::vector<int> g(n + 1);
        for (long h = 1; h <= n; h++) {
            std::set<int> reached;
            for (long k = 1; k * k <= h; k++) reached.insert(g[h - k * k]);
            int x = 0;
            for (int y : reached) { if (y != x) break; x++; }
            g[h] = x;
        }
    } else if (!strcmp(words[1], "stamp")) {
        std::vector<int> g(n + 1), stamps(4096);
        for (long h = 1; h <= n; h++) {
            for (long k = 1; k * k <= h; k++) stamps[g[h - k * k]] = h;
            int x = 0;
            while (stamps[x] == h) x++;
            g[h] = x;
        }
    } else {  // Grundy's game, for n seconds
        std::vector<int> g(1), stamps(4096);
        long h = 1;
        for (; now() - start < n; h++) {
            for (long a = 1; 2 * a < h; a++) stamps[g[a] ^ g[h - a]] = h;
            int x = 0;
            while (stamps[x] == h) x++;
            g.push_back(x);
        }
        printf("%ld\n", h - 1);
        return 0;
    }
    printf("%.4f\n", now() - start);
}
