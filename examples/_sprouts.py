"""The lands of Sprouts in C: reads their texts, and puts what is in them in order."""

# A land is a text; `sprouts.py` says how it reads.  Three changes make lands one text that are the
# same game, move by move:
#
# - Where a spot with one line left is met twice and only dead spots lie between, it is met once.
# - In a region whose spots can give three lines or fewer any two of them can be joined, and what is
#   left can be joined as well, whatever the boundaries are: it has one boundary, in any order, and
#   a spot that is met there alone counts as many spots as it can give lines.
# - A spot with one line that is a boundary by itself is two spots with two lines each.
LANDS = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

enum { SPOTS = 256, TOKENS = 1024, ROWS = 256, REGIONS = 256, MOST = 3, END = 255 };

typedef struct { const byte *at; int n; } text;

// Rows of spots: those of region r are rows[first[r]] to rows[first[r + 1] - 1].  What is small has
// one row, whose order means nothing.
typedef struct {
    text rows[ROWS];
    int first[REGIONS + 1], regions;
    byte is_small[REGIONS];
} plane;

static int compared(const void *a, const void *b) {
    const text *x = a, *y = b;
    int order = memcmp(x->at, y->at, x->n < y->n ? x->n : y->n);
    return order ? order : x->n - y->n;
}

static int joined(text *pieces, int count, byte *out) {
    int n = 0;
    qsort(pieces, count, sizeof(text), compared);
    for (int i = 0; i < count; n += pieces[i++].n) memcpy(out + n, pieces[i].at, pieces[i].n);
    return n;
}

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 29) * 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

// -- the order of a land ------------------------------------------------------------------------

// Add to next[spot], wherever a spot is met, what lies around: neighbours, boundary, and region.
static void look_around(const plane *p, int r, const uint64_t *label, uint64_t *next) {
    uint64_t around[TOKENS], row[ROWS], region = p->is_small[r];
    for (int pass = 0; pass < 2; pass++) {
        uint64_t *here = around;
        for (int b = p->first[r]; b < p->first[r + 1]; b++) {
            text w = p->rows[b];
            uint64_t sum = 0;
            for (int i = 0; i < w.n; i++, here++) {
                if (pass) {
                    next[w.at[i]] += mixed(*here + 3 * row[b - p->first[r]] + 5 * region);
                    continue;
                }
                uint64_t before = label[w.at[i ? i - 1 : w.n - 1]];
                uint64_t after = label[w.at[i + 1 < w.n ? i + 1 : 0]];
                *here = 3 * label[w.at[i]];
                if (!p->is_small[r]) *here += mixed(before) + mixed(after);
                sum += mixed(*here);
            }
            if (!pass) region += mixed(row[b - p->first[r]] = mixed(sum));
        }
    }
}

// How many of the labels of spots met twice differ; ranks[i] is how many are less than the ith.
static int ranked(const uint64_t *label, const byte *twice, int count, int *ranks) {
    int kinds = 0;
    for (int i = 0; i < count; i++) {
        int is_first = 1;
        ranks[i] = 0;
        for (int j = 0; j < count; j++) {
            ranks[i] += label[twice[j]] < label[twice[i]];
            if (j < i && label[twice[j]] == label[twice[i]]) is_first = 0;
        }
        kinds += is_first;
    }
    return kinds;
}

// Tell spots that are met twice apart by what lies around them, until all are; where that does not
// go further, one of those that are least and alike is made to differ.
static void tell_apart(const plane *p, uint64_t *label, const byte *twice, int count, int *ranks) {
    int kinds = ranked(label, twice, count, ranks);
    while (kinds < count) {
        uint64_t next[SPOTS] = {0};
        for (int r = 0; r < p->regions; r++) look_around(p, r, label, next);
        for (int i = 0; i < count; i++)
            label[twice[i]] = mixed(label[twice[i]] + next[twice[i]]) | MOST + 1;
        int found = ranked(label, twice, count, ranks);
        if (found == kinds) {
            int least = -1;
            for (int i = 0; i < count; i++)
                for (int j = 0; j < i; j++)
                    if (ranks[i] == ranks[j] && (least < 0 || ranks[i] < ranks[least])) least = j;
            if (least >= 0) label[twice[least]] = mixed(label[twice[least]] + 1) | MOST + 1;
            found = ranked(label, twice, count, ranks);
        }
        kinds = found;
    }
}

