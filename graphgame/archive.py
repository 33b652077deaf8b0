"""Archives of arrays as NumPy's npz, read with care: no array announces more than there is.

NumPy allocates what the header of an array announces before it reads the first byte of it, and
takes headers in more forms than it writes.  So every header is compared here with its form, and
with the size of what follows, before NumPy sees it.
"""

from __future__ import annotations

import errno
import os
import re
import zipfile
from contextlib import contextmanager
from math import prod

import numpy as np

from graphgame.errors import SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

# An array of numbers as NumPy writes it, in version 1.0 of its format: one type, no fields.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(..)"
    rb"(\{'descr': '([<>|=]?[A-Za-z][0-9]{0,9})', 'fortran_order': (?:True|False), "
    rb"'shape': \(((?:[0-9]{1,19}(?:,|(?:, [0-9]{1,19})+))?)\), \} *\n)",
    re.DOTALL,
)
# The longest header there can be, and more.
_LONGEST = 1 << 12


@contextmanager
def arrays_of(file: IO[bytes], what: str) -> Iterator[Any]:
    """Open an archive, with members that can be read in as much memory as the file is large.

    Raises
    ------
    SolutionFileError
        If the file is none, or has a member that is compressed, no array of numbers, or not of the
        size that it announces.  What NumPy and zipfile raise for damaged files comes out as it is.
    """
    start = file.read(6)
    if not start.startswith(b"PK"):
        is_array = start.startswith(b"\x93NUMPY")
        found = f"expected a {what}, got a single array" if is_array else "expected an npz archive"
        raise SolutionFileError(f"not a {what}, or a damaged one: {found}")
    file.seek(-len(start), os.SEEK_CUR)
    try:
        with np.load(file, allow_pickle=False) as arrays:
            _check_members(file, arrays.zip)
            yield arrays
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise SolutionFileError(
            f"not a {what}, or a damaged one: it names places outside itself"
        ) from None


def _check_members(file: IO[bytes], archive: zipfile.ZipFile) -> None:
    place = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(place)
    for member in archive.infolist():
        if member.compress_type != zipfile.ZIP_STORED:
            raise SolutionFileError(f"{member.filename}: expected it stored, got it compressed")
        if not member.file_size == member.compress_size <= size:
            raise SolutionFileError(
                f"{member.filename}: expected at most {size} bytes, got {member.file_size}"
            )
        with archive.open(member) as opened:
            _check_array(member.filename, opened.read(_LONGEST), member.file_size)


def _check_array(name: str, start: bytes, size: int) -> None:
    header = _HEADER.match(start)
    if header is None or int.from_bytes(header[1], "little") != len(header[2]):
        raise SolutionFileError(f"{name}: expected an array of numbers as NumPy writes it")
    shape = [int(length) for length in header[4].split(b",") if length]
    width = np.dtype(header[3].decode()).itemsize
    announced = prod(shape) * width
    if announced != size - header.end() or (width == 0 and shape):
        raise SolutionFileError(
            f"{name}: expected {size - header.end()} bytes, as there are, got {announced} announced"
        )
