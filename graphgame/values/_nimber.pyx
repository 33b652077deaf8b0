"""Kernels on nimbers: products, inverses, and the least excluded number of rows.

The numbers below 2^w, w a power of 2, are the field of order 2^w under nim addition, which is the
bitwise exclusive or, and nim multiplication.  With T = 2^w, the numbers below 2^2w are the
a1 T + a0 with a1 and a0 below T, where product and sum mean the same in both arithmetics, and
T T = T + c, c = T / 2.  So each field is the one below, extended by T: a tower.  In the field of
order 2^16 products are looked up; above it, the tower is climbed.

`exp` and `log` are tables of the field of order 2^w: exp[e] is the power of a generator to the
exponent e, for e from 0 to 2^w - 1, of which the first and the last are 1; log[x] is the exponent
of x, below 2^w - 1, for x from 1; log[0] means nothing.

Source: J. H. Conway, "On Numbers and Games", 1976, chapter 6.
"""

from _thread import allocate_lock

from libc.stdint cimport UINT64_MAX, int32_t, int64_t, uint16_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer, uint16_buffer, uint64_buffer
from graphgame._kernel.flag cimport is_raised, raise_flag
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    WIDTH = 16  # of the field with tables, 256 KiB for both of them: the cache of a core holds them
    TWICE = 32

# The tables of that field; None until they are needed.  A thread that holds the lock makes them,
# once per process; a thread that reads the flag as set uses them without the lock.
cdef const uint16_t[::1] field_exp = None
cdef const uint16_t[::1] field_log = None
cdef int field_made = False
cdef object making = allocate_lock()


# ---------------------------------------------------------------------------------------------
# Products.
#
# (a1 T + a0) (b1 T + b0) = (a1 b1 + a1 b0 + a0 b1) T + (a0 b0 + c a1 b1).  The coefficient of T
# is (a1 + a0) (b1 + b0) + a0 b0: three products and one by the constant c, as Karatsuba has it.


cdef inline int32_t _looked_up(
    const uint16_t[::1] exp, const uint16_t[::1] log, int width, uint32_t a, uint32_t b
) except -1 nogil:
    """Return the product of two numbers below 2^width."""
    cdef uint32_t exponent
    if a == 0 or b == 0:
        return 0
    # At most 2 (2^width - 2).  Its high bit counts as 1, since the generator to the power 2^width
    # is the generator: that gives at most 2^width - 1, where exp ends.
    exponent = <uint32_t>log[a] + log[b]
    return exp[(exponent & ((<uint32_t>1 << width) - 1)) + (exponent >> width)]


cdef inline int64_t _product_above(
    const uint16_t[::1] exp, const uint16_t[::1] log, int width, uint32_t a, uint32_t b
) except -1 nogil:
    """Return the product of two numbers below 2^(2 width)."""
    cdef uint32_t below = (<uint32_t>1 << width) - 1
    cdef uint32_t high = _looked_up(exp, log, width, a >> width, b >> width)
    cdef uint32_t low = _looked_up(exp, log, width, a & below, b & below)
    cdef uint32_t both = _looked_up(
        exp, log, width, (a >> width) ^ (a & below), (b >> width) ^ (b & below)
    )
    high = _looked_up(exp, log, width, high, <uint32_t>1 << (width - 1))
    return <int64_t>(both ^ low) << width | (low ^ high)


cdef inline int64_t _product_32(
    const uint16_t[::1] exp, const uint16_t[::1] log, uint32_t a, uint32_t b
) except -1 nogil:
    """Return the product of two numbers below 2^32; below 2^16 it is looked up."""
    if (a | b) >> WIDTH == 0:
        return _looked_up(exp, log, WIDTH, a, b)
    return _product_above(exp, log, WIDTH, a, b)


cdef inline int _product(
    const uint16_t[::1] exp, const uint16_t[::1] log, uint64_t a, uint64_t b, uint64_t *product
) except -1 nogil:
    """Return the product of any two numbers, from products below 2^32 in the same way."""
    cdef uint32_t a0 = <uint32_t>a, a1 = <uint32_t>(a >> TWICE)
    cdef uint32_t b0 = <uint32_t>b, b1 = <uint32_t>(b >> TWICE)
    cdef uint64_t low = _product_32(exp, log, a0, b0), high, both
    if a1 | b1 == 0:
        product[0] = low
        return 0
    both = _product_32(exp, log, a1 ^ a0, b1 ^ b0)
    high = _product_32(exp, log, a1, b1)
    high = _product_32(exp, log, <uint32_t>high, <uint32_t>1 << (TWICE - 1))
    product[0] = (both ^ low) << TWICE | (low ^ high)
    return 0


