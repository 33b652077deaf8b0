"""Read and write archives of arrays (NumPy's npz), and replace files in one step.

NumPy allocates the memory that the header of an array announces before it reads the data, and
accepts more forms of headers than it writes.  So every header is checked here first: its form, and
the announced size against the size of the data.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager, suppress
from itertools import count
from math import prod

import numpy as np

from graphgame import checks
from graphgame.errors import SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import IO, Any, TypeVar

    import numpy.typing as npt

    from graphgame.types import File

    T = TypeVar("T")

# An array of numbers as NumPy writes it, in version 1.0 of its format: one type, no fields.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(..)"
    rb"(\{'descr': '([<>|=]?[A-Za-z][0-9]{0,9})', 'fortran_order': (?:True|False), "
    rb"'shape': \(((?:[0-9]{1,19}(?:,|(?:, [0-9]{1,19})+))?)\), \} *\n)",
    re.DOTALL,
)
# Bytes read of a member to find its header; longer than any header that NumPy writes.
_LONGEST = 1 << 12
# The exceptions that NumPy, zipfile and json raise for damaged and forged files.
DAMAGE = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    RuntimeError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
)
# Serial numbers of temporary files.
_numbers = count()


@contextmanager
def open_archive(file: IO[bytes], what: str) -> Iterator[Any]:
    """Open an npz archive whose members take no more memory than the size of the file.

    Parameters
    ----------
    file : binary file
    what : str
        What the file should be, for error messages.

    Raises
    ------
    SolutionFileError
        If the file is not an archive, or has a member that is compressed, is not an array of
        numbers, or has a size other than its header announces.  Exceptions that NumPy and zipfile
        raise for damaged files are passed on unchanged.
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


