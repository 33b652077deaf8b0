/* Scan plain lines of edges, "u v" with one space between and nothing else, eight characters at a
 * time.
 *
 * Programs write such lines, and they are nearly all of a long text.  Everything else -- other
 * blanks, comments, errors -- is left to the scanner in _scan.pyx, which reports it: the scan stops
 * before the first line that is not plain.
 */
#ifndef GRAPHGAME_SCAN_H
#define GRAPHGAME_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Characters that may be read from the beginning of a plain line, which takes at most 22; and of
 * one with a probability and points, which takes at most 74. */
#define GG_PLAIN_LINE 32
#define GG_MOVE_LINE 80

/* The most edges that a text announces, and the greatest number that is read: with one more digit,
 * a number up to it still fits in int64. */
#define GG_MOST_EDGES ((INT64_C(1) << 59) - 1)

#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Return the number of at most 10 digits that begins at `text`; its length in *length, 0 if none.
 *
 * XOR with '0' maps digits to 0 to 9, and adding 0x76 to these sets no high bit; the first byte
 * whose high bit is set ends the number, whatever is carried into the bytes after it.  The digits
 * are shifted to the high end, with zeros below, and combined in pairs, then in fours.
 */
static inline uint64_t gg_number(const unsigned char *text, int *length) {
    const uint64_t ones = UINT64_C(0x0101010101010101), pairs = UINT64_C(0x000000ff000000ff);
    uint64_t digits, ends;
    int here;
    memcpy(&digits, text, 8);
    digits ^= ones * '0';
    ends = ((digits + ones * 0x76) | digits) & ones * 0x80;
    here = ends ? __builtin_ctzll(ends) >> 3 : 8;
    digits = here ? digits << (64 - 8 * here) : 0;
    digits = digits * 10 + (digits >> 8);
    digits = ((digits & pairs) * (100 + (UINT64_C(1000000) << 32)) +
              (digits >> 16 & pairs) * (1 + (UINT64_C(10000) << 32))) >> 32;
    for (; here >= 8 && here < 10 && text[here] >= '0' && text[here] <= '9'; here++)
        digits = 10 * digits + (text[here] - '0');
    *length = here;
    return digits;
}

/* Scan plain lines at the beginning of `text` while there is room for their edges and both ends are
 * positions; return the number of characters scanned.
 *
 * Terminates because each line advances `at` by at least 4.
 */
static inline ptrdiff_t gg_scan_plain(const unsigned char *text, ptrdiff_t size, uint64_t base,
                                      uint64_t n, int32_t *edges, int64_t room, int64_t *count) {
    ptrdiff_t at = 0;
    int64_t e = 0;
    while (e < room && at + GG_PLAIN_LINE <= size) {
        const unsigned char *line = text + at;
        int first, second;
        const uint64_t u = gg_number(line, &first) - base;
        const uint64_t v = gg_number(line + first + 1, &second) - base;
        if (!first || !second || line[first] != ' ' || line[first + 1 + second] != '\n') break;
        if (u >= n || v >= n) break; /* also 0 - 1, in a text whose positions begin at 1 */
        edges[2 * e] = (int32_t)u;
        edges[2 * e + 1] = (int32_t)v;
        e++;
        at += first + second + 2;
    }
    *count = e;
    return at;
}

/* Scan a number "p" or "p/q" at `text` into pair[0] and pair[1]; return its length, 0 if there is
 * none. */
static inline int gg_ratio(const unsigned char *text, int64_t *pair) {
    int length, below;
    pair[0] = (int64_t)gg_number(text, &length);
    pair[1] = 1;
    if (!length || text[length] != '/') return length;
    pair[1] = (int64_t)gg_number(text + length + 1, &below);
    return below && pair[1] ? length + 1 + below : 0;
}

/* Scan lines "u v", "u v p/q", "u v POINTS k" and "u v p/q POINTS k" at the beginning of `text`, as
 * gg_scan_plain does.  Number e is probabilities[2 e] / probabilities[2 e + 1], 0 where there is
 * none; points are laid out alike.  Where either array is NULL, a line that needs it ends the scan.
 *
 * Terminates because each line advances `at` by at least 4.
 */
static inline ptrdiff_t gg_scan_moves(const unsigned char *text, ptrdiff_t size, uint64_t base,
                                      uint64_t n, int32_t *edges, int64_t *probabilities,
                                      int64_t *points, int64_t room, int64_t *count) {
    ptrdiff_t at = 0;
    int64_t e = 0;
    while (e < room && at + GG_MOVE_LINE <= size) {
        const unsigned char *p = text + at;
        int first, second, length;
        int64_t probability[2] = {0, 1}, paid[2] = {0, 1};
        const uint64_t u = gg_number(p, &first) - base;
        const uint64_t v = gg_number(p + first + 1, &second) - base;
        if (!first || !second || p[first] != ' ' || u >= n || v >= n) break;
        p += first + 1 + second;
        if (*p == ' ' && p[1] != 'P') {
            length = gg_ratio(p + 1, probability);
            if (!length || !probability[0] || !probabilities) break;
            p += 1 + length;
        }
        if (*p == ' ') {
            const int sign = p[8] == '-';
            if (memcmp(p, " POINTS ", 8) || !points) break;
            length = gg_ratio(p + 8 + sign, paid);
            if (!length) break;
            if (sign) paid[0] = -paid[0];
            p += 8 + sign + length;
        }
        if (*p != '\n') break;
        edges[2 * e] = (int32_t)u;
        edges[2 * e + 1] = (int32_t)v;
        if (probabilities) memcpy(probabilities + 2 * e, probability, sizeof probability);
        if (points) memcpy(points + 2 * e, paid, sizeof paid);
        e++;
        at = p + 1 - text;
    }
    *count = e;
    return at;
}

#else

static inline ptrdiff_t gg_scan_plain(const unsigned char *text, ptrdiff_t size, uint64_t base,
                                      uint64_t n, int32_t *edges, int64_t room, int64_t *count) {
    (void)text, (void)size, (void)base, (void)n, (void)edges, (void)room;
    *count = 0;
    return 0;
}

static inline ptrdiff_t gg_scan_moves(const unsigned char *text, ptrdiff_t size, uint64_t base,
                                      uint64_t n, int32_t *edges, int64_t *probabilities,
                                      int64_t *points, int64_t room, int64_t *count) {
    (void)probabilities, (void)points;
    return gg_scan_plain(text, size, base, n, edges, room, count);
}

#endif
#endif
