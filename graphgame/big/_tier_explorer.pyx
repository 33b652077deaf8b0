"""The kernel that takes the options of positions of one tier while it is explored."""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame.big._pairs cimport Pairs
from graphgame.graphs._index cimport CodeIndex

cdef enum:
    # Codes that are added to an index at a time.
    PIECE = 1 << 16


cdef class TierExplorer:
    """The positions of a tier, while they are found.

    Attributes
    ----------
    index : CodeIndex
        The positions found, in the order in which they are to be expanded.
    tier : int
    within : int
        Moves between positions of the tier.
    """

    cdef readonly CodeIndex index
    cdef readonly int64_t tier, within
    cdef Pairs below
    cdef Buffer inside, places

    def __init__(self, int64_t tier, Pairs below not None):
        self.index = CodeIndex()
        self.tier, self.within, self.below = tier, 0, below
        self.inside, self.places = int64_buffer(0), int32_buffer(0)

    def add(self, const int64_t[::1] codes not None) -> None:
        """Add positions that starts or higher tiers have put here; those known are left out."""
        add_all(self.index, codes)

    def receive(
        self, const int64_t[::1] options not None, const int64_t[::1] tiers not None
    ) -> int:
        """Add options of positions of the tier to the index, or to the pairs below.

        Parameters
        ----------
        options, tiers : (k,) int64
            There must be room for k pairs.

        Returns
        -------
        int
            -1; or the number of the first option of a higher tier, and nothing is taken.
        """
        cdef int64_t i, inside = 0, k = options.shape[0]
        cdef int64_t *kept
        if tiers.shape[0] != k:
            raise ValueError("expected as many tiers as options")
        for i in range(k):
            if tiers[i] > self.tier:
                return i
        require_room(self.below, k)
        self.inside.reserve(k)
        self.places.reserve(k)
        kept = <int64_t *>self.inside.data
        with nogil:
            for i in range(k):
                if tiers[i] == self.tier:
                    kept[inside] = options[i]
                    inside += 1
                else:
                    self.below.push(options[i], tiers[i])
        self.index.reserve(inside)
        with nogil:
            self.index.add_codes(kept, <int32_t *>self.places.data, inside)
        self.within += inside
        return -1


cdef int add_all(CodeIndex index, const int64_t[::1] codes) except -1:
    """Add codes to an index, which gives them the numbers from 0 on if they differ."""
    cdef Buffer places = int32_buffer(min(codes.shape[0], <int64_t>PIECE))
    cdef int64_t done = 0, size
    while done < codes.shape[0]:
        size = min(codes.shape[0] - done, <int64_t>PIECE)
        index.reserve(size)
        with nogil:
            index.add_codes(&codes[done], <int32_t *>places.data, size)
        done += size
    return 0


cdef int require_room(Pairs below, int64_t k) except -1:
    if 2 * (below.count + k) > below.pairs.shape[0]:
        raise ValueError("expected room for the pairs")
    return 0
