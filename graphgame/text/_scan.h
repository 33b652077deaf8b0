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

/* Characters that may be read from the beginning of a plain line, which takes at most 22. */
#define GG_PLAIN_LINE 32

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
static ptrdiff_t gg_scan_plain(const unsigned char *text, ptrdiff_t size, uint64_t base, uint64_t n,
                               int32_t *edges, int64_t room, int64_t *count) {
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

#else

static ptrdiff_t gg_scan_plain(const unsigned char *text, ptrdiff_t size, uint64_t base, uint64_t n,
                               int32_t *edges, int64_t room, int64_t *count) {
    (void)text, (void)size, (void)base, (void)n, (void)edges, (void)room;
    *count = 0;
    return 0;
}

#endif
#endif
