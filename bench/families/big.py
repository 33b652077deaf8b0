"""The family "big": games larger than memory, and what is asked of their databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench.families.solve import named
from bench.graphs import weighted
from bench.runner import Case, Contestant, Facts, child

Work = Callable[[], Any]

# -- look-ups in a database -----------------------------------------------------------------------

# Codes looked up in an array, and one at a time.
ASKED, SINGLE = 10**6, 10**4
PARTS = 8


def random_answers(n: int) -> tuple[Any, Any]:
    """Return codes of 40 bits in ascending order, and a label for each."""
    random = np.random.default_rng(16)
    codes = np.unique(random.integers(0, 2**40, n))
    remoteness = random.geometric(0.08, len(codes)).clip(0, 120)
    labels = 2 * remoteness + (random.random(len(codes)) < 0.6)
    return codes, labels.astype(np.uint8)


def write_database(folder: Path, n: int) -> Facts:
    """Write a database, the same in SQLite where it is small, and the codes that are asked for."""
    from graphgame.answers import labels, manifest, part_writer, storage

    codes, known = random_answers(n)
    owners = storage.mix(codes) % np.uint64(PARTS)
    rows = [
        part_writer.write_codes(folder, k, codes[owners == k], known[owners == k])
        for k in range(PARTS)
    ]
    manifest.complete(
        folder,
        kind="hashed",
        rule=("random", ""),
        play="normal",
        starts=[int(codes[0])],
        parts=rows,
        tally=labels.Tally().add(known),
        moves=0,
    )
    places = np.random.default_rng(17).integers(0, len(codes), ASKED)
    codes[places].tofile(folder / "asked")
    np.save(folder / "codes.npy", codes)
    np.save(folder / "labels.npy", known)
    size = sum(row["bytes"] for row in rows)
    return {"positions": len(codes), "bytes_a_position": round(size / len(codes), 3)}


def asked(folder: Path) -> Any:
    """Return the codes that are asked for."""
    return np.fromfile(folder / "asked", dtype=np.int64)


def many(folder: Path) -> Work:
    """Look all codes up as an array."""
    codes, database = asked(folder), gg.Database.open(folder)
    return lambda: database.remoteness_of(codes)


def many_in_memory(folder: Path) -> Work:
    """Search them in an array of all codes that is loaded."""
    codes = asked(folder)
    known, labels = (np.load(folder / f"{name}.npy") for name in ("codes", "labels"))
    return lambda: labels[np.searchsorted(known, codes)].astype(np.int32) >> 1


def single(folder: Path) -> Work:
    """Look some codes up one at a time."""
    codes, database = asked(folder)[:SINGLE].tolist(), gg.Database.open(folder)
    return lambda: np.array([database.remoteness_of(code) for code in codes], dtype=np.int32)


def single_in_sqlite(folder: Path) -> Work:
    """Ask SQLite, whose table has the codes as its key."""
    codes = asked(folder)[:SINGLE].tolist()
    known, labels = (np.load(folder / f"{name}.npy") for name in ("codes", "labels"))
    base = sqlite3.connect(folder / "sqlite")
    base.execute("create table if not exists answers (code integer primary key, label integer)")
    rows = zip(known.tolist(), labels.tolist(), strict=True)
    base.executemany("insert or ignore into answers values (?, ?)", rows)
    base.commit()
    ask = "select label from answers where code = ?"
    return lambda: np.array(
        [base.execute(ask, (code,)).fetchone()[0] >> 1 for code in codes], dtype=np.int32
    )


def checks(found: Any) -> dict[str, Any]:
    """Return a checksum of the answers."""
    return {"checks": {"remoteness": weighted(found)}}


MANY = child("graphgame, an array of codes", "families.big", "many", ours=True)
IN_MEMORY = child("NumPy, all codes in memory", "families.big", "many_in_memory")
ONE = child("graphgame, one code at a time", "families.big", "single", ours=True)
SQLITE = child("SQLite, one code at a time", "families.big", "single_in_sqlite")


def database_case(n: int, what: str, *contestants: Contestant) -> Case:
    """Return the case of some look-ups in a database of random answers."""
    return Case(f"{what} of {named(n)}", lambda folder: write_database(folder, n), contestants)


def database_cases(*, quick: bool) -> list[Case]:
    """Return the cases of look-ups."""
    n, less = (10**5, 10**4) if quick else (10**7, 10**6)
    return [
        database_case(n, f"{named(ASKED)} codes", MANY, IN_MEMORY),
        database_case(less, f"{named(SINGLE)} codes", ONE, SQLITE),
    ]


# -- all ------------------------------------------------------------------------------------------


def cases(*, quick: bool) -> list[Case]:
    """Return the cases of this family."""
    return [*database_cases(quick=quick)]
