"""Values and bounds of games of chance whose moves a rule gives, a group of states at a time."""

from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.flag cimport is_raised, raise_flag
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.rules.compiled._stage import RuleError

# The options of a state after a roll go to options[0], options[1], …; returns how many there are.
# Where that is above `room`, none need be written.
ctypedef int64_t (*Moves)(
    int64_t index, int64_t roll, int64_t *options, int64_t room, void *data
) noexcept nogil

cdef extern from *:
    """
    #define GG_WON (INT64_C(1) << 62)
    """
    # The option that wins, and with its bits inverted the one that loses.
    const int64_t GG_WON

cdef enum:
    # In `targets`: the option is outside the group; nobody knows it yet.
    OUTSIDE = -1
    UNKNOWN = -1
    # The greatest length that is stored, as Python sees it below.
    _LONGEST = 65535
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10
    # States between two checks of signals where the rule is asked: it may take long.
    SIGNAL_STATES = 1 << 6
    # How many states ahead of a sweep along chosen moves values are prefetched.
    AHEAD = 16

cdef:
    # Twice the relative error of one operation.
    double ULP = 2.0 ** -52

# The greatest length.
LONGEST = _LONGEST  # type: int


cdef struct Game:
    # The rule: after roll r, of weights[r] in `total`, moves(v, r, …) gives the options of state v.
    Moves moves
    void *data
    int64_t room
    int64_t rolls
    const int64_t *weights
    int64_t total
    # shares[2 * r] is the probability of roll r, shares[2 * r + 1] minus that.
    double *shares
    # The options of one state: those after roll r are options[starts[r]:starts[r + 1]].
    int64_t *options
    int64_t *starts
    # States first to stop - 1 are the group, those from `stop` to size - 1 are solved.  This object
    # sweeps over those from low to high - 1; others may sweep over the rest of the group.
    int64_t first, stop, size, low, high
    # Of all states.  lengths is NULL where there are to be no bounds.
    double *values
    uint16_t *lengths
    # Of each state of the group and each roll the chosen option, as twice its place in the group
    # and 1 more where it passes the turn, or OUTSIDE; and what those outside are worth together.
    int32_t *targets
    double *constants
    # Group g has the states from offsets[g] to offsets[g + 1] - 1; see `_width`.
    const int64_t *offsets
    const double *outside
    const double *errors
    int64_t groups, group
    # See what uses them.
    uint16_t *ranks
    float *limits
    double drift, near, reached
    # Raised where another thread has failed.
    int stopped


cdef int _refuse(const char *kind, int64_t v, int64_t roll, int64_t found) except -1 nogil:
    with gil:
        raise RuleError(kind.decode(), (v, roll), found)


cdef inline int64_t _state(int64_t option) noexcept nogil:
    """Return the state that an option leads to, whoever moves there."""
    return option ^ (option >> 63)


cdef inline int _is_over(const Game *game, int64_t v, int64_t states) except -1 nogil:
    """Return whether to stop; now and then, look for Ctrl-C."""
    if v % states:
        return 0
    check_signals()
    return is_raised(&game.stopped)


cdef inline int _ask_roll(Game *game, int64_t v, int64_t r, int64_t k) except -1 nogil:
    """Ask for the options of a state after a roll, and check them; they are the kth row."""
    cdef int64_t e, u, first = game.starts[k]
    cdef int64_t found = game.moves(v, r, game.options + first, game.room, game.data)
    cdef uint64_t span = <uint64_t>(game.size - game.first)
    if found <= 0 or found > game.room:
        _refuse("room" if found > game.room else "number of options", v, r, found)
    for e in range(first, first + found):
        u = _state(game.options[e])
        if <uint64_t>(u - game.first) < span:
            prefetch(&game.values[u])
        elif u != GG_WON:
            _refuse("option", v, r, game.options[e])
    game.starts[k + 1] = first + found
    return 0


cdef inline int _ask(Game *game, int64_t v) except -1 nogil:
    """Ask for the options of a state after every roll, and check them."""
    cdef int64_t r
    for r in range(game.rolls):
        _ask_roll(game, v, r, r)
    return 0


cdef inline double _worth(const Game *game, int64_t option) noexcept nogil:
    """Return the value of an option for the player who chooses it."""
    cdef int64_t u = _state(option)
    cdef double x = 1 if u == GG_WON else game.values[u]
    return 1 - x if option < 0 else x


