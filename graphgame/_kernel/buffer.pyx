"""Memory for the kernels' arrays, handed out through the buffer protocol.

A kernel must not import NumPy: the command line would pay for it at every start.  So kernels
return a `Buffer`, which ``numpy.asarray`` turns into an array without a copy.
"""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, Py_buffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stddef cimport size_t
from libc.string cimport memcpy

from graphgame._kernel.signals cimport check_signals

cdef extern from "_kernel/memory.h":
    const size_t GG_BIG
    void *gg_alloc(size_t size) nogil
    void *gg_resize(void *block, size_t old_size, size_t size) nogil
    void gg_free(void *block, size_t size) nogil

cdef extern from *:
    const Py_ssize_t PY_SSIZE_T_MAX

cdef enum:
    PAGE = 4096
    PAGES_AT_ONCE = 2048

# NumPy's int64 is the C long wherever that has 64 bits.
cdef str INT64 = "l" if sizeof(long) == 8 else "q"
cdef str UINT64 = INT64.upper()


cdef class Buffer:
    """A zero-filled block of memory seen as one typed array of one or two dimensions.

    Made by kernels only; use it through ``memoryview`` or ``numpy.asarray``.  The block lives as
    long as the last view of it.
    """

    # data: `size` bytes, at least shape[0] * strides[0].  strides[0] is the width of a row in
    # bytes; shape[1] and strides[1] count only where ndim is 2.  exports: views handed out and not
    # yet released; while there are any, the block must not move.  Any thread may take a view or
    # release one, and one may wish to move the block: on an interpreter without a global lock a
    # critical section lets one of them in at a time, elsewhere it is nothing.

    def __init__(self):
        raise TypeError("a Buffer is made by kernels only")

    def __dealloc__(self):
        if self.data is not NULL:
            gg_free(self.data, self.size)

    def __len__(self):
        return self.shape[0]

    @property
    def nbytes(self):
        """Size of the block in bytes."""
        return self.shape[0] * self.strides[0]

    def __reduce__(self):
        """Pickle its format, its shape and its bytes."""
        cdef bytes content = PyBytes_FromStringAndSize(<char *>self.data, self.nbytes)
        columns = self.shape[1] if self.ndim == 2 else 0
        return restored, (chr(self.format[0]), self.shape[0], columns, content)

    @cython.critical_section
    def __getbuffer__(self, Py_buffer *view, int flags):
        view.buf = self.data
        view.obj = self
        view.len = self.shape[0] * self.strides[0]
        view.itemsize = self.itemsize
        view.readonly = 0
        view.ndim = self.ndim
        view.format = self.format if flags & PyBUF_FORMAT else NULL
        view.shape = self.shape if flags & PyBUF_ND else NULL
        view.strides = self.strides if (flags & PyBUF_STRIDES) == PyBUF_STRIDES else NULL
        view.suboffsets = NULL
        view.internal = NULL
        self.exports += 1

    @cython.critical_section
    def __releasebuffer__(self, Py_buffer *view):
        self.exports -= 1

    @cython.critical_section
    cdef int resize(self, Py_ssize_t rows) except -1:
        """Return the block room for `rows` rows, keeping what it holds; new rows are not zeroed."""
        cdef void *moved
        cdef size_t size
        if self.exports:
            raise BufferError("a Buffer in use cannot be resized")
        size = byte_count(rows, self.strides[0])
        moved = gg_resize(self.data, self.size, size)
        if moved is NULL:
            raise MemoryError(f"no memory for an array of {size} bytes")
        self.data = moved
        self.size = size
        self.shape[0] = rows
        return 0

    cdef int reserve(self, Py_ssize_t rows) except -1:
        """Return the block room for at least `rows` rows, at least doubling it where it grows.

        What is not used yet of a big block takes addresses, not memory.
        """
        if rows > self.shape[0]:
            self.resize(max(rows, 2 * self.shape[0]))
        return 0


