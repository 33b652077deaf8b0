# The numbers of `graphgame.outcome`, for kernels; tests compare the two.

cdef enum:
    LOSE = -1
    DRAW = 0
    WIN = 1
    # In an int8 array of presets: no preset outcome.
    NO_PRESET = 2
    # A game that ended level; only presets introduce it.
    TIE = 3
    # The largest n: v and v + 1 fit in int32 for every position v, with one value left for "none".
    MOST_POSITIONS = 2147483646
