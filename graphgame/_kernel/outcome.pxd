# The numbers of `graphgame.outcome`, for kernels; tests compare the two.

cdef enum:
    LOSE = -1
    DRAW = 0
    WIN = 1
    # In an int8 array of preset outcomes: this position has none.
    NO_PRESET = 2
    # v and v + 1 fit in 32 bits for each position v, and one value is left for "none".
    MOST_POSITIONS = 2147483646
