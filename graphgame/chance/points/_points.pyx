"""Games in which moves may pay points and no position comes back: exact values in one pass."""

from libc.stdint cimport INT64_MIN, int8_t, int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, untouched_buffer,
)
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # States of positions.
    NEW = 0
    ON_PATH = 1
    DONE = 2
    # What a look at a row, or a pass, ends with.
    FINISHED = 0
    CYCLE = 1
    TOO_LARGE = 2
    WAITS = 3

cdef struct Game:
    # The options of position v: option_idx[option_ptr[v]:option_ptr[v + 1]]; points[e] is what move
    # e pays, NULL where no move pays; owner[v] is 0 or 1, NULL where players alternate.
    int64_t n
    const int64_t *option_ptr
    const int32_t *option_idx
    const int64_t *points
    const int8_t *owner
    # Of a position that is looked at, or was: its worth to who moves there, by the moves seen so
    # far, and the best of these, -1 for none.  Of one that is done, its value.
    int64_t *values
    int32_t *moves


cdef inline int64_t _turned(const Game *game, int64_t v, int64_t worth) noexcept nogil:
    """Return a number of who moves at v as one of player 0, or the other way round.

    Where players alternate, all values are those of who moves.
    """
    return -worth if game.owner is not NULL and game.owner[v] else worth


cdef inline bint _move_worth(const Game *game, int64_t v, int64_t e, int64_t *worth) noexcept nogil:
    """Set what a move is worth to who moves at v; return whether it has 64 bits.

    The option is done.  No value and no points are -2^63, so that all of them have a negative.
    """
    cdef int64_t a = game.values[game.option_idx[e]], b, total
    if game.owner is NULL:
        a = -a
    if game.points is NULL:
        worth[0] = _turned(game, v, a)
        return True
    b = game.points[e]
    total = <int64_t>(<uint64_t>a + <uint64_t>b)
    worth[0] = _turned(game, v, total) if total != INT64_MIN else 0
    return ((a ^ total) & (b ^ total)) >= 0 and total != INT64_MIN


# The row of v is looked at from edge[0] on, up to the first option that is not done; the edge then
# says where to go on.  Where `state` is NULL, the options that are done are those whose index is
# below v with step 1, and above it with step -1.  Ends because the edge rises.

cdef inline int _look(
    const Game *game, const int8_t *state, int64_t step, int64_t v, int64_t *edge
) except -1 nogil:
    """Look at options of v that are done; return FINISHED, WAITS or TOO_LARGE."""
    cdef int64_t e = edge[0], stop = game.option_ptr[v + 1], until, worth = 0
    cdef int64_t best = game.values[v]
    cdef int32_t u, move = game.moves[v]
    cdef int found = FINISHED
    while True:
        until = min(stop, e + SIGNAL_STEPS)
        while e < until:
            u = game.option_idx[e]
            if (u - v) * step >= 0 if state is NULL else state[u] != DONE:
                found = WAITS
                break
            if not _move_worth(game, v, e, &worth):
                found = TOO_LARGE
                break
            if move < 0 or worth > best or (worth == best and u < move):
                best = worth
                move = u
            e += 1
        if found != FINISHED or e == stop:
            break
        check_signals()
    edge[0] = e
    game.moves[v] = move
    game.values[v] = _turned(game, v, best) if found == FINISHED else best
    return found


cdef int64_t _step(const Game *game) except 0 nogil:
    """Return 1 if options tend to have lower indices than their positions, -1 if higher.

    The sum over all moves says so: where some moves go down and others up, those that go far are
    the ones whose options should be done first.
    """
    cdef int64_t v, e = 0, until, total = 0, m = game.option_ptr[game.n]
    while e < m:
        until = min(m, e + SIGNAL_STEPS)
        while e < until:
            total += game.option_idx[e]
            e += 1
        check_signals()
    for v in range(game.n):
        total -= v * (game.option_ptr[v + 1] - game.option_ptr[v])
        if v % SIGNAL_STEPS == 0:
            check_signals()
    return 1 if total <= 0 else -1


# Where no option stands behind its position, positions are done in the order of their indices, and
# nothing else is kept.  over[v]: whether play ends at v, whose value is known.

cdef int64_t _in_order(
    const Game *game, const int8_t *over, int64_t step, int64_t *edge
) except -1 nogil:
    """Solve positions up to one that waits for another, or is TOO_LARGE; return how many are done.

    edge[0] becomes the move that is not done.
    """
    cdef int64_t i, v, steps = 0
    for i in range(game.n):
        v = i if step > 0 else game.n - 1 - i
        game.moves[v] = -1
        if over[v]:
            continue
        edge[0] = game.option_ptr[v]
        if _look(game, NULL, step, v, edge) != FINISHED:
            return i
        steps += 1 + edge[0] - game.option_ptr[v]
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return game.n


# Depth first, for the other graphs.  path[:depth]: positions from a root to the one at hand, each
# an option of the one before it, with edge[i] the move of path[i] that is looked at.  A position is
# done after all its options are, and its rank is above those of all that are done before it: so
# ranks fall along all moves but those to ends.  An option on the path closes a cycle.  Terminates
# because every position enters the path at most once, and every look raises an edge or ends a row.

