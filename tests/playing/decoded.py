"""The tables of pages, read slowly and in plain Python, from docs/formats.md alone."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any, NamedTuple


class Read(NamedTuple):
    """A position of a table: its options are (position, label) in ascending order."""

    name: str | None
    board: str | None
    turn: int | None
    outcome: int
    remoteness: int
    options: list[tuple[int, str | None]]


def numbers(table: dict[str, Any]) -> dict[str, list[int]]:
    """Return the parts of a table as lists of integers."""
    data = gzip.decompress(base64.b64decode(table["data"]))
    parts = {}
    for name, width, count in table["parts"]:
        planes = [data[k * count : (k + 1) * count] for k in range(width)]
        data = data[width * count :]
        parts[name] = [
            sum(byte << 8 * k for k, byte in enumerate(column))
            for column in zip(*planes, strict=True)
        ]
    assert not data
    return parts


def read(data: dict[str, Any]) -> list[Read]:
    """Return all positions of the data of a page."""
    data = json.loads(json.dumps(data))
    table = data["table"]
    n = table["positions"]
    parts = numbers(table)
    texts = json.loads(bytes(parts["texts"]).decode())
    turns = parts.get("turns", [None] * n)
    boards = [board(table, parts, v) for v in range(n)]
    labels = texts.get("moves")

    def named(number: int) -> str | None:
        name = None if labels is None or number < 0 else labels[number]
        return None if name is None else str(name)

    if "steps" in texts:
        options = by_steps(table, parts, texts["steps"], turns)
    else:
        options = by_lists(parts, n)
    read = []
    for v in range(n):
        name = texts["names"][v] if "names" in texts else None
        if "base" in texts:
            name = str(texts["base"] + v)
        moves = [(w, named(number)) for w, number in sorted(options[v])]
        outcome, remoteness = parts["results"][v] % 3 - 1, parts["results"][v] // 3 - 1
        read.append(Read(name, boards[v], turns[v], outcome, remoteness, moves))
    return read


def board(table: dict[str, Any], parts: dict[str, list[int]], v: int) -> str | None:
    """Return the board of a position."""
    if table["template"] is None:
        return None
    letters = list(table["template"])
    for cell, place in enumerate(table["places"]):
        letters[place] = table["alphabet"][parts["boards"][cell * table["positions"] + v]]
    return "".join(letters)


def by_lists(parts: dict[str, list[int]], n: int) -> list[list[tuple[int, int]]]:
    """Return the options that are written down."""
    rows: list[list[tuple[int, int]]] = []
    rest = iter(
        zip(parts["options"], parts.get("labels", [-1] * len(parts["options"])), strict=True)
    )
    first = 0
    for v in range(n):
        row: list[tuple[int, int]] = []
        for k in range(parts["degrees"][v]):
            number, label = next(rest)
            if k == 0:
                first += -(number + 1) // 2 if number % 2 else number // 2
                row.append((first, label))
            else:
                row.append((row[-1][0] + number + 1, label))
        rows.append(row)
    assert next(rest, None) is None
    return rows


def by_steps(
    table: dict[str, Any],
    parts: dict[str, list[int]],
    steps: list[list[int]],
    turns: list[int | None],
) -> list[list[tuple[int, int]]]:
    """Return the options to which steps lead."""
    n = table["positions"]
    cells = range(len(table["places"]))
    rows = [tuple(parts["boards"][cell * n + v] for cell in cells) for v in range(n)]
    known = {(turn, row): v for v, (turn, row) in enumerate(zip(turns, rows, strict=True))}
    exceptions = set()
    at = 0
    for gap, number in zip(parts["exceptions"], parts["exception_steps"], strict=True):
        at += gap
        exceptions.add((at, number))
    options: list[list[tuple[int, int]]] = []
    for v in range(n):
        found = []
        for number, (turn, label, *changes) in enumerate(steps):
            triples = list(zip(changes[::3], changes[1::3], changes[2::3], strict=True))
            if (v, number) in exceptions or turn not in (-1, turns[v]):
                continue
            if any(rows[v][cell] != old for cell, old, _ in triples):
                continue
            after = list(rows[v])
            for cell, _, new in triples:
                after[cell] = new
            w = known.get((None if turn < 0 else 1 - turn, tuple(after)))
            if w is not None and parts["results"][v] // 3 - 1 != 0:
                found.append((w, label))
        options.append(found)
    return options
