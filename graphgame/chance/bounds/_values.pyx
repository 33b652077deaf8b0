"""Values and bounds of games of chance, a component at a time."""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    CHANCE = -1
    FIRST = 0
    SECOND = 1
    NONE = -1
    # Sweeps along fixed moves between two sweeps that choose moves, at most.
    EVALUATIONS = 60
    # Times that choosing moves may bring no value nearer before there are half as many of them.
    LOST = 4
    # Times that bounds are widened until they hold.
    WIDENED = 8

cdef:
    # Twice the relative error of one operation, and the least number above 0.
    double ULP = 2.0 ** -52
    double TINY = 5e-324
    # Sweeps end when no value changes by more than this, relative to the greatest.
    double SETTLED = 2.0 ** -50
    # What the longest play may lack before it is enlarged by twice as much, and how long it may be.
    double SHORT = 1 / 256.0
    double LONGEST = 1e12


cdef struct Game:
    # The options of position v: option_idx[option_ptr[v]:option_ptr[v + 1]], with probability p and
    # points each; `points` is NULL where no move pays.
    const int64_t *option_ptr
    const int32_t *option_idx
    const int8_t *kind
    const double *p
    const double *points


# The mean of values at chance is a sum of k products: its error is at most (k + 4) * ULP times the
# sum of the absolute products, with that of the probabilities and of the last subtraction.  Bounds
# take twice as much, so that the certificate, which sums in another order, finds them wide enough.
# A mean is within the least and the greatest of what it is of, so that means of equal values are
# exact.

cdef inline double _bound(const Game *game, int64_t v, const double *x, int side) noexcept nogil:
    """Return a bound of the mean at chance: below it with side -1, above it with 1."""
    cdef int64_t e, first = game.option_ptr[v], stop = game.option_ptr[v + 1]
    cdef double total = 0, size = 0, worth, error
    cdef double least = 0, most = 0
    for e in range(first, stop):
        worth = x[game.option_idx[e]]
        if game.points is not NULL and game.points[e] != 0:
            size += fabs(worth) + fabs(game.points[e])
            worth += game.points[e]
        if e == first or worth < least:
            least = worth
        if e == first or worth > most:
            most = worth
        total += game.p[e] * worth
        size += fabs(game.p[e] * worth)
    if least == most and game.points is NULL:
        return least
    error = 2 * size * (stop - first + 4) * ULP + (stop - first) * TINY
    total += side * error
    if game.points is NULL:
        return min(max(total, least), most)
    return total


cdef inline double _along(const Game *game, int64_t e, const double *x, int side) noexcept nogil:
    """Return a bound of what a move is worth: the value itself where the sum is exact."""
    cdef double worth = x[game.option_idx[e]], points, total, back
    if game.points is NULL or game.points[e] == 0:
        return worth
    points = game.points[e]
    total = worth + points
    back = total - worth  # two-sum: what the sum has lost
    if (worth - (total - back)) + (points - back) == 0:
        return total
    return total + side * (fabs(worth) + fabs(points)) * ULP


cdef inline double _proven(
    const Game *game, int64_t v, const double *x, const int32_t *moves, int side
) noexcept nogil:
    """Return a bound of what v is worth by the bounds of its options.

    Below with side -1: the first player makes the chosen move, the second any.  Above with 1: the
    other way round.
    """
    cdef int64_t e
    cdef int sure = FIRST if side < 0 else SECOND
    cdef double best = 0, worth
    cdef bint none = True
    if game.kind[v] == CHANCE:
        return _bound(game, v, x, side)
    for e in range(game.option_ptr[v], game.option_ptr[v + 1]):
        if game.kind[v] == sure and game.option_idx[e] != moves[v]:
            continue
        worth = _along(game, e, x, side)
        if none or (worth < best if side < 0 else worth > best):
            best = worth
            none = False
    return best


cdef inline double _best(
    const Game *game, int64_t v, const double *x, int32_t *move
) noexcept nogil:
    """Return the best value of a position; choose its move, the old one if none is better."""
    cdef int64_t e
    cdef int32_t u, old = move[0]
    cdef double worth, best = 0
    cdef bint none = True
    cdef double total = 0
    for e in range(game.option_ptr[v], game.option_ptr[v + 1]):
        u = game.option_idx[e]
        worth = x[u]
        if game.points is not NULL:
            worth += game.points[e]
        if game.kind[v] == CHANCE:
            total += game.p[e] * worth
        elif none or (worth > best if game.kind[v] == FIRST else worth < best) or (
            worth == best and u == old
        ):
            best = worth
            move[0] = u
            none = False
    return total if game.kind[v] == CHANCE else best


