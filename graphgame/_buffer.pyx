"""Memory for the kernels' arrays, handed out through the buffer protocol.

A kernel must not import NumPy: the command line would pay for it at every start.  So kernels
return a `Buffer`, which ``numpy.asarray`` turns into an array without a copy.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE, Py_buffer
from libc.stddef cimport size_t
from libc.stdlib cimport calloc, free, realloc

cdef extern from *:
    """
    #if defined(__linux__)
    #include <stdint.h>
    #include <sys/mman.h>
    #endif
    /* Ask for huge pages in the 2 MiB-aligned inside of a big block: random access to it then
       misses the address cache far less often.  Only advice: failure changes nothing. */
    static void graphgame_advise_huge(void *block, size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        const uintptr_t page = (uintptr_t)1 << 21;
        uintptr_t first = ((uintptr_t)block + page - 1) & ~(page - 1);
        uintptr_t last = ((uintptr_t)block + size) & ~(page - 1);
        if (last > first) (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
    #else
        (void)block; (void)size;
    #endif
    }
    """
    void graphgame_advise_huge(void *block, size_t size) nogil

cdef extern from *:
    const Py_ssize_t PY_SSIZE_T_MAX


cdef class Buffer:
    """A zero-filled block of memory seen as one typed array of one or two dimensions.

    Made by kernels only; use it through ``memoryview`` or ``numpy.asarray``.  The block lives as
    long as the last view of it.
    """

    # data: at least shape[0] * strides[0] bytes.  strides[0] is the width of a row in bytes;
    # shape[1] and strides[1] count only where ndim is 2.  exports: views handed out and not yet
    # released; while there are any, the block must not move.

    def __init__(self):
        raise TypeError("a Buffer is made by kernels only")

    def __dealloc__(self):
        free(self.data)

    def __len__(self):
        return self.shape[0]

    @property
    def nbytes(self):
        """Size of the block in bytes."""
        return self.shape[0] * self.strides[0]

    def __reduce__(self):
        raise TypeError("a Buffer cannot be pickled; numpy.asarray(buffer) can")

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

    def __releasebuffer__(self, Py_buffer *view):
        self.exports -= 1

    cdef int resize(self, Py_ssize_t rows) except -1:
        """Give the block room for `rows` rows, keeping what it holds; new rows are not zeroed."""
        cdef void *moved
        if self.exports:
            raise BufferError("a Buffer in use cannot be resized")
        if rows > PY_SSIZE_T_MAX // self.strides[0]:
            raise MemoryError(f"an array of {rows} rows does not fit in memory")
        # One byte at least: realloc to nothing may free the block and return NULL.
        moved = realloc(self.data, <size_t>(rows * self.strides[0]) or 1)
        if moved is NULL:
            raise MemoryError(f"no memory for an array of {rows * self.strides[0]} bytes")
        self.data = moved
        self.shape[0] = rows
        graphgame_advise_huge(moved, <size_t>(rows * self.strides[0]))
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
    if rows > PY_SSIZE_T_MAX // buffer.strides[0]:
        raise MemoryError(f"an array of {rows} rows does not fit in memory")
    # calloc takes big blocks as fresh zero pages from the system, which cost nothing until used.
    buffer.data = calloc(<size_t>rows or 1, <size_t>buffer.strides[0])
    if buffer.data is NULL:
        raise MemoryError(f"no memory for an array of {rows * buffer.strides[0]} bytes")
    graphgame_advise_huge(buffer.data, <size_t>(rows * buffer.strides[0]))
    return buffer


cdef Buffer int8_buffer(Py_ssize_t rows):
    """A zeroed int8 array."""
    return allocate(b"b", 1, rows, 0)


cdef Buffer int32_buffer(Py_ssize_t rows):
    """A zeroed int32 array."""
    return allocate(b"i", 4, rows, 0)


cdef Buffer int64_buffer(Py_ssize_t rows):
    """A zeroed int64 array."""
    # NumPy's int64 is the C long wherever that has 64 bits.
    return allocate(b"l" if sizeof(long) == 8 else b"q", 8, rows, 0)


cdef Buffer int32_pairs(Py_ssize_t rows):
    """A zeroed int32 array of two columns."""
    return allocate(b"i", 4, rows, 2)
