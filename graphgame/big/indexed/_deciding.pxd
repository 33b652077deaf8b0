# Deciding positions whose options are decided, by labels in an order.

from libc.stdint cimport int64_t

from graphgame.big._windows cimport Window

cdef int64_t decide_window(
    void *labels, int width, const Window *window, bint misere, int64_t *most
) except -1 nogil
cdef int widen_labels(const void *labels, int width, void *wider, int64_t size) except -1 nogil
cdef int to_public(
    void *labels, int width, int64_t size, int64_t most, int64_t *counts
) except -1 nogil
