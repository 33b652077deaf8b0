"""Codes are numbered as by a dict; growth that fails or is interrupted loses nothing."""

from __future__ import annotations

import signal
import sys

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from graphgame.graphs._index import CodeIndex, CodeRangeError

# So many codes fill a table whose slots are a map of their own, of 4 MiB: read after it has been
# given back, it ends the process.
FULL = 3 << 18
CODES = np.arange(2 * FULL) * 977 - 10**9


def filled() -> CodeIndex:
    index = CodeIndex()
    index.add(CODES[:FULL], np.empty(FULL, dtype=np.int32))
    assert len(index) == FULL
    return index


def holds(index: CodeIndex) -> bool:
    """Say if every code has its place, and other codes have none."""
    count = len(index)
    assert [index[code] for code in CODES[:count:1001].tolist()] == [*range(0, count, 1001)]
    assert [index[code] for code in CODES[count - 9 : count].tolist()] == [*range(count - 9, count)]
    with pytest.raises(KeyError):
        index[int(CODES[count])]
    places = np.empty(count + 9, dtype=np.int32)
    index.add(CODES[: count + 9], places)
    return places.tolist() == [*range(count + 9)] and len(index) == count + 9


def refuse_growth() -> int:
    """Refuse what a full table allocates for a code that it is too narrow for; count failures."""
    from tests.house.allocating import counted

    call = failed = seen = 0
    while seen >= call:
        call += 1
        index, place = filled(), np.empty(1, dtype=np.int32)
        counted("refuse", call)
        try:
            index.add(np.array([2**61]), place)
        except MemoryError:
            failed += 1
        seen = counted("seen")
        if index.nbytes == 0:  # no slots: that can be said again
            counted("refuse", 1)
            with pytest.raises(MemoryError):
                index[int(CODES[0])]
        counted("refuse", 0)
        if len(index) == FULL:
            assert holds(index)
    return failed


def refuse_addresses() -> int:
    """Let a full table find no addresses to grow; it must be as it was, and go on."""
    import resource

    index, places = filled(), np.empty(9, dtype=np.int32)
    held = index.nbytes
    with open("/proc/self/statm", encoding="ascii") as sizes:
        used = int(sizes.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used, -1))
    failed = 0
    for _ in range(2):
        try:
            index.add(CODES[FULL : FULL + 9], places)
        except MemoryError:
            failed += 1
        assert (len(index), index.nbytes, index[int(CODES[FULL - 1])]) == (FULL, held, FULL - 1)
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
    assert holds(index)
    return failed


@pytest.mark.always
@pytest.mark.large  # traced, a million codes take long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_a_table_that_cannot_grow_still_holds_its_codes() -> None:
    """It went on in the slots that it had given back."""
    from tests.house.allocating import start

    narrow, full = start(script=__file__).split()
    assert int(narrow) >= 1 and int(full) == 2


