"""Files of every format of archives, damaged one place at a time, with sums that fit.

Pinned here: what is loaded from a damaged file raises a `SolutionFileError`, or is a solution whose
every question has an answer or a `GraphGameError`; nothing else is ever raised.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import archive


def _heap_game() -> gg.HeapGame:
    game = gg.octal("0.77")
    game.values(60)
    return game


def _take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def _coins(n: int) -> list[gg.Sum]:
    return [gg.Sum(a, n - 2 - a) for a in range(n - 1)]


_BOARD = "3 4\nP..E\n.*..\n..T.\n"
_ARCS = {"a": ["b"], "b": ["c"], "c": ["a"], "d": ["c"]}
# What a file is made of, by its format.
SAVED: dict[str, Callable[[], Any]] = {
    "pursuit": lambda: gg.PoliceAndThief(_BOARD).solve(),
    "pursuit, outcomes": lambda: gg.PoliceAndThief(_BOARD).solve(remoteness=False),
    "cops": lambda: gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], 1),
    "cops, outcomes": lambda: gg.cops_and_robbers(_ARCS, 1, remoteness=False),
    "solution": lambda: gg.solve(_ARCS, presets={"c": gg.DRAW}),
    "answers": lambda: gg.build(_take, start=30),
    "values": lambda: gg.grundy({"a": ["b"], "b": ["c"], "c": []}),
    "loopy values": lambda: gg.loopy_grundy([(0, 1), (1, 0), (1, 2)]),
    "heap game": _heap_game,
    "owners": lambda: gg.solve_buchi([(0, 1), (1, 0)], [0, 1], [1]),
    "memory": lambda: gg.solve_gr1([(0, 1), (1, 0)], [0, 1], [[0]], [[1], [0]]),
    "parity": lambda: gg.ParityGame([(0, 1), (1, 0)], [0, 1], [1, 2]).solve(),
    "sums": lambda: gg.grundy(_coins, start=gg.Sum(6, 2), sums=True),
}
# What stands in place of a field of a header: other types, signs and sizes.
_FIELDS = [
    None,
    True,
    0,
    -1,
    1,
    2,
    2**31,
    2**63,
    -(2**70),
    1.5,
    "",
    "x",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
]
# What stands in place of a header.
_HEADERS = [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b"9" * 5000, b"1e999", b"\0"]
Arrays = dict[str, Any]


def arrays_of(solution: Any) -> Arrays:
    file = io.BytesIO()
    solution.save(file)
    with zipfile.ZipFile(file) as members:
        return {x.filename[:-4]: np.load(members.open(x)) for x in members.infolist()}


def text(data: bytes) -> Any:
    return np.frombuffer(data, dtype=np.uint8)


def changed_fields(value: Any) -> Iterator[Any]:
    """Yield a header, or a part of one, with one field changed or lost."""
    for key in value if isinstance(value, dict) else range(len(value)):
        copy = value.copy()
        for field in _FIELDS:
            copy[key] = field
            yield copy
        if isinstance(value[key], dict | list):
            for part in changed_fields(value[key]):
                copy[key] = part
                yield copy
        del copy[key]
        yield copy


def damaged(arrays: Arrays) -> Iterator[Arrays]:
    """Yield the arrays of a file with one thing changed, in each way that there is."""
    for header in changed_fields(json.loads(arrays["header"].tobytes())):
        yield arrays | {"header": text(json.dumps(header).encode())}
    for data in _HEADERS:
        yield arrays | {"header": text(data)}
    names = [name for name in arrays if name != "header"]
    for name in names:
        yield {other: array for other, array in arrays.items() if other != name}
        for array in changed_arrays(arrays[name]):
            yield arrays | {name: array}
        for other in names:
            yield arrays | {name: arrays[other], other: arrays[name]}


def changed_arrays(array: Any) -> Iterator[Any]:
    """Yield an array of other types, shapes and entries."""
    for kind in "?bBhHiIqQefdD":
        yield np.zeros(array.shape, kind)
    for shape in (array[:0], array[:-1], [*array, *array], [array], array.T, np.zeros((2,) * 5)):
        yield np.asarray(shape, dtype=array.dtype)
    yield array.astype(array.dtype.newbyteorder(">"))
    yield np.array(7, dtype=array.dtype)
    if array.size and array.dtype.kind in "iu":
        bounds = np.iinfo(array.dtype)
        for entry in (bounds.min, bounds.max, bounds.max // 2, 0, 1, 2):
            yield np.full_like(array, entry)
            for at in (0, array.size // 2, array.size - 1):
                copy = array.copy()
                copy.flat[at] = entry
                yield copy


def ask(solution: Any) -> None:
    """Ask everything that there is; a file may say anything, but not break the library."""
    repr(solution)
    start, game = (getattr(solution, name, None) for name in ("start", "game"))
    questions: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
        **dict.fromkeys(("counts", "verify", "line", "table", "to_svg"), ((), {})),
        **dict.fromkeys(("outcome", "remoteness_of", "best_move", "winning_moves"), ((start,), {})),
        "value": ((start,), {}),
        **dict.fromkeys(
            ("outcome_map", "remoteness_map"), ((), {"police": getattr(game, "police", None)})
        ),
    }
    for name, (given, named) in questions.items():
        # TypeError and AttributeError: not every kind has every question.
        with suppress(gg.GraphGameError, AttributeError, TypeError):
            getattr(solution, name)(*given, **named)


@pytest.mark.parametrize("kind", SAVED)
@pytest.mark.filterwarnings("ignore")
def test_a_damaged_file_is_refused_or_answers(kind: str) -> None:
    solution = SAVED[kind]()
    load = type(solution).load
    refused = 0
    for arrays in damaged(arrays_of(solution)):
        file = io.BytesIO()
        archive.write_arrays(file, arrays)
        file.seek(0)
        try:
            again = load(file)
        except gg.SolutionFileError as error:
            refused += 1
            assert "\n" not in str(error)  # noqa: PT017
        else:
            ask(again)
    assert refused >= 60


@pytest.mark.parametrize("kind", SAVED)
def test_a_file_of_another_kind_is_refused(kind: str) -> None:
    load = type(SAVED[kind]()).load
    for make in SAVED.values():
        if type(make()) is not type(SAVED[kind]()):
            file = io.BytesIO()
            make().save(file)
            file.seek(0)
            with pytest.raises(gg.SolutionFileError):
                load(file)
