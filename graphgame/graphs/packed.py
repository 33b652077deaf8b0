"""Parts of files that are compressed: arrays of numbers as planes of bytes, labels in them.

A number takes as many bytes as the greatest one of its array needs.  Row i of what is written has
byte i of all numbers, the lowest first, so that bytes that are alike stand together; then the
archive compresses them (deflate).  Numbers that mostly ascend are written as the differences to the
ones before.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

import numpy as np

from graphgame import archive
from graphgame.errors import SolutionFileError
from graphgame.graphs import files
from graphgame.graphs.form import Part, any_length
from graphgame.graphs.labels import CodeLabels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

    from graphgame.graphs.form import Bound, Found
    from graphgame.types import AnyArray

# Numbers read from a file at a time.
BLOCK = 1 << 14


class Packed(Part):
    """An array of numbers from 0 on, or of any int64 codes, compressed.

    Parameters
    ----------
    name, when
        As of `Part`.
    most : int or callable, optional
        The greatest number that is allowed.
    shape : callable
        From what was read before to the shape, with None for any length.
    rising : bool
        Whether they are int64 codes that mostly ascend.
    """

    packed = True

    def __init__(
        self,
        name: str,
        most: Bound = None,
        shape: Callable[[Found], tuple[int | None, ...]] = any_length,
        *,
        rising: bool = False,
        when: Callable[[Found], bool] | None = None,
    ) -> None:
        super().__init__(name, when)
        self.most: Bound = most
        self.shape: Callable[[Found], tuple[int | None, ...]] = shape
        self.rising: bool = rising

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the planes of the numbers to what is written."""
        del header
        arrays[self.name] = _planes(np.asarray(value), rising=self.rising)

    def read(self, found: Found) -> AnyArray:
        """Return the numbers: int64 codes, or the least unsigned type that holds them."""
        with self._opened(found) as (stream, width, n):
            numbers = np.zeros(n, dtype=np.uint64 if self.rising else _type(width))
            for i in range(width):
                for first in range(0, n, BLOCK):
                    part = numbers[first : first + BLOCK]
                    part |= _read(stream, len(part), self.name).astype(numbers.dtype) << 8 * i
        if self.rising:
            np.cumsum(numbers, out=numbers)
            return numbers.view(np.int64)
        self._check(numbers, found)
        return numbers

    def blocks(self, found: Found) -> Iterator[AnyArray]:
        """Yield the numbers in blocks of `BLOCK`, while the archive is open."""
        with ExitStack() as opened:
            # Each plane is read by itself, from where it begins.
            streams = []
            stream, width, n = opened.enter_context(self._opened(found))
            for i in range(width):
                if i:
                    stream, _, _ = opened.enter_context(self._opened(found))
                for first in range(0, i * n, BLOCK):
                    _read(stream, min(BLOCK, i * n - first), self.name)
                streams.append(stream)
            for first in range(0, n, BLOCK):
                size = min(BLOCK, n - first)
                numbers = np.zeros(size, dtype=_type(width))
                for i, stream in enumerate(streams):
                    numbers |= _read(stream, size, self.name).astype(numbers.dtype) << 8 * i
                self._check(numbers, found)
                yield numbers

    @contextmanager
    def _opened(self, found: Found) -> Iterator[tuple[IO[bytes], int, int]]:
        """Open the bytes; yield them, how many a number takes, and how many numbers there are."""
        with archive.opened_array(found.arrays, self.name) as (stream, shape, dtype):
            if dtype != np.uint8 or len(shape) != 2 or not 1 <= shape[0] <= 8:
                raise SolutionFileError(
                    f"{self.name}: expected 1 to 8 rows of uint8, got shape {shape} of {dtype.name}"
                )
            (wanted,) = self.shape(found)
            if wanted not in (None, shape[1]):
                raise SolutionFileError(f"{self.name}: expected {wanted} values, got {shape[1]}")
            yield stream, shape[0], shape[1]

    def _check(self, numbers: AnyArray, found: Found) -> None:
        most = self.most(found) if callable(self.most) else self.most
        if most is not None and len(numbers) and numbers.max() > most:
            raise SolutionFileError(f"{self.name}: expected values from 0 to {most}")


class PackedLabels(Part):
    """Labels, compressed: codes that mostly ascend as `Packed` writes them, others as JSON.

    Parameters
    ----------
    name, prefix, when
        As of `Labels`.
    """

    packed = True

    def __init__(
        self, name: str, prefix: str = "", when: Callable[[Found], bool] | None = None
    ) -> None:
        super().__init__(name, when)
        self.prefix: str = prefix
        self._codes = Packed(f"{prefix}codes", rising=True)

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the labels to what is written."""
        for name, array in files.label_arrays(value).items():
            if name == "codes":
                self._codes.write(array, header, arrays)
            else:
                arrays[f"{self.prefix}{name}"] = array

    def read(self, found: Found) -> Any:
        """Return the labels; None where the file has none."""
        if self._codes.name in found.arrays and f"{self.prefix}labels" not in found.arrays:
            return CodeLabels(self._codes.read(found))
        return files.read_label_arrays(found.arrays, self.prefix)


def _planes(numbers: AnyArray, *, rising: bool) -> AnyArray:
    """Return the bytes of numbers, or of their differences modulo 2^64: a row for each byte."""
    words = numbers.astype("<u8")
    if rising:
        words[1:] -= numbers[:-1].astype("<u8")
    width = max(-(-int(words.max(initial=0)).bit_length() // 8), 1)
    return np.ascontiguousarray(words.view(np.uint8).reshape(-1, 8)[:, :width].T)


def _type(width: int) -> np.dtype[Any]:
    """Return the least unsigned type of so many bytes."""
    return np.dtype(f"u{next(size for size in (1, 2, 4, 8) if size >= width)}")


def _read(stream: IO[bytes], size: int, name: str) -> AnyArray:
    content = stream.read(size)
    if len(content) != size:
        raise SolutionFileError(f"{name}: expected {size} more bytes, got {len(content)}")
    return np.frombuffer(content, dtype=np.uint8)