cdef int _multiply(
    const uint16_t[::1] exp, const uint16_t[::1] log,
    const uint64_t[:] a, const uint64_t[:] b, uint64_t[::1] products,
) except -1 nogil:
    cdef Py_ssize_t i
    for i in range(products.shape[0]):
        _product(exp, log, a[i], b[i], &products[i])
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


# ---------------------------------------------------------------------------------------------
# Inverses.
#
# T and T + 1 are the roots of x x = x + c, so a1 T + a0 has the conjugate a1 T + (a1 + a0), and the
# product of the two, the norm a0 (a1 + a0) + c a1 a1, lies one field below: its inverse there,
# times the conjugate, is the inverse.  The norm of a number other than 0 is not 0.


cdef inline int64_t _inverse_32(
    const uint16_t[::1] exp, const uint16_t[::1] log, uint32_t a
) except -1 nogil:
    """Return the inverse of a number below 2^32 other than 0."""
    cdef uint32_t a1 = a >> WIDTH, sum = a1 ^ (a & 0xFFFF), norm
    norm = _looked_up(exp, log, WIDTH, a1, a1)
    norm = _looked_up(exp, log, WIDTH, norm, <uint32_t>1 << (WIDTH - 1))
    norm ^= _looked_up(exp, log, WIDTH, a & 0xFFFF, sum)
    norm = exp[0xFFFF - log[norm]]
    return (
        <int64_t>_looked_up(exp, log, WIDTH, a1, norm) << WIDTH
        | _looked_up(exp, log, WIDTH, sum, norm)
    )


cdef inline int _inverse(
    const uint16_t[::1] exp, const uint16_t[::1] log, uint64_t a, uint64_t *inverse
) except -1 nogil:
    """Return the inverse of any number other than 0."""
    cdef uint32_t a1 = <uint32_t>(a >> TWICE), sum = a1 ^ <uint32_t>a, norm
    norm = <uint32_t>_product_32(exp, log, a1, a1)
    norm = <uint32_t>_product_32(exp, log, norm, <uint32_t>1 << (TWICE - 1))
    norm ^= <uint32_t>_product_32(exp, log, <uint32_t>a, sum)
    norm = <uint32_t>_inverse_32(exp, log, norm)
    inverse[0] = (
        <uint64_t>_product_32(exp, log, a1, norm) << TWICE
        | <uint64_t>_product_32(exp, log, sum, norm)
    )
    return 0


cdef int _invert(
    const uint16_t[::1] exp, const uint16_t[::1] log,
    const uint64_t[::1] a, uint64_t[::1] inverses,
) except -1 nogil:
    cdef Py_ssize_t i
    for i in range(inverses.shape[0]):
        _inverse(exp, log, a[i], &inverses[i])
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


# ---------------------------------------------------------------------------------------------
# The tables.
#
# From those of the field of order 2 to those of order 4, 16, 256 and 65536, floor by floor: the
# powers of a candidate, multiplied with the tables of the floor below, are written down until one
# of them is 1.  They are all different, so if there are as many as elements other than 0, the
# candidate is a generator and the tables are full.  Ends because every finite field has one, and
# it is not below 2^width, where all powers stay below.


cdef int _fill_tables(
    uint16_t[::1] exp, uint16_t[::1] log, uint16_t[::1] exp_below, uint16_t[::1] log_below
) except -1 nogil:
    """Fill the tables of the field of order 2^16; those below keep one of order up to 2^8."""
    cdef int width = 1
    cdef uint32_t x, order, candidate, power, exponent
    exp[0] = exp[1] = 1
    while width < WIDTH:
        for x in range(<uint32_t>1 << width):
            exp_below[x] = exp[x]
            log_below[x] = log[x]
        order = (<uint32_t>1 << 2 * width) - 1
        candidate = <uint32_t>1 << width
        exponent = 0
        while exponent < order:
            power = 1
            exponent = 0
            while exponent == 0 or (power != 1 and exponent < order):
                exp[exponent] = <uint16_t>power
                log[power] = <uint16_t>exponent
                power = <uint32_t>_product_above(exp_below, log_below, width, power, candidate)
                exponent += 1
            candidate += 1
        exp[order] = 1
        width *= 2
    return 0