cdef inline double _fixed(
    const Game *game, int64_t v, const double *x, const int32_t *moves
) noexcept nogil:
    """Return the value of a position along the chosen move."""
    cdef int64_t e
    cdef double total = 0, worth
    for e in range(game.option_ptr[v], game.option_ptr[v + 1]):
        if game.kind[v] != CHANCE and game.option_idx[e] != moves[v]:
            continue
        worth = x[game.option_idx[e]]
        if game.points is not NULL:
            worth += game.points[e]
        if game.kind[v] != CHANCE:
            return worth
        total += game.p[e] * worth
    return total


cdef inline int64_t _looked_at(const Game *game, int64_t v, int64_t *steps) except -1 nogil:
    """Return the work of a look at a position; check signals now and then."""
    cdef int64_t work = 1 + game.option_ptr[v + 1] - game.option_ptr[v]
    steps[0] += work
    if steps[0] >= SIGNAL_STEPS:
        steps[0] = 0
        check_signals()
    return work


# Sweeps go over the positions of a component from those next to its exits on.  One sweep chooses
# moves, then some follow these moves, until they change values a hundred times less.  Where both
# players choose, each may answer what the other one does no more, and the same moves come round for
# ever: so fewer and fewer sweeps follow while the changes do not fall, and in the end none, which
# is value iteration and settles.

