# The cells of a board that can be entered, and their neighbours.
#
# number[cell] is the number of a cell, -1 for one that cannot be entered.  For the cell of number
# t, bit[t] is its bit in a set, is_exit[t] says whether it is an exit, and beside[4 * t] to
# beside[4 * t + 3] are the numbers of its neighbours up, left, right and down, or t itself for a
# neighbour that cannot be entered, since X[t] is one of the five sets anyway.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Code of a cell that cannot be entered.
    WALL = 0
    # Code of an exit.
    EXIT = 2


cdef inline Py_ssize_t number_cells(const uint8_t[::1] cells, int32_t[::1] number) except -1 nogil:
    """Number the cells that can be entered, in reading order; return how many there are."""
    cdef Py_ssize_t cell
    cdef int32_t count = 0
    for cell in range(cells.shape[0]):
        number[cell] = -1
        if cells[cell] != WALL:
            number[cell] = count
            count += 1
        if cell % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return count


cdef inline Py_ssize_t tabulate(
    const uint8_t[::1] cells, const int32_t[::1] number, Py_ssize_t columns, int32_t[::1] beside,
    int64_t[::1] bit, int8_t[::1] is_exit, uint64_t[::1] free,
) except -1 nogil:
    """Fill the tables of the board; return the greatest difference of neighbours' numbers."""
    cdef Py_ssize_t cell, column, apart = 0
    cdef int32_t t
    cdef int way
    for cell in range(cells.shape[0]):
        if cell % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
        t = number[cell]
        if t < 0:
            continue
        column = cell % columns
        bit[t] = cell + cell // columns
        is_exit[t] = cells[cell] == EXIT
        free[bit[t] >> 6] |= <uint64_t>1 << (bit[t] & 63)
        for way in range(4):
            beside[4 * t + way] = t
        if cell >= columns and number[cell - columns] >= 0:
            beside[4 * t] = number[cell - columns]
        if column > 0 and number[cell - 1] >= 0:
            beside[4 * t + 1] = number[cell - 1]
        if column + 1 < columns and number[cell + 1] >= 0:
            beside[4 * t + 2] = number[cell + 1]
        if cell + columns < cells.shape[0] and number[cell + columns] >= 0:
            beside[4 * t + 3] = number[cell + columns]
        apart = max(apart, t - beside[4 * t])
        apart = max(apart, t - beside[4 * t + 1])
    return apart