cdef int _by_paths(
    const Game *game, int64_t step, int64_t first, int8_t *state, int32_t *path, int64_t *edge,
    int32_t *ranks, int64_t *at,
) except -1 nogil:
    """Solve positions from the one with number `first` in the order on; return what it ends with.

    at[0] becomes a position on a cycle, or the move that is TOO_LARGE.
    """
    cdef int64_t i, v, before, depth, steps = 0
    cdef int32_t u, count = <int32_t>first
    cdef int found
    for i in range(first, game.n):
        v = i if step > 0 else game.n - 1 - i
        if state[v] != NEW:
            continue
        depth = 1
        path[0] = <int32_t>v
        edge[0] = game.option_ptr[v]
        state[v] = ON_PATH
        game.moves[v] = -1
        while depth:
            v = path[depth - 1]
            before = edge[depth - 1]
            found = _look(game, state, step, v, &edge[depth - 1])
            steps += 1 + edge[depth - 1] - before
            if steps >= SIGNAL_STEPS:
                steps = 0
                check_signals()
            if found == FINISHED:
                count += 1
                ranks[v] = count
                state[v] = DONE
                depth -= 1
                continue
            u = game.option_idx[edge[depth - 1]]
            if found == TOO_LARGE:
                at[0] = edge[depth - 1]
                return TOO_LARGE
            if state[u] == ON_PATH:
                at[0] = u
                return CYCLE
            path[depth] = u
            edge[depth] = game.option_ptr[u]
            depth += 1
            state[u] = ON_PATH
            game.moves[u] = -1
    return FINISHED


cdef int _begin_paths(
    const Game *game, const int8_t *over, int64_t step, int64_t first, int8_t *state,
    int32_t *ranks,
) except -1 nogil:
    """Set states and ranks of what is done already, in the order of indices."""
    cdef int64_t i, v
    for i in range(game.n):
        v = i if step > 0 else game.n - 1 - i
        state[v] = DONE if over[v] or i < first else NEW
        if over[v]:
            game.moves[v] = -1
        ranks[v] = <int32_t>(i + 1) if i < first and not over[v] else 0
        if i % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def solve(
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None,
    const int64_t[::1] points not None, const int8_t[::1] owner not None,
    const int8_t[::1] over not None, int64_t[::1] values not None,
) -> tuple[Buffer, Buffer | None, int, int]:
    """Compute what every position is worth, in one pass.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
    option_idx : (m,) int32
    points : (m,) int64, or empty
        What each move pays to player 0, or to who makes it where players alternate; not -2^63.
    owner : (n,) int8, or empty
        Who moves, 0 or 1; empty where players alternate, and values are those of who moves.
    over : (n,) int8
        Where play ends: whatever has no options, and perhaps more.
    values : (n,) int64
        What ends pay, not -2^63; filled with the values of the other positions.

    Returns
    -------
    moves : (n,) int32 Buffer
        The option of the best move, of the lowest index among equal ones; -1 at ends.
    ranks : (n,) int32 Buffer or None
        Numbers that fall along every move, but to ends, which have 0.  None where indices do: all
        of them fall along moves, or all of them rise.
    found : {0, 1, 2}
        0: all is solved.  1: some moves lead back to where they came from.  2: a move is worth
        2^63 or more, or -2^63 or less.
    at : int
        With 1 a position that play can come back to, with 2 the move, as a place of `option_idx`.

    Notes
    -----
    O(n + m) time.  12 bytes per position, `values` included, and while it runs, where indices are
    in no order, 5 more, and 12 for each position of the longest path that is followed.
    """
    cdef Game game
    cdef Py_ssize_t n = option_ptr.shape[0] - 1
    cdef Buffer chosen = int32_buffer(n), ranked, states, stack, edges
    cdef int32_t[::1] moves = chosen, ranks
    cdef uint32_t[::1] path
    cdef uint64_t[::1] edge
    cdef int8_t[::1] state
    cdef int64_t step, first, at = 0
    cdef int found = FINISHED
    if n == 0:
        return chosen, None, 0, 0
    game.n = n
    game.option_ptr = &option_ptr[0]
    game.option_idx = &option_idx[0] if option_idx.shape[0] else NULL
    game.points = &points[0] if points.shape[0] else NULL
    game.owner = &owner[0] if owner.shape[0] else NULL
    game.values = &values[0]
    game.moves = &moves[0]
    with nogil:
        step = _step(&game)
        first = _in_order(&game, &over[0], step, &at)
    if first == n:
        return chosen, None, FINISHED, 0
    ranked = int32_buffer(n)
    states = int8_buffer(n)
    stack = untouched_buffer(4, n)
    edges = untouched_buffer(8, n)
    ranks, state, path, edge = ranked, states, stack, edges
    with nogil:
        _begin_paths(&game, &over[0], step, first, &state[0], &ranks[0])
        found = _by_paths(
            &game, step, first, &state[0], <int32_t *>&path[0], <int64_t *>&edge[0], &ranks[0], &at
        )
    return chosen, ranked, found, at


cdef int _place(
    const int32_t[:] sources, const int64_t[::1] numbers, int64_t[::1] ends, int64_t[::1] placed
) except -1 nogil:
    """Write each number to the next free place of the row of its source."""
    cdef Py_ssize_t e
    cdef int32_t v
    for e in range(sources.shape[0]):
        v = sources[e]
        placed[ends[v]] = numbers[e]
        ends[v] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


def by_rows(
    const int32_t[:] sources not None, const int64_t[::1] numbers not None,
    int64_t[::1] starts not None,
) -> Buffer:
    """Return numbers that stand beside edges in the order of their rows.

    Parameters
    ----------
    sources : (m,) int32
        The position that each edge leaves.
    numbers : (m,) int64
    starts : (n,) int64
        Where each row begins; used up.

    Returns
    -------
    (m,) int64 Buffer
        Those of one row together, in the order of the edges, as `option_idx` has them.

    Notes
    -----
    O(m) time.
    """
    cdef Buffer found = int64_buffer(sources.shape[0])
    cdef int64_t[::1] placed = found
    with nogil:
        _place(sources, numbers, starts, placed)
    return found
