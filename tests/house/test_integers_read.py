"""Integers beyond their type in what is read: words of a command, requests, texts and files.

Beside `test_integers`, which has the arguments of calls.  Each door is given a list of integers:
used, or refused in one line by a `GraphGameError`; a command ends with status 0 or 2.  No error of
Python or of NumPy comes out.
"""

from __future__ import annotations

import io
import json
import warnings
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cli import main
from graphgame.graphs.form import read_loader
from graphgame.playing.game import Look, coded_game
from graphgame.playing.positions import CodePositions
from graphgame.text.chance_text import read_chance
from tests.house.test_golden_files import GOLDEN, WAITING
from tests.playing.games import Played, cycle, take
from tests.playing.serving import served

# -- the command line ------------------------------------------------------------------------------

LARGE = "9" * 5000
NUMBERS = ["2147483648", "9223372036854775808", "18446744073709551616", "-1", "1e400", LARGE]
WORDS = {
    "solve FILE --from N": "222222",
    "solve FILE --base N": "222222",
    "solve FILE --threads N": "000222",
    "grundy FILE --sum N 3": "222222",
    "grundy FILE --sum 3 N": "222222",
    "nim 3 4 --most N": "000222",
    "nim 3 4 --moore N": "000222",
    "nim 3 4 --limit N": "000222",
    "nim N 4": "000220",
    "nim --staircase N 4": "000220",
    "heap take 1,N -n 5": "000222",
    "heap take 1,2 -n N": "222222",
    "heap all-but N -n 5": "000222",
    "heap octal 0.77 --heaps N,3": "222222",
    "heap octal 0.77 --outcome --heaps N,3": "000222",
    "heap octal 0.77 --outcome --heaps N,3 --play misere": "222222",
    "heap octal 0.77 --period -n N": "000222",
    "heap octal 0.77 --genus -n N": "222222",
    "heap octal 0.77 --quotient -n N": "222222",
    "cops FILE --cops N": "222222",
    "cops FILE --number N": "000222",
    "chance DICE --from N": "222222",
    "chance DICE --base N": "222222",
    "chance DICE --from 1 --seed N": "000222",
    "chance DICE --player N": "222222",
    "draw FILE --depth N": "000222",
    "draw FILE --around N": "222222",
    "page --heaps N,3": "222222",
    "page --cops N FILE": "222222",
    "play FILE --as none --seed N": "000022",
    "play FILE --as none --errs N": "222222",
    "serve FILE --port N": "222222",
    "build take.py:stay --folder a --start N": "022222",
    "build take.py:take --folder a --size N": ".22222",
    "build take.py:take --folder a --start 9 --threads N": "000222",
    "build take.py:take --folder a --start 9 --partitions N": "222222",
    "build take.py:take --folder a --start 9 --memory N": "000222",
    "query b N": "222222",
}


STAY = "def stay(n):\n    return []\n"