cdef size_t byte_count(Py_ssize_t rows, Py_ssize_t width) except? 0:
    if rows > PY_SSIZE_T_MAX // width:
        raise MemoryError(f"an array of {rows} rows of {width} bytes does not fit in memory")
    return <size_t>(rows * width)


cdef int touch(char *data, size_t size) except -1 nogil:
    """Write to every page of a big block, in order, so that the system gives it memory now.

    Kernels write to their arrays at random: a thousand writes could be the first to a thousand
    pages, half a second in which Ctrl-C gets no answer.
    """
    cdef size_t page, at
    for page in range(size // PAGE):
        at = page * PAGE
        (<volatile char *>data)[at] = 0
        if page % PAGES_AT_ONCE == 0:
            check_signals()
    return 0


cdef Buffer allocate(char code, Py_ssize_t itemsize, Py_ssize_t rows, Py_ssize_t columns):
    """A zeroed Buffer of `rows` items, or of `rows` × `columns` items where columns is not 0."""
    cdef Buffer buffer = Buffer.__new__(Buffer)
    buffer.format[0] = code
    buffer.format[1] = 0
    buffer.itemsize = itemsize
    buffer.ndim = 2 if columns else 1
    buffer.shape[0] = rows
    buffer.shape[1] = columns
    buffer.strides[0] = itemsize * (columns or 1)
    buffer.strides[1] = itemsize
    buffer.size = byte_count(rows, buffer.strides[0])
    buffer.data = gg_alloc(buffer.size)
    if buffer.data is NULL:
        raise MemoryError(f"no memory for an array of {buffer.size} bytes")
    if buffer.size >= GG_BIG:
        with nogil:
            touch(<char *>buffer.data, buffer.size)
    return buffer


cdef Buffer int8_buffer(Py_ssize_t rows):
    """A zeroed int8 array."""
    return allocate(b"b", 1, rows, 0)


cdef Buffer uint16_buffer(Py_ssize_t rows):
    """A zeroed uint16 array."""
    return allocate(b"H", 2, rows, 0)


cdef Buffer int32_buffer(Py_ssize_t rows):
    """A zeroed int32 array."""
    return allocate(b"i", 4, rows, 0)


cdef Buffer int64_buffer(Py_ssize_t rows):
    """A zeroed int64 array."""
    return allocate(ord(INT64), 8, rows, 0)


cdef Buffer uint64_buffer(Py_ssize_t rows):
    """A zeroed uint64 array."""
    return allocate(ord(UINT64), 8, rows, 0)


cdef Buffer int32_pairs(Py_ssize_t rows):
    """A zeroed int32 array of two columns."""
    return allocate(b"i", 4, rows, 2)


cdef Buffer unsigned_buffer(int width, Py_ssize_t rows, Py_ssize_t columns):
    """A zeroed array of unsigned integers of 1, 2, 4 or 8 bytes, as `allocate` shapes it."""
    if width == 8:
        return allocate(ord(UINT64), 8, rows, columns)
    return allocate(b"B" if width == 1 else b"H" if width == 2 else b"I", width, rows, columns)


def restored(str code, rows, columns, bytes content not None):
    """Return the Buffer of which a pickle tells: its format, its shape and its bytes.

    Raises
    ------
    ValueError
        If that is not what a Buffer says of itself.
    """
    width = {"b": 1, "B": 1, "H": 2, "i": 4, "I": 4, INT64: 8, UINT64: 8}.get(code, 0)
    # The numbers are Python's, which do not overflow.
    if not width or rows < 0 or columns < 0 or len(content) != rows * width * (columns or 1):
        raise ValueError(
            f"no Buffer of {len(content)} bytes has format {code!r} and shape ({rows}, {columns})"
        )
    cdef Buffer buffer = allocate(<char>ord(code), width, rows, columns)
    cdef const char *start = content
    memcpy(buffer.data, start, len(content))
    return buffer
