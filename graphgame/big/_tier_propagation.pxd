# Propagation inside one tier, whose positions have bounds by what lower tiers and presets say.

from libc.stdint cimport int32_t, int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer

cdef enum:
    # What waits at a position that the rules preset: a LOSE; any other outcome.
    PRESET_LOSE = -1
    PRESET = -2

# waiting[v]: options that are not known to be WIN; or PRESET_LOSE, or PRESET.
# bounds[v]: where it is not negative, v is a LOSE in so many plies at least: by the greatest
# remoteness of a WIN below, plus 1, or by its preset.  Else v is a WIN in at most ~bounds[v].
# found[v]: the label of v, of four bytes; `undecided()` before it is decided.
# greatest: the greatest remoteness of a WIN or a LOSE; -1 if there is none.
cdef struct Tier:
    int64_t count
    int32_t *waiting
    int32_t *bounds
    uint32_t *found
    int64_t greatest

cdef uint32_t undecided() noexcept nogil
# Group the sources of moves by where they lead.
cdef int transpose(
    const int64_t *ptr, const int32_t *idx, int64_t n, int64_t *pred_ptr, int32_t *pred_idx
) except -1 nogil
# Return the positions with a bound by terminals or lower tiers, by that bound.
cdef Buffer in_order(Tier *tier, bint misere)
# Decide all positions, from the rows of predecessors and what in_order gave.
cdef int decide(
    Tier *tier, const int64_t *ptr, const int32_t *idx, const int32_t *order, int64_t seeds,
    int32_t *queue,
) except -1 nogil
