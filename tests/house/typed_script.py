"""What a user writes, without a cast: `make lint` checks it by mypy --strict and by pyright."""

from __future__ import annotations

from collections.abc import Iterable

import graphgame as gg

Board = tuple[int, int]


def moves(board: Board) -> Iterable[Board]:
    """Take any number from one of two heaps."""
    a, b = board
    yield from ((x, b) for x in range(a))
    yield from ((a, y) for y in range(b))


def preset(board: Board) -> gg.Outcome | None:
    """Return the outcome that the rules preset."""
    return gg.LOSE if board == (0, 0) else None


class Wythoff:
    """A game as an object."""

    def options(self, position: Board) -> list[Board]:
        """Return what a move leads to."""
        a, b = position
        both = [(a - k, b - k) for k in range(1, min(a, b) + 1)]
        return [*moves(position), *both]


def advice(solution: gg.Solution[Board], board: Board) -> str:
    """Say what to play."""
    best: Board | None = solution.best_move(board)
    label: gg.Label[Board] = solution[board]
    after = None if label.best_move is None else label.best_move[0]
    riddles: list[gg.Puzzle[Board]] = solution.puzzles(3, (3, 9), board=str)
    after = riddles[0].solution[0] if riddles else after
    return f"{label.outcome.name} in {label.remoteness}: {best} {after}"


def main() -> None:
    """Solve a few games, and use what comes back."""
    nim: gg.Solution[Board] = gg.solve(moves, start=(3, 4), presets=preset, limit=1000)
    wythoff = gg.solve(Wythoff(), start=(3, 5), play="misere")
    print(advice(nim, (3, 4)), advice(wythoff, (1, 2)), [a + b for a, b in nim])
    line: gg.Line[Board] = nim.line((3, 4))
    total: int = sum(a for a, _ in line) + sum(a for a, _ in nim.winning_moves((3, 4)))

    words = gg.solve({"a": ["b", "c"], "b": [], "c": ["a"]}, play=gg.Play.NORMAL)
    word: str | None = words.best_move("a")
    pairs = gg.solve([(0, 1), (1, 2)], presets={2: gg.WIN})
    number: int | None = pairs.best_move(0)
    graph: gg.GameGraph[Board] = nim.graph()
    again: gg.Solution[Board] = gg.solve(graph, presets=[gg.NO_PRESET] * graph.n)
    print(total, word, number, gg.verify(graph, again), pairs.outcomes.dtype, nim.table().keys())
    start: Board | None = nim.start
    result: gg.Outcome = nim.result
    known: dict[Board, gg.Label[Board]] = dict(nim.items())
    ends: list[Board] = [board for board in nim if nim[board].outcome == "LOSE"]
    label: gg.Label[Board] | None = nim.get((9, 9))
    grundy: int = gg.grundy(moves, start=(3, 4)).get((3, 4), -1)
    print(len(known), ends, label, grundy, [x.remoteness for x in nim.values()])
    print(start, result is gg.WIN, (9, 9) in nim, len(nim), {x: nim[x].remoteness for x in nim})


def large(folder: str) -> gg.Database[int]:
    """Solve games without graphs."""
    first: gg.Database[int] = gg.build(lambda n: [n - 1] if n else [], 20, folder=folder)
    second: gg.Database[int] = gg.build(
        lambda n: [n - 1] if n else [], 9, folder=folder, tier=abs, play="misere"
    )
    print(first.best_move(3), second.moves)
    return gg.build(lambda n: [n + 1] if n < 8 else [], size=9, ordered=True)


if __name__ == "__main__":
    main()
