"""`read_chance`: games of chance as text, what is accepted, and what is refused.

Pinned here: everything the format allows gives the game that it says, in chunks of any size; all
else is a ParseError that names the place, what was expected and what was found; readers of graphs
say what reads a game of chance.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, ParseError
from graphgame.text.chance_text import read_chance
from tests.text.test_graph_text import facts
from tests.text.test_random import Pieces

# A player chooses between dice and a sure point.
GAME = b"""5 5
1 2            # player 0 rolls,
1 3 POINTS 1/2 # or takes half a point
2 3 1/6 POINTS 3
2 4 2/6
2 5 .5 POINTS -1.5
1 OWNER 0
2 CHANCE
3 SCORE 1
4 SCORE -2/3
5 SCORE .25
"""


def read(text: bytes, base: int = 1) -> tuple[GameGraph[int], dict[str, Any]]:
    return read_chance(io.BytesIO(text), base=base)


def in_pieces(text: bytes, size: int) -> tuple[GameGraph[int], dict[str, Any]]:
    file: Any = Pieces(text, size)
    return read_chance(file)


def plain(numbers: dict[str, Any]) -> dict[str, Any]:
    """Return what a text says, for comparison."""
    return {name: x if isinstance(x, dict) else x.tolist() for name, x in numbers.items()}


def said(text: bytes, base: int = 1) -> tuple[Any, ...]:
    graph, numbers = read(text, base)
    return (*facts(graph), plain(numbers))


# -- accepted -------------------------------------------------------------------------------------


def test_all_that_a_text_can_say() -> None:
    graph, numbers = read(GAME)
    half, sixth = Fraction(1, 2), Fraction(1, 6)
    assert facts(graph) == (5, [[0, 1], [0, 2], [1, 2], [1, 3], [1, 4]], {})
    assert plain(numbers) == {
        "owner": [0, -1, 0, 0, 0],
        "probabilities": [None, None, sixth, 2 * sixth, half],
        "points": [0, half, 3, 0, -3 * half],
        "scores": {2: 1, 3: Fraction(-2, 3), 4: Fraction(1, 4)},
    }
    kinds = [*map(type, numbers["points"].tolist()), type(numbers["scores"][2])]
    assert kinds == [int, Fraction, int, int, Fraction, int]
    s = gg.solve_chance(graph, **numbers, exact=True)
    roll = sixth * 4 + 2 * sixth * Fraction(-2, 3) + half * Fraction(-5, 4)
    assert (s.exact(1), s.exact(0)) == (roll, 3 * half)
    assert s.verify()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (b"0 0\n", {"owner": []}),
        (b"1 1\n1 1 1\n1 CHANCE", {"owner": [-1], "probabilities": [1]}),
        (b"2 2\n1 2 3\n1 1 5\n1 CHANCE\n2 OWNER 1\n", {"owner": [-1, 1], "probabilities": [3, 5]}),
        (b"2 1\n1 2 POINTS -7\n", {"points": [-7]}),
        (b"2 1\n1 2 POINTS 0\n", {"points": [0]}),
        (b"2 1\n1 2\n2 SCORE 4/2\n", {"scores": {1: 2}}),
        (b"2 1\n1 2\n1 OWNER 1\n2 OWNER 0", {"owner": [1, 0]}),
        (b"2 1\n1 2 POINTS 3\n1 OWNER 1\n", {"owner": [1, 0], "points": [3]}),
        (b"2 1\n1 2\n1 SCORE 3\n2 SCORE 4\n", {"scores": {0: 3, 1: 4}}),
        (b"1 0\n1 CHANCE\n1 SCORE 3\n", {"owner": [-1], "scores": {0: 3}}),
        (b"1 0\n1 SCORE -.5\n1 OWNER 1", {"owner": [1], "scores": {0: Fraction(-1, 2)}}),
        (b"1 1\n1 1 POINTS -0\n", {"points": [0]}),
        (b"1 1\n1 1 POINTS 576460752303423487/3", {"points": [Fraction(2**59 - 1, 3)]}),
    ],
)
def test_parts_of_it(text: bytes, numbers: dict[str, Any]) -> None:
    assert plain(read(text)[1]) == numbers


def test_arrays_have_small_types_where_all_are_integers() -> None:
    numbers = read(b"2 2\n1 2 3 POINTS 2\n1 1 5\n1 CHANCE\n2 OWNER 1\n")[1]
    assert [numbers[x].dtype for x in ("owner", "probabilities", "points")] == [
        np.int8, np.int64, np.int64
    ]  # fmt: skip
    graph, numbers = read(b"2 2\n1 2 1/3\n1 2 2/3\n1 CHANCE\n2 OWNER 1\n2 WIN")
    assert numbers["probabilities"].dtype == object
    assert graph.presets is not None and graph.presets.tolist() == [gg.NO_PRESET, 1]


def test_equal_fractions_are_one_object() -> None:
    text = b"2 4\n" + b"1 2 1/4\n1 2 2/8\n1 2 .25\n1 1 0.250\n" + b"1 CHANCE\n2 OWNER 0\n"
    assert len({*map(id, read(text)[1]["probabilities"].tolist())}) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: text.replace(b" ", b"\t  "),
        lambda text: text.replace(b"\n", b"\n\n# 1 2 CHANCE\n"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"1/6", b"0001/006").replace(b".5 ", b"0.50 "),
        lambda text: text.replace(b"3 SCORE", b"03 SCORE"),
        lambda text: text.rstrip(),
        lambda text: text + b"1 OWNER 0\n2 CHANCE\n",
        gzip.compress,
        bz2.compress,
        lzma.compress,
        lambda text: text.decode().encode("utf-16"),
    ],
)
def test_the_same_game_in_every_spelling(change: Callable[[bytes], bytes]) -> None:
    assert said(change(GAME)) == said(GAME)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 90])
def test_in_pieces(size: int) -> None:
    """Lines that the fast scan reads, and those that it leaves."""
    rng = random.Random(size)
    lines = [
        f"{rng.randint(1, 9)} {rng.randint(1, 9)} {rng.choice(['1/3', '4', '17/100', '.5'])}"
        f"{rng.choice(['', ' ', ' POINTS 3', ' POINTS -1/2', '  POINTS 7'])}"
        for _ in range(200)
    ]
    last = [f"{v} CHANCE\n{v} SCORE {v - 5}" for v in range(1, 10)]
    text = "\n".join(["9 200", *lines, *last]).encode()
    graph, numbers = in_pieces(text, size)
    found = read(text)
    assert (facts(graph), plain(numbers)) == (facts(found[0]), plain(found[1]))
    words = [line.split() for line in lines]
    assert [float(x[2]) if "." in x[2] else Fraction(x[2]) for x in words] == plain(numbers)[
        "probabilities"
    ]
    assert [Fraction(x[4]) if len(x) > 3 else 0 for x in words] == plain(numbers)["points"]


def test_base_0_and_paths(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"2 1\n0 1 1\n0 CHANCE\n1 OWNER 1\n")
    graph, numbers = read_chance(path, base=0)
    assert (facts(graph), plain(numbers)) == (
        (2, [[0, 1]], {}), {"owner": [-1, 1], "probabilities": [1]}
    )  # fmt: skip
    with pytest.raises(ParseError, match=re.escape(f"{path}:2:1: expected a position from 1 to 2")):
        read_chance(str(path))
    with pytest.raises(ParseError, match=r"^here:2:1: "):
        read_chance(path, source="here")
    with pytest.raises(GraphGameError, match="base: expected 0 or 1, got 2"):
        read_chance(path, base=2)
    table = tmp_path / "a.csv"  # the name says that it is one
    table.write_bytes(path.read_bytes())
    with pytest.raises(ParseError, match=r"a\.csv:1:1: expected a header"):
        read_chance(table)
    _, numbers = read_chance(table, "text", base=0)
    assert numbers["probabilities"].tolist() == [1]
    with pytest.raises(GraphGameError, match="file: expected a path or a binary file, got 3"):
        read_chance(3)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        read_chance(tmp_path / "none")


def test_progress_is_called() -> None:
    calls: list[Any] = []
    read_chance(io.BytesIO(GAME), progress=calls.append)
    assert calls


# -- refused --------------------------------------------------------------------------------------

MOVES = "3 3\n1 2\n2 3 1\n3 1"
REFUSED = {
    # moves
    "3 2\n1 2 0": "2:5: expected a probability or weight above 0 such as 3, 1/6 or .25, POINTS or "
    "the end of the line after edge 1 of 2, got '0'",
    "3 2\n1 2 -1/2": "2:5: expected a probability or weight above 0 .*, got '-1/2'",
    "3 2\n1 2 0/5": "2:5: expected a probability or weight above 0 .*, got '0/5'",
    "3 2\n1 2 1/0": "2:5: expected a probability or weight above 0 .*, got '1/0'",
    "3 2\n1 2 1/": "2:5: expected a probability or weight above 0 .*, got '1/'",
    "3 2\n1 2 /2": "2:5: expected a probability or weight above 0 .*, got '/2'",
    "3 2\n1 2 1.": "2:5: expected a probability or weight above 0 .*, got '1.'",
    "3 2\n1 2 .": "2:5: expected a probability or weight above 0 .*, got '.'",
    "3 2\n1 2 1e3": "2:5: expected a probability or weight above 0 .*, got '1e3'",
    "3 2\n1 2 1/2/3": "2:5: expected a probability or weight above 0 .*, got '1/2/3'",
    "3 2\n1 2 +1": "2:5: expected a probability or weight above 0 .*, got '\\+1'",
    "3 2\n1 2 points": "2:5: expected a probability or weight above 0 .*, got 'points'",
    "3 2\n1 2 1 1": "2:7: expected POINTS or the end of the line after edge 1 of 2, got '1'",
    "3 2\n1 2 1 x": "2:7: expected POINTS or the end of the line after edge 1 of 2, got 'x'",
    "3 2\n1 2 POINTS": "2:11: expected the points of edge 1 of 2, such as 3, 1/6 or .25, got the "
    "end of the text",
    "3 2\n1 2 POINTS\n": "2:11: expected the points of edge 1 of 2, .*, got the end of the line",
    "3 2\n1 2 POINTS x": "2:12: expected the points of edge 1 of 2, .*, got 'x'",
    "3 2\n1 2 POINTS -": "2:12: expected the points of edge 1 of 2, .*, got '-'",
    "3 2\n1 2 POINTS --1": "2:12: expected the points of edge 1 of 2, .*, got '--1'",
    "3 2\n1 2 POINTS 1 2": "2:14: expected the end of the line after the points of edge 1 of 2, "
    "got '2'",
    "3 2\n1 2 POINTS 1 POINTS": "2:14: expected the end of the line after the points .*, got "
    "'POINTS'",
    "3 2\n1 2 576460752303423488": "2:5: expected a number whose numerator and denominator are "
    "below 2\\^59, got '576460752303423488'",
    "3 2\n1 2 1/576460752303423488": "2:5: expected a number whose numerator and .*",
    "3 2\n1 2 .000000000000000001": "2:5: expected a number whose numerator and .*",
    "3 2\n1 2 99999999999999999999999999999/2": "2:5: expected a number whose numerator and .*",
    "3 2\n1 2 POINTS -576460752303423488": "2:12: expected a number whose numerator and .*",
    "3 2\n1 2 1\n3 4": "3:3: expected a position from 1 to 3 as the target of edge 2 of 2, got '4'",
    "3 2\n1 2 1": "2:6: expected a position from 1 to 3 as the source of edge 2 of 2, got the end "
    "of the text",
    "1 2 1": "1:5: expected the end of the line after 'n m', got '1'",
    # positions
    f"{MOVES}\nx": "5:1: expected a position from 1 to 3 and what it is, or the end of the text, "
    "after 3 edges, got 'x'",
    f"{MOVES}\n4 CHANCE": "5:1: expected a position from 1 to 3 and what it is, .*, got '4'",
    f"{MOVES}\n3": "5:2: expected OWNER, CHANCE, SCORE, WIN, LOSE, DRAW or TIE for a position, as "
    "all 3 edges have been read, got the end of the text",
    f"{MOVES}\n3 1": "5:3: expected OWNER, CHANCE, .*, got '1'",
    f"{MOVES}\n3 chance": "5:3: expected OWNER, CHANCE, .*, got 'chance'",
    f"{MOVES}\n3 OWNER 2": "5:9: expected 0 or 1 as the owner of a position, got '2'",
    f"{MOVES}\n3 OWNER CHANCE": "5:9: expected 0 or 1 as the owner of a position, got 'CHANCE'",
    f"{MOVES}\n3 OWNER 1 1": "5:11: expected the end of the line after an owner, got '1'",
    f"{MOVES}\n3 WIN 1": "5:7: expected the end of the line after what a position is, got '1'",
    f"{MOVES}\n2 CHANCE 1": "5:10: expected the end of the line after what a position is, got '1'",
    f"{MOVES}\n3 SCORE x": "5:9: expected a score such as 3, -1/2 or .25, got 'x'",
    f"{MOVES}\n3 SCORE": "5:8: expected a score such as 3, -1/2 or .25, got the end of the text",
    f"{MOVES}\n3 SCORE 1 2": "5:11: expected the end of the line after a score, got '2'",
    f"{MOVES}\n3 SCORE 1 x": "5:11: expected the end of the line after a score, got 'x'",
    f"{MOVES}\n3 SCORE 9999999999999999999": "5:9: expected a number whose numerator and .*",
    f"{MOVES}\n3 SCORE 1.999999999999999999": "5:9: expected a number whose numerator and .*",
    # what does not fit
    f"{MOVES}\n1 CHANCE": "5:3: expected OWNER 0 or OWNER 1 for position 1, as its move to 2 has "
    "no probability, got 'CHANCE'",
    f"{MOVES}\n2 OWNER 0": "5:3: expected CHANCE for position 2, as its move to 3 has a "
    "probability, got 'OWNER'",
    "1 0\n1 OWNER 1\n1 CHANCE": "3:3: expected OWNER 1 again for position 1, got 'CHANCE'",
    "1 0\n1 CHANCE\n1 OWNER 1": "3:3: expected CHANCE again for position 1, got 'OWNER'",
    "1 0\n1 OWNER 1\n1 OWNER 0": "3:9: expected 1 again for position 1, got '0'",
    f"{MOVES}\n2 WIN\n2 CHANCE": "6:3: expected OWNER 0 or OWNER 1 for position 2, whose preset "
    "outcome is for the player who moves there, got 'CHANCE'",
    f"{MOVES}\n2 CHANCE\n2 WIN": "6:3: expected no outcome for position 2, as chance moves there, "
    "got 'WIN'",
    f"{MOVES}\n2 LOSE\n2 WIN": "6:3: expected LOSE again for position 2, got 'WIN'",
    f"{MOVES}\n2 LOSE\n3 SCORE 1": "6:3: expected WIN, LOSE, DRAW or TIE for position 3, as other "
    "ends have outcomes, got 'SCORE'",
    f"{MOVES}\n2 SCORE 1\n3 TIE": "6:3: expected SCORE for position 3, as other ends have scores, "
    "got 'TIE'",
    f"{MOVES} POINTS 1\n3 TIE": "5:3: expected SCORE for position 3, as moves pay points, got "
    "'TIE'",
    f"{MOVES}\n2 SCORE 1\n2 SCORE 1": "6:3: expected one score for position 2, got 'SCORE'",
    # what is missing
    f"{MOVES}\n": "5:1: expected a line '2 CHANCE', as its move to 3 has a probability, got the "
    "end of the text",
    f"{MOVES}\n1 OWNER 0\n3 OWNER 0": "6:10: expected a line '2 CHANCE', as its move to 3 .*",
    f"{MOVES}\n2 CHANCE\n3 OWNER 0": "6:10: expected a line '1 OWNER 0' or '1 OWNER 1', as "
    "positions have owners, got the end of the text",
    f"{MOVES} POINTS 1\n2 CHANCE\n3 OWNER 0": "6:10: expected a line '1 OWNER 0' or .*",
    "2 1\n1 2 1\n1 CHANCE\n": "4:1: expected a line '2 OWNER 0' or '2 OWNER 1', as positions .*",
    "2 1\n1 2\n": "3:1: expected a line '1 OWNER 0', '1 OWNER 1' or '1 CHANCE', as positions have "
    "owners where no moves pay points and no ends have scores, got the end of the text",
    "2 1\n1 2\n2 WIN": "3:6: expected a line '1 OWNER 0', '1 OWNER 1' or '1 CHANCE', .*",
    "2 1\n1 2\n2 CHANCE\n1 OWNER 0\n": "5:1: expected a line '2 SCORE x', as chance has no move "
    "at position 2, got the end of the text",
    "3 1\n1 2\n2 SCORE 3": "3:10: expected a line '3 SCORE x', as other ends have scores, got .*",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    forms = [text, text.replace(" ", "  ").replace("\n", " \n")]
    if not REFUSED[text].endswith(("text", ".*")) and " line" not in REFUSED[text][-10:]:
        forms.append(f"{text}\n" + 9 * "1 2 1 POINTS 3\n")  # so long that lines are scanned fast
    for form in forms:
        with pytest.raises(ParseError) as caught:
            read(form.encode())
        if form is not forms[1]:
            assert re.fullmatch(f"<text>:(?:{REFUSED[text]})", str(caught.value)), caught.value
        with pytest.raises(ParseError) as again:
            in_pieces(form.encode(), 1)
        assert str(again.value) == str(caught.value)


@pytest.mark.parametrize("number", ["0", "0/5", "1/0", "1 POINTS 1/0", "1 POINTS", "1 POINTS -"])
def test_what_is_refused_among_lines_that_are_scanned_fast(number: str) -> None:
    line = "1 2 1/2 POINTS 1\n"
    text = f"3 99\n{9 * line}1 2 {number}\n{9 * line}".encode()
    with pytest.raises(ParseError, match=r"<text>:11:\d+: expected .* edge 10 of 99"):
        read(text)


def answer(text: bytes) -> ParseError | tuple[Any, ...]:
    try:
        return said(text)
    except ParseError as error:
        return error


def test_damaged_texts_are_read_or_refused_with_a_place() -> None:
    """Each byte left out, or another one."""
    puts = (b"", b"x", b"0", b"/", b" ", b"\n", b"-", b"\xff")
    texts = [GAME[:at] + put + GAME[at + 1 :] for at in range(len(GAME)) for put in puts]
    found = [answer(text) for text in texts]
    kept = [x for x in found if isinstance(x, tuple)]
    assert 300 < len(kept) < len(found) - 300
    assert {x[0] for x in kept} == {5}
    for text, error in zip(texts, found, strict=True):
        if isinstance(error, ParseError):
            assert 1 <= error.line <= text.count(b"\n") + 2
            assert error.column >= 1


def test_texts_that_are_cut_off() -> None:
    """Without its last line an end has no score; without all scores, ends pay 0."""
    cuts = [at for at in range(len(GAME)) if isinstance(answer(GAME[:at]), tuple)]
    whole = range(GAME.index(b"2 CHANCE") + 8, GAME.index(b"3 SCORE") + 1)
    assert cuts[: len(whole)] == [*whole]
    assert all(at > GAME.index(b"5 SCORE .2") + 9 for at in cuts[len(whole) :])


def test_what_is_announced_takes_no_memory() -> None:
    with pytest.raises(ParseError, match=r"<text>:3:1: expected a position from 1 to 2147483646"):
        read(b"2147483646 576460752303423487\n1 1 1 POINTS 3\n")


# -- readers of graphs ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [b"2 1\n1 2 1/2", b"2 1\n1 2 .5", b"2 1\n1 2 3", b"2 1\n1 2 POINTS 3",
             b"2 1\n1 2\n1 CHANCE", b"2 1\n1 2\n2 SCORE 1"],
)  # fmt: skip
def test_readers_of_graphs_say_what_reads_it(text: bytes) -> None:
    for base in (0, 1):
        with pytest.raises(ParseError, match=r"; read_chance \(graphgame chance\) reads games of"):
            gg.read_graph(io.BytesIO(text.replace(b"2 1\n1 2", b"3 1\n1 2")), base=base)
    for other in (b"2 1\n1 2 x", b"2 1\n1 2\n1 OWNER 3", b"2 1\n1 2\n1 FOO"):
        with pytest.raises(ParseError) as caught:
            gg.read_graph(io.BytesIO(other))
        assert "read_chance" not in str(caught.value)