def write_arrays(file: IO[bytes], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays as np.savez does, without pickles.

    np.savez of NumPy 1.26 takes `allow_pickle` for the name of an array, and leaves the archive
    open if it fails.
    """
    try:
        with zipfile.ZipFile(file, "w") as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
    except ValueError as error:
        # Ctrl-C between opening a member and writing to it: closing the archive fails.
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None
        raise


def text_array(text: str) -> npt.NDArray[np.uint8]:
    """Return the UTF-8 bytes of a text as an array."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


def read_json(array: npt.NDArray[Any]) -> Any:
    """Parse JSON stored as an array of bytes."""
    if array.dtype != np.uint8:
        raise SolutionFileError(f"expected text as uint8, got {array.dtype.name}")
    return json.loads(array.tobytes().decode())


def save(
    file: File,
    kind: str,
    version: int,
    header: Mapping[str, object],
    arrays: Mapping[str, npt.NDArray[Any]],
) -> None:
    """Write the arrays of a solution, and a header with its format and version.

    A path is replaced in one step.

    Raises
    ------
    GraphGameError
        If `file` is neither a path nor a binary file.
    """
    if not isinstance(file, str | os.PathLike):
        checks.binary_file(file, "write")
    known = {"format": kind, "version": version, **header}
    known["arrays"] = sorted(arrays)  # so that a lost array is noticed
    written = {**arrays, "header": text_array(json.dumps(known))}
    if isinstance(file, str | os.PathLike):
        with replacing(file) as target:
            write_arrays(target, written)
    else:
        write_arrays(file, written)


def load(file: File, kind: str, version: int, parts: Callable[[dict[str, Any], Any], T]) -> T:
    """Load a solution that `save` wrote; return `parts(header, arrays)`.

    Raises
    ------
    SolutionFileError
        If the file is damaged, is something else, or comes from a later version.
    GraphGameError
        If `file` is neither a path nor a binary file.
    OSError
        If the file cannot be read.
    """
    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return _load(opened, os.fspath(file), kind, version, parts)
    checks.binary_file(file, "read")
    return _load(file, "the file", kind, version, parts)


def _load(
    file: IO[bytes],
    name: str,
    kind: str,
    version: int,
    parts: Callable[[dict[str, Any], Any], T],
) -> T:
    try:
        with open_archive(file, f"{kind} file") as arrays:
            return parts(_header(arrays, kind, version), arrays)
    except SolutionFileError as error:
        raise SolutionFileError(f"{name}: {error}") from None
    except KeyError as error:
        raise SolutionFileError(f"{name}: expected a {kind} file, {error.args[0]}") from None
    except DAMAGE as error:
        raise SolutionFileError(f"{name}: not a {kind} file, or a damaged one: {error}") from None


# What reads a file, by its format, and shows what is in it.
_LOADERS = {
    "graphgame solution": "Solution.load reads it",
    "graphgame answers": "Answers.load reads it",
    "graphgame values": "GrundyValues.load or LoopyValues.load reads it",
    "graphgame sums": "SumValues.load reads it",
    "graphgame heap game": "HeapGame.load reads it, and its to_html and to_svg show it",
    "graphgame owners": "OwnerSolution.load reads it, and its to_html shows it",
    "graphgame partizan": "PartizanSolution.load reads it",
    "graphgame pursuit": "PursuitSolution.load reads it, and its to_html and to_svg show it",
    "graphgame parity": "ParitySolution.load reads it, and its to_html shows it",
    "graphgame cops": "CopsSolution.load reads it, and its to_html and to_svg show it",
}


def _format(found: object) -> str:
    """Return what a file is that is not what was expected."""
    if isinstance(found, str) and found in _LOADERS:
        return f"{found!r}; {_LOADERS[found]}"
    return "another"


def read_kind(file: str) -> str | None:
    """Return the format that an archive names; None if it names none, or cannot be read."""
    try:
        with open(file, "rb") as opened, open_archive(opened, "solution") as arrays:
            header = read_json(arrays["header"])
    except (SolutionFileError, *DAMAGE):
        return None
    return header.get("format") if isinstance(header, dict) else None


def _header(arrays: Any, kind: str, version: int) -> dict[str, Any]:
    """Return the header of an archive of this format and version, with all of its arrays."""
    header = read_json(arrays["header"])
    if not isinstance(header, dict) or header.get("format") != kind:
        found = header.get("format") if isinstance(header, dict) else None
        raise SolutionFileError(f"expected the format {kind!r}, got {_format(found)}")
    found = header.get("version")
    if type(found) is not int or not 1 <= found <= version:
        raise SolutionFileError(
            f"expected version {version} of the format, got {found!r}"
            "; a later graphgame may read it"
        )
    if sorted(arrays.files) != sorted(["header", *header["arrays"]]):
        raise SolutionFileError(
            f"expected the arrays {header['arrays']}, got {sorted(arrays.files)}: a damaged file"
        )
    return header


@contextmanager
def replacing(path: str | os.PathLike[str], *, forced: bool = True) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces `path` if the block succeeds.

    Until then, and if the block raises, `path` is unchanged.  The new file is flushed to the disk
    before it is renamed, so that a power failure leaves either the old file or the whole new one.

    Parameters
    ----------
    path : path
        A link is followed: its target is replaced.  An existing file keeps its permissions.
    forced : bool
        False leaves it to the caller to force the file onto the disk.

    Raises
    ------
    OSError
        If `path` is neither a regular file nor free, or cannot be written.
    """
    target = os.path.realpath(path)
    mode = None
    if os.path.exists(target):
        status = os.stat(target)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "expected a regular file or none", os.fspath(path))
        mode = stat.S_IMODE(status.st_mode)
    beside = ""  # set before the file is created, so that it is removed whatever happens
    try:
        file = None
        while file is None:
            beside = f"{target}.{os.getpid()}-{next(_numbers)}.part"
            try:
                file = open(beside, "x+b")  # noqa: SIM115 -- closed below
            except FileExistsError:
                beside = ""  # left by another process of the same number
            except OSError as error:
                raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        with file:
            if mode is not None and hasattr(os, "fchmod"):  # Windows: from Python 3.13 on
                os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            if forced:
                os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        if beside:
            with suppress(OSError):  # it was not created, or has been renamed already
                os.unlink(beside)
        raise
