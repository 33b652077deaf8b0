from libc.stdint cimport int64_t

from graphgame.big._pairs cimport Pairs
from graphgame.graphs._index cimport CodeIndex

# Add codes to an index, which gives them the numbers from 0 on if they differ.
cdef int add_all(CodeIndex index, const int64_t[::1] codes) except -1
# Raise an error if there is no room for k more pairs.
cdef int require_room(Pairs below, int64_t k) except -1
