"""A table of codes whose growth fails or is interrupted: it knows what it knew, and goes on."""

from __future__ import annotations

import signal
import sys

import numpy as np
import pytest

from graphgame.graphs._index import CodeIndex

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
    """Refuse all that a full table allocates to take one more code; give how often it noticed.

    Room that cannot grow where it stands is made elsewhere, so not every refusal is an error.
    """
    from tests.house.allocating import counted

    call = failed = seen = 0
    while seen >= call:
        call += 1
        index, place = filled(), np.empty(1, dtype=np.int32)
        counted("refuse", call)
        try:
            index.add(CODES[FULL : FULL + 1], place)
        except MemoryError:
            failed += 1
        seen = counted("seen")
        if len(index) > FULL and seen == call:  # no slots: that can be said again
            counted("refuse", 1)
            with pytest.raises(MemoryError):
                index[int(CODES[0])]
        counted("refuse", 0)
        assert holds(index)
    return failed


@pytest.mark.large  # traced, a million codes take long
def test_a_table_that_cannot_grow_still_holds_its_codes() -> None:
    """It went on in the slots that it had given back."""
    from tests.house.allocating import start

    assert int(start(script=__file__)) >= 1


@pytest.mark.large
@pytest.mark.skipif(sys.platform == "win32", reason="needs a timer")
def test_a_table_interrupted_while_it_grows_still_holds_its_codes() -> None:
    """It had lost those that it had not entered yet, and would number them again."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    inside = 0
    try:
        for microseconds in range(200, 12_000, 400):
            index, places = filled(), np.empty(9, dtype=np.int32)
            try:
                signal.setitimer(signal.ITIMER_REAL, microseconds * 1e-6)
                index.add(CODES[FULL : FULL + 9], places)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                inside += len(index) == FULL + 1
            assert holds(index)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert inside, "no interrupt came while the table grew"


if __name__ == "__main__":
    print(refuse_growth())
