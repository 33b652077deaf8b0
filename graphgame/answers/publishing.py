"""Published databases, as they are written: compressed blocks, in one file or a folder of files.

Positions come in ascending order, some at a time, whatever the parts of the source are.  Blocks are
written to a journal as they are made, so that a call that was killed is gone on with.  The head is
written last: until then there is no database.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from graphgame import archive
from graphgame.answers import _sorting
from graphgame.answers.labels import widen
from graphgame.answers.manifest import package_version
from graphgame.answers.published_blocks import POSITIONS, encode_blocks
from graphgame.answers.published_files import CHILD, HEAD, INDEX, OFFLINE, STARTS, WORKER
from graphgame.answers.published_index import CONTENTS, FORMAT, PAGE, Entry, Head, Page, deflate
from graphgame.answers.storage import MemoryStorage
from graphgame.arrays import distinct
from graphgame.checks import open_regular
from graphgame.errors import CallError, GraphGameError, shown_path
from graphgame.progress import Report
from graphgame.rules.asked import Asked, digest, rule_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from graphgame.answers.database import Database
    from graphgame.answers.page_folder import Pages
    from graphgame.types import AnyArray, Int64Array, LookOptions, ProgressLike

# What is kept beside the target until the head is written: a journal, and blocks.
_WORK, _JOURNAL, _BLOCKS = ".unfinished", "journal", "blocks"
# What may lie beside it with a page.
_PAGES = INDEX, OFFLINE, WORKER
# Codes of all parts that are read side by side, and the fewest of each.
_SIDE_BY_SIDE, _FEWEST = 1 << 21, 1 << 12
# Starts that the head has itself.
_FEW_STARTS = 64
_MOST_CODE = 2**63 - 1
_KEPT = "what was finished is kept: make room, and call again to go on"
_TEXT = "published {done:,} of {total:,} positions, {bytes:,} bytes"


def publish(
    database: Database[Any],
    path: str | os.PathLike[str],
    content: str,
    *,
    split: bool,
    page: str | os.PathLike[str] | None = None,
    look: LookOptions | None = None,
    progress: ProgressLike = False,
) -> None:
    """Write a database compressed; see `Database.publish`."""
    if content not in CONTENTS:
        raise GraphGameError(f"content: expected one of {', '.join(CONTENTS)}, got {content!r}")
    if not isinstance(path, str | os.PathLike):
        raise GraphGameError(f"path: expected where to publish, got {path!r}")
    if database._fields.get("content") == "outcomes" and content != "outcomes":
        raise GraphGameError("content: expected 'outcomes', which is all that this database has")
    storage, asked = coded(database)
    facts, starts = _facts(database, storage, asked, content)
    pages = None
    if page is not None:
        pages = _pages(database, page, look, facts, storage, asked)
    elif look:
        raise GraphGameError(
            f"{next(iter(look))}: expected none without page=, got some; page= is the rule in C or "
            "in JavaScript"
        )
    with Report(progress) as report, archive.full_disk(path, _KEPT):
        publisher = _Publisher(Path(path), {**facts, "split": split}, starts, pages)
        publisher.run(storage, report)


def _pages(database: Any, page: Any, look: Any, *known: Any) -> Pages:
    """Return the pages of a database; what they need is imported with the first ones."""
    from graphgame.answers.page_folder import Pages
    from graphgame.playing.game import Look

    if not isinstance(page, str | os.PathLike):
        raise GraphGameError(f"page: expected a rule in a file, FILE.c or FILE.js, got {page!r}")
    for name in look or {}:
        if name not in Look._fields:
            fields = ", ".join(Look._fields)
            raise CallError(f"publish: expected one of {fields}, got {name}=")
    return Pages(database, page, Look(**(look or {})), *known)


def coded(database: Database[Any]) -> tuple[Any, Asked | None]:
    """Return positions that are codes with their labels, and the rule on codes if it is known."""
    asked, listed = database._asked, database._listed
    known = asked.rules.options is not None
    if listed is None:
        return database._storage, asked if known else None
    odd = next((x for x in listed if type(x) is not int or not -(2**63) <= x < 2**63), None)
    if odd is not None:
        raise GraphGameError(
            f"database: expected positions that are integers of 64 bits, got such as {odd!r}; "
            "build it by a rule on codes"
        )
    codes = np.array(listed.labels, dtype=np.int64)
    order = np.argsort(codes)
    storage = MemoryStorage(database._storage.find(order), codes[order])
    if not known:
        return storage, None
    again = Asked.from_rule(asked.rules.as_rule(), database._fields["start"])
    again.name = rule_name(asked.rules.author or asked.rules.options)
    return storage, again


def _facts(
    database: Database[Any], storage: Any, asked: Asked | None, content: str
) -> tuple[dict[str, Any], bytes]:
    """Return what a head says of a database, but for its blocks, and the starts if it has many."""
    fields = database._fields
    starts = [int(start) for start in fields["start"]]
    rule = fields.get("rule")
    if rule is None and asked is not None and starts:
        rule = {"name": asked.name, "digest": digest(asked, np.array(starts, dtype=np.int64))}
    tally, packed = storage.tally, b""
    found: dict[str, Any] = {"start": starts, "starts": None}
    if len(starts) > _FEW_STARTS:
        all_starts = distinct(np.array(starts, dtype=np.int64))
        packed = deflate(np.asarray(_sorting.pack(all_starts)).tobytes())
        entry = len(all_starts), len(packed), zlib.crc32(packed)
        found = {"start": starts[:1], "starts": [*entry]}
    facts = {
        **found,
        "format": FORMAT,
        "graphgame": package_version(),
        "content": content,
        "kind": "indexed" if storage.kind == "indexed" else "codes",
        "play": str(database.play),
        "rule": rule or {"name": "unknown", "digest": None},
        "symmetric": bool(fields["symmetric"]),
        "undecided": bool(fields.get("undecided")),
        "width": storage.width,
        "positions": tally.positions,
        "moves": fields.get("moves"),
        "counts": {str(outcome): count for outcome, count in tally.counts().items()},
        "remoteness": tally.to_json(),
    }
    return facts, packed


class _Publisher:
    """Writes the files of one published database.

    Parameters
    ----------
    path : Path
    facts : dict
        What the head says, but for what the blocks decide.
    starts : bytes
        Those that the head has no room for.
    pages : Pages, optional
        Which are written beside it, in a folder.
    """

    def __init__(
        self, path: Path, facts: dict[str, Any], starts: bytes, pages: Pages | None = None
    ) -> None:
        self.path, self.facts, self.starts, self.pages = path, facts, starts, pages
        self.split: bool = facts["split"]
        self.work = Path(f"{os.fspath(path).rstrip('/')}{_WORK}")
        self.entries: list[Entry] = []
        # Positions that are finished, the greatest code of them, the checksum of what they were
        # made of, and the bytes of their blocks.
        self.done, self.crc32, self.size = 0, 0, 0
        self.last: int | None = None

    def run(self, storage: Any, report: Report | None) -> None:
        """Write what is not written yet."""
        self._require_free()
        self.work.mkdir(parents=True, exist_ok=True)
        with open_regular(self.work / _JOURNAL, "a+b", within=True) as journal:
            if not archive.take_lock(journal):
                raise GraphGameError(
                    f"path: expected no other call that publishes {shown_path(self.path)}, got one"
                )
            archive.remove_left(self.path)  # at once, for what is written needs the room
            steps = self._resume(journal)
            with self._block_file() as blocks:
                for number, (codes, labels) in enumerate(_chunks(storage)):
                    self._count(codes, labels)
                    if number < len(steps):
                        self._repeat(steps[number])
                    else:
                        self._write(codes, labels, journal, blocks)
                    if report is not None:
                        total = self.facts["positions"]
                        done, size = self.done, self.size
                        report.step("publishing", done, total, "positions", _TEXT, bytes=size)
        if self.done != self.facts["positions"]:
            raise GraphGameError(
                f"database: expected {self.facts['positions']} positions, as it counts, got "
                f"{self.done}; nothing is published"
            )
        self._finish()

    # -- what stands there --------------------------------------------------------------------

    def _require_free(self) -> None:
        """Refuse to write over what is not ours."""
        path = self.path
        if self.split or self.pages is not None:
            free = not os.path.lexists(path) or (path.is_dir() and not any(path.iterdir()))
            if not free or path.is_symlink():
                raise GraphGameError(
                    f"path: expected an empty folder, or nothing, for the files of a published "
                    f"database, got {shown_path(path)}; nothing is written: give another folder"
                )
        elif path.is_dir():
            raise GraphGameError(
                f"path: expected a file, got the folder {shown_path(path)}; split=True publishes "
                "a folder of files"
            )
        if os.path.lexists(self.work) and (self.work.is_symlink() or not self._is_ours()):
            raise GraphGameError(
                f"path: expected nothing, or what an earlier call has left, at "
                f"{shown_path(self.work)}, got something else; nothing is written"
            )

    def _is_ours(self) -> bool:
        """Return whether the folder for the work holds what such a folder holds, and only that."""
        if not self.work.is_dir():
            return False
        return all(
            (path.name in (_JOURNAL, _BLOCKS, HEAD, STARTS, *_PAGES) or _is_child(path.name))
            and path.is_file()
            and not path.is_symlink()
            for path in self.work.iterdir()
        )

    # -- the journal --------------------------------------------------------------------------
    # The first line says what is published, and each of the others what a step has written: how
    # many positions are finished, the checksum of them, and the entries of its blocks.

    def _resume(self, journal: IO[bytes]) -> list[tuple[int, int, list[Entry]]]:
        """Return the steps that an earlier call has finished; forget what it has not."""
        identity = json.dumps(self.facts, sort_keys=True).encode() + b"\n"
        for name in _PAGES:  # which are written last, and which this call may not want
            (self.work / name).unlink(missing_ok=True)
        journal.seek(0)
        steps: list[tuple[int, int, list[Entry]]] = []
        end = len(identity)
        if journal.read(end) == identity:
            size = count = 0
            for line in journal:
                step = _read_step(line)
                if step is None or not self._has(step[2], size, count):
                    break
                steps.append(step)
                size += sum(entry.size for entry in step[2])
                count += len(step[2])
                end += len(line)
            journal.truncate(end)
        else:  # what another call has left is of no use, and would be published with the rest
            for path in self.work.iterdir():
                if path.name != _JOURNAL:
                    path.unlink()
            journal.truncate(0)
            journal.write(identity)
            journal.flush()
        return steps

    def _has(self, entries: list[Entry], at: int, number: int) -> bool:
        """Return whether blocks stand where an earlier call has written them."""
        try:
            if self.split:
                contents = [
                    (self.work / CHILD.format(level=0, number=number + k)).read_bytes()
                    for k in range(len(entries))
                ]
            else:
                with open_regular(self.work / _BLOCKS, within=True) as file:
                    file.seek(at)
                    contents = [file.read(entry.size) for entry in entries]
        except OSError:
            return False
        return all(
            len(content) == entry.size and zlib.crc32(content) == entry.crc32
            for content, entry in zip(contents, entries, strict=True)
        )

    def _count(self, codes: Int64Array, labels: AnyArray) -> None:
        """Count positions of the source, and add them to its checksum."""
        if (codes[1:] <= codes[:-1]).any() or (self.last is not None and codes[0] <= self.last):
            raise GraphGameError(
                f"database: expected each code once, got {codes[0]} to {codes[-1]} with one twice; "
                "nothing is published"
            )
        self.done += len(codes)
        self.last = int(codes[-1])
        self.crc32 = zlib.crc32(labels.tobytes(), zlib.crc32(codes.tobytes(), self.crc32))

    def _repeat(self, step: tuple[int, int, list[Entry]]) -> None:
        """Keep what an earlier call has written of the same positions."""
        done, crc32, entries = step
        if (done, crc32) != (self.done, self.crc32):
            raise GraphGameError(
                f"database: expected the one that an earlier call began to publish, got other "
                f"answers up to code {self.last}; remove {shown_path(self.work)} to begin again"
            )
        self.entries += entries
        self.size += sum(entry.size for entry in entries)

    # -- what is written ----------------------------------------------------------------------

    @contextmanager
    def _block_file(self) -> Iterator[IO[bytes] | None]:
        """Open the file with all blocks; there is none where each has its own."""
        if self.split:
            yield None
            return
        with open_regular(self.work / _BLOCKS, "a+b", within=True) as blocks:
            yield blocks

    def _write(
        self, codes: Int64Array, labels: AnyArray, journal: IO[bytes], blocks: IO[bytes] | None
    ) -> None:
        """Write the blocks of some positions, and then the step."""
        if blocks is not None:
            blocks.truncate(self.size)
        entries = []
        for first, block in encode_blocks(codes, labels, self.facts["content"]):
            if blocks is None:
                self._write_file(CHILD.format(level=0, number=len(self.entries)), block)
            else:
                blocks.write(block)
            entries.append(Entry(first, len(block), zlib.crc32(block)))
            self.entries.append(entries[-1])
            self.size += len(block)
        if blocks is not None:
            blocks.flush()
        journal.write(json.dumps([self.done, self.crc32, entries]).encode() + b"\n")
        journal.flush()

    def _write_file(self, name: str, content: bytes) -> None:
        with open_regular(self.work / name, "wb", within=True) as file:
            file.write(content)

    def _finish(self) -> None:
        """Write the index and the head, and put everything in its place."""
        levels = _index(self.entries)
        starts = self.starts
        facts = {
            **self.facts,
            "blocks": len(self.entries),
            "first": self.entries[0].first if self.entries else None,
            "last": self.last,
            "levels": [*(sum(map(len, pages)) for pages in levels[1:]), self.size],
        }
        head = Head(facts, levels[0][0]).to_bytes()
        if not self.split and self.pages is None:
            with archive.replacing(self.path) as file:
                self._join(file, head, levels)
            shutil.rmtree(self.work)
            return
        if self.split:
            for level, pages in enumerate(levels[1:], 1):
                for number, page in enumerate(pages):
                    self._write_file(CHILD.format(level=len(levels) - level, number=number), page)
            if starts:
                self._write_file(STARTS, starts)
            self._write_file(HEAD, head)
        else:
            with open_regular(self.work / HEAD, "wb", within=True) as file:
                self._join(file, head, levels)
        if self.pages is not None:
            from graphgame.answers.page_folder import Written

            self.pages.write(self.work, Written(facts, levels, len(head), self.entries))
        for name in (_JOURNAL, _BLOCKS):
            with suppress(FileNotFoundError):
                os.unlink(self.work / name)
        archive.sync_all(sorted(self.work.iterdir()))
        archive.sync(self.work)
        os.replace(self.work, self.path)
        archive.sync(self.path.parent)

    def _join(self, file: IO[bytes], head: bytes, levels: list[list[bytes]]) -> None:
        """Write the one file: the head, the pages of the index, and what has been written."""
        file.write(head)
        file.writelines(page for pages in levels[1:] for page in pages)
        with open_regular(self.work / _BLOCKS, within=True) as blocks:
            shutil.copyfileobj(blocks, file, 1 << 20)
        file.write(self.starts)


def _is_child(name: str) -> bool:
    """Return whether a name is that of a block or a page in a folder."""
    level, _, rest = name.partition("-")
    return level.isdigit() and rest.endswith(".ggdb") and rest[:-5].isdigit()


def _read_step(line: bytes) -> tuple[int, int, list[Entry]] | None:
    """Return a step of a journal; None where its line was not written to the end."""
    if not line.endswith(b"\n"):
        return None
    try:
        done, crc32, rows = json.loads(line)
        return int(done), int(crc32), [Entry(*map(int, row)) for row in rows]
    except (ValueError, TypeError):
        return None


def _index(entries: list[Entry]) -> list[list[bytes]]:
    """Return the pages of the index, a level a list: the first has the uppermost page alone."""
    levels: list[list[bytes]] = []
    while True:
        at, pages, above = 0, [], []
        for start in range(0, max(1, len(entries)), PAGE):
            some = entries[start : start + PAGE]
            pages.append(Page.to_bytes(at, some))
            at += sum(entry.size for entry in some)
            if some:
                above.append(Entry(some[0].first, len(pages[-1]), zlib.crc32(pages[-1])))
        levels.insert(0, pages)
        if len(pages) == 1:
            return levels
        entries = above


# -- all positions by ascending codes -------------------------------------------------------------


def _chunks(storage: Any) -> Iterator[tuple[Int64Array, AnyArray]]:
    """Yield all positions by ascending codes, `POSITIONS` at a time, with their labels."""
    held: list[tuple[Int64Array, AnyArray]] = []
    count = 0
    for codes, labels in _ascending(storage):
        held.append((codes, labels))
        count += len(codes)
        if count < POSITIONS:
            continue
        codes, labels = (np.concatenate(arrays) for arrays in zip(*held, strict=True))
        whole = count - count % POSITIONS
        for start in range(0, whole, POSITIONS):
            some = slice(start, start + POSITIONS)
            yield np.ascontiguousarray(codes[some]), np.ascontiguousarray(labels[some])
        held = [(codes[whole:], labels[whole:])]
        count -= whole
    if count:
        codes, labels = (np.concatenate(arrays) for arrays in zip(*held, strict=True))
        yield codes, labels


def _ascending(storage: Any) -> Iterator[tuple[Int64Array, AnyArray]]:
    """Yield all positions by ascending codes, some at a time, with their labels."""
    parts = getattr(storage, "parts", None)
    if parts is None:
        yield from ((codes, labels) for _, codes, labels in storage.read())
        return
    most = max(_FEWEST, _SIDE_BY_SIDE // max(1, len(parts)))
    waiting = sorted(parts, key=lambda part: -part.first)
    held: list[tuple[Int64Array, AnyArray, Any]] = []
    while waiting or held:
        # No code up to `bound` will come from a part that is being read.
        bound = min((int(codes[-1]) for codes, _, _ in held), default=_MOST_CODE)
        if waiting and waiting[-1].first <= bound:
            stream = waiting.pop().read(most)
            held += _next(stream, storage.width)
            continue
        taken = [int(np.searchsorted(codes, bound, side="right")) for codes, _, _ in held]
        some = [(row[0][:k], row[1][:k]) for row, k in zip(held, taken, strict=True)]
        codes, labels = (np.concatenate(arrays) for arrays in zip(*some, strict=True))
        if len(some) > 1:
            order = np.argsort(codes)
            codes, labels = codes[order], labels[order]
        yield codes, labels
        left = [(row[0][k:], row[1][k:], row[2]) for row, k in zip(held, taken, strict=True)]
        held = [
            row for one in left for row in ([one] if len(one[0]) else _next(one[2], storage.width))
        ]


def _next(stream: Any, width: int) -> list[tuple[Int64Array, AnyArray, Any]]:
    """Return what the stream of a part has next: one row, or none at its end."""
    for codes, labels in stream:
        if len(codes):
            return [(codes, widen(labels, width), stream)]
    return []
