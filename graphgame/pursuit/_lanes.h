/* The loops of _pursuit.h for rows of numbers: included once for each type, GG_NUMBER.
 *
 * A number is a remoteness with the policeman to move.  While they are computed, odd numbers are
 * wins of the policeman, even ones of the thief, and the greatest number is neither, yet or for good: it
 * is odd, too.  A number that grows beyond the greatest becomes the greatest.
 */

static GG_ALWAYS_INLINE GG_NUMBER GG_NAMED(gg_less)(GG_NUMBER a, GG_NUMBER b) {
    return a < b ? a : b;
}
static GG_ALWAYS_INLINE GG_NUMBER GG_NAMED(gg_more)(GG_NUMBER a, GG_NUMBER b) {
    return a > b ? a : b;
}

/* Return the number two plies later. */
static GG_ALWAYS_INLINE GG_NUMBER GG_NAMED(gg_later)(GG_NUMBER a) {
    const GG_NUMBER before = (GG_NUMBER)~2;
    return (GG_NUMBER)(GG_NAMED(gg_less)(a, before) + 2);
}

/* The thief chooses the greatest of five numbers, if he is not on the policeman's cell. */
static GG_ALWAYS_INLINE gg_span GG_NAMED(gg_catch_body)(const gg_board *board, const void *of_cell,
                                                        ptrdiff_t cell, gg_span span) {
    const GG_NUMBER *GG_RESTRICT row = of_cell, *GG_RESTRICT inside = board->inside;
    const GG_NUMBER *GG_RESTRICT open = board->open;
    GG_NUMBER *GG_RESTRICT wide = board->wide, *GG_RESTRICT step = board->step;
    const ptrdiff_t down = board->down;
    const gg_span made = gg_widen(board, span), read = gg_widen(board, made);
    ptrdiff_t i;
    for (i = 64 * read.first; i < 64 * read.last; i++)
        wide[i] = row[i] & inside[i];
    for (i = 64 * made.first; i < 64 * made.last; i++) {
        GG_NUMBER across = GG_NAMED(gg_more)(GG_NAMED(gg_more)(wide[i - 1], wide[i + 1]), wide[i]);
        GG_NUMBER along = GG_NAMED(gg_more)(wide[i - down], wide[i + down]);
        step[i] =
            (GG_NUMBER)(GG_NAMED(gg_later)(GG_NAMED(gg_more)(across, along)) | (GG_NUMBER)~open[i]);
    }
    if (made.first <= cell >> 6 && cell >> 6 < made.last)
        step[cell] = (GG_NUMBER)(1 | (GG_NUMBER)~open[cell]);
    return made;
}

/* The thief chooses the least of five numbers, after the policeman the greatest of nine such. */
static GG_ALWAYS_INLINE gg_span GG_NAMED(gg_leave_body)(const gg_board *board,
    const void *const rows[5],
                                                        ptrdiff_t cell, gg_span span) {
    const GG_NUMBER *GG_RESTRICT stays = rows[0], *GG_RESTRICT up = rows[1],
        *GG_RESTRICT left = rows[2];
    const GG_NUMBER *GG_RESTRICT right = rows[3], *GG_RESTRICT below = rows[4];
    const GG_NUMBER *GG_RESTRICT inside = board->inside;
    GG_NUMBER *GG_RESTRICT wide = board->wide, *GG_RESTRICT side = board->side;
    GG_NUMBER *GG_RESTRICT step = board->step;
    const ptrdiff_t down = board->down;
    const gg_span made = gg_widen(board, span), moved = gg_widen(board, made);
    gg_span read = {moved.first - (moved.first > 0), moved.last + (moved.last < board->blocks)};
    ptrdiff_t i;
#define GG_EVEN(a) (GG_NUMBER)((a) | (GG_NUMBER)(0 - ((a) & 1)))
    for (i = 64 * read.first; i < 64 * read.last; i++) {
        GG_NUMBER across = GG_NAMED(gg_less)(GG_EVEN(left[i]), GG_EVEN(right[i]));
        GG_NUMBER along = GG_NAMED(gg_less)(GG_EVEN(up[i]), GG_EVEN(below[i]));
        GG_NUMBER moves = GG_NAMED(gg_less)(across, along);
        wide[i] = (GG_NUMBER)(GG_NAMED(gg_less)(moves, GG_EVEN(stays[i])) & inside[i]);
    }
#undef GG_EVEN
    (void)cell; /* around him, the policeman has won in one ply, which no number found here is below */
    for (i = 64 * moved.first; i < 64 * moved.last; i++)
        side[i] = GG_NAMED(gg_more)(GG_NAMED(gg_more)(wide[i - 1], wide[i + 1]), wide[i]);
    for (i = 64 * made.first; i < 64 * made.last; i++) {
        GG_NUMBER along = GG_NAMED(gg_more)(side[i - down], side[i + down]);
        step[i] =
            (GG_NUMBER)(GG_NAMED(gg_later)(GG_NAMED(gg_more)(along, side[i])) | (GG_NUMBER)~inside[i]);
    }
    return made;
}

/* The less of what is known and what has been found. */
static GG_ALWAYS_INLINE gg_span GG_NAMED(gg_join_body)(const gg_board *board, void *of_cell,
    gg_span span) {
    GG_NUMBER *GG_RESTRICT row = of_cell;
    const GG_NUMBER *GG_RESTRICT step = board->step;
    gg_span changed = {span.last, span.first};
    ptrdiff_t block, i;
    for (block = span.first; block < span.last; block++) {
        GG_NUMBER any = 0;
        for (i = 64 * block; i < 64 * block + 64; i++) {
            GG_NUMBER less = GG_NAMED(gg_less)(row[i], step[i]);
            any |= (GG_NUMBER)(less ^ row[i]);
            row[i] = less;
        }
        if (any) {
            if (block < changed.first) changed.first = block;
            changed.last = block + 1;
        }
    }
    return changed;
}

/* Return whether one of the two numbers before the greatest is in the row. */
static inline int GG_NAMED(gg_is_full)(const void *of_cell, ptrdiff_t blocks) {
    const GG_NUMBER *GG_RESTRICT row = of_cell;
    GG_NUMBER most = 0;
    for (ptrdiff_t i = 0; i < 64 * blocks; i++) {
        GG_NUMBER finite = (GG_NUMBER)(row[i] + 1); /* 0 for the greatest */
        most = GG_NAMED(gg_more)(most, finite);
    }
    return most >= (GG_NUMBER)~1;
}

/* Swap two squares of 64 × 64 numbers, each mirrored; rows that are NULL are none. */
static inline void GG_NAMED(gg_mirror)(void *const a[64], void *const b[64], int same) {
    for (int i = 0; i < 64; i++) {
        if (!a[i]) continue;
        for (int j = 0; j < (same ? i : 64); j++) {
            GG_NUMBER *here = (GG_NUMBER *)a[i] + j, *there = (GG_NUMBER *)b[j] + i, number;
            if (!b[j]) continue;
            number = *here;
            *here = *there;
            *there = number;
        }
    }
}

GG_COMPILED