// Write the ranks along a region, walked in one direction, each row from where it is least.
static int walked(const plane *p, int r, int is_back, const byte *rank, byte *out) {
    byte buffer[TOKENS], *to = buffer;
    text rows[ROWS];
    int count = 0;
    for (int b = p->first[r]; b < p->first[r + 1]; b++) {
        text w = p->rows[b];
        byte ranks[TOKENS];
        int turn = 0;
        for (int i = 0; i < w.n; i++) ranks[i] = rank[w.at[is_back ? w.n - 1 - i : i]];
        memcpy(ranks + w.n, ranks, w.n);
        for (int i = 1; i < w.n; i++) {
            byte one = ranks[i];
            int j = i;
            if (!p->is_small[r]) {
                if (memcmp(ranks + i, ranks + turn, w.n) < 0) turn = i;
                continue;
            }
            for (; j && ranks[j - 1] > one; j--) ranks[j] = ranks[j - 1];
            ranks[j] = one;
        }
        memcpy(to, ranks + turn, w.n);
        to[w.n] = END;
        rows[count++] = (text){to, w.n + 1};
        to += w.n + 1;
    }
    return joined(rows, count, out);
}

// Write the text of a land whose regions are all that a plane has; return its length.
static int written(const plane *p, const byte *lines, const byte *met, byte *out) {
    byte twice[SPOTS], rank[SPOTS], keys[2 * TOKENS], *key = keys;
    byte is_seen[SPOTS] = {0}, name[SPOTS] = {0};
    uint64_t label[SPOTS];
    int ranks[SPOTS], count = 0, n = 0, letters = 0;
    text regions[REGIONS];
    for (int b = 0; b < p->first[p->regions]; b++)
        for (int i = 0; i < p->rows[b].n; i++) {
            int spot = p->rows[b].at[i];
            if (is_seen[spot]++) continue;
            rank[spot] = lines[spot];
            label[spot] = met[spot] == 2 ? MOST : lines[spot];
            if (met[spot] == 2) twice[count++] = spot;
        }
    tell_apart(p, label, twice, count, ranks);
    for (int i = 0; i < count; i++) rank[twice[i]] = MOST + ranks[i];
    for (int r = 0; r < p->regions; r++) {
        byte back[TOKENS];
        int length = walked(p, r, 0, rank, key);
        walked(p, r, 1, rank, back);
        if (memcmp(back, key, length) < 0) memcpy(key, back, length);
        regions[r] = (text){key, length};
        key += length;
    }
    qsort(regions, p->regions, sizeof(text), compared);
    for (int r = 0; r < p->regions; r++, out[n++] = '}')
        for (int i = 0; i < regions[r].n; i++) {
            int found = regions[r].at[i];
            if (found >= MOST && found != END && !name[found]) name[found] = 'A' + letters++;
            out[n++] = found == END ? '.' : found < MOST ? '0' + found : name[found];
        }
    return n;
}

// -- what is left after a line --------------------------------------------------------------------

// What can still be used: spots that have room for lines, how many lines each has, and where it is
// met; spots from `next` on are new names.
typedef struct {
    plane p;
    byte spots[TOKENS], lines[SPOTS], met[SPOTS];
    int tokens, rows, next;
} remains;

static void end_row(remains *x, int begin) {
    if (x->tokens > begin) x->p.rows[x->rows++] = (text){x->spots + begin, x->tokens - begin};
}

// Put as many new spots as a spot can give lines in its place.
static void part_spot(remains *x, int spot) {
    for (int i = x->lines[spot]; i < MOST; i++) {
        x->lines[x->next] = 2;
        x->spots[x->tokens++] = x->next++;
    }
}

