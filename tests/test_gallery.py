"""The gallery: every command of examples/README.md, published numbers, and brute force.

The brute force here knows the rules in its own words and uses nothing of graphgame: positions are
sets of squares, heaps in other orders, tables filled ply by ply.
"""

from __future__ import annotations

import importlib.util
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from operator import xor
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN

pytestmark = pytest.mark.large  # millions of moves

P = TypeVar("P", bound=Hashable)

EXAMPLES = Path(__file__).parents[1] / "examples"
# -P: the package under test, not what happens to lie in the working directory.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])}
COMMANDS = {
    "python": [sys.executable],
    "graphgame": [sys.executable, "-P", "-m", "graphgame"],
}


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py."""
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
    """Give the function that says, by trying everything, whether a position is lost."""

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
    """Give the cells of the rows of the table: game, command, what it prints, source."""
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    table = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")]
    return [[cell.strip().replace(r"\|", "|") for cell in row] for row in table[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


TESTED = [row for row in rows() if row[1] and not row[0].endswith("*")]


def test_every_example_has_a_row() -> None:
    commands = " ".join(row[1] for row in rows())
    missing = [path.name for path in EXAMPLES.glob("*.py") if path.name not in commands]
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
    assert sorted(s.graph.labels) == positions
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
    for position in s.graph.labels:
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
    """Give the Grundy value of every cell, in the order of x + y, which every move lowers."""
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


# -- tic-tac-toe ----------------------------------------------------------------------------------

# Bits of the cells; the masks of rows, columns and diagonals.
WINNING = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


@cache
def minimax(mine: int, theirs: int) -> int:
    if any(theirs & mask == mask for mask in WINNING):
        return -1
    free = [1 << cell for cell in range(9) if not (mine | theirs) >> cell & 1]
    return max((-minimax(theirs, mine | cell) for cell in free), default=0)


def masks(board: str) -> tuple[int, int]:
    """Give the marks of the player to move and of the other one."""
    x, o = (sum(1 << cell for cell in range(9) if board[cell] == mark) for mark in "XO")
    return (x, o) if x.bit_count() == o.bit_count() else (o, x)


def images(board: str) -> set[str]:
    """Give the board under the eight symmetries."""
    turn = [6, 3, 0, 7, 4, 1, 8, 5, 2]
    found = set()
    for _ in range(4):
        board = "".join(board[cell] for cell in turn)
        found |= {board, board[6:] + board[3:6] + board[:3]}
    return found


def test_tic_tac_toe_equals_minimax() -> None:
    game = example("tic_tac_toe")
    s = gg.solve(game.options, start=game.START, outcomes=game.outcome)
    minimax.cache_clear()
    assert s.outcome(game.START) == minimax(0, 0) == DRAW
    assert len(s) == minimax.cache_info().currsize == 5_478  # it looks at every position once
    for board in s.graph.labels:
        assert s.outcome(board) == minimax(*masks(board))
    assert s.counts() == {WIN: 2_836, LOSE: 1_574, DRAW: 1_068}


def test_tic_tac_toe_by_the_number_of_marks() -> None:
    """A008907: positions up to symmetry; A317574, third part: those among them that O wins."""
    game = example("tic_tac_toe")
    s = gg.solve(game.options, start=game.START, outcomes=game.outcome)
    positions, boards, won_by_o = ([0] * 10 for _ in range(3))
    for board in s.graph.labels:
        marks = 9 - board.count(".")
        positions[marks] += 1
        if board == min(images(board)):
            boards[marks] += 1
            won_by_o[marks] += s.outcome(board) == (WIN if marks % 2 else LOSE)
    assert positions == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert boards == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert won_by_o == [0, 0, 0, 8, 5, 72, 38, 56, 23, 0]


def test_tic_tac_toe_prints_how_o_draws(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "tic_tac_toe")[2:]
    answers = {line.index("X"): line.split(" : ")[1].split() for line in lines}
    replies = {cell: {board.index("O") for board in boards} for cell, boards in answers.items()}
    assert all(replies[corner] == {4} for corner in (0, 2, 6, 8))
    assert replies[4] == {0, 2, 6, 8}
    assert replies[1] == {0, 2, 4, 7}
    assert [len(replies[edge]) for edge in (1, 3, 5, 7)] == [4, 4, 4, 4]


# -- Cat and Mouse --------------------------------------------------------------------------------

Neighbours = list[list[int]]


def random_graph(rng: random.Random, n: int) -> Neighbours:
    """Give a graph in which mouse and cat can move: half of them with a cycle around the hole."""
    while True:
        ring = rng.sample(range(1, n), n - 1) if rng.random() < 0.5 else []
        edges = {(min(pair), max(pair)) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}
        density = rng.choice([0.0, 0.2, 0.5]) if ring else rng.choice([0.3, 0.5, 0.7])
        to_hole = rng.choice([0.0, 0.2, 0.5])
        for a, b in combinations(range(n), 2):
            if rng.random() < (density if a else to_hole):
                edges.add((a, b))
        graph = [[b if a == v else a for a, b in sorted(edges) if v in (a, b)] for v in range(n)]
        if graph[1] and any(graph[2]):
            return graph


def ply_by_ply(graph: Neighbours) -> int:
    """Say who wins, as LeetCode wants it: what can be forced within so many plies, until enough."""
    nodes = range(len(graph))
    states = list(product(nodes, nodes, (0, 1)))
    result = {(m, c, turn): 1 if m == 0 else 2 if m == c else 0 for m, c, turn in states}
    for _ in range(len(states) + 1):
        before = dict(result)
        for m, c, turn in states:
            if m in (0, c):
                continue
            if turn == 0:
                ends = [before[node, c, 1] for node in graph[m]]
            else:
                ends = [before[m, node, 0] for node in graph[c] if node]
            mover, other = 1 + turn, 2 - turn
            result[m, c, turn] = mover if mover in ends else other if set(ends) == {other} else 0
    return result[1, 2, 0]


def to_the_letter(graph: Neighbours) -> int:
    """Say who wins by the rule as it is written: play every game until a position comes again."""

    def play(m: int, c: int, turn: int, seen: frozenset[tuple[int, int, int]]) -> int:
        if m in (0, c):
            return 1 if m == 0 else 2
        if (m, c, turn) in seen:
            return 0
        seen |= {(m, c, turn)}
        mover, best = 1 + turn, 2 - turn
        for node in graph[m] if turn == 0 else filter(None, graph[c]):
            end = play(node, c, 1, seen) if turn == 0 else play(m, node, 0, seen)
            if end == mover:
                return mover
            best = 0 if end == 0 else best
        return best

    return play(1, 2, 0, frozenset())


def solved(graph: Neighbours) -> int:
    game = example("cat_and_mouse")
    s = gg.solve(game.CatAndMouse(graph), start=game.START)
    assert s.verify()
    return {DRAW: 0, WIN: 1, LOSE: 2}[s.outcome(game.START)]


@pytest.mark.parametrize(
    ("graph", "answer"),
    [([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]], 0), ([[1, 3], [0], [3], [0, 2]], 1)],
)
def test_cat_and_mouse_gives_the_sample_answers(graph: Neighbours, answer: int) -> None:
    assert solved(graph) == ply_by_ply(graph) == to_the_letter(graph) == answer


def test_cat_and_mouse_equals_brute_force() -> None:
    rng = random.Random(913)
    graphs = [random_graph(rng, n) for n in (3, 4, 5, 6, 7) for _ in range(60)]
    answers = [solved(graph) for graph in graphs]
    assert answers == [ply_by_ply(graph) for graph in graphs]
    assert min(answers.count(answer) for answer in (0, 1, 2)) > 30


def test_cat_and_mouse_equals_the_rules_to_the_letter() -> None:
    rng = random.Random(1913)
    graphs = [random_graph(rng, n) for n in (3, 4, 5, 6) for _ in range(50)]
    assert [solved(graph) for graph in graphs] == [to_the_letter(graph) for graph in graphs]


def test_cat_and_mouse_prints_who_wins_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    graphs = ["[[2,3],[3],[0,3],[0,1,2]]", "[[1],[0],[3],[2]]"]
    assert printed(capsys, "cat_and_mouse", *graphs) == [
        f"{graphs[0]}: cat wins",
        "best play (mouse, cat, mover): (1, 2, 0) (3, 2, 1) (3, 3, 0)",
        f"{graphs[1]}: mouse wins",
        "best play (mouse, cat, mover): (1, 2, 0) (0, 2, 1)",
    ]
