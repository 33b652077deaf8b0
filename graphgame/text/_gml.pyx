"""The scanner of GML: keys with values, which may be lists of keys with values."""

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memchr

from html import unescape

from graphgame._kernel.signals cimport SIGNAL_STEPS

from graphgame.text._scan import ScanError

cdef enum:
    # Bytes of what is none of these that an error quotes, at most.
    SHOWN = 256
    # Digits of integers that Python converts whatever its limit is.
    MOST_DIGITS = 640

# The keys that may stand several times in a list.
cdef frozenset SEVERAL = frozenset(["graph", "node", "edge"])


cdef inline bint _is_space(unsigned char c) noexcept nogil:
    return c == b" " or b"\t" <= c <= b"\r"


cdef inline bint _is_letter(unsigned char c) noexcept nogil:
    return b"a" <= (c | 32) <= b"z"


cdef inline bint _is_in_key(unsigned char c) noexcept nogil:
    return _is_letter(c) or b"0" <= c <= b"9" or c == b"_"


def scan_gml(const unsigned char[::1] text not None) -> dict[str, Any]:
    """Return the keys and the values of a text, with LF at the ends of lines.

    Strings and numbers are values as they are, entities replaced; a list is a dict, which has its
    line under the key "".  Of "graph", "node" and "edge" there is a list of all values, of other
    keys the last one.

    Parameters
    ----------
    text : bytes
        In UTF-8.

    Raises
    ------
    ScanError
        With the place, where the text breaks the format.

    Notes
    -----
    O(length) time.
    """
    # Invariant: text[:p] is scanned; `found` is the innermost list that is open, `around` has those
    # around it, and `key` is the key whose value is to come, None where a key is.  Terminates
    # because every iteration advances p.
    cdef Py_ssize_t p = 0, start, size = text.shape[0], line = 1, line_start = 0
    cdef Py_ssize_t next_check = SIGNAL_STEPS
    cdef const void *mark
    cdef unsigned char c
    cdef dict found = {}, part
    cdef list around = []
    key = None
    while p < size:
        if p >= next_check:
            next_check = p + SIGNAL_STEPS
            PyErr_CheckSignals()
        c = text[p]
        start = p
        if _is_space(c):
            p += 1
            if c == b"\n":
                line, line_start = line + 1, p
            continue
        if c == b"#":
            mark = memchr(&text[p], b"\n", <size_t>(size - p))
            p = size if mark is NULL else <const unsigned char *>mark - &text[0]
            continue
        if key is None:
            if c == b"]" and around:
                found = around.pop()
                p += 1
                continue
            while p < size and _is_in_key(text[p]):
                p += 1
            if not _is_letter(c):
                expected = "a key or ']'" if around else "a key"
                raise ScanError(line, start - line_start + 1, expected, _shown(text, start))
            key = bytes(text[start:p]).decode()
            continue
        if c == b"[":
            part = {"": line}
            _put(found, key, part)
            around.append(found)
            found = part
            p += 1
        elif c == b'"':
            mark = NULL if p + 1 == size else memchr(&text[p + 1], b'"', <size_t>(size - p - 1))
            if mark is NULL:
                raise ScanError(
                    line, start - line_start + 1, "a string with a quotation mark at its end",
                    "the end of the text",
                )
            p = <const unsigned char *>mark - &text[0]
            string = bytes(text[start + 1:p]).decode()
            _put(found, key, unescape(string) if "&" in string else string)
            p += 1
            while start < p:
                if text[start] == b"\n":
                    line, line_start = line + 1, start + 1
                start += 1
        else:
            while p < size and not _is_space(text[p]) and text[p] != b"[" and text[p] != b"]":
                p += 1
            number = _number(bytes(text[start:p]))
            if number is None:
                raise ScanError(
                    line, start - line_start + 1, f"a value of {key!r}: a number, a string or a "
                    "list", _shown(text, start),
                )
            _put(found, key, number)
        key = None
    if key is not None or around:
        expected = "']'" if key is None else f"a value of {key!r}"
        raise ScanError(line, size - line_start + 1, expected, "the end of the text")
    return found


cdef int _put(dict found, str key, object value) except -1:
    if key in SEVERAL:
        found.setdefault(key, []).append(value)
    else:
        found[key] = value
    return 0


cdef object _number(bytes word):
    """Return the number that a word is; None where it is none."""
    if b"_" in word or len(word) > MOST_DIGITS:
        return None
    try:
        return int(word)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return None


cdef bytes _shown(const unsigned char[::1] text, Py_ssize_t start):
    """Return the word at text[start:], or its beginning."""
    cdef Py_ssize_t p = start + 1
    while p < text.shape[0] and p < start + SHOWN and not _is_space(text[p]):
        p += 1
    return bytes(text[start:p])
