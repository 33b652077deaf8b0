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
from graphgame._kernel.threads import Bell, Helpers
from graphgame.errors import FullDiskError, SolutionFileError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import IO, Any

    import numpy.typing as npt

    from graphgame.types import File

# An array of numbers as NumPy writes it, in version 1.0 of its format: one type, no fields.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(..)"
    rb"(\{'descr': '([<>|=]?[A-Za-z][0-9]{0,9})', 'fortran_order': (?:True|False), "
    rb"'shape': \(((?:[0-9]{1,19}(?:,|(?:, [0-9]{1,19})+))?)\), \} *\n)",
    re.DOTALL,
)
# Bytes read of a member to find its header; longer than any header that NumPy writes.
_LONGEST = 1 << 12
# A compressed member may have as many bytes, or as many for each byte that it takes in the file.
# Texts have the same ratio (docs/decisions/013).
_FREE = 1 << 20
_MOST_RATIO = 100
# Bytes compressed at a time, to find out how small they become.
_CHUNK = 1 << 20
# Files that are forced onto the disk at once.
_SYNCED = 8
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
# What a system says where there is no room: on the disk, in a quota, in a file.
_FULL = {getattr(errno, name, errno.ENOSPC) for name in ("ENOSPC", "EDQUOT", "EFBIG")}
# Serial numbers of temporary files.
_numbers = count()


@contextmanager
def open_archive(file: IO[bytes], what: str) -> Iterator[Any]:
    """Open an npz archive whose members take no more memory than the size of the file.

    A compressed one (deflate) takes up to 100 times its size in the file, or 1 MiB;
    `refuse_compressed` is for formats that have none.

    Parameters
    ----------
    file : binary file
    what : str
        What the file should be, for error messages.

    Raises
    ------
    SolutionFileError
        If the file is not an archive, or has a member that is compressed by another method or to
        less than a hundredth, is not an array of numbers, or has a size other than its header
        announces.  Exceptions that NumPy and zipfile raise for damaged files are passed on
        unchanged.
    """
    start = file.read(6)
    if not start.startswith(b"PK"):
        is_array = start.startswith(b"\x93NUMPY")
        found = f"expected a {what}, got a single array" if is_array else "expected an npz archive"
        raise SolutionFileError(f"not a {what}, or a damaged one: {found}")
    file.seek(-len(start), os.SEEK_CUR)
    _require_end(file, what)
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


def _require_end(file: IO[bytes], what: str) -> None:
    """Refuse an archive without its list of members, which stands at the end."""
    place = file.tell()
    has_end = zipfile.is_zipfile(file)
    file.seek(place)
    if not has_end:
        raise SolutionFileError(
            f"not a {what}, or a damaged one: expected the list of an archive at its end, got "
            "none, as where a file was cut"
        )


def refuse_compressed(arrays: Any) -> None:
    """Raise SolutionFileError if a member of an archive is compressed."""
    for member in arrays.zip.infolist():
        if member.compress_type != zipfile.ZIP_STORED:
            raise SolutionFileError(
                f"{shown_path(member.filename)}: expected it stored, got it compressed"
            )


def _check_members(file: IO[bytes], archive: zipfile.ZipFile) -> None:
    place = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(place)
    for member in archive.infolist():
        is_packed = member.compress_type == zipfile.ZIP_DEFLATED
        if member.compress_type != zipfile.ZIP_STORED and not is_packed:
            raise SolutionFileError(
                f"{shown_path(member.filename)}: expected it stored or deflated, got it compressed "
                "by another method"
            )
        most = max(_FREE, _MOST_RATIO * min(member.compress_size, size)) if is_packed else size
        if member.file_size > most or not (is_packed or member.file_size == member.compress_size):
            raise SolutionFileError(
                f"{shown_path(member.filename)}: expected at most {most} bytes, got "
                f"{member.file_size}"
            )
        with archive.open(member) as opened:
            _check_array(member.filename, opened.read(_LONGEST), member.file_size)


