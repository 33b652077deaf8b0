"""The scanner of GML: keys with values, which may be lists of keys with values."""

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memchr

from html import unescape

from graphgame._kernel.signals cimport SIGNAL_STEPS

from graphgame.text._scan import ScanError

cdef enum:
    # Bytes of a word that an error quotes, at most.
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


cdef inline bint _ends_number(unsigned char c) noexcept nogil:
    return _is_space(c) or c == b"[" or c == b"]"


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
    cdef Scanner scanner = Scanner(text)
    return scanner.read()


cdef class Scanner:
    """A text, text[:p] of which is scanned; p stands in this line, which starts at line_start."""

    cdef const unsigned char[::1] text
    cdef Py_ssize_t p, line, line_start

    def __cinit__(self, const unsigned char[::1] text):
        self.text, self.p, self.line, self.line_start = text, 0, 1, 0

    cdef dict read(self):
        # Invariant: `found` is the innermost list that is open, and `around` has those around it.
        # Terminates because every iteration advances p.
        cdef Py_ssize_t next_check = SIGNAL_STEPS
        cdef dict found = {}, part
        cdef list around = []
        while self.skip():
            if self.p >= next_check:
                next_check = self.p + SIGNAL_STEPS
                PyErr_CheckSignals()
            if self.text[self.p] == b"]" and around:
                found = around.pop()
                self.p += 1
                continue
            key = self.key("a key or ']'" if around else "a key")
            if not self.skip():
                self.refuse(self.p, f"a value of {key!r}")
            if self.text[self.p] == b"[":
                part = {"": self.line}
                _put(found, key, part)
                around.append(found)
                found = part
                self.p += 1
            else:
                _put(found, key, self.value(key))
        if around:
            self.refuse(self.p, "']'")
        return found

    cdef bint skip(self) except -1:
        """Skip blanks and comments; return whether there is something behind them."""
        # Terminates because every iteration advances p.
        cdef unsigned char c
        while self.p < self.text.shape[0]:
            c = self.text[self.p]
            if c == b"#":
                self.p = self.find(b"\n", self.p)
            elif _is_space(c):
                self.p += 1
                if c == b"\n":
                    self.line += 1
                    self.line_start = self.p
            else:
                return True
        return False

    cdef Py_ssize_t find(self, unsigned char c, Py_ssize_t start) noexcept:
        """Return where a byte stands first from text[start] on; the length where it does not."""
        cdef Py_ssize_t size = self.text.shape[0]
        cdef const void *mark = NULL
        if start < size:
            mark = memchr(&self.text[start], c, <size_t>(size - start))
        return size if mark is NULL else <const unsigned char *>mark - &self.text[0]

    cdef str key(self, str expected):
        cdef Py_ssize_t start = self.p
        if not _is_letter(self.text[start]):
            self.refuse(start, expected)
        while self.p < self.text.shape[0] and _is_in_key(self.text[self.p]):
            self.p += 1
        return bytes(self.text[start:self.p]).decode()

    cdef object value(self, str key):
        """Return the string or the number at text[p]."""
        cdef Py_ssize_t start = self.p, end
        cdef unsigned char c = self.text[start]
        if c == b'"':
            end = self.find(c, start + 1)
            if end == self.text.shape[0]:
                raise ScanError(
                    self.line, start - self.line_start + 1,
                    "a string with a quotation mark at its end", "the end of the text",
                )
            string = bytes(self.text[start + 1:end]).decode()
            while self.p <= end:
                if self.text[self.p] == b"\n":
                    self.line += 1
                    self.line_start = self.p + 1
                self.p += 1
            return unescape(string) if "&" in string else string
        while self.p < self.text.shape[0] and not _ends_number(self.text[self.p]):
            self.p += 1
        number = _number(bytes(self.text[start:self.p]))
        if number is None:
            self.refuse(start, f"a value of {key!r}: a number, a string or a list")
        return number

    cdef int refuse(self, Py_ssize_t start, str expected) except -1:
        """Raise ScanError for the word at text[start:], or its beginning."""
        cdef Py_ssize_t p = start + 1
        if start == self.text.shape[0]:
            found = "the end of the text"
        else:
            while p < self.text.shape[0] and p < start + SHOWN and not _is_space(self.text[p]):
                p += 1
            found = bytes(self.text[start:p])
        raise ScanError(self.line, start - self.line_start + 1, expected, found)


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
