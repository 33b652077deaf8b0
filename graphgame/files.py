"""Solutions in files: the npz format of docs/solution-file.md, written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager, suppress
from itertools import count

import numpy as np

from graphgame import archive, checks
from graphgame.codes import CodeLabels
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graph import GameGraph, read_only
from graphgame.outcome import NEVER_ENDS, Play
from graphgame.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import IO, Any

    import numpy.typing as npt

FORMAT = "graphgame solution"
VERSION = 1
_numbers = count()  # of files that are being written


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file beside `path` that takes its place when the block ends well.

    Until then, and if the block raises, whatever `path` names stays as it is.  The new file is
    flushed to the disk before it takes the name, so that not even a power cut leaves half of it.
    """
    target = os.path.realpath(path)  # a link stays, and what it points to is replaced
    mode = None
    if os.path.exists(target):
        status = os.stat(target)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "expected a regular file or none", os.fspath(path))
        mode = stat.S_IMODE(status.st_mode)
    beside = ""  # named before it is made: whatever happens from then on, it is removed
    try:
        file = None
        while file is None:
            beside = f"{target}.{os.getpid()}-{next(_numbers)}.part"
            try:
                file = open(beside, "x+b")  # noqa: SIM115 -- closed below
            except FileExistsError:
                beside = ""  # left by somebody else
            except OSError as error:
                raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        with file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        if beside:
            with suppress(OSError):  # it was not made, or has taken the name already
                os.unlink(beside)
        raise


def save(solution: Solution, file: str | os.PathLike[str] | IO[bytes]) -> None:
    """Write a solution; see `Solution.save`."""
    graph = solution.graph
    arrays: dict[str, npt.NDArray[Any]] = {
        "outcomes": solution.outcomes,
        "remoteness": solution.remoteness,
    }
    if graph._edges is not None:
        arrays["edges"] = read_only(graph._edges)
    else:
        arrays["option_ptr"], arrays["option_idx"] = graph.option_ptr, graph.option_idx
    if graph.presets is not None:
        arrays["presets"] = graph.presets
    if isinstance(graph.labels, CodeLabels):
        arrays["codes"] = graph.labels.array
    elif graph.labels is not None:
        arrays["labels"] = text_array(_labels_to_json(graph.labels))
    header = {
        "format": FORMAT,
        "version": VERSION,
        "play": str(solution.play),
        "n": graph.n,
        "arrays": sorted(arrays),  # so that one that gets lost is missed
    }
    arrays["header"] = text_array(json.dumps(header))
    if isinstance(file, str | os.PathLike):
        with replacing(file) as target:
            write_arrays(target, arrays)
    else:
        write_arrays(file, arrays)