cdef int _make_tables() except -1:
    """Make the tables: a millisecond, once in the life of a process."""
    global field_exp, field_log
    cdef uint16_t[::1] exp = uint16_buffer(1 << WIDTH), log = uint16_buffer(1 << WIDTH)
    cdef uint16_t[::1] exp_below = uint16_buffer(1 << WIDTH // 2)
    cdef uint16_t[::1] log_below = uint16_buffer(1 << WIDTH // 2)
    with nogil:
        _fill_tables(exp, log, exp_below, log_below)
    with making:
        if not field_made:  # another thread may have been faster, and others may use its tables
            field_log = log
            field_exp = exp
            raise_flag(&field_made)
    return 0


def product(uint64_t a, uint64_t b) -> int:
    """Return the nim product of two numbers below 2^64, in O(1) time.

    The first product of a process makes tables of 256 KiB.

    >>> product(4, 4), product(2**64 - 1, 1)
    (6, 18446744073709551615)
    """
    cdef uint64_t result
    if not is_raised(&field_made):
        _make_tables()
    with nogil:
        _product(field_exp, field_log, a, b, &result)
    return result


def inverse(uint64_t a) -> int:
    """Return the inverse of a number from 1 to 2^64 - 1 under nim multiplication, in O(1) time.

    >>> product(12345, inverse(12345))
    1
    """
    cdef uint64_t result
    if not is_raised(&field_made):
        _make_tables()
    with nogil:
        _inverse(field_exp, field_log, a, &result)
    return result


def products(const uint64_t[:] a not None, const uint64_t[:] b not None) -> Buffer:
    """Return the nim products of two arrays, entry by entry.

    Parameters
    ----------
    a, b : (k,) uint64
        With any strides.

    Returns
    -------
    (k,) uint64 Buffer

    Raises
    ------
    ValueError
        If they are not of one length.

    Notes
    -----
    O(k) time: up to 2^16, 2^32 and 2^64 an entry takes 1, 4 and 16 look-ups in tables that the
    cache holds.  8 bytes per entry, all of them returned.

    >>> from array import array
    >>> memoryview(products(array("Q", [2, 4, 16]), array("Q", [2, 4, 16]))).tolist()
    [3, 6, 24]
    """
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"expected arrays of one length, got {a.shape[0]} and {b.shape[0]}")
    cdef Buffer buffer = uint64_buffer(a.shape[0])
    cdef uint64_t[::1] result = buffer
    if not is_raised(&field_made):
        _make_tables()
    with nogil:
        _multiply(field_exp, field_log, a, b, result)
    return buffer


def inverses(const uint64_t[::1] a not None) -> Buffer:
    """Return the inverse of every entry, (k,) uint64, under nim multiplication; none may be 0.

    O(k) time; 8 bytes per entry, all of them returned.
    """
    cdef Buffer buffer = uint64_buffer(a.shape[0])
    cdef uint64_t[::1] result = buffer
    if not is_raised(&field_made):
        _make_tables()
    with nogil:
        _invert(field_exp, field_log, a, result)
    return buffer


# ---------------------------------------------------------------------------------------------
# The least excluded number (mex) of every row.
#
# seen is a bitmap: bit x says whether x is in the row, for x below the number of columns; greater
# ones cannot change the mex.  It has at least one bit more than a row has entries, which is never
# set: so the search for a bit that is not set ends.


cdef int _mex_rows(
    const int64_t[:, ::1] rows, uint64_t[::1] seen, int64_t[::1] mexes
) except -1 nogil:
    cdef Py_ssize_t row, column, word, columns = rows.shape[1]
    cdef uint64_t steps = 0
    cdef int64_t x
    for row in range(rows.shape[0]):
        for word in range(seen.shape[0]):
            seen[word] = 0
        for column in range(columns):
            x = rows[row, column]
            if <uint64_t>x < <uint64_t>columns:
                seen[x >> 6] |= <uint64_t>1 << (x & 63)
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        x = 0
        while seen[x >> 6] == UINT64_MAX:
            x += 64
        while seen[x >> 6] >> (x & 63) & 1:
            x += 1
        mexes[row] = x
    return 0


def mex_rows(const int64_t[:, ::1] rows not None) -> Buffer:
    """Return the least number from 0 on that each row lacks.

    Parameters
    ----------
    rows : (r, c) int64
        A negative number stands for itself plus 2^64, as in an array of uint64 seen as int64.

    Returns
    -------
    (r,) int64 Buffer

    Notes
    -----
    A bitmap for every row: O(r + r c) time, 8 bytes per row, which are returned, and c / 8.

    >>> memoryview(mex_rows(memoryview(bytes(48)).cast("q", (2, 3)))).tolist()
    [1, 1]
    """
    cdef Buffer buffer = int64_buffer(rows.shape[0])
    cdef int64_t[::1] mexes = buffer
    cdef uint64_t[::1] seen = uint64_buffer(rows.shape[1] // 64 + 1)
    with nogil:
        _mex_rows(rows, seen, mexes)
    return buffer
