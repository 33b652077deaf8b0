"""Codings of published databases, and how large games become; kept in results/publishing.json.

    python -m bench.families.publishing
    python -m bench.families.publishing --codings
    python -m bench.families.publishing connect_four-6x4-classes
    python -m bench.families.publishing --blocks --file answers.ggdb

Without a name all small games are published, with remoteness and with outcomes alone; what is
printed are bits a position, seconds of CPU time, and look-ups.  `--codings` prints what blocks of
other sizes and codings would take, in bits a position; `--blocks` how large blocks are, and how
long a position whose block is not kept takes, for several bounds of a block, in a tenth of all
blocks.  `--file` takes what was published already.  Exits with 1 if an answer differs.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import tempfile
import zlib
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import ROOT, keep, peak_mib, provenance
from graphgame.answers import _sorting, published_blocks
from graphgame.answers.labels import decode
from graphgame.answers.published_index import Entry
from graphgame.answers.publishing import coded
from tools.shelf import GAMES

# Positions that are looked up one by one.
ASKED = 2000
# Blocks of a game that are measured, spread evenly.
SAMPLED = 12
SIZES = 1 << 10, 1 << 12, 1 << 14, 1 << 16
# Bounds of a block in bytes that are compared.
BOUNDS = [k << 10 for k in (44, 32, 24, 16, 12, 8, 4, 2)]


def measured(source: gg.Database, content: str) -> dict[str, Any]:
    """Publish a game, compare every answer, and look some up."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "published.ggdb"
        began = process_time()
        source.publish(path, content)
        cpu = process_time() - began
        size = path.stat().st_size
        with gg.Database.open(path) as database:
            began = process_time()
            database.verify(source)
            compared = process_time() - began
            codes = np.random.default_rng(1).choice(coded(source)[0].codes, ASKED).tolist()
        with gg.Database.open(path) as database:
            times = []
            for code in codes:
                began = perf_counter()
                database.outcome(code)
                times.append(perf_counter() - began)
            blocks = database._fields["blocks"]
    return {
        "bytes": size,
        "bits": round(8 * size / len(source), 3),
        "blocks": blocks,
        "publish_cpu_seconds": round(cpu, 2),
        "compare_cpu_seconds": round(compared, 2),
        "look_up_median_microseconds": round(1e6 * float(np.median(times)), 1),
        "look_up_slowest_milliseconds": round(1e3 * max(times), 2),
    }


# -- codings that were compared -------------------------------------------------------------------


