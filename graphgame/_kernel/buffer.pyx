"""Memory for the arrays of kernels, shared through the buffer protocol.

Kernels do not import NumPy, which would slow every start of the command line.  They return a
`Buffer`, of which ``numpy.asarray`` makes an array without a copy.
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
    # Bytes of a page, and pages touched between two checks for signals.
    PAGE = 4096
    PAGES_AT_ONCE = 2048

# NumPy's format of int64: C long where that has 64 bits.
cdef str INT64 = "l" if sizeof(long) == 8 else "q"
cdef str UINT64 = INT64.upper()


cdef class Buffer:
    """A zeroed block of memory with the type and shape of an array of one or two dimensions.

    Only kernels make one; use it through ``memoryview`` or ``numpy.asarray``.  The block lives as
    long as its last view.
    """

    # data: `size` bytes, at least shape[0] * strides[0].  strides[0]: bytes per row.  shape[1] and
    # strides[1] are used only if ndim is 2.  exports: the number of views not yet released; while
    # it is above 0, the block must not move.  Any thread may take a view, release one or resize the
    # block: critical sections serialize these on an interpreter without a global lock, and do
    # nothing elsewhere.

    def __init__(self):
        raise TypeError("a Buffer is made by kernels only")

    def __dealloc__(self):
        if self.data is not NULL:
            gg_free(self.data, self.size)

    def __len__(self):
        return self.shape[0]

    @property
    def nbytes(self):
        """Number of bytes of the array."""
        return self.shape[0] * self.strides[0]

    def __reduce__(self):
        """Pickle the format, the shape and the bytes."""
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
        """Resize the block to `rows` rows and keep its data; new rows are not zeroed."""
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
        """Resize the block to hold at least `rows` rows; if it grows, it at least doubles.

        Unused pages of a large block take address space, not memory.
        """
        if rows > self.shape[0]:
            self.resize(max(rows, 2 * self.shape[0]))
        return 0


cdef size_t byte_count(Py_ssize_t rows, Py_ssize_t width) except? 0:
    if rows > PY_SSIZE_T_MAX // width:
        raise MemoryError(f"an array of {rows} rows of {width} bytes does not fit in memory")
    return <size_t>(rows * width)


cdef int touch(char *data, size_t size) except -1 nogil:
    """Touch every page of a large block in order, so that the system allocates it now.

    Kernels write to arrays at random: with fresh pages, thousands of steps could each be a page
    fault, and Ctrl-C would wait for all of them.
    """
    cdef size_t page, at
    for page in range(size // PAGE):
        at = page * PAGE
        (<volatile char *>data)[at] = 0
        if page % PAGES_AT_ONCE == 0:
            check_signals()
    return 0


cdef Buffer allocate(char code, Py_ssize_t itemsize, Py_ssize_t rows, Py_ssize_t columns):
    """Allocate a zeroed Buffer of shape (rows,), or (rows, columns) if columns is not 0."""
    cdef Buffer buffer = allocate_untouched(code, itemsize, rows, columns)
    if buffer.size >= GG_BIG:
        with nogil:
            touch(<char *>buffer.data, buffer.size)
    return buffer


cdef Buffer allocate_untouched(
    char code, Py_ssize_t itemsize, Py_ssize_t rows, Py_ssize_t columns
):
    """Allocate as `allocate`, but leave it to the kernel to touch the pages of a large block."""
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
    return buffer


cdef Buffer int8_buffer(Py_ssize_t rows):
    """Allocate a zeroed int8 array."""
    return allocate(b"b", 1, rows, 0)


cdef Buffer uint16_buffer(Py_ssize_t rows):
    """Allocate a zeroed uint16 array."""
    return allocate(b"H", 2, rows, 0)


cdef Buffer int32_buffer(Py_ssize_t rows):
    """Allocate a zeroed int32 array."""
    return allocate(b"i", 4, rows, 0)


cdef Buffer int64_buffer(Py_ssize_t rows):
    """Allocate a zeroed int64 array."""
    return allocate(ord(INT64), 8, rows, 0)


cdef Buffer uint64_buffer(Py_ssize_t rows):
    """Allocate a zeroed uint64 array."""
    return allocate(ord(UINT64), 8, rows, 0)


cdef Buffer int32_pairs(Py_ssize_t rows):
    """Allocate a zeroed (rows, 2) int32 array."""
    return allocate(b"i", 4, rows, 2)


cdef Buffer unsigned_buffer(int width, Py_ssize_t rows, Py_ssize_t columns):
    """Allocate a zeroed array of unsigned integers of `width` 1, 2, 4 or 8 bytes, as `allocate`."""
    return allocate(unsigned_code(width), width, rows, columns)


cdef Buffer untouched_buffer(int width, Py_ssize_t rows):
    """Allocate a zeroed array as `unsigned_buffer`, in pages that have not been touched."""
    return allocate_untouched(unsigned_code(width), width, rows, 0)


cdef char unsigned_code(int width) except 0:
    """Return the format of unsigned integers of a width in bytes."""
    if width == 8:
        return <char>ord(UINT64)
    return b"B" if width == 1 else b"H" if width == 2 else b"I"


def restored(str code, rows, columns, bytes content not None):
    """Return the Buffer that a pickle describes by format, shape and bytes.

    Raises
    ------
    ValueError
        If format, shape and bytes do not fit together.
    """
    width = {"b": 1, "B": 1, "H": 2, "i": 4, "I": 4, INT64: 8, UINT64: 8}.get(code, 0)
    # Python integers, which do not overflow.
    if not width or rows < 0 or columns < 0 or len(content) != rows * width * (columns or 1):
        raise ValueError(
            f"no Buffer of {len(content)} bytes has format {code!r} and shape ({rows}, {columns})"
        )
    cdef Buffer buffer = allocate(<char>ord(code), width, rows, columns)
    cdef const char *start = content
    memcpy(buffer.data, start, len(content))
    return buffer
