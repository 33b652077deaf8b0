from libc.stdint cimport int8_t, int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules._stage cimport Functions, Stage


cdef class CodeExplorer:
    cdef readonly CodeIndex index
    cdef readonly int64_t expanded, m
    cdef Buffer ptr, idx, presets
    cdef list stages

    cdef int _add_options(self, Stage stage, int64_t k) except -1
    cdef _refuse_code(self, Stage stage, int64_t k, int64_t code)
    cdef int _expand_shared(
        self, Functions functions, bint distinct, int64_t most, int8_t *presets, check
    ) except -1
    cdef int _add_share(self, Stage stage) except -1