@pytest.mark.large
@pytest.mark.skipif(sys.platform == "win32", reason="needs a timer")
def test_a_table_interrupted_while_it_grows_still_holds_its_codes() -> None:
    """It had lost those that it had not entered yet, and would number them again."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    inside = 0
    try:
        for microseconds in range(200, 12_000, 400):
            index, places = filled(), np.empty(9, dtype=np.int32)
            held = index.nbytes
            try:
                signal.setitimer(signal.ITIMER_REAL, microseconds * 1e-6)
                index.add(CODES[FULL : FULL + 9], places)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                inside += len(index) == FULL and index.nbytes > held
            assert holds(index)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert inside, "no interrupt came while the table grew"


# -- any codes ------------------------------------------------------------------------------------

# Codes of every width: the table is narrow to 2^59, then wide; packed codes have 5 to 7 bytes.
ANY = st.one_of(
    st.integers(-20, 20),
    *(st.integers(2**k - 3, 2**k + 3) for k in (39, 47, 55)),
    *(st.integers(-(2**k) - 3, -(2**k) + 3) for k in (39, 47, 55)),
    st.integers(2**59 - 3, 2**59 + 3),
    st.integers(-(2**59) - 3, -(2**59) + 3),
    st.integers(-(2**63), 2**63 - 1),
)


@given(st.lists(st.lists(ANY)), st.sampled_from([0, 1, 10**4]), st.booleans())
@example([[1], [2**63 - 1, -(2**63)]], 0, True)
def test_codes_are_numbered_as_by_a_dict(
    batches: list[list[int]], expect: int, packed: bool
) -> None:
    index, known = CodeIndex(0, expect, packed), dict[int, int]()
    for batch in batches:
        found, places = (np.empty(len(batch), dtype=np.int32) for _ in range(2))
        codes = np.array(batch, dtype=np.int64)
        index.find(codes, found)
        assert found.tolist() == [known.get(code, -1) for code in batch]
        index.add(codes, places)
        assert places.tolist() == [known.setdefault(code, len(known)) for code in batch]
    assert len(index) == len(known) and all(index[code] == known[code] for code in known)
    assert np.asarray(index.batch(0, len(known))).tolist() == list(known)
    index.release()
    assert index.nbytes == 0
    for code in list(known)[:3]:
        assert index[code] == known[code]
    assert np.asarray(index.finish()).tolist() == list(known)


@pytest.mark.parametrize("width", [5, 6, 7, 8])
def test_many_packed_codes_of_a_width(width: int) -> None:
    """The table grows, and codes are spread when the last ones need another byte."""
    codes = np.arange(-3000, 3000) * ((1 << (8 * width - 1)) // 3000 - 1)
    for count in (1, 6, 7, 8, 9, 10, 6000):
        index = CodeIndex(0, 0, True)
        first = np.arange(count)
        places = np.empty(count, dtype=np.int32)
        index.add(first, places)
        index.add(codes, np.empty(len(codes), dtype=np.int32))
        known = list(dict.fromkeys([*first.tolist(), *codes.tolist()]))
        assert [index[code] for code in known[::97]] == [*range(0, len(known), 97)]
        assert np.asarray(index.batch(3, len(known))).tolist() == known[3:]
        assert np.asarray(index.finish()).tolist() == known
        assert [index[code] for code in known[::97]] == [*range(0, len(known), 97)]


@given(st.integers(1, 50), st.data())
def test_a_dense_index_numbers_as_a_dict(size: int, data: st.DataObject) -> None:
    index, known = CodeIndex(size), dict[int, int]()
    for batch in data.draw(st.lists(st.lists(st.integers(0, size - 1)))):
        codes, places = np.array(batch, dtype=np.int64), np.empty(len(batch), dtype=np.int32)
        index.add(codes, places)
        assert places.tolist() == [known.setdefault(code, len(known)) for code in batch]
    for code in range(-2, size + 2):
        if code in known:
            assert index[code] == known[code]
        else:
            with pytest.raises(KeyError):
                index[code]
    for code in (-1, size, 2**62, -(2**62)):
        with pytest.raises(CodeRangeError) as caught:
            index.add(np.array([code]), np.empty(1, dtype=np.int32))
        assert (caught.value.code, caught.value.size) == (code, size)
    assert len(index) == len(known)


def drawn_number(text: bytes) -> int:
    """Return a number that hashes of this process are made with."""
    return (hash(text) ^ hash(text + b" half") << 32) % 2**64 | 1


def hashed(h: int, bits: int) -> int:
    """Return the code whose hash, of this many bits, is h: the hash backward."""
    for factor in map(drawn_number, (b"graphgame second", b"graphgame first")):
        h = h * pow(factor, -1, 2**bits) % 2**bits
        h ^= h >> (32 if bits >= 60 else bits // 2)
    return h - 2 ** (bits - 1) if bits < 64 else h - 2**64 if h >> 63 else h


@pytest.mark.parametrize("bits", [40, 56, 60, 64])
@pytest.mark.parametrize("home", [0, 300, 700, 1023])
def test_codes_far_from_one_home_are_found_through_every_growth(bits: int, home: int) -> None:
    """More codes than distances that a slot can say, and the same rest of a hash in many homes."""
    crowd = [hashed((home << (bits - 10)) + (i << 20), bits) for i in range(400)]
    if bits < 60:  # packed codes of so many bits
        crowd.insert(0, 2 ** (bits - 1) - 1)
    alike = [hashed(((home + i) % 1024 << (bits - 10)) + 5, bits) for i in range(200)]
    codes = np.array(list(dict.fromkeys([*crowd, *alike, *range(3000)])), dtype=np.int64)
    index = CodeIndex(0, 0, bits < 60)
    for count in range(0, len(codes), 100):
        block = codes[count : count + 100]
        places = np.empty(len(block), dtype=np.int32)
        index.add(block, places)
        assert places.tolist() == list(range(count, count + len(block)))
        known = np.empty(len(codes), dtype=np.int32)
        index.find(codes, known)
        seen = count + len(block)
        assert known[:seen].tolist() == list(range(seen)) and (known[seen:] == -1).all()
    assert index.farthest() > 300, "the crowd has one home, or some beside each other"


if __name__ == "__main__":
    print(refuse_growth(), refuse_addresses())
