# The components of a game that falls apart, while they are found.

from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer


cdef class Components:
    # A component has a name: its code, or where it stands among the positions found.  After
    # ask(name): option i is the sum of names[ends[i]:ends[i + 1]], which ascend, for i < options;
    # no two options are equal.  `listed` is how many there were before.
    cdef readonly int64_t options, listed
    cdef Buffer name_buffer, end_buffer, mark_buffer
    cdef int64_t *names
    cdef int64_t *ends

    # Find the options of a component: begin_options(name), after which some are read, none
    # perhaps; more_options() until it is False, each time reading some more; settle(NULL), which
    # sorts the parts, and keeps the first of equal options.  What stands at the places of parts in
    # an array `along` is moved as they are.
    cdef int ask(self, int64_t name) except -1 nogil
    cdef int begin_options(self, int64_t name) except -1 nogil
    cdef bint more_options(self) except -1 nogil
    cdef int settle(self, int32_t *along) except -1 nogil
    # Return how large a component looks: what is small is looked at first.
    cdef int64_t weight(self, int64_t name) except -1 nogil
    # Give the first k names of the last answer their indices, in the order in which they are found.
    cdef int number(self, int32_t *indices, int64_t k) except -1
    # How many components have an index, and the name of one of them.
    cdef int64_t numbered(self) noexcept
    cdef int64_t name(self, int64_t index) noexcept
    cdef int _reserve(self, int64_t options, int64_t parts) except -1
    cdef bint _is_repeated(self, int64_t kept, uint64_t mask) noexcept nogil