# -- end components -------------------------------------------------------------------------------

# ranks[i] is the rank of the state at place i of the group, and 0 before it has one: after some
# roll all options are outside, or have ranks that are lower.  From states with ranks play surely
# leaves the group.  Those that are without one in the end have an option among themselves after
# every roll, so that both players together can stay there for ever.
#
# targets[i * rolls + r] is an option after roll r, as twice its place, that had no rank: before it
# gets one, the rule is not asked again.

cdef int64_t _rank(Game *game) except -1 nogil:
    """Set ranks of states; return how many were set.

    -2 - v says that the rank of v is beyond what is stored.
    """
    cdef int64_t v, i, r, rank, given = 0
    cdef int32_t *target
    for v in range(game.high - 1, game.low - 1, -1):
        if _is_over(game, v, SIGNAL_STATES):
            break
        i = v - game.first
        target = &game.targets[i * game.rolls]
        r = 0
        while r < game.rolls and not game.ranks[i]:
            if target[r] == UNKNOWN or game.ranks[target[r] >> 1]:
                rank = 1 + _greatest_rank(game, v, r)
                if rank > <int64_t>_LONGEST:
                    return -2 - v
                if rank:
                    game.ranks[i] = <uint16_t>rank
                    given += 1
            r += 1
    return given


cdef int64_t _greatest_rank(Game *game, int64_t v, int64_t r) except -2 nogil:
    """Return the greatest rank of the options after a roll; -1 if one has none, which is kept."""
    cdef int64_t e, u, most = 0
    _ask_roll(game, v, r, 0)
    for e in range(game.starts[1]):
        u = _state(game.options[e])
        if u < game.stop:
            if not game.ranks[u - game.first]:
                game.targets[(v - game.first) * game.rolls + r] = <int32_t>(2 * (u - game.first))
                return -1
            most = max(most, game.ranks[u - game.first])
    return most


# -- values ---------------------------------------------------------------------------------------

# Sweeps go over the states of a group from the last to the first.  One sweep chooses moves; then
# some follow these moves, until they change values a hundred times less.
#
# `drift` is the sum of the greatest changes of all sweeps before this one.  What was chosen when it
# was d is still best as long as it is not above d and half of what other options were worse by:
# limits[i].  Up to there the rule is not asked again.

cdef inline double _along(const Game *game, int64_t i) noexcept nogil:
    """Return the value of the state at place i along the chosen moves."""
    cdef int64_t r
    cdef int32_t t
    cdef const int32_t *target = &game.targets[i * game.rolls]
    cdef const double *values = game.values + game.first
    cdef double total = game.constants[i]
    for r in range(game.rolls):
        t = target[r]
        if t != OUTSIDE:
            total += game.shares[2 * r + (t & 1)] * values[t >> 1]
    return total


cdef inline void _prefetch_along(const Game *game, int64_t i) noexcept nogil:
    """Prefetch what `_along` reads."""
    cdef int64_t r
    cdef const int32_t *target = &game.targets[i * game.rolls]
    cdef const double *values = game.values + game.first
    for r in range(game.rolls):
        prefetch(&values[target[r] >> 1])


cdef inline double _width(const Game *game, int64_t u) noexcept nogil:
    """Return what the value of a state may be off."""
    cdef int64_t low = 0, high = game.groups, middle
    if u < game.stop:
        return game.outside[game.group] + game.errors[game.group] * game.lengths[u]
    while high - low > 1:
        middle = (low + high) // 2
        if game.offsets[middle] <= u:
            low = middle
        else:
            high = middle
    return game.outside[low] + game.errors[low] * game.lengths[u]


cdef double _choose(Game *game, int64_t v) except -1 nogil:
    """Ask the rule, and choose the best options of a state; return its value."""
    cdef int64_t r, e, u, best
    cdef int64_t i = v - game.first
    cdef double worth, most, second, gap = 2, total = 0, constant = 0
    cdef int32_t *target = &game.targets[i * game.rolls]
    _ask(game, v)
    for r in range(game.rolls):
        most = second = -2
        best = 0
        for e in range(game.starts[r], game.starts[r + 1]):
            worth = _worth(game, game.options[e])
            if worth > most:
                second = most
                most = worth
                best = game.options[e]
            elif worth > second and game.options[e] != best:
                second = worth
            u = _state(game.options[e])
            if game.stop <= u < game.size and game.lengths is not NULL:
                game.reached = max(game.reached, _width(game, u))
        gap = min(gap, most - second)
        total += game.shares[2 * r] * most
        u = _state(best)
        if u < game.stop:
            target[r] = <int32_t>(2 * (u - game.first) + (best < 0))
            if best < 0:
                constant += game.shares[2 * r]
        else:
            target[r] = OUTSIDE
            constant += game.shares[2 * r] * most
    game.constants[i] = constant
    # float32 rounds by less than this.
    game.limits[i] = <float>((game.drift + gap / 2) * (1 - 2.0 ** -22))
    return total