def _check_array(name: str, start: bytes, size: int) -> None:
    header = _HEADER.match(start)
    if header is None or int.from_bytes(header[1], "little") != len(header[2]):
        raise SolutionFileError(
            f"{shown_path(name)}: expected an array of numbers as NumPy writes it"
        )
    shape = [int(length) for length in header[4].split(b",") if length]
    width = np.dtype(header[3].decode()).itemsize
    announced = prod(shape) * width
    if announced != size - header.end() or (width == 0 and shape):
        raise SolutionFileError(
            f"{shown_path(name)}: expected {size - header.end()} bytes, as there are, got "
            f"{announced} announced"
        )


def write_arrays(
    file: IO[bytes], arrays: Mapping[str, npt.NDArray[Any]], packed: Collection[str] = ()
) -> None:
    """Write arrays as np.savez does, without pickles; those in `packed` are compressed.

    np.savez of NumPy 1.26 takes `allow_pickle` for the name of an array, and leaves the archive
    open if it fails.
    """
    try:
        with zipfile.ZipFile(file, "w") as archive:
            for name, array in arrays.items():
                member_info = zipfile.ZipInfo(f"{name}.npy")
                if name in packed and _may_be_packed(array):
                    member_info.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(member_info, "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
    except ValueError as error:
        # Ctrl-C between opening a member and writing to it: closing the archive fails.
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None
        raise


def _may_be_packed(array: npt.NDArray[Any]) -> bool:
    """Return whether an array does not become so small that `open_archive` would refuse it."""
    if array.nbytes <= _FREE // 2:
        return True
    content = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    packing, size = zlib.compressobj(wbits=-15), 0
    for start in range(0, len(content), _CHUNK):
        size += len(packing.compress(content[start : start + _CHUNK].tobytes()))
        if _MOST_RATIO * size > 2 * array.nbytes:
            return True
    return False


@contextmanager
def opened_array(arrays: Any, name: str) -> Iterator[tuple[IO[bytes], tuple[int, ...], Any]]:
    """Open an array of an archive: its bytes in order, its shape and its type."""
    with arrays.zip.open(f"{name}.npy") as member:
        np.lib.format.read_magic(member)
        shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(member)
        if is_fortran:
            raise SolutionFileError(f"{name}: expected its last index to vary fastest")
        yield member, shape, dtype


def text_array(text: str) -> npt.NDArray[np.uint8]:
    """Return the UTF-8 bytes of a text as an array."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


def read_json(array: npt.NDArray[Any]) -> Any:
    """Parse JSON stored as an array of bytes."""
    if array.dtype != np.uint8:
        raise SolutionFileError(f"expected text as uint8, got {array.dtype.name}")
    return json.loads(array.tobytes().decode())


@contextmanager
def full_disk(path: str | os.PathLike[str], cure: str) -> Iterator[None]:
    """Describe a disk without room in one sentence, which ends with what is to be done.

    Raises
    ------
    FullDiskError
    """
    try:
        yield
    except OSError as error:
        number = error.errno or 0
        if number not in _FULL:
            raise
        raise FullDiskError(number, os.fspath(path), os.strerror(number), cure) from error


@contextmanager
def writing(file: File) -> Iterator[IO[bytes]]:
    """Open a path as `replacing` does, or take a binary file, which is left open.

    Raises
    ------
    GraphGameError
        If `file` is neither a path nor a binary file.
    FullDiskError
        If there is no room for what is written.
    """
    if isinstance(file, str | os.PathLike):
        with replacing(file) as target:
            yield target
    else:
        checks.binary_file(file, "write")
        with full_disk(str(getattr(file, "name", "the file")), "make room, and save again"):
            yield file


@contextmanager
def replacing(
    path: str | os.PathLike[str], *, forced: bool = True, within: bool = False
) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces `path` if the block succeeds.

    Until then, and if the block raises, `path` is unchanged.  The new file is flushed to the disk
    before it is renamed, so that a power failure leaves either the old file or the whole new one.
    A process that is killed leaves the temporary file; who writes to `path` next removes it.

    Parameters
    ----------
    path : path
        A link is followed: its target is replaced.  An existing file keeps its permissions.
    forced : bool
        False leaves it to the caller to force the file onto the disk.
    within : bool
        Whether it is a member of a folder of ours, where a link is refused.  Who builds the folder
        removes what was left in it, and says what is kept where the disk is full.

    Raises
    ------
    FullDiskError
        If there is no room for it.
    OSError
        If `path` is neither a regular file nor free, or cannot be written.
    """
    if within:
        with _replacing(path, os.fspath(path), forced) as file:
            yield file
        return
    remove_left(path)
    with (
        full_disk(path, "what was there before is unchanged: make room, and save again"),
        _replacing(path, os.path.realpath(path), forced) as file,
    ):
        yield file


@contextmanager
def _replacing(path: str | os.PathLike[str], target: str, forced: bool) -> Iterator[IO[bytes]]:
    mode = None
    if os.path.lexists(target):
        status = os.lstat(target)
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
                beside = ""  # of another process of the same number
                continue
            except OSError as error:
                raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
            if not _hold(file, beside):
                file.close()
                file, beside = None, ""  # another writer took it for one that was left
        with file:
            if mode is not None and hasattr(os, "fchmod"):  # Windows: from Python 3.13 on
                os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            if forced:
                os.fsync(file.fileno())
            if os.name != "nt":  # before the lock ends with the file
                os.replace(beside, target)
        if os.name == "nt":  # where a file that is open keeps its name
            os.replace(beside, target)
    except BaseException:
        if beside:
            with suppress(OSError):  # it was not created, or has been renamed already
                os.unlink(beside)
        raise


def remove_left(path: str | os.PathLike[str]) -> None:
    """Remove what writers that were killed have left beside a path.

    Who writes such a file locks it, and the system lets go of a lock when a process ends.  The
    number of the process in its name would say less: another one may have the same number, in
    another container or after a while.  On Windows, and on file systems without locks, such files
    stay.
    """
    if os.name == "nt":
        return
    folder, name = os.path.split(os.path.realpath(path))
    left = re.compile(re.escape(name) + r"\.[0-9]+-[0-9]+\.part")
    names: list[str] = []
    with suppress(OSError):  # which writing there will meet as well
        names = os.listdir(folder)
    for beside in filter(left.fullmatch, names):
        full = os.path.join(folder, beside)
        with suppress(OSError, SolutionFileError), checks.open_regular(full, within=True) as file:
            if _hold(file, full, unknown=False):
                os.unlink(full)


def take_lock(file: Any) -> bool:
    """Lock a file, if nobody has; True where the system has no such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _hold(file: IO[bytes], name: str, *, unknown: bool = True) -> bool:
    """Lock a file; return whether it still has its name, or `unknown` where there are no locks."""
    try:
        if not take_lock(file):
            return False
    except OSError:
        return unknown
    # Between being opened and locked, it may have been removed or renamed by another process.
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(name))
    return False


def _force(path: Path | str) -> None:
    if os.name == "nt" and os.path.isdir(path):  # no file there: its names are forced by others
        return
    only = os.O_RDWR if os.name == "nt" else os.O_RDONLY | os.O_NONBLOCK
    number = os.open(path, only)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sync(*paths: Path | str) -> None:
    """Return when the system has forced files, or the names in folders, onto the disk.

    Several are forced at once, in other threads: in that of the caller, Ctrl-C could come between
    opening a file and keeping its number.
    """
    stopped = Bell()

    def work(k: int) -> None:
        shared = paths[k - 1 :: others] if k else ()
        for path in shared if others else paths:
            if stopped.has_rung:
                break
            _force(path)

    with Helpers() as helpers:
        others = helpers.begin(1 + min(_SYNCED, len(paths))) - 1
        helpers.together(work, stopped.ring)


def sync_all(paths: Iterable[Path | str]) -> None:
    """Write many files through to the disk; of empty ones there are only names to be written."""
    sync(*[path for path in paths if os.path.getsize(path)])
