from cpython.object cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t

from graphgame._kernel.buffer cimport Buffer

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define GG_FREE_THREADED 1
    #else
    #define GG_FREE_THREADED 0
    #endif
    """
    # Another thread may change a list at any time, so that nothing can be borrowed from it.
    const bint FREE_THREADED "GG_FREE_THREADED"
    # As they are in C: references are borrowed and owned where the code says so.
    PyObject *type_of "(PyObject *)Py_TYPE"(PyObject *object) noexcept
    PyObject *list_item "PyList_GetItem"(PyObject *row, Py_ssize_t i) except NULL
    Py_ssize_t list_size "PyList_Size"(PyObject *row) except -1
    PyObject *tuple_item "PyTuple_GetItem"(PyObject *row, Py_ssize_t i) except NULL
    Py_ssize_t tuple_size "PyTuple_Size"(PyObject *row) except -1
    void incref "Py_INCREF"(PyObject *object) noexcept
    void decref "Py_DECREF"(PyObject *object) noexcept
    Py_hash_t hash_of "PyObject_Hash"(PyObject *object) except? -1
    int is_equal "PyObject_RichCompareBool"(PyObject *one, PyObject *other, int how) except -1
    int compared "PyUnicode_Compare"(PyObject *one, PyObject *other) except? -1
    bint is_int "PyLong_CheckExact"(PyObject *object) noexcept
    long long int_value "PyLong_AsLongLongAndOverflow"(
        PyObject *object, int *overflow
    ) except? -1
    int append_to "PyList_Append"(PyObject *row, PyObject *object) except -1
    Py_ssize_t dict_size "PyDict_Size"(PyObject *row) except -1
    bint dict_next "PyDict_Next"(
        PyObject *row, Py_ssize_t *at, PyObject **key, PyObject **value
    ) noexcept


cdef enum:
    # Names that are looked up together: while one is hashed, what the next ones need is fetched.
    BLOCK = 1024
    FIRST_BITS = 4
    # How far ahead of the object that is touched the next one is fetched.
    AHEAD = 16
    # The same of rows, which have several names each.
    NEAR = 4


cdef struct Slot:
    PyObject *name  # NULL: empty.  `kept` keeps it alive.
    uint32_t mark  # the high half of its mixed hash
    int32_t index


cdef struct Block:
    # Names to be numbered; objects[:owned] are references of the block's own, objects[owned:filled]
    # are borrowed.  No code of a user, not even a destructor, may run before these are owned, too.
    # done: how many have their number, after an error.
    Py_ssize_t filled, owned, done
    PyObject *objects[BLOCK]
    uint32_t marks[BLOCK]
    int64_t hashes[BLOCK]


cdef class NameIndex:
    # While is_counted, the names are exactly the ints 0 to count - 1, and there are no slots.  Else
    # there are 2^bits slots, of which `room`, 3 of 4, may be used, and kept[:count] have the hashes
    # of hash_buffer.
    # The high bits of its mark name the home of a name, which stands in the first slot from there
    # on that was empty when it was added.  busy: names are being added, which runs code of a user.
    cdef Buffer slot_buffer, hash_buffer
    cdef Slot *slots
    cdef list kept  # of this object alone: whoever has another list of the names may change it
    cdef int bits
    cdef Py_ssize_t room
    cdef bint busy
    cdef readonly Py_ssize_t count
    cdef readonly bint is_counted

    cdef object name(self, Py_ssize_t i)
    cdef list part(self, Py_ssize_t start, Py_ssize_t end)
    cdef Py_ssize_t seek(self, object name) except -2
    cdef int append(self, object name) except -1

    # Begin to add names, and end it; what is in the block is let go.
    cdef Block *begin(self) except NULL
    cdef void end(self, Block *block) noexcept

    # Put a row of names into the block, flushing it when it is full; return how many there are.
    cdef Py_ssize_t put_row(
        self, Block *block, object row, list held, Buffer idx, Py_ssize_t m, bint adding
    ) except -1
    # Write the indices of the names of the block to idx[m:], and empty it; return the new m.
    cdef Py_ssize_t flush(
        self, Block *block, list held, Buffer idx, Py_ssize_t m, bint adding
    ) except -1

    cdef int _number(self, Block *block, int32_t *out, bint adding) except -1
    cdef Py_ssize_t _count(self, Block *block, int32_t *out, bint adding) except -1
    cdef int _uncount(self, Py_ssize_t more) except -1
    cdef int32_t _find(self, PyObject *name, int64_t hashed, uint32_t mark, bint adding) except -2
    cdef int32_t _append(
        self, PyObject *name, int64_t hashed, uint32_t mark, Slot *slot
    ) except -2
    cdef Slot *_empty(self, uint32_t mark) noexcept
    cdef int _reserve(self, Py_ssize_t count) except -1
