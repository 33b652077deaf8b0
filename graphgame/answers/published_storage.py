"""The answers of a published database, read a block at a time, from files or over HTTP.

Nothing is answered that does not have the checksum that stands above it.  Blocks that were asked
for last are kept: unpacked, and from another machine packed, too.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import numpy as np

from graphgame.answers import _sorting
from graphgame.answers.agreement import choose, spread
from graphgame.answers.labels import Tally, decode, decode_one, dtype, no_position, widen
from graphgame.answers.published_blocks import decode_block
from graphgame.answers.published_files import CHILD, STARTS
from graphgame.answers.published_index import PAGE, DamagedError, Entry, Head, Page, inflate
from graphgame.errors import SolutionFileError, shown_path
from graphgame.outcome import NEVER_ENDS, NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from graphgame.answers.published_files import Source
    from graphgame.types import AnyArray, Int64Array

# The most bytes that are kept of unpacked blocks, of packed ones, and of pages of the index.
_UNPACKED, _PACKED, _PAGES = 64 << 20, 64 << 20, 16 << 20
# Blocks that a sample of all positions is chosen from.
_SAMPLED = 16


class _Recent:
    """What was asked for last, by its place, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[Any, tuple[Any, int]] = OrderedDict()
        self._lock: Any = Lock()

    def get(self, key: Any) -> Any:
        """Return what is kept, None if nothing is."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Any, value: Any, size: int) -> None:
        """Keep a value of a size in bytes, and forget what was not asked for longest."""
        with self._lock:
            self._size += size - self._kept.pop(key, (None, 0))[1]
            self._kept[key] = value, size
            while self._size > self._most and len(self._kept) > 1:
                self._size -= self._kept.popitem(last=False)[1][1]


class PublishedStorage:
    """Labels in the blocks of a published database.

    Parameters
    ----------
    source : Source

    Attributes
    ----------
    content : {"outcomes", "remoteness"}
    fields : dict
        What a `Database` needs to know.

    Raises
    ------
    SolutionFileError
        Here, if it is no published database, or one that ends too early; from every question, if
        what is read is damaged.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._kept, self._packed, self._pages = map(_Recent, (_UNPACKED, _PACKED, _PAGES))
        self.head: Head = self._trusted("", self._read_head)
        fields = self.head.fields
        self.kind: str = fields["kind"]
        self.content: str = fields["content"]
        self.width: int = fields["width"] if self.content == "remoteness" else 1
        self.tally: Tally = Tally.from_json(fields["remoteness"])
        self.fields: dict[str, Any] = {**fields, "start": self._starts()}

    def _read_head(self) -> Head:
        content, whole = self.source.head()
        head = Head.from_bytes(content)
        levels: list[int] = head.fields["levels"]
        self._depth = len(levels)
        last = head.fields["last"]
        # One more than the greatest code.
        self._after: int = 0 if last is None else last + 1
        # Where the pages or blocks of each level begin in the one file, and where the last end.
        self._begins = np.cumsum([head.size, *levels]).tolist()
        starts = head.fields["starts"]
        expected = self._begins[-1] + (starts[1] if starts else 0)
        if whole not in (None, expected):
            raise DamagedError(f"{expected} bytes", f"{whole}, a file that was cut or goes on")
        return head

    def _starts(self) -> list[int]:
        """Return all starts, the first one first."""
        starts: list[int] = self.head.fields["start"]
        if self.head.fields["starts"] is None:
            return starts

        def read() -> list[int]:
            count, size, crc = self.head.fields["starts"]
            packed = self.source.fetch(self._begins[-1], size, STARTS)
            text = inflate(Entry(0, size, crc).check(packed), 10 * count)
            try:
                codes = _sorting.unpack(np.frombuffer(text, np.uint8), count)
            except ValueError as error:
                raise DamagedError("ascending starts", str(error)) from None
            found: list[int] = np.asarray(codes).tolist()
            return [*starts[:1], *(x for x in found if x != starts[0])]

        every: list[int] = self._trusted(STARTS, read)
        return every

    # -- reading ------------------------------------------------------------------------------

    def _trusted(self, what: str, read: Callable[[], Any]) -> Any:
        """Return what a function reads, or raise SolutionFileError with the place."""
        try:
            return read()
        except DamagedError as error:
            place = f"{shown_path(self.source.name)}{what and f', {what}'}"
            message = f"{place}: expected {error.expected}, got {error.found}"
            raise SolutionFileError(message) from None

    def _fetched(self, page: Page, level: int, place: int) -> tuple[bytes, Entry]:
        """Return the bytes of a child of a page of `level`, and its entry; the head is level 0.

        The place is that of the child among all of its level.
        """
        at, entry = page.entry(place % PAGE)
        name = CHILD.format(level=self._depth - 1 - level, number=place)
        content = self._packed.get(name)
        if content is None:
            if at + entry.size > self.head.fields["levels"][level]:
                raise DamagedError("a place inside of the file", "one behind its end")
            begin = self._begins[level] + at
            content = entry.check(self.source.fetch(begin, entry.size, name))
            if self.source.is_remote:
                self._packed.put(name, content, len(content))
        return content, entry

    def _page(self, page: Page, level: int, place: int) -> Page:
        """Return a page below a page, by its place among all of its level."""
        found: Page | None = self._pages.get((level, place))
        if found is not None:
            return found

        def read() -> Page:
            content, entry = self._fetched(page, level, place)
            below = Page(content)
            if not len(below) or below.firsts[0] != entry.first:
                raise DamagedError(f"a page from code {entry.first} on", "another")
            return below

        found = self._trusted(f"page {place} of the index", read)
        self._pages.put((level, place), found, 24 * len(found))
        return found

    def _descend(self, child: Callable[[Page, int], int]) -> tuple[int, Page, int | None]:
        """Return a block: its number, its page, and the first code of the next block, if any.

        The function names the child of a page of a level; where it names none, the number is -1.
        """
        page, place, bound = self.head.page, 0, None
        for level in range(self._depth):
            chosen = child(page, level)
            if not 0 <= chosen < len(page):
                return -1, page, int(page.firsts[0]) if len(page) else None
            if chosen + 1 < len(page):
                bound = int(page.firsts[chosen + 1])
            place = place * PAGE + chosen
            if level + 1 < self._depth:
                page = self._page(page, level, place)
        return place, page, bound

    def _block_for(self, code: int) -> tuple[int, Page, int | None]:
        """Return the block that a code belongs to; -1 where the code is below all blocks."""
        return self._descend(lambda page, _: page.child(code))

    def _block(self, found: tuple[int, Page, int | None]) -> tuple[Int64Array, AnyArray]:
        """Return the codes and the labels of a block."""
        block, page, bound = found
        kept: tuple[Int64Array, AnyArray] | None = self._kept.get(block)
        if kept is not None:
            return kept

        def read() -> tuple[Int64Array, AnyArray]:
            content, entry = self._fetched(page, self._depth - 1, block)
            codes, labels = decode_block(content, entry, self.content)
            if labels.dtype.itemsize > self.width:
                raise DamagedError(f"labels of {self.width} bytes", f"{labels.dtype.itemsize}")
            if codes[-1] >= (self._after if bound is None else bound):
                raise DamagedError("codes below those of the next block", f"{codes[-1]}")
            return codes, widen(labels, self.width)

        kept = self._trusted(f"block {block}", read)
        self._kept.put(block, kept, kept[0].nbytes + kept[1].nbytes)
        return kept

    def _blocks(self, numbers: Iterable[int]) -> Iterator[tuple[Int64Array, AnyArray]]:
        """Yield the codes and the labels of blocks by their numbers."""
        for number in numbers:

            def child(_: Page, level: int, number: int = number) -> int:
                # The digits of the number are the children on the way to the block.
                return int(number // PAGE ** (self._depth - 1 - level) % PAGE)

            found = self._descend(child)
            if found[0] < 0:
                place = shown_path(self.source.name)
                message = f"{place}: expected block {number} in the index, got none"
                raise SolutionFileError(message)
            yield self._block(found)

    # -- questions ----------------------------------------------------------------------------

    def find(self, codes: Int64Array) -> AnyArray:
        """Return the labels of codes, `no_position` where there is none.

        They are grouped by block, so that each block is read once.
        """
        found = np.full(len(codes), no_position(self.width), dtype=dtype(self.width))
        order = np.argsort(codes, kind="stable")
        asked = np.ascontiguousarray(codes[order])
        start = 0
        while start < len(asked):
            place = self._block_for(int(asked[start]))
            stop = len(asked)
            if place[2] is not None:
                stop = int(np.searchsorted(asked, np.int64(place[2])))
            if place[0] >= 0:
                known, labels = self._block(place)
                places = np.minimum(np.searchsorted(known, asked[start:stop]), len(known) - 1)
                there = known[places] == asked[start:stop]
                found[order[start:stop][there]] = labels[places[there]]
            start = stop
        return found

    def find_one(self, code: int) -> tuple[int, int]:
        """Return outcome and remoteness of one code, `NO_PRESET` and -1 where there is none."""
        place = self._block_for(code)
        if place[0] < 0:
            return NO_PRESET, NEVER_ENDS
        codes, labels = self._block(place)
        at = int(np.searchsorted(codes, np.int64(code)))
        if at == len(codes) or codes[at] != code:
            return NO_PRESET, NEVER_ENDS
        return decode_one(int(labels[at]), self.width)

    def owners(self, codes: Int64Array) -> Int64Array:
        """Return the part that each code is in: the only one."""
        return np.zeros(len(codes), dtype=np.int64)

    def sample(self) -> Int64Array:
        """Return codes to compare a rule at, from 16 blocks spread over all; see `choose`."""
        chosen = spread(self.fields["blocks"], _SAMPLED)
        chosen[-1:], chosen[:1] = self.fields["blocks"] - 1, 0
        found = [*self._blocks(chosen.tolist())]
        codes = np.concatenate([np.zeros(0, np.int64), *(codes for codes, _ in found)])
        labels = [labels for _, labels in found]
        return codes[choose(*decode(np.concatenate([np.zeros(0, dtype(self.width)), *labels])))]

    def read(self) -> Iterator[tuple[int, Int64Array, AnyArray]]:
        """Yield the part, some codes in ascending order, and their labels."""
        for codes, labels in self._blocks(range(self.fields["blocks"])):
            yield 0, codes, labels

    def close(self) -> None:
        """Close the source; a later question opens it again."""
        self.source.close()