cdef double _improve(Game *game) except -1 nogil:
    """Choose the best moves of each state, and set its value; return the greatest change."""
    cdef int64_t v, i
    cdef double change = 0, new
    for v in range(game.high - 1, game.low - 1, -1):
        if _is_over(game, v, SIGNAL_STATES):
            break
        i = v - game.first
        if v >= game.low + AHEAD and game.drift + change <= game.limits[i - AHEAD]:
            _prefetch_along(game, i - AHEAD)
        if game.drift + change <= game.limits[i]:
            new = _along(game, i)
        else:
            new = _choose(game, v)
        change = max(change, fabs(new - game.values[v]))
        game.values[v] = new
    return change


cdef double _follow(Game *game) except -1 nogil:
    """Set the values of all states along the chosen moves; return the greatest change."""
    cdef int64_t i, low = game.low - game.first
    cdef double change = 0, new
    cdef double *values = game.values + game.first
    for i in range(game.high - game.first - 1, low - 1, -1):
        if _is_over(game, i, SIGNAL_STEPS):
            break
        if i >= low + AHEAD:
            _prefetch_along(game, i - AHEAD)
        new = _along(game, i)
        change = max(change, fabs(new - values[i]))
        values[i] = new
    return change


cdef double _residual(Game *game) except -1 nogil:
    """Return how much values are off those that follow from them, at most."""
    cdef int64_t v, i
    cdef double most = 0, new
    for v in range(game.high - 1, game.low - 1, -1):
        if _is_over(game, v, SIGNAL_STATES):
            break
        i = v - game.first
        new = _along(game, i) if game.drift <= game.limits[i] else _choose(game, v)
        most = max(most, fabs(new - game.values[v]))
    return most


# -- bounds ---------------------------------------------------------------------------------------

# The bounds of state v of group g are its value, less and more outside[g] + errors[g] * lengths[v].
# outside[g] is at least what the values of all states outside g that its moves lead to may be off.
# A length is an integer, at least one more than the mean of the lengths of the options in the
# group; what is outside counts 0.  Of options that are worse than the best by `near`, which is more
# than all of the group may be off, the length does not matter.
#
# Lengths begin at 0 and never fall, since each is set to the least integer that does by the others.
# A mean of values of [0, 1] is off by (rolls + 4) * ULP at most, with the shares and the
# subtractions; checks here take a greater slack than the certificate in Python does.

cdef inline int64_t _needed(const Game *game, int64_t total) noexcept nogil:
    """Return 1 and a mean, rounded up."""
    return 1 + (total + game.total - 1) // game.total


cdef int _take_longest(Game *game, int64_t v) except -1 nogil:
    """Choose the longest of the options of a state that are nearly the best."""
    cdef int64_t r, e, u, longest, best
    cdef double most
    cdef int32_t *target = &game.targets[(v - game.first) * game.rolls]
    _ask(game, v)
    for r in range(game.rolls):
        most = longest = 0
        best = OUTSIDE
        for e in range(game.starts[r], game.starts[r + 1]):
            most = max(most, _worth(game, game.options[e]))
        for e in range(game.starts[r], game.starts[r + 1]):
            u = _state(game.options[e])
            if (
                u < game.stop and game.lengths[u] >= longest
                and _worth(game, game.options[e]) >= most - game.near
            ):
                longest = game.lengths[u]
                best = 2 * (u - game.first)
        target[r] = <int32_t>best
    return 0


