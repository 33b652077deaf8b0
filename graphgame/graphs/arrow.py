"""Integer columns of a table that speaks the Arrow stream, without the Arrow library.

The structures are those of the Arrow C data and C stream interfaces, which are frozen:
https://arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_void_p

import numpy as np

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt


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

# Arrow's one-letter names of the integer types.
_INTEGERS = {
    b"c": np.int8,
    b"C": np.uint8,
    b"s": np.int16,
    b"S": np.uint16,
    b"i": np.int32,
    b"I": np.uint32,
    b"l": np.int64,
    b"L": np.uint64,
}


def integer_columns(table: Any, hidden: str) -> list[npt.NDArray[Any]]:
    """Return copies of the columns of a table, all of them integers without nulls.

    Parameters
    ----------
    table : object with ``__arrow_c_stream__``
    hidden : str
        Columns whose names begin so are passed over.

    Raises
    ------
    GraphGameError
        If a column holds anything else, or the producer of the stream fails.
    """
    capsule = table.__arrow_c_stream__()  # releases the stream when it is collected
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = c_void_p, (ctypes.py_object, c_char_p)
    stream = ctypes.cast(pointer(capsule, b"arrow_array_stream"), POINTER(_Stream)).contents

    schema = _Schema()
    _call(stream, stream.get_schema(byref(stream), byref(schema)))
    try:
        columns = _columns(schema, hidden)
    finally:
        schema.release(byref(schema))

    pieces: list[list[npt.NDArray[Any]]] = [[np.empty(0, dtype=t)] for _, _, t in columns]
    rows = 0
    while True:
        batch = _Array()
        _call(stream, stream.get_next(byref(stream), byref(batch)))
        if not batch.release:  # the end of the stream
            return [np.concatenate(piece) for piece in pieces]
        try:
            for piece, (k, name, dtype) in zip(pieces, columns, strict=True):
                piece.append(_copy(batch, batch.children[k].contents, dtype, name, rows))
            rows += batch.length
        finally:
            batch.release(byref(batch))


def _call(stream: _Stream, status: int) -> None:
    if status:
        reason = stream.get_last_error(byref(stream)) or b"no reason given"
        raise GraphGameError(f"the Arrow stream failed: {reason.decode(errors='replace')}")


def _columns(schema: _Schema, hidden: str) -> list[tuple[int, str, Any]]:
    """Return the number, the name and the type of every column that is not hidden."""
    if schema.format != b"+s":
        raise GraphGameError("expected a table of columns, got a single Arrow column")
    columns = []
    for k in range(schema.n_children):
        column = schema.children[k].contents
        name = (column.name or b"").decode(errors="replace")
        if name.startswith(hidden):
            continue
        if column.dictionary or column.format not in _INTEGERS:
            found = (
                "a dictionary" if column.dictionary else f"Arrow type {column.format.decode()!r}"
            )
            raise GraphGameError(f"column {name!r}: expected integers, got {found}")
        columns.append((k, name, _INTEGERS[column.format]))
    return columns


def _copy(
    batch: _Array, column: _Array, dtype: Any, name: str, rows_before: int
) -> npt.NDArray[Any]:
    """Copy the rows of one batch of one column; the producer frees its memory afterwards."""
    start, stop = batch.offset + column.offset, batch.offset + column.offset + batch.length
    for array, first in ((batch, batch.offset), (column, start)):
        if array.null_count and array.buffers[0] and batch.length:
            bits = _memory(array.buffers[0], (first + batch.length + 7) // 8, np.uint8)
            valid = np.unpackbits(bits, bitorder="little")[first : first + batch.length]
            if not valid.all():
                row = rows_before + int(valid.argmin())
                raise GraphGameError(f"column {name!r}: expected integers, got a null in row {row}")
    if not batch.length:
        return np.empty(0, dtype=dtype)
    return _memory(column.buffers[1], stop, dtype)[start:].copy()


def _memory(address: int, length: int, dtype: Any) -> npt.NDArray[Any]:
    size = length * np.dtype(dtype).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype=dtype)
