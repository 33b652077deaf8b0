# The cells of a board that can be entered, and where they are.
#
# They are numbered in reading order.  The cell in row i and column j of a board of m columns is at
# the place i * (m + 1) + j.  at[m + 2 + place] is the number of the cell at a place, -1 where there
# is none: so one may look a step away from any cell.  place[t] is the place of cell number t,
# is_exit[t] says whether it is an exit.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # Code of a cell that cannot be entered.
    WALL = 0
    # Code of an exit.
    EXIT = 2


cdef inline Py_ssize_t number_cells(
    const uint8_t[::1] cells, Py_ssize_t columns, int32_t[::1] at
) except -1 nogil:
    """Number the cells that can be entered; return how many there are."""
    cdef Py_ssize_t i, cell
    cdef int32_t count = 0
    for i in range(at.shape[0]):
        at[i] = -1
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    for cell in range(cells.shape[0]):
        if cells[cell] != WALL:
            at[columns + 2 + cell + cell // columns] = count
            count += 1
        if cell % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return count


cdef inline int tabulate(
    const uint8_t[::1] cells, Py_ssize_t columns, const int32_t[::1] at,
    int64_t[::1] place, int8_t[::1] is_exit,
) except -1 nogil:
    """Fill the tables of the cells that can be entered."""
    cdef Py_ssize_t cell
    cdef int32_t t
    for cell in range(cells.shape[0]):
        if cell % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
        t = at[columns + 2 + cell + cell // columns]
        if t >= 0:
            place[t] = cell + cell // columns
            is_exit[t] = cells[cell] == EXIT
    return 0