def write_arrays(file: IO[bytes], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays as np.savez does.

    Its argument allow_pickle is one more array to NumPy 1.26, which moreover leaves the archive
    open where it fails.
    """
    try:
        with zipfile.ZipFile(file, "w") as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
    except ValueError as error:
        # Ctrl-C between opening a member and writing to it: an archive does not close then.
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None
        raise


def load(file: str | os.PathLike[str] | IO[bytes]) -> Solution:
    """Read a solution; see `Solution.load`."""
    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return _load(opened, os.fspath(file))
    return _load(file, "the file")


# What NumPy, zipfile and json raise for files that somebody damaged or made up.
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


def _load(file: IO[bytes], name: str) -> Solution:
    try:
        with archive.arrays_of(file, "solution") as arrays:
            return _solution(arrays)
    except SolutionFileError as error:
        raise SolutionFileError(f"{name}: {error}") from None
    except KeyError as error:
        raise SolutionFileError(f"{name}: expected a solution, {error.args[0]}") from None
    except DAMAGE as error:
        raise SolutionFileError(f"{name}: not a solution, or a damaged one: {error}") from None


def _solution(arrays: Any) -> Solution:
    header = _from_json(arrays["header"])
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise SolutionFileError(f"expected the format {FORMAT!r}, got another")
    version = header.get("version")
    if version != VERSION:
        raise SolutionFileError(
            f"expected version {VERSION} of the format, got {version}"
            "; a later graphgame may read it"
        )
    if sorted(arrays.files) != sorted(["header", *header["arrays"]]):
        raise SolutionFileError(
            f"expected the arrays {header['arrays']}, got {sorted(arrays.files)}: a damaged file"
        )
    labels: Sequence[Hashable] | None = None
    if "labels" in arrays:
        labels = _labels_from_json(arrays["labels"])
    elif "codes" in arrays:
        labels = CodeLabels(checks.codes(arrays["codes"], "codes"))
    if "edges" in arrays:
        graph = GameGraph.from_edges(arrays["edges"], header["n"], labels=labels)
    else:
        graph = GameGraph.from_csr(arrays["option_ptr"], arrays["option_idx"], labels=labels)
    if "presets" in arrays:
        graph = graph.with_outcomes(arrays["presets"])
    if graph.n != header["n"]:
        raise SolutionFileError(f"expected {header['n']} positions, got {graph.n}")
    outcomes = _labelling(arrays, "outcomes", np.int8, -1, 1, graph.n)
    remoteness = _labelling(arrays, "remoteness", np.int32, NEVER_ENDS, graph.n - 1, graph.n)
    return Solution(graph, Play(header["play"]), outcomes, remoteness)


def _labelling(
    arrays: Any, name: str, dtype: Any, least: int, greatest: int, n: int
) -> npt.NDArray[Any]:
    array = arrays[name]
    if array.shape != (n,) or array.dtype != dtype:
        raise SolutionFileError(
            f"{name}: expected {n} values of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    if n and not least <= array.min() <= array.max() <= greatest:
        raise SolutionFileError(f"{name}: expected values from {least} to {greatest}")
    return np.ascontiguousarray(array)


# -- labels: JSON, with tuples as arrays, and tagged objects for what JSON does not have ----------


def _labels_to_json(labels: Sequence[Hashable]) -> str:
    def tagged(value: Any) -> Any:
        if isinstance(value, frozenset):
            return {"frozenset": sorted(value, key=repr)}
        if isinstance(value, bytes):
            return {"bytes": value.hex()}
        if isinstance(value, np.integer | np.floating | np.bool_ | np.str_):
            plain = value.item()
            if not isinstance(plain, np.generic):  # a long double stays what it is
                return plain
        raise GraphGameError(
            f"a file cannot keep the label {value!r} of type {type(value).__name__}: expected "
            "numbers, strings, bytes, None, tuples and frozensets"
        )

    try:
        return json.dumps(list(labels), default=tagged, separators=(",", ":"))
    except GraphGameError:
        raise
    except ValueError as error:  # an integer of more digits than Python turns into text
        raise GraphGameError(f"a file cannot keep the label … of type int: {error}") from None


def _labels_from_json(array: npt.NDArray[Any]) -> list[Hashable]:
    labels = _from_json(array)
    if not isinstance(labels, list):
        raise SolutionFileError(f"labels: expected a list, got {type(labels).__name__}")
    return list(map(_hashable, labels))


def _hashable(value: Any) -> Hashable:
    """Turn what JSON gave back into what was saved."""
    if isinstance(value, list):
        return tuple(map(_hashable, value))
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        if tag == "frozenset":
            return frozenset(map(_hashable, content))
        if tag == "bytes":
            return bytes.fromhex(content)
        raise SolutionFileError(f"labels: expected frozenset or bytes, got {tag!r}")
    return value  # type: ignore[no-any-return]


def text_array(text: str) -> npt.NDArray[np.uint8]:
    """Give text as bytes."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _from_json(array: npt.NDArray[Any]) -> Any:
    if array.dtype != np.uint8:
        raise SolutionFileError(f"expected text as uint8, got {array.dtype.name}")
    return json.loads(array.tobytes().decode())
