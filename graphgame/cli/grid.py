"""The command ``graphgame grid``: a board in, who wins from every cell when one piece moves."""

from __future__ import annotations

import os

from graphgame.cli import terminal
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution

DESCRIPTION = (
    "Read a board on which two players move one piece in turn, and print who wins from every cell: "
    "W, L, D or T for the player to move, and # for a wall. Who cannot move loses."
)
EPILOG = (
    "Grid text: 'n m', then n rows of m cells: '.' free, '*' or '#' wall, 'E' exit, from which no "
    "move leads, 'S' start; and the characters of --preset.\n\n"
    "Examples:\n"
    "  printf '2 3\\n...\\n.#.\\n' | graphgame grid --directions down,right\n"
    "  printf '2 2\\n..\\n.E\\n' | graphgame grid --moves king --remoteness"
)
_LETTERS = {-1: "L", 0: "D", 1: "W", 3: "T"}


_PIECES = ("four", "king", "knight", "rook", "bishop", "queen")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    parser.add_argument(
        "--moves",
        metavar="PIECE",
        default="four",
        help="four (the default: a step up, down, left or right), king, knight, rook, bishop or "
        "queen",
    )
    parser.add_argument(
        "--directions",
        metavar="D,D",
        help="some of up, down, left, right: moves go no other way; default: all",
    )
    terminal.add_cells(parser)
    parser.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="C=OUTCOME",
        help="cells with the character C end the game: WIN, LOSE, DRAW or TIE for who is to move "
        "there; may be given several times",
    )
    terminal.add_play(parser)
    parser.add_argument(
        "--remoteness", action="store_true", help="add the plies to the end behind each letter"
    )
    parser.add_argument(
        "--graph",
        metavar="FORMAT",
        help="print the graph instead, in this format, as text, csv or json: the positions of text "
        "are the cells that are no walls, in reading order",
    )
    terminal.add_base(parser, "row and column")
    terminal.add_report(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the board, print what the arguments ask for, return the exit status."""
    for option in ("json", "verify", "remoteness"):
        if args.graph is not None and getattr(args, option):
            raise GraphGameError(f"--graph: expected no --{option} beside it, got both")
    if args.file in _PIECES and not os.path.exists(args.file):
        raise GraphGameError(
            f"FILE: expected a file with a board, got {args.file!r}; --moves {args.file} says "
            "which piece moves"
        )
    graph, shape = _read(args)
    if args.graph is not None:
        terminal.write([_graph_text(graph, args)])
        return 0
    from graphgame.solving.solve import solve

    solution = solve(graph, play=args.play)
    if args.verify:
        solution.verify()
    report = _json(solution, shape, args) if args.json else _text(solution, shape, args)
    terminal.write(block.encode() for block in report)
    return 0


def _read(args: argparse.Namespace) -> tuple[GameGraph[Any], tuple[int, int]]:
    """Read the board; return its graph, and its numbers of rows and columns."""
    from graphgame.pursuit.grid_graph import read_board

    presets: dict[str, str] = {}
    for character, outcome in map(_preset, args.preset):
        if presets.setdefault(character, outcome) != outcome:
            raise GraphGameError(
                f"--preset: expected one outcome for {character!r}, got {presets[character]} and "
                f"{outcome}"
            )
    terminal.show_warnings()
    with terminal.opened(args.file) as text:
        return read_board(
            text,
            args.moves,
            directions=args.directions,
            walls="*#" + args.wall,
            exits="E" + args.exit,
            presets=presets,
            source=terminal.name(args.file),
        )


def _preset(word: str) -> tuple[str, str]:
    """Return the character and the outcome that --preset says."""
    if word[1:2] != "=":
        raise GraphGameError(
            f"--preset: expected a character and an outcome, as W=WIN, got {word!r}"
        )
    return word[0], word[2:]


def _graph_text(graph: GameGraph[Any], args: argparse.Namespace) -> bytes:
    """Return the graph in a format; where names are texts, cells are called row,column."""
    from io import BytesIO

    from graphgame.text.graph_text import write_graph

    text = BytesIO()
    if args.graph == "text":
        write_graph(graph, text, "text", base=args.base)
        return text.getvalue()
    start = graph.start
    names = [
        f"{row + args.base}:{column + args.base}" for row, column in graph.positions(range(graph.n))
    ]
    changes: dict[str, Any] = {"labels": names, "index": None}
    changes["start"] = None if start is None else names[graph._find(start)]
    write_graph(graph._with(**changes), text, args.graph)
    return text.getvalue()


def _maps(solution: Solution[Any], shape: tuple[int, int]) -> tuple[list[Any], list[Any]]:
    """Return outcomes and remoteness as rows of cells, None for walls."""
    import numpy as np

    cells = np.asarray(solution.game.labels.cells)  # type: ignore[union-attr]
    maps = []
    for values in (solution.outcomes, solution.remoteness):
        full = np.full(shape[0] * shape[1], None, dtype=object)
        full[cells] = values
        maps.append(full.reshape(shape).tolist())
    return maps[0], maps[1]


def _text(
    solution: Solution[Any], shape: tuple[int, int], args: argparse.Namespace
) -> Iterable[str]:
    outcomes, remoteness = _maps(solution, shape)
    rows = [["#" if x is None else _LETTERS[x] for x in row] for row in outcomes]
    if not args.remoteness:
        yield from ("".join(row) + "\n" for row in rows)
        return
    rows = [
        [x + (str(r) if r is not None and r >= 0 else "") for x, r in zip(row, plies, strict=True)]
        for row, plies in zip(rows, remoteness, strict=True)
    ]
    width = max((len(cell) for row in rows for cell in row), default=0)
    for row in rows:
        yield " ".join(cell.ljust(width) for cell in row).rstrip() + "\n"


def _json(
    solution: Solution[Any], shape: tuple[int, int], args: argparse.Namespace
) -> Iterable[str]:
    from graphgame.outcome import Outcome
    from graphgame.text.json_text import json_line

    outcomes, remoteness = _maps(solution, shape)
    facts: dict[str, object] = {
        "play": args.play,
        "base": args.base,
        "rows": shape[0],
        "columns": shape[1],
        "positions": solution.game.n,
        "moves": solution.game.m,
    }
    if solution.start is not None:
        start: Any = solution.start
        facts["start"] = [x + args.base for x in start]
        facts["outcome"] = str(solution.outcome(start))
        facts["remoteness"] = solution.remoteness_of(start)
    if args.verify:
        facts["verified"] = True
    facts["outcome_map"] = [
        [None if x is None else Outcome(x).name for x in row] for row in outcomes
    ]
    if args.remoteness:
        facts["remoteness_map"] = remoteness
    yield json_line(facts)