@pytest.mark.parametrize("command", WORDS)
def test_an_integer_in_a_command_is_used_or_refused(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graph").write_text("3 2\n1 2\n2 3\n")
    Path("DICE").write_text("2 2\n1 1 1\n1 2 5\n1 CHANCE\n2 OWNER 0\n")
    Path("take.py").write_text(
        "def take(n):\n    return [n - k for k in (1, 2) if n >= k]\n" + STAY
    )
    gg.build(lambda n: [n - 1] if n else [], 5, folder="b")
    for number, status in zip(NUMBERS, WORDS[command], strict=True):
        if status == ".":  # memory and time decide
            continue
        words = [x.replace("N", number).replace("FILE", "graph") for x in command.split()]
        found = main(words)
        error = capfd.readouterr().err
        assert (found, error.count("\n")) == ((2, 1) if status == "2" else (0, 0)), error
        assert len(error) < 400


# -- requests --------------------------------------------------------------------------------------


class Codes(Played):
    """The answers of a database."""

    @property
    def positions(self) -> Any:
        return CodePositions(coded_game(self.solution), self.look)


def codes() -> Played:
    def step(numbers: Any) -> Any:
        return np.flatnonzero(numbers), numbers[numbers > 0] - 1

    return Codes(gg.build(step, 9), Look(title="Take"))


@pytest.mark.parametrize("make", [cycle, take, codes])
def test_an_integer_in_a_request_is_no_position(make: Callable[[], Any]) -> None:
    with served(make()) as client:
        for number in [*NUMBERS, "-9223372036854775809", "1e3", "1_0", "%D9%A3", "007"]:
            answer = client.ask(f"/positions/?p={number}")
            assert answer.status == 404
            assert [*answer.data] == ["error"]
            assert client.ask(f"/find/?text={number}").data == {"position": None}


# -- texts -----------------------------------------------------------------------------------------

AUTOMATON = (
    b'HOA: v1 States: %s Start: 0 AP: %s "a" controllable-AP: %s Acceptance: %s Inf(%s) '
    b"--BODY-- State: 0 [%s] %s --END--"
)
TEXTS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "graph, n": (lambda text: gg.read_graph(io.BytesIO(text)), b"N 1\n1 2\n"),
    "graph, m": (lambda text: gg.read_graph(io.BytesIO(text)), b"2 N\n1 2\n"),
    "graph, position": (lambda text: gg.read_graph(io.BytesIO(text)), b"2 1\n1 N\n"),
    "graph, preset": (lambda text: gg.read_graph(io.BytesIO(text)), b"2 1\n1 2\nN WIN\n"),
    "graph, owner": (lambda text: gg.read_graph(io.BytesIO(text)), b"1 0\n1 OWNER N\n"),
    "chance, n": (lambda text: read_chance(io.BytesIO(text)), b"N 1\n1 2 1\n"),
    "chance, position": (lambda text: read_chance(io.BytesIO(text)), b"2 1\n1 N 1\n"),
    "chance, owner": (lambda text: read_chance(io.BytesIO(text)), b"1 0\n1 OWNER N\n"),
    "chance, of a position": (lambda text: read_chance(io.BytesIO(text)), b"1 0\nN CHANCE\n"),
    "grid": (lambda text: gg.PoliceAndThief(io.BytesIO(text)), b"1 N\nPT\n"),
    "pg, count": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity N;\n0 1 0 0;\n"),
    "pg, vertex": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity 1;\nN 1 0 0;\n"),
    "pg, priority": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity 0;\n0 N 0 0;\n"),
    "pg, owner": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity 0;\n0 1 N 0;\n"),
    "pg, successor": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity 0;\n0 1 0 N;\n"),
    "pg, start": (lambda text: gg.read_pg(io.BytesIO(text)), b"parity 0;\nstart N;\n0 1 0 0;\n"),
    **{
        f"hoa, {name}": (lambda text: gg.realize(gg.read_hoa(io.BytesIO(text))), AUTOMATON % given)
        for name, given in {
            "states": (b"N", b"1", b"0", b"1", b"0", b"0", b"0"),
            "propositions": (b"1", b"N", b"0", b"1", b"0", b"0", b"0"),
            "controllable": (b"1", b"1", b"N", b"1", b"0", b"0", b"0"),
            "acceptance sets": (b"1", b"1", b"0", b"N", b"0", b"0", b"0"),
            "set": (b"1", b"1", b"0", b"1", b"N", b"0", b"0"),
            "literal": (b"1", b"1", b"0", b"1", b"0", b"N", b"0"),
            "target": (b"1", b"1", b"0", b"1", b"0", b"0", b"N"),
        }.items()
    },
    "sol, count": (
        lambda text: gg.ParityGame({0: [0]}, [0], [0]).read_sol(io.BytesIO(text)),
        b"paritysol N;\n0 0 0;\n",
    ),
    "sol, winner": (
        lambda text: gg.ParityGame({0: [0]}, [0], [0]).read_sol(io.BytesIO(text)),
        b"paritysol 0;\n0 N 0;\n",
    ),
    "sol, move": (
        lambda text: gg.ParityGame({0: [0]}, [0], [0]).read_sol(io.BytesIO(text)),
        b"paritysol 0;\n0 0 N;\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_an_integer_in_a_text_is_refused_with_its_place(name: str) -> None:
    read, text = TEXTS[name]
    for number in [*NUMBERS, "-9223372036854775809"]:
        if (name, number) == ("pg, priority", NUMBERS[0]):
            continue  # it is one
        with pytest.raises(gg.ParseError) as caught:
            read(text.replace(b"N", number.encode()))
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300


# -- what files of ours hold -----------------------------------------------------------------------

VALUES = [2**31, 2**63, 2**64, -(2**63) - 1, 10**400, float("inf"), float("nan"), True, 3.0]


def _places(found: object, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of the integers in what JSON holds."""
    if isinstance(found, dict | list):
        inner = found.items() if isinstance(found, dict) else enumerate(found[:6])
        for key, value in inner:
            yield from _places(value, (*place, key))
    elif isinstance(found, int) and not isinstance(found, bool):
        yield place


def _changed(text: str) -> Iterator[tuple[str, Any]]:
    """Yield texts of JSON in which one integer is another."""
    for place in _places(json.loads(text)):
        for value in VALUES:
            whole = json.loads(text)
            inner = whole
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = value
            yield f"{place}: {str(value)[:30]}", whole


def _is_refused(load: Callable[[], Any], what: str) -> bool:
    """Return whether a load is refused by an error of ours, of one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            load()
        except gg.GraphGameError as error:
            found = str(error)
        else:
            return False
    assert "\n" not in found, what
    return True


def _load(kind: Any, name: str, file: io.BytesIO) -> None:
    if kind is not None:
        kind.load(file).verify()
        return
    given = dict(WAITING[name])  # a search, which goes on
    gg.prove(given.pop("rule"), given.pop("start"), resume=file, **given).verify()


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.npz")), ids=lambda path: path.stem)
def test_an_integer_in_the_header_of_a_file_is_refused(path: Path) -> None:
    with np.load(path) as opened:
        arrays = {name: opened[name] for name in opened.files}
    kind: Any = read_loader(str(path))
    for what, header in _changed(arrays["header"].tobytes().decode()):
        file = io.BytesIO()
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
        np.savez(file, **arrays)
        file.seek(0)
        refused = _is_refused(partial(_load, kind, path.stem, file), what)
        # A score of 64 bits, a denominator of 52; nodes, and the scores of a search, of 64.
        wide = ["cycles", "scale", "nodes"] + ["least"] * (path.stem == "search-1-scores")
        assert refused or what in {f"('{x}',): {2**31}" for x in wide}, what


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("heap-game*.npz")), ids=lambda path: path.stem)
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.float64, np.int8])
def test_values_of_heaps_beyond_their_type_are_refused(path: Path, dtype: Any) -> None:
    with np.load(path) as opened:
        arrays = {name: opened[name] for name in opened.files}
    values = arrays["values"].astype(dtype)
    values[3] = np.array(-1 if dtype is np.int8 else 2**31 + 1).astype(dtype)
    file = io.BytesIO()
    np.savez(file, **{**arrays, "values": values})
    file.seek(0)
    assert _is_refused(lambda: gg.HeapGame.load(file), str(dtype))


def test_an_integer_in_a_quotient_is_refused() -> None:
    file = io.BytesIO()
    game = gg.octal("0.123")
    game.misere_quotient().save(file)
    for what, content in _changed(file.getvalue().decode()):
        if what.endswith((": True", ": 3.0")):
            continue  # they equal 1 and 3
        if what.startswith("('reach'"):
            continue  # of moves that reach further, a period is not proven
        text = json.dumps(content).encode()
        assert _is_refused(partial(gg.MisereQuotient.load, io.BytesIO(text), game), what), what


def test_an_integer_in_a_manifest_is_refused(tmp_path: Path) -> None:
    def take(n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    gg.build(take, 50, folder=tmp_path / "a", partitions=2).close()
    manifest = tmp_path / "a" / "manifest.json"
    for what, fields in _changed(manifest.read_text()):
        if not what.startswith("('crc32',)"):
            del fields["crc32"]
        body = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        fields.setdefault("crc32", zlib.crc32(body.encode()))
        manifest.write_text(json.dumps(fields, sort_keys=True, separators=(",", ":")) + "\n")

        def opened() -> None:
            with gg.Database.open(tmp_path / "a", take) as database:
                database.verify()

        assert _is_refused(opened, what), what