cdef int _iterate(
    const Game *game, const int32_t *members, int64_t count, double *x, int32_t *moves,
    double budget, int64_t *steps, double *looks,
) except -1 nogil:
    """Compute values of a component in which play surely ends; return whether they settled."""
    cdef int64_t i, v, _sweep
    cdef double change, small, new, size, spent = 0, before = 0, least = INFINITY
    cdef int stuck = 0, lost = 0
    while spent < budget:
        change = size = 0
        for i in range(count):
            v = members[i]
            new = _best(game, v, x, &moves[v])
            change = max(change, fabs(new - x[v]))
            size = max(size, fabs(new))
            x[v] = new
            spent += _looked_at(game, v, steps)
        stuck = stuck + 1 if change >= before / 2 and change <= size * ULP * 64 else 0
        if change <= size * SETTLED or stuck == 8:
            looks[0] += spent
            return 1
        before = change
        if change < least:
            least = change
        else:
            lost += 1
        for _sweep in range(EVALUATIONS >> (lost // LOST)):
            small = 0
            for i in range(count):
                v = members[i]
                new = _fixed(game, v, x, moves)
                small = max(small, fabs(new - x[v]))
                x[v] = new
                spent += _looked_at(game, v, steps)
            if small <= change / 128 or small <= size * SETTLED:
                break
    looks[0] += spent
    return 0


# h[v]: at least one move more than the options of v have, whichever is made, and on average at
# chance; 0 outside the component.  With it, values minus e * h rise along every move, by e.

cdef int _longest(
    const Game *game, const int32_t *members, int64_t count, const int32_t *part, double *h,
    double budget, int64_t *steps, double *looks,
) except -1 nogil:
    """Compute the length of the longest play of a component; return whether there is one."""
    cdef int64_t i, v, e
    cdef double change = 1, new, worth, spent = 0
    for i in range(count):
        h[members[i]] = 0
    while change > SHORT:
        change = 0
        for i in range(count):
            v = members[i]
            new = 0
            for e in range(game.option_ptr[v], game.option_ptr[v + 1]):
                worth = h[game.option_idx[e]] if part[game.option_idx[e]] == part[v] else 0
                if game.kind[v] == CHANCE:
                    new += game.p[e] * worth
                else:
                    new = max(new, worth)
            new += 1
            change = max(change, new - h[v])
            h[v] = new
            spent += _looked_at(game, v, steps)
            if new > LONGEST:
                return 0
        if spent > budget:
            return 0
    looks[1] += spent
    for i in range(count):
        h[members[i]] *= 1 + 2 * SHORT
    return 1


cdef double _residual(
    const Game *game, const int32_t *members, int64_t count, const double *x, const int32_t *moves
) noexcept nogil:
    """Return how much the values of a component are off those that follow from them, at most."""
    cdef int64_t i, v
    cdef double most = 0
    for i in range(count):
        v = members[i]
        most = max(most, x[v] - _proven(game, v, x, moves, -1))
        most = max(most, _proven(game, v, x, moves, 1) - x[v])
    return most


cdef int _enclose(
    const Game *game, const int32_t *members, int64_t count, const int32_t *part, const double *x,
    const double *h, const int32_t *moves, double *bound, int side, double error,
) except -1 nogil:
    """Set a bound of each position of a component; return whether they hold."""
    cdef int64_t i, v, e
    cdef int32_t u
    cdef int _try
    cdef double outside = 0, needed
    cdef bint holds
    for i in range(count):
        v = members[i]
        for e in range(game.option_ptr[v], game.option_ptr[v + 1]):
            u = game.option_idx[e]
            if part[u] != part[v]:
                outside = max(outside, side * (bound[u] - x[u]))
    for _try in range(WIDENED):
        for i in range(count):
            v = members[i]
            bound[v] = x[v] + side * (outside * (1 + 4 * ULP) + error * h[v])
        holds = True
        for i in range(count):
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                check_signals()
            v = members[i]
            needed = _proven(game, v, bound, moves, side)
            if (bound[v] > needed) if side < 0 else (bound[v] < needed):
                holds = False
                break
        if holds:
            return 1
        error *= 2
    return 0


cdef int64_t _solve(
    const Game *game, const int32_t *order, const int64_t *starts, int64_t first, int64_t parts,
    const int32_t *part, const int8_t *stays, double *x, double *lower, double *upper, double *h,
    int32_t *moves, double patience, double width, double *looks,
) except -1 nogil:
    """Solve components in order; return the first that was not solved."""
    cdef int64_t k, v, i, count, edges, steps = 0
    cdef const int32_t *members
    cdef double error, budget
    cdef bint alone
    for k in range(first, parts):
        count = starts[k + 1] - starts[k]
        members = &order[starts[k]]
        v = members[0]
        if game.kind[v] > SECOND:
            continue
        if stays[k]:
            return k
        if count == 1:
            x[v] = _best(game, v, x, &moves[v])
            lower[v] = _proven(game, v, lower, moves, -1)
            upper[v] = _proven(game, v, upper, moves, 1)
            alone = True
            for i in range(game.option_ptr[v], game.option_ptr[v + 1]):
                alone = alone and game.option_idx[i] != v
            _looked_at(game, v, &steps)
            if alone:
                continue
        edges = count
        for i in range(count):
            edges += game.option_ptr[members[i] + 1] - game.option_ptr[members[i]]
        budget = patience * edges
        if not _iterate(game, members, count, x, moves, budget, &steps, looks):
            return k
        if not _longest(game, members, count, part, h, budget, &steps, looks):
            return k
        error = _residual(game, members, count, x, moves)
        if not _enclose(
            game, members, count, part, x, h, moves, lower, -1, error
        ) or not _enclose(
            game, members, count, part, x, h, moves, upper, 1, error
        ):
            return k
        for i in range(count):
            v = members[i]
            if upper[v] - lower[v] > width:
                return k
    return parts


def solve(
    const int32_t[::1] order not None, const int64_t[::1] starts not None, int64_t first,
    const int64_t[::1] option_ptr not None, const int32_t[::1] option_idx not None,
    const int8_t[::1] kind not None, const double[::1] p not None,
    const double[::1] points not None,
    const int32_t[::1] part not None, const int8_t[::1] stays not None,
    double[::1] x not None, double[::1] lower not None, double[::1] upper not None,
    double[::1] h not None, int32_t[::1] moves not None, double patience, double width,
    double[::1] looks not None,
) -> int:
    """Compute values, moves and bounds of components in order, up to one that is not for this.

    Parameters
    ----------
    order : (n,) int32
        Positions, those of a component together, from those next to its exits on.
    starts : (parts + 1,) int64
        Where each component begins in `order`.
    first : int
        The component to begin with.  What the others lead to is known.
    option_ptr, option_idx, kind, part
        The game as `graphgame.chance.bounds.reading.Rows` has it, and its components; a position of
        kind 2 is known.
    p : (m,) float64
        Probabilities of the moves of chance.
    points : (m,) float64, or empty
        What each move pays to the first player.
    stays : (parts,) int8
        Whether play may stay in a component for ever.
    x, lower, upper : (n,) float64
        Values and bounds, filled.
    h : (n,) float64
        Working memory.
    moves : (n,) int32
        The moves of the players, filled.
    patience : float
        Sweeps that a component may take.
    width : float
        How far apart bounds may be.
    looks : (2,) float64
        How many positions and moves were looked at, to which this adds: by value iteration, and for
        the length of the longest play.

    Returns
    -------
    int
        The first component that was not solved: play may stay in it, or its bounds do not settle,
        or are further apart than they may be.

    Notes
    -----
    Value iteration with policy evaluation (modified policy iteration: Puterman and Shin, 1978).
    Values minus e * h are a lower bound, plus e * h an upper one, where e is at least the residual.
    """
    cdef Game game
    cdef int64_t parts = starts.shape[0] - 1, found
    if order.shape[0] == 0:
        return 0
    game.option_ptr = &option_ptr[0]
    game.option_idx = &option_idx[0] if option_idx.shape[0] else NULL
    game.kind = &kind[0]
    game.p = &p[0] if p.shape[0] else NULL
    game.points = &points[0] if points.shape[0] else NULL
    with nogil:
        found = _solve(
            &game, &order[0], &starts[0], first, parts, &part[0], &stays[0], &x[0], &lower[0],
            &upper[0], &h[0], &moves[0], patience, width, &looks[0],
        )
    return found
