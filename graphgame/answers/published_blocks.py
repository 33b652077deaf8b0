"""Blocks of published databases: some ten thousand positions each, which deflate makes small.

A block has the differences of ascending codes, seven bits in a byte, and then their labels, or two
bits for each outcome.  docs/formats.md describes it.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from graphgame.answers import _sorting
from graphgame.answers.labels import WIDTHS, decode, dtype, never, no_position
from graphgame.answers.published_index import DamagedError, inflate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphgame.answers.published_index import Entry
    from graphgame.types import AnyArray, Int64Array

# Positions in a block, bytes of the differences of their codes, bytes of a label; 0: outcomes.
_BLOCK = struct.Struct("<IIB")
# Positions of a block; fewer where it would take more bytes than this.
POSITIONS, MOST_BYTES = 1 << 16, 16 << 10
# The most that a block may claim: ten bytes for a difference, and four for a label.
_LARGEST = _BLOCK.size + 14 * POSITIONS
_LEVEL = 9
# Outcomes take two bits each, four in a byte, the first in its lowest bits.
_SHIFTS = np.array([0, 2, 4, 6], dtype=np.uint8)
# The labels of LOSE, DRAW and WIN where nothing else is known; two bits have a fourth value.
_PLAIN = np.array([0, never(1), 1, no_position(1)], dtype=np.uint8)
# The labels of the four outcomes in each byte, as one number: fetched at once, they take a tenth of
# the time that rows of four take.
_FOUR = _PLAIN[(np.arange(256)[:, None] >> _SHIFTS) & 3].view(np.uint32).ravel()


def encode_blocks(codes: Int64Array, labels: AnyArray, content: str) -> Iterator[tuple[int, bytes]]:
    """Yield the first code and the bytes of the blocks that hold some positions.

    There is more than one where one would take more than `MOST_BYTES`: then each half is a block.

    Parameters
    ----------
    codes : (n,) int64
        At most `POSITIONS`, ascending.
    labels : (n,) uint8, uint16 or uint32
    content : {"outcomes", "remoteness"}
    """
    waiting = [(0, len(codes))]
    while waiting:
        start, stop = waiting.pop()
        block = _encoded(codes[start:stop], labels[start:stop], content)
        if len(block) > MOST_BYTES and stop - start > 1:
            half = (start + stop) // 2
            waiting += [(half, stop), (start, half)]
        else:
            yield int(codes[start]), block


def _encoded(codes: Int64Array, labels: AnyArray, content: str) -> bytes:
    differences = np.asarray(_sorting.pack(np.ascontiguousarray(codes))).tobytes()
    if content == "outcomes":
        width, answers = 0, _pack_outcomes(labels)
        strategy = zlib.Z_DEFAULT_STRATEGY
    else:
        width, answers = labels.dtype.itemsize, _planes(labels)
        # Few matches, and rather long ones, suit labels.
        strategy = zlib.Z_FILTERED
    packing = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15, 9, strategy)
    start = packing.compress(_BLOCK.pack(len(codes), len(differences), width) + differences)
    # From here on deflate has other codes: labels are unlike differences.
    return start + packing.flush(zlib.Z_BLOCK) + packing.compress(answers) + packing.flush()


def _planes(labels: AnyArray) -> bytes:
    """Return the lowest bytes of all labels, then the next ones."""
    width = labels.dtype.itemsize
    rows = np.ascontiguousarray(labels).view(np.uint8).reshape(-1, width)
    return rows.T.tobytes()


def _pack_outcomes(labels: AnyArray) -> bytes:
    bits = np.zeros(-(-len(labels) // 4) * 4, dtype=np.uint8)
    bits[: len(labels)] = decode(labels)[0] + 1
    packed: AnyArray = (bits.reshape(-1, 4) << _SHIFTS).sum(1, np.uint8)
    return packed.tobytes()


def decode_block(block: bytes, entry: Entry, content: str) -> tuple[Int64Array, AnyArray]:
    """Return the codes and the labels of a block; with outcomes alone, all are of remoteness 0.

    Raises
    ------
    DamagedError
        If it is none, or begins with another code than the index says.
    """
    text = inflate(block, _LARGEST)
    if len(text) < _BLOCK.size:
        raise DamagedError("a block of positions", f"{len(text)} bytes")
    n, size, width = _BLOCK.unpack_from(text)
    widths = (0,) if content == "outcomes" else WIDTHS
    if not 1 <= n <= POSITIONS or width not in widths:
        raise DamagedError(f"a block of {content}", f"{n} positions with labels of {width} bytes")
    whole = _BLOCK.size + size + (n * width if width else -(-n // 4))
    if len(text) != whole:
        raise DamagedError(f"{whole} bytes of positions", f"{len(text)}")
    array = np.frombuffer(text, np.uint8)
    try:
        codes = np.asarray(_sorting.unpack(array[_BLOCK.size : _BLOCK.size + size], n))
    except ValueError as error:
        raise DamagedError("ascending codes", str(error)) from None
    if codes[0] != entry.first:
        raise DamagedError(f"the first code {entry.first} of a block", f"{codes[0]}")
    answers = array[_BLOCK.size + size :]
    if width:
        return codes, answers.reshape(width, n).T.copy().view(dtype(width)).reshape(n)
    return codes, _unpack_outcomes(answers, n)


def _unpack_outcomes(answers: AnyArray, n: int) -> AnyArray:
    labels: AnyArray = _FOUR[answers].view(np.uint8)[:n]
    if (labels == no_position(1)).any():
        raise DamagedError("outcomes of two bits", "3")
    return labels
