"""Where the answers of a database stand: in memory, or in the part files of a folder.

Both find the labels of codes, in one width, and yield all positions with their labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from graphgame.answers.agreement import CHOSEN_FROM, choose, spread
from graphgame.answers.folder import NAME
from graphgame.answers.labels import (
    WIDTHS,
    Tally,
    decode,
    decode_one,
    dtype,
    no_position,
    preset_draw,
    widen,
)
from graphgame.answers.manifest import Manifest
from graphgame.answers.part_reader import Part
from graphgame.answers.part_writer import file_name
from graphgame.errors import SolutionFileError, shown_path
from graphgame.outcome import NEVER_ENDS, NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

# Labels looked at a time.
_BLOCK = 1 << 18
# Codes of all parts that are read side by side, 32 MiB, where there are at most 1,024 parts.
_SIDE_BY_SIDE = 1 << 22
_MOST = (1 << 64) - 1
# Blocks that a sample is chosen from.
_SAMPLED = CHOSEN_FROM // 64
KINDS = "indexed", "hashed", "tiers"


def mix(codes: Int64Array) -> AnyArray:
    """Return SplitMix64's finalizer of codes: their part is this number modulo the parts.

    >>> mix(np.array([0, 1])).tolist()
    [0, 6238072747940578789]
    """
    z = codes.astype(np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _mix_one(code: int) -> int:
    """Return `mix` of one code."""
    z = code & _MOST
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MOST
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MOST
    return z ^ z >> 31


class MemoryStorage:
    """Labels in memory: of indices from 0 on, or of codes in ascending order.

    Parameters
    ----------
    labels : (n,) uint8, uint16 or uint32
    codes : (n,) int64, optional
    """

    labels: AnyArray
    codes: Int64Array | None

    def __init__(self, labels: AnyArray, codes: Int64Array | None = None) -> None:
        self.labels, self.codes = labels, codes
        self.width: int = int(labels.dtype.itemsize)
        self.tally: Tally = Tally().add(labels)
        self.kind = "indexed" if codes is None else "hashed"

    def find(self, codes: Int64Array) -> AnyArray:
        """Return the labels of codes, `no_position` where there is none."""
        n = len(self.labels)
        if self.codes is None:
            known = (codes >= 0) & (codes < n)
            places = codes
        else:
            places = np.searchsorted(self.codes, codes)
            known = places < n
            known[known] = self.codes[places[known]] == codes[known]
        if known.all():
            return self.labels[places]
        found = np.full(len(codes), no_position(self.width), dtype=self.labels.dtype)
        found[known] = self.labels[places[known]]
        return found

    def find_one(self, code: int) -> tuple[int, int]:
        """Return outcome and remoteness of one code, `NO_PRESET` and -1 where there is none."""
        place = code
        if self.codes is not None:
            place = int(np.searchsorted(self.codes, np.int64(code)))
            if place == len(self.codes) or self.codes[place] != code:
                place = -1
        known = 0 <= place < len(self.labels)
        label = int(self.labels[place]) if known else no_position(self.width)
        return decode_one(label, self.width)

    def owners(self, codes: Int64Array) -> Int64Array:
        """Return the part that each code is in: the only one."""
        return np.zeros(len(codes), dtype=np.int64)

    def sample(self) -> Int64Array:
        """Return codes to compare a rule at, terminals among them; see `choose`."""
        missing = no_position(self.width)
        ended = np.flatnonzero((self.labels < 2) | (self.labels == preset_draw(self.width)))
        every = spread(len(self.labels), CHOSEN_FROM)
        places = np.union1d(every, ended[spread(len(ended), CHOSEN_FROM)])
        places = places[self.labels[places] != missing]
        chosen: Int64Array = places[choose(*decode(self.labels[places]))]
        return chosen if self.codes is None else self.codes[chosen]

    def read(self) -> Iterator[tuple[int, Int64Array, AnyArray]]:
        """Yield the part, some codes in ascending order, and their labels."""
        for start in range(0, len(self.labels), _BLOCK):
            labels = self.labels[start : start + _BLOCK]
            there = np.flatnonzero(labels != no_position(self.width))
            codes = there + start if self.codes is None else self.codes[there + start]
            yield 0, codes, labels[there]

    def close(self) -> None:
        """Keep everything: memory is freed with the database."""


def check_fields(manifest: Manifest) -> None:
    """Refuse a manifest whose fields are not those of a complete database.

    Raises
    ------
    SolutionFileError
        With the first field that is not as docs/formats.md says.
    """
    fields = manifest.fields
    rule, tally = fields.get("rule"), fields.get("remoteness")
    good = {
        "kind": fields.get("kind") in KINDS,
        "play": fields.get("play") in ("normal", "misere"),
        "rule": isinstance(rule, dict) and all(type(rule.get(x)) is str for x in _OF_RULE),
        "start": _are_ints(fields.get("start"), -(2**63)),
        "symmetric": type(fields.get("symmetric")) is bool,
        "positions": _are_ints([fields.get("positions")], 0),
        "moves": _are_ints([fields.get("moves")], 0),
        "remoteness": isinstance(tally, dict)
        and {*tally} == {"WIN", "LOSE", "DRAW"}
        and all(
            isinstance(rows, list) and all(_are_ints(row, -1) and len(row) == 2 for row in rows)
            for rows in tally.values()
        ),
    }
    rows = fields.get("parts")
    good["parts"] = isinstance(rows, list) and all(map(_is_row, rows, range(len(rows))))
    if all(good.values()):
        found = Tally.from_json(fields["remoteness"])
        counts = {str(outcome): count for outcome, count in found.counts().items()}
        good["counts"] = fields.get("counts") == counts
        good["positions"] = found.positions == fields["positions"]
        good["positions"] &= found.positions == sum(row["positions"] for row in fields["parts"])
    for name, is_good in good.items():
        if not is_good:
            raise SolutionFileError(
                f"{shown_path(manifest.folder / NAME)}: expected {name} as docs/formats.md "
                f"describes it, got {str(fields.get(name))[:60]}"
            )


_OF_RULE = "name", "digest"
_OF_PART = "bytes", "positions", "first", "last", "width", "pages_crc32"


def _are_ints(values: Any, least: int) -> bool:
    return isinstance(values, list) and all(
        type(value) is int and least <= value < 2**63 for value in values
    )


def _is_row(row: Any, number: int) -> bool:
    return (
        isinstance(row, dict)
        and row.get("file") == file_name(number)
        and _are_ints([row.get(name) for name in _OF_PART], -(2**63))
        and row["width"] in WIDTHS
    )


class FolderStorage:
    """Labels in the part files that a manifest names.

    Parameters
    ----------
    manifest : Manifest
        Of a complete database.
    """

    def __init__(self, manifest: Manifest) -> None:
        check_fields(manifest)
        self.kind: str = manifest["kind"]
        rows: list[dict[str, Any]] = manifest["parts"]
        self.parts: list[Part] = [Part(manifest.folder, row) for row in rows]
        self.width: int = max((row["width"] for row in rows), default=1)
        self.tally: Tally = Tally.from_json(manifest["remoteness"])
        # Where parts are ranges: the first index of each, ascending.
        self._order = list(range(len(rows)))
        self._firsts = np.array([row["first"] for row in rows], dtype=np.int64)

    def find(self, codes: Int64Array) -> AnyArray:
        """Return the labels of codes, `no_position` where there is none.

        Raises
        ------
        SolutionFileError
            If a part is damaged where it is read.
        """
        if self.kind == "tiers":
            return self._find_in_tiers(codes)
        if not self.parts:
            return np.full(len(codes), no_position(self.width), dtype=dtype(self.width))
        if len(self.parts) == 1:
            return widen(self.parts[0].find(codes), self.width)
        return self._find_by_part(codes, self.owners(codes))

    def find_one(self, code: int) -> tuple[int, int]:
        """Return outcome and remoteness of one code, `NO_PRESET` and -1 where there is none."""
        if self.kind == "hashed":
            parts = self.parts and [self.parts[_mix_one(code) % len(self.parts)]]
        else:
            parts = [part for part in self.parts if part.first <= code <= part.last]
        for part in parts:
            found = decode_one(part.find_one(code), part.width)
            if found[0] != NO_PRESET:
                return found
        return NO_PRESET, NEVER_ENDS

    def owners(self, codes: Int64Array) -> Int64Array:
        """Return the part that each code is in, if it is in any; parts of tiers overlap."""
        if self.kind == "hashed":
            return (mix(codes) % np.uint64(max(1, len(self.parts)))).astype(np.int64)
        owners = np.searchsorted(self._firsts, codes, side="right") - 1
        return np.maximum(owners, 0, out=owners)

    def _find_by_part(self, codes: Int64Array, owners: AnyArray) -> AnyArray:
        """Ask each part for its codes."""
        if len(codes) == 1:
            return widen(self.parts[int(owners[0])].find(codes), self.width)
        found = np.empty(len(codes), dtype=dtype(self.width))
        small = owners.astype(np.uint16) if len(self.parts) < 1 << 16 else owners
        order = np.argsort(small, kind="stable")  # a radix sort of 16 bits
        ends = np.cumsum(np.bincount(owners, minlength=len(self.parts)))
        start = 0
        for part, stop in zip(self.parts, ends.tolist(), strict=True):
            if start < stop:
                places = order[start:stop]
                found[places] = widen(part.find(codes[places]), self.width)
            start = stop
        return found

    def _find_in_tiers(self, codes: Int64Array) -> AnyArray:
        """Ask the parts whose range a code is in, until one has it.

        Codes that are asked together are of few tiers, and so are those of the next question: the
        parts that had codes are asked first next time.  Each code is in one part.
        """
        missing = no_position(self.width)
        found = np.full(len(codes), missing, dtype=dtype(self.width))
        # Places of the codes that are left, by ascending code: those of a part stand together.
        left = np.arange(len(codes))
        if (codes[1:] < codes[:-1]).any():
            left = np.argsort(codes)
        asked = codes[left]
        useful: dict[int, int] = {}
        for number in self._order:
            part = self.parts[number]
            start = int(np.searchsorted(asked, part.first))
            stop = int(np.searchsorted(asked, part.last, side="right"))
            if start == stop:
                continue
            labels = widen(part.find(asked[start:stop]), self.width)
            there = labels != missing
            if there.any():
                places = left[start:stop][there]
                found[places] = labels[there]
                useful[number] = len(places)
                still = np.ones(len(left), dtype=np.bool_)
                still[start:stop] = ~there
                left, asked = left[still], asked[still]
                if not len(left):
                    break
        first = sorted(useful, key=lambda number: -useful[number])
        self._order = [*first, *(number for number in self._order if number not in useful)]
        return found

    def sample(self) -> Int64Array:
        """Return codes to compare a rule at: of all parts, terminals among them; see `choose`.

        Blocks of 64 positions are read, some 300 in all, and two of each part at least.
        """
        most = max(2, _SAMPLED // max(1, len(self.parts)))
        found = [part.sample(most) for part in self.parts]
        codes = np.concatenate([np.zeros(0, np.int64), *(codes for codes, _ in found)])
        labels = [widen(labels, self.width) for _, labels in found]
        return codes[choose(*decode(np.concatenate([np.zeros(0, dtype(self.width)), *labels])))]

    def ranges(self) -> list[tuple[int, Callable[[], Iterator[Int64Array]]]]:
        """Return the first code of each part, and a function that yields its codes."""
        most = max(1 << 12, _SIDE_BY_SIDE // max(1, len(self.parts)))

        def codes(part: Part) -> Iterator[Int64Array]:
            return (some for some, _ in part.read(most))

        return [(part.first, partial(codes, part)) for part in self.parts]

    def read(self) -> Iterator[tuple[int, Int64Array, AnyArray]]:
        """Yield a part, some of its codes in ascending order, and their labels; all by turns."""
        for number, part in enumerate(self.parts):
            for codes, labels in part.read():
                yield number, codes, widen(labels, self.width)

    def close(self) -> None:
        """Close all files."""
        for part in self.parts:
            part.close()
