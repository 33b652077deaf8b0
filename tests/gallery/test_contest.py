"""The contest problems of the gallery: examples from the statements, and brute force.

The brute force is plain recursion over the rules as the statements put them, with positions of its
own kind, and uses nothing of graphgame.
"""

from __future__ import annotations

import importlib.util
import io
import random
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import product
from operator import xor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import graphgame as gg

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- Nullify the matrix ---------------------------------------------------------------------------

nullify = example("nullify_matrix")


def paths(a: tuple[int, int], b: tuple[int, int]) -> Iterator[list[tuple[int, int]]]:
    """Yield the shortest paths from a cell to one that is not above or to the left of it."""
    if a == b:
        yield [a]
        return
    (r, c), (last_r, last_c) = a, b
    if r < last_r:
        yield from ([a, *path] for path in paths((r + 1, c), b))
    if c < last_c:
        yield from ([a, *path] for path in paths((r, c + 1), b))


@cache
def first_wins_nullify(matrix: tuple[tuple[int, ...], ...], most: int) -> bool:
    """Try every starting cell, finishing cell, shortest path, and way to change what lies on it."""
    cells = [(r, c) for r in range(len(matrix)) for c in range(len(matrix[0]))]
    for start in cells:
        for finish in cells:
            if finish[0] < start[0] or finish[1] < start[1]:
                continue
            for path in paths(start, finish):
                rest = [range(most + 1)] * (len(path) - 1)
                for values in product(range(matrix[start[0]][start[1]]), *rest):
                    changed = [list(row) for row in matrix]
                    for (r, c), value in zip(path, values, strict=True):
                        changed[r][c] = value
                    if not first_wins_nullify(tuple(map(tuple, changed)), most):
                        return True
    return False


def test_nullify_the_matrix_examples() -> None:
    text = "4\n1 1\n0\n1 3\n0 0 5\n2 2\n0 1\n1 0\n3 3\n1 2 3\n4 5 6\n7 8 9\n"
    assert list(nullify.answers(text)) == ["Jeel", "Ashish", "Jeel", "Ashish"]


@pytest.mark.parametrize(
    ("rows", "columns", "most"),
    [(1, 1, 7), (1, 2, 3), (2, 1, 3), (1, 3, 3), (2, 2, 3), (2, 3, 1), (3, 2, 1), (3, 3, 1)],
)
def test_nullify_the_matrix_against_brute_force(rows: int, columns: int, most: int) -> None:
    full = (most,) * (rows * columns)
    s = gg.solve(nullify.rule(rows, columns, most), start=full)
    assert s.game.n == (most + 1) ** (rows * columns)
    assert s.verify()
    for entries in product(range(most + 1), repeat=rows * columns):
        matrix = tuple(entries[r * columns : (r + 1) * columns] for r in range(rows))
        first = first_wins_nullify(matrix, most)
        assert (s.outcome(entries) == gg.WIN) == first
        assert nullify.is_lost(entries, columns) != first


def test_nullify_the_matrix_by_rows_and_columns_fails() -> None:
    """A published solution counts the rows and columns that are not 0; this is where it errs."""
    assert list(nullify.answers("1  2 2  1 0  0 1")) == ["Ashish"]
    assert first_wins_nullify(((1, 0), (0, 1)), 1)


def test_nullify_the_matrix_at_full_size() -> None:
    entries = random.Random(2).choices(range(10**6 + 1), k=99 * 100)
    text = f"2  99 100 {' '.join(map(str, entries))}  100 100 {' '.join(['7'] * 10_000)}"
    # In the second, the antidiagonals with an odd number of cells XOR to 7.
    assert list(nullify.answers(text)) == ["Ashish", "Ashish"]


def test_nullify_the_matrix_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "input.txt"
    file.write_text("2\n1 1\n3\n2 2\n5 6\n6 0\n")
    nullify.main([str(file)])
    assert capsys.readouterr().out.splitlines()[-1] == "Ashish Ashish"


# -- Playing with string --------------------------------------------------------------------------

string = example("playing_with_string")


@cache
def first_wins_string(words: tuple[str, ...]) -> bool:
    return any(not first_wins_string(after) for _, _, after in string_moves(words))


