from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules.compiled._stage cimport Stage


cdef class Block:
    cdef Stage stage
    cdef Buffer codes, ends, presets
    cdef int64_t taken
    cdef bint is_preset


cdef class CodeExplorer:
    cdef readonly CodeIndex index
    cdef readonly int64_t expanded, m
    cdef int64_t starts, drained, m_drained
    cdef readonly Buffer ptr, idx
    cdef readonly Buffer presets  # type: Buffer | None
    cdef Stage stage

    # Make room for the rows of so many more positions, with so many options, and for presets.
    cdef int reserve(self, int64_t size, int64_t options, bint is_preset) except -1
    # Whether there is room for the entries of rows of so many more options.
    cdef bint has_room(self, int64_t options) noexcept nogil
    # Where the rows of all positions start: entry i of the game is entries()[i].
    cdef int32_t *entries(self) noexcept nogil
    # Write where the rows of positions start to start + size - 1 end, which start at entry `first`,
    # and their presets, unless these are NULL.
    cdef void write_rows(
        self, int64_t start, int64_t size, int64_t first, const int64_t *ends,
        const int8_t *presets,
    ) noexcept nogil
    cdef int64_t *_ends(self) noexcept nogil
    cdef int _add_options(self, Stage stage, int64_t k) except -1
    cdef _refuse_code(self, Stage stage, int64_t k, int64_t code)