// Add the rows of a region, without spots that cannot be used.
static void add_rows(remains *x, const plane *p, int r) {
    for (int b = p->first[r]; b < p->first[r + 1]; b++) {
        int begin = x->tokens;
        text w = p->rows[b];
        for (int i = 0; i < w.n; i++) {
            byte spot = w.at[i];
            if (x->lines[spot] == MOST) continue;
            if (x->tokens > begin && x->spots[x->tokens - 1] == spot) continue;
            x->spots[x->tokens++] = spot;
        }
        if (x->tokens > begin + 1 && x->spots[begin] == x->spots[x->tokens - 1]) x->tokens--;
        if (x->tokens == begin + 1 && x->lines[x->spots[begin]] == 1)
            part_spot(x, x->spots[--x->tokens]);
        end_row(x, begin);
    }
}

// Add a region whose spots can give three lines or fewer: each spot once.
static void add_small(remains *x, const plane *p, int r) {
    byte is_seen[SPOTS] = {0};
    int begin = x->tokens;
    for (int b = p->first[r]; b < p->first[r + 1]; b++)
        for (int i = 0; i < p->rows[b].n; i++) {
            byte spot = p->rows[b].at[i];
            if (x->lines[spot] == MOST || is_seen[spot]++) continue;
            if (x->lines[spot] < 2) part_spot(x, spot);
            else x->spots[x->tokens++] = spot;
        }
    end_row(x, begin);
}

static void add_regions(remains *x, const plane *p) {
    x->tokens = x->rows = x->p.regions = x->p.first[0] = 0;
    memset(x->met, 0, sizeof x->met);
    for (int r = 0; r < p->regions; r++) {
        byte is_seen[SPOTS] = {0};
        int lives = 0, begin = x->tokens;
        for (int b = p->first[r]; b < p->first[r + 1]; b++)
            for (int i = 0; i < p->rows[b].n; i++) {
                int spot = p->rows[b].at[i];
                if (!is_seen[spot]++) lives += MOST - x->lines[spot];
            }
        if (lives < 2) continue;
        if (lives > 3) add_rows(x, p, r);
        else add_small(x, p, r);
        for (int i = begin; i < x->tokens; i++) x->met[x->spots[i]]++;
        x->p.is_small[x->p.regions++] = lives <= 3;
        x->p.first[x->p.regions] = x->rows;
    }
}

static int ancestor(const int *root, int r) {
    while (root[r] != r) r = root[r];
    return r;
}

// Write the lands of what is left, in order, with spaces between; return the length.
static int settled(const remains *x, byte *out) {
    const plane *p = &x->p;
    byte buffer[4 * TOKENS], *to = buffer;
    int root[REGIONS], home[SPOTS], count = 0;
    text lands[REGIONS];
    memset(home, -1, sizeof home);
    for (int r = 0; r < p->regions; r++) {
        root[r] = r;
        for (int b = p->first[r]; b < p->first[r + 1]; b++)
            for (int i = 0; i < p->rows[b].n; i++) {
                int *first = home + p->rows[b].at[i];
                if (*first < 0) *first = r;
                else root[ancestor(root, r)] = ancestor(root, *first);
            }
    }
    for (int r = 0; r < p->regions; r++) {
        plane land = {.regions = 0};
        int rows = 0;
        for (int q = 0; q < p->regions && root[r] == r; q++) {
            if (ancestor(root, q) != r) continue;
            for (int b = p->first[q]; b < p->first[q + 1]; b++) land.rows[rows++] = p->rows[b];
            land.is_small[land.regions++] = p->is_small[q];
            land.first[land.regions] = rows;
        }
        if (land.regions == 0) continue;
        int n = written(&land, x->lines, x->met, to);
        to[n] = ' ';
        lands[count++] = (text){to, n + 1};
        to += n + 1;
    }
    return joined(lands, count, out);
}
"""