cdef int64_t _lengthen(Game *game, bint choosing) except -1 nogil:
    """Set the lengths of all states along the chosen options; return how many have changed.

    Where options are about as good as the best, choose them first.  -2 - v says that the length of
    v is beyond what is stored.
    """
    cdef int64_t i, r, length, total, changed = 0, states = SIGNAL_STATES
    cdef const int32_t *target
    cdef uint16_t *lengths = game.lengths + game.first
    if not choosing:
        states = SIGNAL_STEPS
    for i in range(game.high - game.first - 1, game.low - game.first - 1, -1):
        if _is_over(game, i, states):
            break
        if choosing and game.drift + game.near > game.limits[i]:
            _take_longest(game, game.first + i)
        target = &game.targets[i * game.rolls]
        total = 0
        for r in range(game.rolls):
            if target[r] != OUTSIDE:
                total += game.weights[r] * lengths[target[r] >> 1]
        length = _needed(game, total)
        if length > lengths[i]:
            if length > <int64_t>_LONGEST:
                return -2 - i - game.first
            lengths[i] = <uint16_t>length
            changed += 1
    return changed


cdef inline double _bound(const Game *game, int64_t option, int side) noexcept nogil:
    """Return a bound of an option for who chooses it: below with side -1, above with 1."""
    cdef int64_t u = _state(option)
    cdef double bound = 1
    if option < 0:
        side = -side
    if u != GG_WON:
        bound = min(max(game.values[u] + side * _width(game, u), 0), 1)
    return 1 - bound if option < 0 else bound


cdef int _hold(Game *game) except -1 nogil:
    """Return whether the bounds of all states follow from those of their options."""
    cdef int64_t v, r, e
    cdef int side
    cdef double most, total, bound, slack = (game.rolls + 14) * ULP
    for v in range(game.high - 1, game.low - 1, -1):
        if _is_over(game, v, SIGNAL_STATES):
            break
        _ask(game, v)
        for side in range(-1, 2, 2):
            total = 0
            for r in range(game.rolls):
                most = 0
                for e in range(game.starts[r], game.starts[r + 1]):
                    most = max(most, _bound(game, game.options[e], side))
                total += game.shares[2 * r] * most
            bound = game.values[v] + side * _width(game, v)
            if (bound > 0 and bound > total - slack) if side < 0 else (
                bound < 1 and bound < total + slack
            ):
                return 0
    return 1


