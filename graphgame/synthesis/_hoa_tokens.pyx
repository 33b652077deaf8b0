"""The tokens of texts in the HOA format, and where they stand.

Lines and columns are counted when an error needs them.

The format is "The HOA format", version 1 (T. Babiak and others, 2015).
"""

from libc.stdint cimport INT32_MAX, int64_t, uint8_t
from libc.string cimport memchr, memcmp

cdef dict NAMES = {
    END_TEXT: "the end of the text", BODY: "'--BODY--'", END: "'--END--'", ABORT: "'--ABORT--'",
}


class HoaError(ValueError):
    """An error in a text: its place, what was expected, and what was found, a text or bytes."""

    def __init__(self, line: int, column: int, expected: str, found: str | bytes):
        super().__init__(line, column, expected, found)
        self.line, self.column, self.expected, self.found = line, column, expected, found


class Aborted(Exception):  # noqa: N818 -- no error: the automaton is to be left out
    """The token ``--ABORT--``: what was read of an automaton is to be discarded."""


cdef inline bint is_digit(uint8_t c) noexcept nogil:
    return c >= c"0" and c <= c"9"


cdef inline bint is_letter(uint8_t c) noexcept nogil:
    return (c >= c"a" and c <= c"z") or (c >= c"A" and c <= c"Z") or c == c"_"


cdef inline bint is_blank(uint8_t c) noexcept nogil:
    return c == c" " or (c >= 9 and c <= 13)


cdef class HoaTokens:
    """Tokens of a text, one after another.

    Parameters
    ----------
    text : bytes

    Attributes
    ----------
    kind : str
        Of the token that was read last: "end" of the text, "int", "string", "word", "header",
        "alias", "--BODY--", "--END--", "--ABORT--", or the sign itself.
    value : int
        The number of an "int".
    start : int
        Where the token begins in the text.
    """

    def __cinit__(self, bytes text not None):
        self.held = text
        self.text = text
        self.size = len(text)
        self.p = self.start = self.content = self.content_end = 0
        self.token = END_TEXT
        self.sign = 0
        self.value = 0

    @property
    def kind(self) -> str:
        """What the last token is."""
        if self.token == SIGN:
            return chr(self.sign)
        if self.token in NAMES:
            return "end" if self.token == END_TEXT else NAMES[self.token].strip("'")
        return {INT: "int", STRING: "string", WORD: "word", HEADER: "header", ALIAS: "alias"}[
            self.token
        ]

    @property
    def word(self) -> bytes:
        """The last token: a string without its quotes and escapes, a header without its colon."""
        cdef bytes word = self.held[self.content:self.content_end]
        if self.token == STRING and b"\\" in word:
            parts = word.split(b"\\\\")
            return b"\\".join([part.replace(b"\\", b"") for part in parts])
        return word

    def advance(self) -> None:
        """Read the next token.

        Raises
        ------
        HoaError
            If there is none.
        Aborted
            If it is ``--ABORT--``.
        """
        self.next()

    def skip_to(self, str kind not None) -> None:
        """Read tokens up to one of a kind, or the end of the text."""
        while self.kind != kind and self.token != END_TEXT:
            self.next()

    def where(self, Py_ssize_t place) -> tuple[int, int]:
        """Return the line and the column in bytes of a place in the text, from 1."""
        return self.held.count(b"\n", 0, place) + 1, place - self.held.rfind(b"\n", 0, place)

    def error(
        self, expected: str, found: str | bytes | None = None, place: int | None = None
    ) -> HoaError:
        """Return the error of the last token, or of what was found at a place."""
        at = self.where(self.start if place is None else place)
        return HoaError(*at, expected, self._shown() if found is None else found)

    def _shown(self):
        if self.token in NAMES:
            return NAMES[self.token]
        return self.held[self.start:self.p] or "nothing"

    cdef int next(self) except -1:
        cdef Py_ssize_t p
        cdef uint8_t c
        self.skip_blanks()
        p = self.start = self.content = self.p
        if p == self.size:
            self.token = END_TEXT
            return 0
        c = self.text[p]
        if is_digit(c):
            return self.read_int()
        if is_letter(c) or c == c"@":
            p += 1
            while p < self.size and (
                is_letter(self.text[p]) or is_digit(self.text[p]) or self.text[p] == c"-"
            ):
                p += 1
            self.token, self.content_end, self.p = WORD, p, p
            if c == c"@":
                self.token = ALIAS
                if p == self.start + 1:
                    raise self.error("the name of an alias behind '@'")
            elif p < self.size and self.text[p] == c":":
                self.token, self.p = HEADER, p + 1
            return 0
        if c == c'"':
            return self.read_string()
        if c == c"-":
            return self.read_mark()
        self.token, self.sign, self.p = SIGN, c, p + 1
        self.content_end = p + 1
        if memchr(b"[]{}()!&|", c, 9) is NULL:
            raise self.error("a token of the HOA format", self.held[p:p + 1])
        return 0

    cdef int skip_blanks(self) except -1:
        """Skip blanks and comments, which nest."""
        cdef Py_ssize_t p = self.p, depth = 0, began = 0, last = self.size - 1
        while p < self.size:
            if depth == 0 and is_blank(self.text[p]):
                p += 1
            elif p < last and self.text[p] == c"/" and self.text[p + 1] == c"*":
                if depth == 0:
                    began = p
                depth += 1
                p += 2
            elif depth == 0:
                break
            elif p < last and self.text[p] == c"*" and self.text[p + 1] == c"/":
                depth -= 1
                p += 2
            else:
                p += 1
        self.p = p
        if depth:
            raise self.error("'*/' for each '/*'", "the end of the text", began)
        return 0

    cdef int read_int(self) except -1:
        cdef Py_ssize_t p = self.p
        cdef int64_t value = 0
        while p < self.size and is_digit(self.text[p]):
            value = min(10 * value + self.text[p] - c"0", 1 << 40)
            p += 1
        self.token, self.value, self.content_end = INT, value, p
        if value > INT32_MAX or (self.text[self.p] == c"0" and p > self.p + 1):
            self.p = p
            raise self.error("an integer below 2^31, without zeros before it")
        self.p = p
        return 0

    cdef int read_string(self) except -1:
        cdef Py_ssize_t p = self.p + 1
        while p < self.size and self.text[p] != c'"':
            p += 2 if self.text[p] == c"\\" else 1
        if p >= self.size:
            raise self.error("a quotation mark that ends the string", "the end of the text")
        self.token, self.content, self.content_end, self.p = STRING, self.p + 1, p, p + 1
        return 0

    cdef int read_mark(self) except -1:
        cdef Py_ssize_t left = self.size - self.p
        self.content_end = self.p
        if left >= 7 and memcmp(self.text + self.p, b"--END--", 7) == 0:
            self.token, self.p = END, self.p + 7
        elif left >= 8 and memcmp(self.text + self.p, b"--BODY--", 8) == 0:
            self.token, self.p = BODY, self.p + 8
        elif left >= 9 and memcmp(self.text + self.p, b"--ABORT--", 9) == 0:
            self.token, self.p = ABORT, self.p + 9
            raise Aborted
        else:
            self.token, self.p = WORD, self.p + 1
            raise self.error("a token of the HOA format", b"-")
        return 0

    cdef bint at_sign(self, uint8_t c) noexcept:
        return self.token == SIGN and self.sign == c