def deflated(content: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> int:
    """Return how many bytes deflate makes of some."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
    return len(packing.compress(content)) + len(packing.flush())


def xz(content: bytes) -> int:
    """Return how many bytes LZMA makes of some, which no browser undoes: what there is to gain."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}]
    return len(lzma.compress(content, format=lzma.FORMAT_RAW, filters=filters))


def digits(values: Any, base: int, count: int) -> bytes:
    """Return values below `base`, so many in each byte."""
    rows = np.zeros(-(-len(values) // count) * count, dtype=np.int64)
    rows[: len(values)] = values
    return (rows.reshape(-1, count) @ base ** np.arange(count)).astype(np.uint8).tobytes()


def code_sizes(codes: Any) -> dict[str, float]:
    """Return the bytes of the codes of a block in several codings."""
    differences = np.diff(codes, prepend=codes[0] - 1) - 1
    width = max(1, (int(differences.max()).bit_length() + 7) // 8)
    planes = differences.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width]
    return {
        "bit packing": len(codes) * int(differences.max()).bit_length() / 8,
        "planes": deflated(planes.T.tobytes()),
        "7 bits a byte": deflated(np.asarray(_sorting.pack(codes)).tobytes()),
        "7 bits a byte, xz": xz(np.asarray(_sorting.pack(codes)).tobytes()),
    }


def label_sizes(labels: Any) -> dict[str, float]:
    """Return the bytes of the labels of a block in several codings."""
    text = labels.tobytes()
    outcomes = decode(labels)[0] + 1
    _, number, counts = np.unique(labels, return_inverse=True, return_counts=True)
    ranks = np.argsort(np.argsort(-counts, kind="stable"))[number]
    again = np.concatenate([[False], labels[1:] == labels[:-1]])
    won, lost = (labels[outcomes == kind].tobytes() for kind in (2, 0))
    pairs = deflated(digits(outcomes, 4, 4))
    return {
        "labels": deflated(text),
        "labels, filtered": deflated(text, zlib.Z_FILTERED),
        "labels, Huffman alone": deflated(text, zlib.Z_HUFFMAN_ONLY),
        "rank by frequency": deflated(np.minimum(ranks, 255).astype(np.uint8).tobytes()),
        "like the last, exceptions": deflated(np.packbits(again).tobytes())
        + deflated(labels[~again].tobytes()),
        "outcomes, lengths apart": pairs + deflated(won) + deflated(lost),
        "outcomes alone, a byte": deflated(outcomes.astype(np.uint8).tobytes()),
        "outcomes alone, 4 a byte": pairs,
        "outcomes alone, 5 a byte": deflated(digits(outcomes, 3, 5)),
        "outcomes alone, a byte, xz": xz(outcomes.astype(np.uint8).tobytes()),
    }


def codings(source: gg.Database) -> dict[int, dict[str, float]]:
    """Return, for each size of blocks, the bits a position of each coding."""
    storage = coded(source)[0]
    codes, labels = storage.codes, storage.labels
    found: dict[int, dict[str, float]] = {}
    for size in SIZES:
        starts = range(0, max(1, len(codes) - size // 2), size)
        chosen = [*starts][:: max(1, len(starts) // (SAMPLED * max(1, SIZES[-1] // size // 4)))]
        total: dict[str, float] = {}
        count = 0
        for start in chosen:
            some = slice(start, start + size)
            count += len(codes[some])
            rows = code_sizes(np.ascontiguousarray(codes[some])) | label_sizes(labels[some])
            for name, taken in rows.items():
                total[name] = total.get(name, 0) + taken
        found[size] = {name: round(8 * taken / count, 2) for name, taken in total.items()}
    return found


def sampled_codings(source: gg.Database) -> dict[str, float]:
    """Return the same for what was published, at the usual size; and without what rules preset."""
    storage, total = source._storage, dict[str, float]()
    count = 0
    for start in range(0, len(source) - SIZES[-1], len(source) // SAMPLED):
        codes, labels = _some(storage, start)
        # Ends at once: lost or drawn in 0 plies.
        kept = np.flatnonzero(decode(labels)[1] != 0)
        rows = code_sizes(codes) | label_sizes(labels)
        left = np.ascontiguousarray(codes[kept]), labels[kept]
        rows |= {f"{name}, undecided": x for name, x in code_sizes(left[0]).items()}
        rows |= {f"{name}, undecided": x for name, x in label_sizes(left[1]).items()}
        for name, taken in rows.items():
            total[name] = total.get(name, 0) + taken
        count += len(codes)
    return {name: round(8 * taken / count, 3) for name, taken in total.items()}


def bounded(source: gg.Database, content: str) -> dict[int, dict[str, float]]:
    """Return, for each bound of a block, bits a position, and microseconds of a cold look-up."""
    storage = coded(source)[0]
    chosen = [*range(0, len(source), 1 << 16)][:: max(1, len(source) // (1 << 16) // 20)]
    found: dict[int, dict[str, float]] = {}
    pieces = [_some(storage, start) for start in chosen]
    count = sum(len(codes) for codes, _ in pieces)
    usual = published_blocks.MOST_BYTES
    for most in BOUNDS:
        published_blocks.MOST_BYTES = most
        blocks = [
            block
            for codes, labels in pieces
            for block in published_blocks.encode_blocks(codes, labels, content)
        ]
        times = []
        for first, block in blocks:
            entry = Entry(first, len(block), zlib.crc32(block))
            began = process_time()
            codes, _ = published_blocks.decode_block(entry.check(block), entry, content)
            np.searchsorted(codes, codes[len(codes) // 3])
            times.append(process_time() - began)
        size = sum(len(block) + 16 for _, block in blocks)
        found[most] = {
            "bits": round(8 * size / count, 3),
            "kb": round(size / len(blocks) / 1000, 1),
            "positions": count // len(blocks),
            "cold_microseconds": round(1e6 * float(np.median(times))),
        }
    published_blocks.MOST_BYTES = usual
    return found


def print_bounds(name: str, source: gg.Database) -> None:
    """Print what bounds of blocks cost, of each content that there is."""
    contents = ("remoteness", "outcomes")
    for content in contents if source._fields.get("content") != "outcomes" else contents[1:]:
        for most, row in bounded(source, content).items():
            print(name, content, most, json.dumps(row), flush=True)


def _some(storage: Any, start: int) -> tuple[Any, Any]:
    """Return the codes and labels of a block of the usual size, by the number of its first."""
    if hasattr(storage, "codes"):
        some = slice(start, start + (1 << 16))
        return np.ascontiguousarray(storage.codes[some]), storage.labels[some]
    # What is published has other blocks: those about this place, as many as are needed.
    number = start * storage.fields["blocks"] // storage.fields["positions"]
    rows, count = [], 0
    while count < 1 << 16 and number < storage.fields["blocks"]:
        rows += [*storage._blocks([number])]
        count, number = count + len(rows[-1][0]), number + 1
    codes, labels = (np.concatenate([row[k] for row in rows])[: 1 << 16] for k in (0, 1))
    return codes, labels


def main() -> int:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description="measure published databases")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--codings", action="store_true", help="compare codings of blocks")
    parser.add_argument("--blocks", action="store_true", help="compare bounds of blocks")
    parser.add_argument("--file", help="published answers, in place of a game")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "examples"))
    if args.file:
        with gg.Database.open(args.file) as source:
            if args.codings:
                print(json.dumps(sampled_codings(source)))
            if args.blocks:
                print_bounds(args.file, source)
        return 0
    for name in args.game or [name for name, game in GAMES.items() if not game.large]:
        source = GAMES[name].build()
        if args.blocks:
            print_bounds(name, source)
            continue
        if args.codings:
            for size, row in codings(source).items():
                print(name, size, json.dumps(row), flush=True)
            continue
        record: dict[str, Any] = {"positions": len(source)}
        for content in ("remoteness", "outcomes"):
            record[content] = measured(source, content)
        if len(args.game) == 1:
            record["peak_mib"] = round(peak_mib())
        print(name, json.dumps(record), flush=True)
        if not args.dry_run:
            command = f"python -m bench.families.publishing {name}"
            keep("publishing", name, {**provenance(command), **record})
    return 0


if __name__ == "__main__":
    sys.exit(main())
