"""The kernel of one game of cops and robbers: solved, or rebuilt from its answers."""

from libc.stdint cimport int32_t, int64_t

from graphgame.cops._hunt cimport Hunt


def hunt(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int64_t[::1] back_ptr not None,
    const int32_t[::1] back_idx not None,
    const int32_t[::1] members not None,
    int32_t k,
    int times_width,
    int64_t most_rounds,
):
    """Solve cops and robbers on one graph.

    Parameters
    ----------
    ptr : (n + 1,) int64
    idx : (m,) int32
        Closed out-neighbourhoods, each row ascending, n at least 1.
    back_ptr : (n + 1,) int64
    back_idx : (m,) int32
        Closed in-neighbourhoods; the same arrays where the graph is undirected.
    members : (n,) int32
        0, 1, 2, …
    k : int
        Number of cops, at least 1.
    times_width : {0, 2, 4}
        Bytes of the time of a state; 0 keeps no times.
    most_rounds : int
        At most 2^15 - 1 where times take 2 bytes, 2^31 - 2 where they take 4.

    Returns
    -------
    Hunt

    Raises
    ------
    OverflowError
        If a capture takes more rounds than `most_rounds`.

    Notes
    -----
    With P = C(n + k - 1, k) placements, w = ⌈n / 64⌉ words and d the mean closed neighbourhood, a
    round takes O(P d w Σ C(k, j)) word operations at worst, j = 1 … k, and fewer where little has
    changed: a round either makes all joint moves cop by cop, or only those to the placements that
    have changed.  Memory: P (16 w + 17 + n times_width) bytes, and (8 w + 1) C(n + k - 1, k - 1)
    for the layers.  Source: the rounds are those of R. Nowakowski and P. Winkler, "Vertex-to-vertex
    pursuit in a graph", Discrete Math. 43, 1983; for k cops, of N. E. Clarke and G. MacGillivray,
    "Characterizations of k-copwin graphs", Discrete Math. 312, 2012.
    """
    cdef Hunt game = Hunt(members.shape[0], k, idx.shape[0], times_width)
    with nogil:
        game.load(ptr, idx, back_ptr, back_idx, members, members)
        game.run(False, most_rounds)
    game.finish()
    return game


def restored(
    const int64_t[::1] ptr not None,
    const int32_t[::1] idx not None,
    const int32_t[::1] members not None,
    int32_t k,
    int64_t start,
    int64_t capture_time,
    buffers,
):
    """Rebuild a game that `hunt` has solved from its answers.

    Parameters
    ----------
    ptr, idx, members, k
        As of `hunt`.
    start, capture_time
        As `Hunt` has them.
    buffers : (Buffer or None, Buffer or None, Buffer or None)
        Its `won_buffer`, `lost_buffer` and `times_buffer`.

    Raises
    ------
    ValueError
        If their lengths or types are not those of such a game.
    """
    cdef int times_width = 0 if buffers[2] is None else memoryview(buffers[2]).itemsize
    cdef Hunt game = Hunt(members.shape[0], k, idx.shape[0], times_width)
    with nogil:
        game.load(ptr, idx, ptr, idx, members, members)  # only solving needs in-neighbourhoods
    game.start, game.capture_time = start, capture_time
    for room, kept in zip((game.won_buffer, game.lost_buffer, game.times_buffer), buffers):
        if kept is not None:
            memoryview(room)[:] = kept
    game.finish()
    return game
