# Rows of options as rules return them: lists and tuples of a block of positions.

from cpython.object cimport PyObject
from libc.stdint cimport int16_t
from libc.string cimport memset

from graphgame.graphs._names cimport (
    FREE_THREADED, list_item, list_size, tuple_item, tuple_size,
)

cdef enum:
    # Rows of a block.
    MOST_ROWS = 1 << 7


cdef inline Py_ssize_t count_options(list rows) except -2:
    """Return the number of options; -1 if one is None, or a row is no list or tuple, or None."""
    cdef Py_ssize_t i, count = 0
    cdef PyObject *it
    for row in rows:
        if row is None:
            continue
        if type(row) is list:
            if FREE_THREADED:
                row = row[:]  # another thread may shorten it
            it = <PyObject *>row
            for i in range(list_size(it)):
                if list_item(it, i) == <PyObject *>None:
                    return -1
        elif type(row) is tuple:
            it = <PyObject *>row
            for i in range(tuple_size(it)):
                if tuple_item(it, i) == <PyObject *>None:
                    return -1
        else:
            return -1
        count += len(row)
    return count


cdef inline Py_ssize_t first_shared(list rows) except -1:
    """Return the first row that is the same list as a later one; how many rows there are if none.

    Nonempty places of `seen` hold lists, each at the first free place from its own on: there are
    twice as many places as rows.
    """
    cdef PyObject *row
    cdef (PyObject *)[2 * MOST_ROWS] seen
    cdef int16_t[2 * MOST_ROWS] where
    cdef Py_ssize_t k, at, first = len(rows)
    if first > MOST_ROWS:
        raise ValueError("expected no more rows than a block has")
    memset(seen, 0, sizeof(seen))
    for k in range(len(rows)):
        row = <PyObject *>rows[k]
        if not isinstance(<object>row, list):
            continue
        at = (<size_t>row >> 4) % (2 * MOST_ROWS)
        while seen[at] != NULL and seen[at] != row:
            at = (at + 1) % (2 * MOST_ROWS)
        if seen[at] == row:
            first = min(first, where[at])
        else:
            seen[at], where[at] = row, <int16_t>k
    return first


cdef inline bint is_row(options):
    """Return whether options are all there."""
    return options is None or isinstance(options, (list, tuple))