cdef class Layers:
    """A game that is solved group by group, or what one thread of that does.

    Parameters
    ----------
    moves, data : int
        The address of a function of the type `Moves`, and what it takes last.
    room : int
        The most options of a state after a roll that room is made for.
    weights : (rolls,) int64
        Of the rolls; their sum is below 2^31.
    offsets : (groups + 1,) int64
        Where the groups begin, and where the last one ends.
    values : (size,) float64
        The probability that the player who moves wins, filled group by group.
    lengths : (size,) uint16, or empty
        Filled, too; 0 at first.  Empty if there are to be no bounds.
    outside, errors : (groups,) float64
        What the values of a group may be off.

    Attributes
    ----------
    reached : float
        What the values may be off that moves of the group lead to outside; complete after the first
        call of `improve`.

    Notes
    -----
    Modified policy iteration (Puterman and Shin, 1978), in place.
    """

    cdef Game game
    cdef Buffer options, starts, shares
    cdef object kept, working

    def __init__(
        self, uintptr_t moves, uintptr_t data, int64_t room, const int64_t[::1] weights not None,
        const int64_t[::1] offsets not None, double[::1] values not None,
        uint16_t[::1] lengths not None, const double[::1] outside not None,
        const double[::1] errors not None,
    ):
        cdef Game *game = &self.game
        cdef int64_t r
        self.kept = weights, offsets, values, lengths, outside, errors
        game.moves, game.data = <Moves>moves, <void *>data
        game.rolls, game.weights = weights.shape[0], &weights[0]
        game.total = 0
        for r in range(game.rolls):
            game.total += weights[r]
        self.shares = int64_buffer(2 * game.rolls)
        game.shares = <double *>self.shares.data
        for r in range(game.rolls):
            game.shares[2 * r] = <double>weights[r] / <double>game.total
            game.shares[2 * r + 1] = -game.shares[2 * r]
        game.offsets, game.groups = &offsets[0], offsets.shape[0] - 1
        game.size = offsets[game.groups]
        game.values = &values[0]
        game.lengths = &lengths[0] if lengths.shape[0] else NULL
        game.outside, game.errors = &outside[0], &errors[0]
        game.stopped = 0
        self.starts = int64_buffer(game.rolls + 1)
        game.starts = <int64_t *>self.starts.data
        game.starts[0] = 0
        self.allow(room)

    def allow(self, int64_t room) -> None:
        """Make room for so many options of a state after a roll."""
        self.options = int64_buffer(self.game.rolls * room + SPARE)
        self.game.options = <int64_t *>self.options.data
        self.game.room = room
        self.game.stopped = 0

    def begin(
        self, int64_t group, int32_t[::1] targets not None, double[::1] constants not None,
        uint16_t[::1] ranks not None, float[::1] limits not None, int64_t part=0, int64_t parts=1,
    ) -> None:
        """Start a group of k states, or one of its parts.

        Parameters
        ----------
        group : int
        targets : (rolls * k,) int32
            Working memory, -1 at first.
        constants : (k,) float64
            Working memory.
        ranks : (k,) uint16
            Filled; 0 at first.
        limits : (k,) float32
            Working memory, -1 at first.
        part, parts : int
        """
        cdef Game *game = &self.game
        cdef int64_t count = game.offsets[group + 1] - game.offsets[group]
        self.working = targets, constants, ranks, limits
        game.targets, game.constants = &targets[0], &constants[0]
        game.ranks, game.limits = &ranks[0], &limits[0]
        game.group = group
        game.first, game.stop = game.offsets[group], game.offsets[group + 1]
        game.low = game.first + count * part // parts
        game.high = game.first + count * (part + 1) // parts
        game.drift = game.reached = 0
        game.stopped = 0

    @property
    def reached(self) -> float:
        """What the values may be off that moves of the group lead to outside."""
        return self.game.reached

    def stop(self) -> None:
        """End a sweep of another thread soon."""
        raise_flag(&self.game.stopped)

    def rank(self) -> int:
        """Set ranks of states from which play surely leaves the group; return how many were set.

        -2 - v says that the rank of v is above `LONGEST`.
        """
        cdef int64_t found
        with nogil:
            found = _rank(&self.game)
        return found

    def improve(self) -> float:
        """Choose moves, and set the values of the group by them; return the greatest change."""
        cdef double found
        with nogil:
            found = _improve(&self.game)
        return found

    def follow(self) -> float:
        """Set the values of the group along the chosen moves; return the greatest change."""
        cdef double found
        with nogil:
            found = _follow(&self.game)
        return found

    def move(self, double change) -> None:
        """Record that values have changed by so much at most."""
        self.game.drift += change

    def residual(self) -> float:
        """Return how much values are off those that follow from them, at most."""
        cdef double found
        with nogil:
            found = _residual(&self.game)
        return found

    def lengthen(self, double near, bint choosing) -> int:
        """Set the lengths of the group; return how many have changed.

        -2 - v says that the length of v is above `LONGEST`.

        Parameters
        ----------
        near : float
            How much worse than the best an option is whose length does not matter.
        choosing : bool
            Whether to choose the longest options, or to follow those that were chosen.
        """
        cdef int64_t found
        self.game.near = near
        with nogil:
            found = _lengthen(&self.game, choosing)
        return found

    def hold(self) -> bool:
        """Return whether the bounds of the group follow from those of the options."""
        cdef bint found
        with nogil:
            found = _hold(&self.game)
        return found


def ask(
    uintptr_t moves, uintptr_t data, int64_t room, const int64_t[::1] states not None, int64_t roll
) -> tuple[Buffer, Buffer]:
    """Return the options that a compiled rule gives for each of some states after a roll.

    Parameters
    ----------
    moves, data, room
        As of `Layers`.
    states : (k,) int64
    roll : int

    Returns
    -------
    ptr : (k + 1,) int64 Buffer
        Where the options of each state begin.
    options : (m,) int64 Buffer

    Raises
    ------
    RuleError
        If a state has more options than there is room for ("room"), or none.
    """
    cdef int64_t i, found, count = 0, k = states.shape[0]
    cdef Buffer ptr = int64_buffer(k + 1), options = int64_buffer(room + SPARE)
    (<int64_t *>ptr.data)[0] = 0
    for i in range(k):
        if i % SIGNAL_STATES == 0:
            check_signals()
        if options.shape[0] < count + room + SPARE:
            options.reserve(count + room + SPARE)
        with nogil:
            found = (<Moves>moves)(
                states[i], roll, <int64_t *>options.data + count, room, <void *>data
            )
        if found <= 0 or found > room:
            _refuse("room" if found > room else "number of options", states[i], roll, found)
        count += found
        (<int64_t *>ptr.data)[i + 1] = count
    options.resize(count)
    return ptr, options
