"""Packed arrays of files: numbers come back, whole and in blocks; what is no such array is refused.

The planes are read here as docs/formats.md describes them, by NumPy alone.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import archive
from graphgame.graphs.form import Form
from graphgame.graphs.labels import CodeLabels
from graphgame.graphs.packed import BLOCK, Packed, PackedLabels

NUMBERS = Form("graphgame test numbers", 1, Packed("numbers", 10**18))
CODES = Form("graphgame test codes", 1, PackedLabels("codes", "at_"))
PLAIN = Form("graphgame test codes", 1)


def saved(form: Form, **given: Any) -> io.BytesIO:
    file = io.BytesIO()
    form.save(None, file, **given)
    file.seek(0)
    return file


def described(file: io.BytesIO, name: str) -> Any:
    """Return the numbers of an array as the document says that they are read."""
    planes = np.load(file)[name].astype(np.uint64)
    return sum(plane << np.uint64(8 * i) for i, plane in enumerate(planes))


@pytest.mark.parametrize("bits", [0, 1, 8, 9, 16, 17, 31, 32, 33, 48, 59])
@pytest.mark.parametrize("n", [0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 3])
def test_numbers_come_back_whole_and_in_blocks(bits: int, n: int) -> None:
    numbers = np.random.default_rng(bits + n).integers(0, 1 << bits, n, endpoint=True)
    file = saved(NUMBERS, numbers=numbers)
    assert described(file, "numbers").tolist() == numbers.tolist()
    found = NUMBERS.load(file)["numbers"]
    assert found.tolist() == numbers.tolist() and found.dtype.kind == "u"
    with NUMBERS.opened(file, ("numbers",)) as opened:
        blocks = [*opened["numbers"]]
    assert [len(block) for block in blocks[:-1]] == [BLOCK] * (len(blocks) - 1)
    assert [x for block in blocks for x in block.tolist()] == numbers.tolist()


@pytest.mark.parametrize(
    "codes",
    [
        [],
        [0],
        [-(2**63), -1, 0, 1, 2**63 - 1],
        [5, 9, 2**40, -3, 7, 7],
        [*range(0, 7 * 40_000, 7)],
    ],
)
def test_codes_come_back(codes: list[int]) -> None:
    file = saved(CODES, codes=CodeLabels(np.array(codes, dtype=np.int64)))
    found = CODES.load(file)["codes"]
    assert [*found] == codes
    differences = described(file, "at_codes")
    assert np.cumsum(differences, dtype=np.uint64).view(np.int64).tolist() == codes


def test_other_labels_come_back_compressed() -> None:
    labels = [("x", k, b"\x80", None) for k in range(2000)]
    file = saved(CODES, codes=labels)
    assert [*CODES.load(file)["codes"]] == labels
    assert len(file.getvalue()) < 20_000


def test_numbers_that_become_too_small_are_stored() -> None:
    for n, kind in ((1 << 18, zipfile.ZIP_DEFLATED), (1 << 22, zipfile.ZIP_STORED)):
        file = saved(NUMBERS, numbers=np.zeros(n, dtype=np.int64))
        (member,) = (x for x in zipfile.ZipFile(file).infolist() if x.filename == "numbers.npy")
        assert member.compress_type == kind
        assert NUMBERS.load(file)["numbers"].sum() == 0
        with NUMBERS.opened(file, ("numbers",)) as opened:
            assert sum(len(block) for block in opened["numbers"]) == n


def rewritten(file: io.BytesIO, array: Any, method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """Return a file with another array of numbers, whatever its size."""
    result = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(result, "w", method) as new:
        for name in old.namelist():
            with new.open(name, "w") as member:
                content = array if name == "numbers.npy" else np.load(old.open(name))
                np.lib.format.write_array(member, content)
    result.seek(0)
    return result


PLANES = np.zeros((2, 5), dtype=np.uint8)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 1 << 20), np.uint8), "numbers.npy: expected at most 1048576 bytes, got"),
        (PLANES[0], r"numbers: expected 1 to 8 rows of uint8, got shape \(5,\) of uint8"),
        (PLANES[:0], "numbers: expected 1 to 8 rows of uint8"),
        (np.zeros((9, 5), np.uint8), "numbers: expected 1 to 8 rows of uint8"),
        (PLANES.astype(np.int16), "numbers: expected 1 to 8 rows of uint8, .* of int16"),
        (PLANES.T.copy().T, "numbers: expected its last index to vary fastest"),
        (np.full((8, 5), 255, np.uint8), "numbers: expected values from 0 to 10000"),
    ],
)
def test_other_arrays_are_refused(array: Any, message: str) -> None:
    file = rewritten(saved(NUMBERS, numbers=np.arange(5)), array)
    with pytest.raises(gg.SolutionFileError, match=f"^the file: {message}"):
        NUMBERS.load(file)
    with (
        pytest.raises(gg.SolutionFileError, match=f"^the file: {message}"),
        NUMBERS.opened(file, ("numbers",)) as opened,
    ):
        [*opened["numbers"]]


def test_other_methods_and_other_forms_are_refused() -> None:
    file = rewritten(saved(NUMBERS, numbers=np.arange(5)), PLANES, zipfile.ZIP_LZMA)
    with pytest.raises(gg.SolutionFileError, match="expected it stored or deflated, got it"):
        NUMBERS.load(file)
    file = saved(CODES, codes=CodeLabels(np.arange(99)))
    with pytest.raises(gg.SolutionFileError, match="at_codes.npy: expected it stored, got it"):
        PLAIN.load(file)


def test_each_changed_byte_of_a_packed_array_is_found() -> None:
    numbers = np.random.default_rng(5).integers(0, 1 << 20, 300)
    content = saved(NUMBERS, numbers=numbers).getvalue()
    (member,) = (
        x for x in zipfile.ZipFile(io.BytesIO(content)).infolist() if x.filename == "numbers.npy"
    )
    first = member.header_offset + 100
    for place in range(first, first + member.compress_size - 80, 7):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        file = io.BytesIO(bytes(damaged))
        with pytest.raises(gg.SolutionFileError):
            NUMBERS.load(file)
        with (
            pytest.raises(gg.SolutionFileError),
            NUMBERS.opened(file, ("numbers",)) as opened,
        ):
            [*opened["numbers"]]


def test_what_the_reader_of_blocks_raises_itself_is_left_alone() -> None:
    def fail(file: io.BytesIO) -> None:
        with NUMBERS.opened(file, ("numbers",)) as opened:
            for _ in opened["numbers"]:
                raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail(saved(NUMBERS, numbers=np.arange(5)))


def test_the_bound_of_the_writer_is_within_that_of_the_reader() -> None:
    for n in (1 << 19, 1 << 20, 1 << 21):
        for period in (1, 100, 1000, 10_000, n):
            noise = np.random.default_rng(n).integers(0, 256, period, dtype=np.uint8)
            array = np.resize(noise, (1, n))
            file = io.BytesIO()
            archive.write_arrays(file, {"a": array}, {"a"})
            file.seek(0)
            with archive.open_archive(file, "file") as arrays:
                assert (arrays["a"] == array).all()
