"""Opening regular files, and nothing else, for the argument `opener` of Python's `open`.

Here and not in Python, so that Ctrl-C cannot come between opening a file and keeping its number.
"""

import errno
import os
import stat

# A pipe is not waited for, and no terminal becomes that of the process.  Where a system has no
# such flags, as Windows, links are looked for before.
_ALWAYS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = (
    (stat.S_ISLNK, "a symbolic link"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"),
)


class IrregularFileError(OSError):
    """What a path names is no regular file, but what `strerror` says."""


def follow(path: str | bytes | os.PathLike[str], int flags) -> int:
    """Open a regular file, or what a link to one leads to; return its number."""
    return _open(path, flags, os.stat, 0)


def stay(path: str | bytes | os.PathLike[str], int flags) -> int:
    """Open a regular file that is no link; return its number."""
    if not _NO_LINK and os.path.islink(path):
        raise _irregular(path, stat.S_IFLNK)
    return _open(path, flags, os.lstat, _NO_LINK)


cdef _open(path, int flags, look, int more):
    try:
        number = os.open(path, flags | _ALWAYS | more, 0o666)
    except OSError as error:
        # The errors of links and of pipes without a reader differ from system to system.
        try:
            mode = look(path).st_mode
        except OSError:
            raise error from None
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            raise
        raise _irregular(path, mode) from None
    try:
        mode = os.fstat(number).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # `open` refuses a folder
            raise _irregular(path, mode)
    except BaseException:  # Ctrl-C, too
        os.close(number)
        raise
    return number


cdef _irregular(path, mode):
    for is_kind, kind in _KINDS:
        if is_kind(mode):
            break
    else:
        kind = "something else"
    return IrregularFileError(errno.EINVAL, kind, os.fspath(path))
