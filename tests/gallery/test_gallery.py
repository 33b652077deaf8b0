"""The gallery: every command of examples/README.md, published numbers, and brute force.

The brute force here knows the rules in its own words and uses nothing of graphgame: positions are
sets of squares, heaps in other orders, tables filled ply by ply.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

import graphgame as gg
from graphgame import LOSE, WIN

pytestmark = pytest.mark.large  # millions of moves

P = TypeVar("P", bound=Hashable)

EXAMPLES = Path(__file__).parents[2] / "examples"
WRITTEN_IN_C = {"connect_four", "nine_mens_morris", "quixo", "royal_game_of_ur", "teeko"}
# -P: the package under test, not what happens to lie in the working directory.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])}
COMMANDS = {
    "python": [sys.executable],
    "graphgame": [sys.executable, "-P", "-m", "graphgame"],
}


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py."""
    if name in WRITTEN_IN_C and shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    if name.startswith("chess_"):
        pytest.importorskip("chess")
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> list[str]:
    """Call the main of an example and give the lines it prints."""
    example(name).main(list(arguments))
    return capsys.readouterr().out.splitlines()


def brute_force(moves: Callable[[P], Iterable[P]], *, misere: bool = False) -> Callable[[P], bool]:
    """Return the function that says, by trying everything, whether a position is lost."""

    @cache
    def is_lost(position: P) -> bool:
        options = list(moves(position))
        if not options:
            return not misere
        return not any(is_lost(option) for option in options)

    return is_lost


def mex(values: Iterable[int]) -> int:
    taken = set(values)
    return next(value for value in range(len(taken) + 1) if value not in taken)


# -- the table in examples/README.md --------------------------------------------------------------


