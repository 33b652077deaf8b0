cdef class Buffer:
    cdef void *data
    cdef size_t size
    cdef Py_ssize_t shape[2]
    cdef Py_ssize_t strides[2]
    cdef Py_ssize_t itemsize
    cdef Py_ssize_t exports
    cdef int ndim
    cdef char format[2]

    cdef int resize(self, Py_ssize_t rows) except -1
    cdef int reserve(self, Py_ssize_t rows) except -1


cdef Buffer int8_buffer(Py_ssize_t rows)
cdef Buffer uint16_buffer(Py_ssize_t rows)
cdef Buffer int32_buffer(Py_ssize_t rows)
cdef Buffer int64_buffer(Py_ssize_t rows)
cdef Buffer uint64_buffer(Py_ssize_t rows)
cdef Buffer int32_pairs(Py_ssize_t rows)
cdef Buffer unsigned_buffer(int width, Py_ssize_t rows, Py_ssize_t columns)
cdef Buffer untouched_buffer(int width, Py_ssize_t rows)