def string_moves(words: tuple[str, ...]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Cut any word at the centre of any palindrome of odd length above 1, letter by letter."""
    for which, word in enumerate(words):
        for i in range(len(word)):
            if any(
                word[i - k : i + k + 1] == word[i - k : i + k + 1][::-1]
                for k in range(1, min(i, len(word) - 1 - i) + 1)
            ):
                yield (
                    which,
                    i,
                    (*words[:which], word[:i], word[i], word[i + 1 :], *words[which + 1 :]),
                )


def string_answer(word: str) -> int | None:
    winning = (i + 1 for _, i, after in string_moves((word,)) if not first_wins_string(after))
    return next(winning, None)


def test_playing_with_string_examples(capsys: pytest.CaptureFixture[str]) -> None:
    string.main(["abacaba", "abcde"])
    assert capsys.readouterr().out.splitlines()[-2:] == ["abacaba: First 2", "abcde: Second"]


def test_playing_with_string_against_brute_force() -> None:
    rng = random.Random(3)
    words = ["", "a", "ab", *("a" * n for n in range(2, 12))]
    words += ["".join(rng.choices("ab", k=rng.randint(3, 11))) for _ in range(150)]
    words += ["".join(rng.choices("abc", k=rng.randint(3, 14))) for _ in range(150)]
    won = 0
    for word in words:
        expected = string_answer(word)
        assert string.first_cut(word) == expected, word
        assert string.first_cut_by_graph(word) == expected, word
        won += expected is not None
    assert 50 < won < len(words)


def test_runs_of_marks_are_dawsons_chess() -> None:
    """The first values of OEIS A002187, and the exceptions to its period of 34."""
    values = string.values(400)
    assert values[:24] == [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3]
    exceptions = [n for n in range(60) if values[n] != values[n + 10 * 34]]
    assert exceptions == [0, 14, 16, 17, 31, 34, 51]
    assert (string.value().preperiod, string.value().period) == (52, 34)


def xor_of_runs(marks: str) -> int:
    """XOR the values of the runs, from the table, without the period."""
    values = string.values(5000)
    return reduce(xor, (values[len(run)] for run in marks.split()), 0)


def test_playing_with_string_at_full_size() -> None:
    rng = random.Random(4)
    for word in ("a" * 5000, "ab" * 2500, "".join(rng.choices("ab", k=5000)), "abc" * 1600):
        # Letter i + 2, counted from 1, has the mark i.
        marks = "".join("x" if word[i - 1] == word[i + 1] else " " for i in range(1, len(word) - 1))
        winning = (
            i + 2
            for i, mark in enumerate(marks)
            if mark == "x" and xor_of_runs(marks[: max(i - 1, 0)] + " " + marks[i + 2 :]) == 0
        )
        assert string.first_cut(word) == next(winning, None)


# -- Attack on Red Kingdom ------------------------------------------------------------------------

kingdom = example("red_kingdom")


def kingdom_answer(soldiers: Sequence[int], kills: tuple[int, int, int]) -> int:
    """Count the first attacks that win by trying everything; a castle is 'n' or 'n:attack'."""

    @cache
    def wins(castles: tuple[str, ...]) -> bool:
        return any(not wins(after) for after in moves(castles))

    def moves(castles: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for i, castle in enumerate(castles):
            alive, _, last = castle.partition(":")
            for name, killed in zip(("mixed", "infantry", "cavalry"), kills, strict=True):
                if int(alive) > 0 and (name == "mixed" or name != last):
                    after = f"{max(0, int(alive) - killed)}:{name}"
                    yield tuple(sorted((*castles[:i], after, *castles[i + 1 :])))

    return sum(not wins(after) for after in moves(tuple(map(str, soldiers))))


FIRST = "3\n2 1 3 4\n7 6\n1 1 2 3\n1\n1 1 2 2\n3\n"
SECOND = """10
6 5 4 5
2 3 2 3 1 3
1 5 2 3
10
4 4 2 3
8 10 8 5
2 2 1 4
8 5
3 5 3 5
9 2 10
4 5 5 5
2 10 4 2
2 3 1 4
1 10
3 1 5 3
9 8 7
2 5 4 5
8 8
3 5 1 4
5 5 10
"""


def test_attack_on_red_kingdom_examples() -> None:
    assert list(kingdom.answers(FIRST)) == [2, 3, 0]
    assert list(kingdom.answers(SECOND)) == [0, 2, 1, 2, 5, 12, 5, 0, 0, 2]


def test_attack_on_red_kingdom_against_brute_force() -> None:
    rng = random.Random(5)
    for kills in product(range(1, 6), repeat=3):
        for _ in range(3):
            soldiers = [rng.randint(1, 14) for _ in range(rng.randint(1, 3))]
            expected = kingdom_answer(soldiers, kills)
            assert kingdom.first_attacks(soldiers, kills) == expected, (soldiers, kills)
        soldiers = [rng.randint(1, 9) for _ in range(2)]
        expected = kingdom_answer(soldiers, kills)
        assert kingdom.first_attacks_by_graph(soldiers, kills) == expected, (soldiers, kills)


def test_the_periods_of_red_kingdom_are_proved() -> None:
    """Five rows that come again fix all that follows: compare them, and do so at a distance."""
    for kills in product(range(1, 6), repeat=3):
        pattern = kingdom.period(kills)
        p, q = pattern.preperiod, pattern.period
        values: list[tuple[int, ...]] = []
        for n in range(300):
            row = []
            for last in range(3):
                reached = {
                    values[max(n - killed, 0)][kind]
                    for kind, killed in enumerate(kills)
                    if n and (kind == 0 or kind != last)
                }
                row.append(next(value for value in range(4) if value not in reached))
            values.append(tuple(row))
        assert values[p : p + 5] == values[p + q : p + q + 5]
        assert all(pattern(n) == g + 4 * h + 16 * k for n, (g, h, k) in enumerate(values))
        assert p == 0 or values[p - 1] != values[p + q - 1]
        assert all(values[p : p + q] != values[p + d : p + q + d] for d in range(1, q))


def test_attack_on_red_kingdom_at_full_size() -> None:
    """10^18 soldiers behave as those few that the period allows to count."""
    pattern = kingdom.period((5, 2, 3))
    few = [60 + (n - 60) % pattern.period for n in (10**18, 10**18 - 1, 999_999_999_999_999_967)]
    assert kingdom.first_attacks(
        [10**18, 10**18 - 1, 999_999_999_999_999_967], (5, 2, 3)
    ) == kingdom.first_attacks(few, (5, 2, 3))


# -- the parity game on a matrix ------------------------------------------------------------------

parity = example("parity_matrix")


@cache
def first_wins_parity(matrix: tuple[tuple[int, ...], ...]) -> bool:
    """Delete the last row or the last column, as the statement has it, if its sum is even."""
    if not matrix or not matrix[0]:
        return False
    if sum(matrix[-1]) % 2 == 0 and not first_wins_parity(matrix[:-1]):
        return True
    column = [row[-1] for row in matrix]
    return sum(column) % 2 == 0 and not first_wins_parity(tuple(row[:-1] for row in matrix))


def test_parity_matrix_examples() -> None:
    assert list(parity.answers("2\n2 4\n6 8\n3\n5 4 2\n1 5 9\n7 3 8\n")) == ["L", "W"]


def test_parity_matrix_against_brute_force() -> None:
    rng = random.Random(6)
    won = 0
    for _ in range(400):
        rows, columns = rng.randint(1, 6), rng.randint(1, 6)
        odd = rng.choice([0.1, 0.3, 0.5])
        rule_matrix = [
            [2 * rng.randint(0, 5) + (rng.random() < odd) for _ in range(columns)]
            for _ in range(rows)
        ]
        expected = first_wins_parity(tuple(map(tuple, rule_matrix)))
        mirrored = np.array(rule_matrix)[::-1, ::-1]
        assert parity.is_won(mirrored) == expected
        s = gg.solve(parity.rule(mirrored), start=(0, 0))
        assert (s.outcome((0, 0)) == gg.WIN) == expected
        if rows == columns:
            text = f"{rows} {' '.join(str(x) for row in rule_matrix for x in row)}"
            assert list(parity.answers(text)) == ["W" if expected else "L"]
        won += expected
    assert 100 < won < 300


def test_parity_matrix_if_all_sums_are_even() -> None:
    for rows, columns in product(range(1, 13), repeat=2):
        lost = rows > 1 and columns > 1 and (rows + columns) % 2 == 0
        assert first_wins_parity(((0,) * columns,) * rows) != lost
        assert parity.is_won(np.zeros((rows, columns), dtype=np.int64)) != lost


def test_parity_matrix_at_full_size() -> None:
    ones = np.ones((1000, 999), dtype=np.int64)
    s = gg.solve(parity.graph(ones))
    assert s.game.n == 1001 * 1000
    assert s.verify()
    assert s.outcome(0) == gg.WIN


# -- Deque, and a game on a grid ------------------------------------------------------------------

deque, grid_points = example("deque"), example("grid_points")


@cache
def lead_in_deque(row: tuple[int, ...]) -> int:
    """Return by how much the player to move can get ahead."""
    moves = [(row[0], row[1:]), (row[-1], row[:-1])] if row else []
    return max((x - lead_in_deque(rest) for x, rest in moves), default=0)


def test_deque_examples(capsys: pytest.CaptureFixture[str]) -> None:
    deque.main([])
    assert capsys.readouterr().out == "10 -80 10 4999999995 2\n"
    for text in deque.SAMPLES:
        n, *row = map(int, text.split())
        assert (n, lead_in_deque(tuple(row))) == (len(row), deque.answer(text))


def test_deque_against_brute_force() -> None:
    rng = random.Random(1)
    for n in (*range(1, 13), 15):
        row = tuple(rng.randint(1, rng.choice([3, 10**9])) for _ in range(n))
        right = lead_in_deque(row)
        assert deque.answer(f"{n}\n{' '.join(map(str, row))}") == right
        options, points = deque.rule(row)
        s = deque.gg.solve_chance(options, start=(0, n), points=points)
        assert s.exact((0, n)) == right
        assert s.verify()
        game, paid = deque.graph(np.array(row))
        assert game.n == (n + 1) * (n + 2) // 2
        assert deque.gg.solve_chance(game, points=paid).verify()


@cache
def lead_on_grid(squares: tuple[str, ...]) -> int:
    """Return by how much the player to move can get ahead, the piece in the upper left corner."""
    right, down = tuple(row[1:] for row in squares), squares[1:]
    rest = [x for x in (right, down) if x and x[0]]
    return max((2 * (x[0][0] == "+") - 1 - lead_on_grid(x) for x in rest), default=0)


def test_grid_points_examples(capsys: pytest.CaptureFixture[str]) -> None:
    grid_points.main([])
    assert capsys.readouterr().out == "Takahashi Aoki Draw\n"


def test_grid_points_against_brute_force() -> None:
    rng = random.Random(2)
    for height, width in [*product(range(1, 5), repeat=2), (1, 9), (9, 1), (5, 6)]:
        squares = tuple("".join(rng.choices("+-", k=width)) for _ in range(height))
        right = lead_on_grid(squares)
        answer = "Takahashi" if right > 0 else "Aoki" if right < 0 else "Draw"
        assert grid_points.answer("\n".join((f"{height} {width}", *squares))) == answer
        options, points = grid_points.rule(squares)
        s = grid_points.gg.solve_chance(options, start=(0, 0), points=points)
        assert s.exact((0, 0)) == right
        game, paid = grid_points.graph(squares)
        s = grid_points.gg.solve_chance(game, points=paid)
        assert (s.exact(0), s.game.n, s.verify()) == (right, height * width, True)


@pytest.mark.parametrize(
    ("module", "words", "size"),
    [(deque, ["--random", "200"], 200), (grid_points, ["--random", "60", "70"], 60 * 70)],
)
def test_points_of_contests_from_a_file_and_from_standard_input(
    module: ModuleType, words: list[str], size: int, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    module.main(words)
    text = capsys.readouterr().out
    assert len(text.split()) - 1 in (size, 61)
    file = tmp_path / "input.txt"
    file.write_text(text)
    module.main([str(file)])
    printed = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    module.main(["-"])
    assert printed == capsys.readouterr().out == f"{module.answer(text)}\n"
