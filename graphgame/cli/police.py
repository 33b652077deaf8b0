"""The command ``graphgame police``: a board in, who wins when a policeman pursues a thief."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import Any

    from graphgame.line import Line
    from graphgame.pursuit.game import PoliceAndThief, PursuitSolution

DESCRIPTION = (
    "Read a board, print who wins: the policeman moves first, one step in 8 directions or none; "
    "the thief one step in 4 directions or none, to an exit if he can."
)
EPILOG = (
    "Grid text: 'n m', then n rows of m cells: '.' free, '*' or '#' wall, 'E' exit, 'P' or 'C' the "
    "policeman, 'T' the thief. Comments start with '#' behind a row.\n\n"
    "Examples:\n"
    "  printf '2 3\\nP.E\\n..T\\n' | graphgame police --line\n"
    "  printf '2 3\\nP.E\\n..T\\n' | graphgame police --map"
)

_ENGLISH = "Police catches the thief", "The thief escapes", "Draw"
# The answers that contests expect where the policeman wins, the thief wins, nobody wins.
_ANSWERS = {
    "en": _ENGLISH,
    "vi": _ENGLISH,
    "fa": ("پلیس دزد را میگیرد", "دزد فرار میکند", "مساوی"),
    "pt": ("Policial pegou o ladrão", "Ladrão escapa", "Empate"),
    "ru": ("WIN", "LOSS", "DRAW"),
}
# The results of these answers.
_ORDER = (WIN, LOSE, DRAW)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: - (standard input)"
    )
    parser.add_argument(
        "--lang",
        choices=tuple(_ANSWERS),
        default="en",
        help="words of the answer: en (the default), vi (the same), fa, pt; ru: WIN, LOSS, DRAW",
    )
    parser.add_argument(
        "--line",
        action="store_true",
        help="add the line of best play, a state a line: row and column of the policeman, of the "
        "thief, and whose turn it is",
    )
    parser.add_argument("--boards", action="store_true", help="add the line of best play as boards")
    parser.add_argument(
        "--map",
        action="store_true",
        help="add a map: for every cell where the thief might start, P where the policeman wins, "
        "T where the thief does, each with the plies it takes, or = for a draw",
    )
    terminal.add_cells(parser)
    terminal.add_base(parser, "row and column")
    terminal.add_report(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the board, print what the arguments ask for, return the exit status."""
    from graphgame.pursuit.game import PoliceAndThief

    game = PoliceAndThief._from_grid(terminal.read_grid(args.file, args.wall, args.exit))
    needs = args.line or args.boards or args.map or args.json or args.verify
    solution = game.solve(remoteness=needs)
    if args.verify:
        solution.verify()
    report = _json(solution, args) if args.json else _text(solution, args)
    terminal.write(block.encode() for block in report)
    return 0


def _answer(solution: PursuitSolution, lang: str) -> str:
    return _ANSWERS[lang][_ORDER.index(solution.result)]


def _text(solution: PursuitSolution, args: argparse.Namespace) -> Iterable[str]:
    yield _answer(solution, args.lang) + "\n"
    if args.line:
        for state in _states_json(solution.line(), args.base):
            numbers = map(str, (*state["police"], *state["thief"]))
            yield f"{' '.join(numbers)} {state['turn']}\n"
    if args.boards:
        yield from _boards(solution.game, solution.line())
    if args.map:
        yield from _map_text(solution)


def _states_json(line: Iterable[Any], base: int) -> list[dict[str, Any]]:
    """Return states as JSON objects, with rows and columns counted from `base`."""
    return [
        {
            "police": [x + base for x in police],
            "thief": [x + base for x in thief],
            "turn": turn,
        }
        for police, thief, turn in line
    ]


def _boards(game: PoliceAndThief, line: Line) -> Iterable[str]:
    states: Any = line
    for ply, state in enumerate(states):
        yield f"\n{ply}: {state[2]} to move\n{game.drawn(state)}\n"
    if line.closes_at is not None:
        yield f"\nas {line.closes_at}: play repeats from there for ever\n"
    else:
        yield "\nthe end\n"


def _maps(solution: PursuitSolution) -> tuple[list[list[int]], list[list[int]]]:
    """Return the maps of outcomes and remoteness over the thief's cells, the policeman to move."""
    start = solution.game.police
    outcomes, remoteness = (
        solution.outcome_map(police=start).tolist(),
        solution.remoteness_map(police=start).tolist(),
    )
    return outcomes, remoteness


def _map_text(solution: PursuitSolution) -> Iterable[str]:
    """Return the map as lines, with columns of equal width."""
    signs = {WIN: "P", LOSE: "T", DRAW: "=", solution.WALL: "*"}
    rows = [
        [signs[o] + (str(r) if r >= 0 else "") for o, r in zip(*row, strict=True)]
        for row in zip(*_maps(solution), strict=True)
    ]
    width = max(len(cell) for row in rows for cell in row)
    yield "\n"
    for row in rows:
        yield " ".join(cell.ljust(width) for cell in row).rstrip() + "\n"


def _json(solution: PursuitSolution, args: argparse.Namespace) -> Iterable[str]:
    from graphgame.text.json_text import json_line

    game = solution.game
    facts: dict[str, object] = {
        "answer": _answer(solution, args.lang),
        "result": str(solution.result),
        "remoteness": solution.remoteness_of(solution.start),
        "rows": game.rows,
        "columns": game.columns,
        "base": args.base,
        "start": _states_json([solution.start], args.base)[0],
    }
    if args.verify:
        facts["verified"] = True
    if args.line or args.boards:
        line = solution.line()
        states: Any = line
        facts["line"] = _states_json(line, args.base)
        facts["closes_at"] = line.closes_at
        if args.boards:
            facts["boards"] = [game.drawn(state).split("\n") for state in states]
    if args.map:
        outcomes, remoteness = _maps(solution)
        facts["outcome_map"] = [
            [None if o == solution.WALL else Outcome(o).name for o in row] for row in outcomes
        ]
        facts["remoteness_map"] = [
            [None if r < NEVER_ENDS else r for r in row] for row in remoteness
        ]
    yield json_line(facts)
