"""Columns of a table that speaks the Arrow stream, without the Arrow library.

The structures are those of the Arrow C data and C stream interfaces, which are frozen:
https://arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_void_p
from itertools import repeat

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))),
    ("dictionary", c_void_p),
    ("release", ctypes.CFUNCTYPE(None, POINTER(_Schema))),
    ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(_Array))),
    ("dictionary", c_void_p),
    ("release", ctypes.CFUNCTYPE(None, POINTER(_Array))),
    ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", c_void_p),
    ("private_data", c_void_p),
]

# Arrow's names of the types of numbers, by what NumPy calls them.
_NUMBERS = {
    b"c": np.int8,
    b"C": np.uint8,
    b"s": np.int16,
    b"S": np.uint16,
    b"i": np.int32,
    b"I": np.uint32,
    b"l": np.int64,
    b"L": np.uint64,
    b"e": np.float16,
    b"f": np.float32,
    b"g": np.float64,
}
# Those of strings: by offsets of 32 or 64 bits, and as views.
_OFFSETS = {b"u": np.int32, b"U": np.int64}
_VIEWS = b"vu"
# A view of a string: how long it is; up to 12 bytes of it follow, or its first 4 bytes, the
# number of the buffer that has it, and where it starts there.
_VIEW = np.dtype([("length", "<i4"), ("start", "<i4"), ("buffer", "<i4"), ("offset", "<i4")])
# What the other types are called, for messages.
_WORDS = {b"b": "bool", b"n": "nulls", b"z": "bytes", b"Z": "bytes", b"vz": "bytes"}


def read_columns(table: Any, hidden: str) -> list[tuple[str, AnyArray]]:
    """Return copies of the columns of a table: numbers, or strings as objects, without nulls.

    Parameters
    ----------
    table : object with ``__arrow_c_stream__``
    hidden : str
        Columns whose names begin so are left out.

    Returns
    -------
    list of (str, array)
        The name and the values of each column.

    Raises
    ------
    GraphGameError
        If a column holds anything else, or the producer of the stream fails.
    """
    capsule = table.__arrow_c_stream__()  # releases the stream when it is collected
    # Looked up like this it is a new object: those that attributes give belong to everybody.
    pointer = ctypes.pythonapi["PyCapsule_GetPointer"]
    pointer.restype, pointer.argtypes = c_void_p, (ctypes.py_object, c_char_p)
    stream = ctypes.cast(pointer(capsule, b"arrow_array_stream"), POINTER(_Stream)).contents

    schema = _Schema()
    _call(stream, stream.get_schema(byref(stream), byref(schema)))
    try:
        columns = _columns(schema, hidden)
    finally:
        schema.release(byref(schema))

    pieces: list[list[AnyArray]] = [
        [np.empty(0, dtype=_NUMBERS.get(kind, object))] for _, _, kind in columns
    ]
    rows = 0
    while True:
        batch = _Array()
        _call(stream, stream.get_next(byref(stream), byref(batch)))
        if not batch.release:  # the end of the stream
            names = [name for _, name, _ in columns]
            return list(zip(names, map(np.concatenate, pieces), strict=True))
        try:
            for piece, (k, name, kind) in zip(pieces, columns, strict=True):
                piece.append(_copy(batch, batch.children[k].contents, kind, name, rows))
            rows += batch.length
        finally:
            batch.release(byref(batch))


def _call(stream: _Stream, status: int) -> None:
    if status:
        reason = stream.get_last_error(byref(stream)) or b"no reason given"
        raise GraphGameError(f"the Arrow stream failed: {reason.decode(errors='replace')}")


def _columns(schema: _Schema, hidden: str) -> list[tuple[int, str, bytes]]:
    """Return the number, the name and the type of every column that is not hidden."""
    if schema.format != b"+s":
        raise GraphGameError("expected a table of columns, got a single Arrow column")
    columns = []
    for k in range(schema.n_children):
        column = schema.children[k].contents
        name = (column.name or b"").decode(errors="replace")
        if name.startswith(hidden):
            continue
        kind = column.format
        if column.dictionary:
            raise GraphGameError(
                f"column {name!r}: expected integers, got a dictionary of categories: convert it "
                "to integers or strings"
            )
        if not (kind in _NUMBERS or kind in _OFFSETS or kind == _VIEWS):
            found = _WORDS.get(kind) or f"Arrow type {kind.decode()!r}"
            raise GraphGameError(f"column {name!r}: expected integers, got {found}")
        columns.append((k, name, kind))
    return columns


def _copy(batch: _Array, column: _Array, kind: bytes, name: str, rows_before: int) -> AnyArray:
    """Copy the rows of one batch of one column; the producer frees its memory afterwards."""
    start, stop = batch.offset + column.offset, batch.offset + column.offset + batch.length
    expected = "integers" if kind in _NUMBERS else "strings"
    for array, first in ((batch, batch.offset), (column, start)):
        if array.null_count and array.buffers[0] and batch.length:
            bits = _memory(array.buffers[0], (first + batch.length + 7) // 8, np.uint8)
            valid = np.unpackbits(bits, bitorder="little")[first : first + batch.length]
            if not valid.all():
                row = rows_before + int(valid.argmin())
                raise GraphGameError(
                    f"column {name!r}: expected {expected}, got a null in row {row}"
                    f"{checks.FOR_NULLS}"
                )
    if kind not in _NUMBERS:
        strings = np.empty(batch.length, dtype=object)
        if batch.length:
            strings[:] = (
                _views(column, start, stop)
                if kind == _VIEWS
                else _by_offsets(column, _OFFSETS[kind], start, stop)
            )
        return strings
    if not batch.length:
        return np.empty(0, dtype=_NUMBERS[kind])
    return _memory(column.buffers[1], stop, _NUMBERS[kind])[start:].copy()


def _by_offsets(column: _Array, dtype: Any, start: int, stop: int) -> list[str]:
    """Return the strings of a column whose buffers are offsets and text."""
    offsets = _memory(column.buffers[1], stop + 1, dtype)[start:].tolist()
    return _decoded(_memory(column.buffers[2], offsets[-1], np.uint8), offsets[:-1], offsets[1:])


def _views(column: _Array, start: int, stop: int) -> list[str]:
    """Return the strings of a column of views, whose buffers are these and then text.

    The last buffer has the lengths of those of text.
    """
    views = _memory(column.buffers[1], stop, _VIEW)[start:]
    count = column.n_buffers - 3
    sizes = _memory(column.buffers[2 + count], count, np.int64)
    texts = [_memory(column.buffers[2 + k], int(sizes[k]), np.uint8) for k in range(count)]
    # The text of all buffers in a row, after the views themselves, which have the short strings.
    text = np.concatenate([views.view(np.uint8), *texts])
    before = views.nbytes + np.cumsum([0, *sizes[:-1]]) if count else np.zeros(1, dtype=np.int64)
    lengths = views["length"].astype(np.int64)
    short = lengths <= 12
    inline = np.arange(len(views)) * _VIEW.itemsize + 4
    elsewhere = before[np.where(short, 0, views["buffer"])] + views["offset"]
    first = np.where(short, inline, elsewhere)
    return _decoded(text, first.tolist(), (first + lengths).tolist())


def _decoded(text: AnyArray, starts: list[int], stops: list[int]) -> list[str]:
    """Return pieces of UTF-8 text as strings."""
    pieces = map(text.tobytes().__getitem__, map(slice, starts, stops))
    return list(map(str, pieces, repeat("utf-8")))


def _memory(address: int | None, length: int, dtype: Any) -> AnyArray:
    size = length * np.dtype(dtype).itemsize
    if not size:  # a buffer of nothing may have no address
        return np.empty(0, dtype=dtype)
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype=dtype)