def rows() -> list[list[str]]:
    """Return the cells of the rows of the table: game, command, what it prints, source."""
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    table = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")]
    return [[cell.strip().replace(r"\|", "|") for cell in row] for row in table[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


TESTED = [row for row in rows() if row[1] and not row[0].endswith("*")]


def test_every_example_has_a_row() -> None:
    commands = " ".join(row[1] for row in rows())
    scripts = [path.name for path in EXAMPLES.glob("[!_]*.py")]
    missing = [name for name in scripts if name not in commands]
    assert not missing


@pytest.mark.parametrize("row", TESTED, ids=[row[0] for row in TESTED])
def test_the_command_prints_what_the_table_quotes(
    row: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, command, claims, source = row
    assert source
    (text,) = quoted(command)
    pipeline = [stage.split() for stage in text.split("|")]
    if len(pipeline) == 1:
        python, script, *arguments = pipeline[0]
        assert python == "python"
        output = "\n".join(printed(capsys, Path(script).stem, *arguments))
    else:
        output = run_pipeline(pipeline)
    assert quoted(claims)
    for claim in quoted(claims):
        assert re.search(rf"(?<!\w){re.escape(claim)}(?!\w)", output), claim


def run_pipeline(pipeline: list[list[str]]) -> str:
    """Run ``writer | reader`` from the root of the repository; give what the reader prints."""
    writer, reader = ([*COMMANDS[words[0]], *words[1:]] for words in pipeline)
    root = EXAMPLES.parent
    with subprocess.Popen(writer, stdout=subprocess.PIPE, env=ENVIRONMENT, cwd=root) as first:
        second = subprocess.run(
            reader, stdin=first.stdout, capture_output=True, text=True, env=ENVIRONMENT, check=False
        )
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    return second.stdout


@pytest.mark.parametrize("command", ["dodgem.py 4", "l_game.py"])
def test_a_script_ends_quietly_when_its_reader_goes_away(command: str) -> None:
    script, *arguments = command.split()
    writer = subprocess.Popen(
        [sys.executable, str(EXAMPLES / script), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    with writer:
        assert writer.stdout is not None and writer.stderr is not None
        assert writer.stdout.readline().startswith(b"# ")
        writer.stdout.close()
        assert writer.stderr.read() == b""
    assert writer.returncode == 141


@pytest.mark.parametrize("script", ["dodgem.py", "l_game.py"])
def test_a_script_ends_quietly_when_nobody_reads(script: str) -> None:
    """What waits in the buffer must not fail again at exit."""
    nobody, pipe = os.pipe()
    os.close(nobody)
    command = [sys.executable, str(EXAMPLES / script)]
    run = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    os.close(pipe)
    assert (run.returncode, run.stderr) == (141, b"")


# -- heaps ----------------------------------------------------------------------------------------


def test_take_equals_brute_force(capsys: pytest.CaptureFixture[str]) -> None:
    is_lost = brute_force(lambda n: range(max(n - 3, 0), n))
    lost = [n for n in range(61) if is_lost(n)]
    assert lost == list(range(0, 61, 4))
    lines = printed(capsys, "take", "60")
    assert lines[0] == "lost heaps: " + " ".join(map(str, lost))
    assert lines[1] == "60 stones are a LOSE; leave:"


A030193 = [
    *(0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119),
    *(124, 127, 130, 132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197, 204, 210, 215),
    *(238, 243, 249, 255, 257, 260, 262, 267),
]


def test_take_square_gives_a030193(capsys: pytest.CaptureFixture[str]) -> None:
    heading, terms = printed(capsys, "take_square", "267")
    assert heading == "of the heaps up to 267, 49 are lost:"
    assert [int(term) for term in terms.split(", ")] == A030193


def test_take_square_gives_the_first_sequence_without_a_square_difference(
    capsys: pytest.CaptureFixture[str],
) -> None:
    squares = {root * root for root in range(1, 50)}
    greedy: list[int] = []
    for n in range(2_001):
        if not any(n - term in squares for term in greedy):
            greedy.append(n)
    assert greedy[: len(A030193)] == A030193
    assert printed(capsys, "take_square", "2000")[1] == ", ".join(map(str, greedy))


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 1, 1, 1, 2), (2, 2, 2, 2), (7, 9), (6,)])
def test_nim_equals_brute_force(heaps: tuple[int, ...], play: str) -> None:
    nim = example("nim")

    def moves(position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """Heaps in order of size: another set of positions than the example's."""
        for stones in set(position):
            others = list(position)
            others.remove(stones)
            yield from (tuple(sorted((*others, rest))) for rest in range(stones))

    is_lost = brute_force(moves, misere=play == "misere")
    s = gg.solve(nim.options, start=heaps, play=play)
    positions = list(product(*(range(stones + 1) for stones in heaps)))
    assert sorted(s.game.labels) == positions
    for position in positions:
        lost = is_lost(tuple(sorted(position)))
        assert (s.outcome(position), nim.is_lost(position, play)) == (LOSE if lost else WIN, lost)


def test_nim_says_it_when_bouton_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example("nim"), "is_lost", lambda heaps, _: sum(heaps) % 2 == 0)
    assert "normal play: Bouton's rule holds at 3 of 4 positions" in printed(capsys, "nim", "3")


def test_wythoff_equals_the_greedy_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """The kth pair is the least number not used yet, and that number plus k."""
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    least = 0
    for k in range(5_000):
        while least in used:
            least += 1
        pairs.append((least, least + k))
        used.update(pairs[-1])
    assert [example("wythoff").golden_pair(k) for k in range(5_000)] == pairs

    lines = printed(capsys, "wythoff", "160")
    assert lines[1] == " ".join(str(pair) for pair in pairs if pair[1] <= 160)
    assert lines[2] == "they are the golden pairs: yes"


def test_wythoff_equals_brute_force() -> None:
    def moves(queen: tuple[int, int]) -> Iterable[tuple[int, int]]:
        for steps in range(1, max(queen) + 1):
            for dx, dy in ((1, 0), (0, 1), (1, 1)):
                x, y = queen[0] - steps * dx, queen[1] - steps * dy
                if x >= 0 and y >= 0:
                    yield x, y

    is_lost = brute_force(moves)
    s = gg.solve(example("wythoff").options, start=(25, 25))
    assert len(s) == 26 * 27 // 2
    for x, y in product(range(26), repeat=2):
        assert (s.outcome((min(x, y), max(x, y))) == LOSE) == is_lost((x, y))


# -- Chomp ----------------------------------------------------------------------------------------


def chomped(squares: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
    for row, column in squares - {(0, 0)}:
        yield frozenset(square for square in squares if square[0] < row or square[1] < column)


def test_chomp_equals_brute_force() -> None:
    chomp, is_lost = example("chomp"), brute_force(chomped)
    s = gg.solve(chomp.options, start=(5,) * 5)
    assert len(s) == 251  # C(10, 5) without the empty board
    for position in s.game.labels:
        squares = frozenset((i, j) for i, length in enumerate(position) for j in range(length))
        assert (s.outcome(position) == LOSE) == is_lost(squares)


def test_chomp_by_its_published_bites() -> None:
    """Gale: (n-1) x (n-1) on n x n, 1 x 1 on 2 x n; the same bites, turned, on turned boards."""
    chomp = example("chomp")
    s = gg.solve(chomp.options, start=(7,) * 7)
    for n in range(2, 8):
        assert chomp.winning_bites(s, n, n) == [f"{n - 1}×{n - 1}"]
        assert chomp.winning_bites(s, 2, n) == ["1×1"]
    for rows, columns in product(range(1, 8), repeat=2):
        turned = ["×".join(bite.split("×")[::-1]) for bite in chomp.winning_bites(s, rows, columns)]
        assert turned == chomp.winning_bites(s, columns, rows)
        assert len(turned) == (0 if rows == columns == 1 else 1)


def test_chomp_on_three_rows_by_its_published_losses() -> None:
    """Positions with at most 5 squares in the third row, by A. E. Brouwer as in OEIS A147983."""
    by_third_row: list[Callable[[int, int], bool]] = [
        lambda p, q: p == q + 1,
        lambda p, q: (p, q) in {(3, 1), (2, 2)},
        lambda p, q: p == q + 2,
        lambda p, q: (p, q) in {(6, 3), (7, 4), (5, 5)},
        lambda p, q: (p, q) in {(8, 4), (9, 5), (10, 6), (7, 7)},
        lambda p, q: (p, q) in {(10, 5), (9, 6)} or (p == q + 4 and q >= 7),
    ]
    s = gg.solve(example("chomp").options, start=(30, 30, 30))
    for r, is_lost in enumerate(by_third_row):
        for q in range(max(r, 1), 31):
            for p in range(q, 31):
                position = (p, q, r) if r else (p, q)
                assert (s.outcome(position) == LOSE) == is_lost(p, q), position


def test_chomp_prints_a_unique_bite_on_every_three_rowed_board(
    capsys: pytest.CaptureFixture[str],
) -> None:
    *_, none, several = printed(capsys, "chomp", "3", "40")
    assert (none, several) == ("none on: 1×1", "several on:")


# -- the K knights --------------------------------------------------------------------------------


@cache
def knight_values(n: int) -> dict[tuple[int, int], int]:
    """Return the Grundy value of every cell, in the order of x + y, which every move lowers."""
    values: dict[tuple[int, int], int] = {}
    for x, y in sorted(product(range(n), repeat=2), key=sum):
        reached = ((x - 2, y + 1), (x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2))
        values[x, y] = mex(values[cell] for cell in reached if cell in values)
    return values


@pytest.mark.parametrize(("n", "k"), [(8, 1), (8, 2), (8, 3), (4, 4), (3, 5), (1, 2), (15, 2)])
def test_the_knights_obey_sprague_and_grundy(n: int, k: int) -> None:
    values = knight_values(n)
    s = example("knights").solve(n, k)
    positions = list(combinations_with_replacement(values, k))
    assert len(s) == len(positions)
    for knights in positions:
        value = reduce(xor, (values[cell] for cell in knights))
        assert s.outcome(tuple(sorted(knights))) == (WIN if value else LOSE)


@pytest.mark.parametrize(
    ("coins", "winner"),
    [
        ("5 2", "Second"),
        ("5 3", "First"),
        ("8 8", "First"),
        ("5 4, 5 8, 8 2", "First"),
    ],
)
def test_the_knights_give_the_sample_answers(coins: str, winner: str) -> None:
    """HackerRank, "A Chessboard Game" and "Chessboard Game, Again!": 15 x 15, counted from 1."""
    pairs = [coin.split() for coin in coins.split(", ")]
    start = tuple(sorted((int(x) - 1, int(y) - 1) for x, y in pairs))
    s = gg.solve(example("knights").rule(15), start=start)
    assert s.outcome(start) == {"First": WIN, "Second": LOSE}[winner]


def test_the_values_give_the_sample_answer_with_six_coins() -> None:
    """7 1, 7 2, 7 3 and three times 7 4: the second player wins.  As a graph it takes minutes."""
    values = knight_values(15)
    assert reduce(xor, (values[6, y] for y in (0, 1, 2, 3, 3, 3))) == 0
