"""The command ``graphgame cops``: a graph in, who wins cops and robbers and the cop number out."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError
from graphgame.outcome import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from typing import Any

    from graphgame.cops.solution import CopsSolution

DESCRIPTION = (
    "Read a graph, print who wins cops and robbers: the cops choose their vertices, then the "
    "robber his; then they take turns, and each may move along an edge or stay."
)
EPILOG = (
    "Graph text: 'n m', then m lines 'u v', each an edge that goes both ways. Comments start with "
    "'#'.\n\n"
    "Examples:\n"
    "  printf '4 3\\n1 2\\n2 3\\n3 4\\n' | graphgame cops --line\n"
    "  printf 'DqK\\nD~{\\n' | graphgame cops --graph6"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    terminal.add_input(parser)
    parser.add_argument("--cops", type=int, metavar="K", help="number of cops (1)")
    parser.add_argument(
        "--directed", action="store_true", help="moves follow the arcs from u to v only"
    )
    parser.add_argument(
        "--number",
        nargs="?",
        type=int,
        default=False,
        metavar="MAX",
        help="print the cop number instead, the least number of cops that win; -1 if it takes more "
        "than MAX; FILE comes before it",
    )
    parser.add_argument(
        "--graph6",
        action="store_true",
        help="read graphs in graph6, one per line, and print the cop number of each while reading; "
        "what stands before a line that is not graph6 may have been printed when it is refused",
    )
    parser.add_argument(
        "--line",
        action="store_true",
        help="add the line of best play, a state a line: the vertices of the cops, the robber's "
        "vertex, and whose turn it is",
    )
    terminal.add_report(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the game, print what the arguments ask for, return the exit status."""
    _check(args)
    if args.graph6:
        report = _graph6_report(args)
    elif args.number is not False:
        report = _number_report(args)
    else:
        report = _report(args)
    terminal.write(block.encode() for block in report)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if args.cops is not None and args.cops < 1:
        raise GraphGameError(f"--cops {args.cops}: expected at least 1")
    if args.number is not False and args.number is not None and args.number < 1:
        raise GraphGameError(f"--number {args.number}: expected at least 1")
    given = [name for name in ("cops", "line", "verify") if getattr(args, name)]
    if args.graph6 and args.format is not None:
        raise GraphGameError(f"--format {args.format}: expected none beside --graph6")
    if args.graph6 and args.base != 1:
        given.append("base")
    if args.graph6 and args.directed:
        given.append("directed")
    if given and (args.graph6 or args.number is not False):
        asked = "graph6" if args.graph6 else "number"
        raise GraphGameError(f"--{asked} prints cop numbers only: expected no --{given[0]}")


def _report(args: argparse.Namespace) -> Iterable[str]:
    """Return the solution for a number of cops as text or JSON."""
    from graphgame.cops.game import cops_and_robbers

    # Numbered as in the text, so that states and errors name vertices as the text does.
    graph = terminal.read_named(args, args.base)
    cops = 1 if args.cops is None else args.cops
    needs = args.line or args.json or args.verify
    solution = cops_and_robbers(graph, cops, directed=args.directed, remoteness=needs)
    if args.verify:
        solution.verify()
    if args.json:
        return _json(solution, args)
    return _text(solution, args)


def _answer(solution: CopsSolution[Any]) -> str:
    return "The cops catch the robber" if solution.result == WIN else "The robber escapes"


def _text(solution: CopsSolution[Any], args: argparse.Namespace) -> Iterable[str]:
    yield f"{_answer(solution)}\n"
    yield f"capture time {solution.capture_time}\n"
    from graphgame.text.results import shown

    yield f"start {' '.join(map(shown, solution.start[0]))}\n"
    if args.line:
        for cops, robber, turn in solution.line():
            yield f"{' '.join(map(shown, cops))} {shown(robber)} {turn}\n"


def _state_json(state: Any) -> dict[str, Any]:
    cops, robber, turn = state
    return {"cops": list(cops), "robber": robber, "turn": turn}


def _json(solution: CopsSolution[Any], args: argparse.Namespace) -> Iterable[str]:
    from graphgame.text.json_text import json_line

    facts: dict[str, object] = {
        "answer": _answer(solution),
        "result": str(solution.result),
        "remoteness": solution.remoteness_of(solution.start),
        "capture_time": solution.capture_time,
        "vertices": solution.game.n,
        "edges": solution.game.m,
        "directed": solution.directed,
        "cops": solution.cops,
        "base": args.base,
        **terminal.named(args),
        "start": _state_json(solution.start),
    }
    if args.verify:
        facts["verified"] = True
    if args.line:
        line = solution.line()
        facts["line"] = [*map(_state_json, line)]
        facts["closes_at"] = line.closes_at
    yield json_line(facts)


# -- cop numbers ----------------------------------------------------------------------------------


def _number_report(args: argparse.Namespace) -> Iterable[str]:
    """Return the cop number of one graph as text or JSON."""
    from graphgame.cops.numbers import cop_number

    graph = terminal.read_named(args, args.base)
    number = cop_number(graph, args.number, directed=args.directed)
    if not args.json:
        return [f"{number}\n"]
    from graphgame.text.json_text import json_line

    facts = {
        "cop_number": number,
        "max_cops": args.number,
        "vertices": graph.n,
        "edges": graph.m,
        "directed": args.directed,
        "base": args.base,
        **terminal.named(args),
    }
    return [json_line(facts)]


def _graph6_report(args: argparse.Namespace) -> Iterable[str]:
    """Yield the cop numbers of many graphs as text, while they are read, or at the end as JSON."""
    found = _graph6_numbers(args)
    if not args.json:
        for numbers in found:
            yield "".join(f"{number}\n" for number in numbers)
        return
    from graphgame.text.json_text import json_line

    every = [number for numbers in found for number in numbers]
    yield json_line({"cop_numbers": every, "max_cops": args.number or None})


def _graph6_numbers(args: argparse.Namespace) -> Iterator[list[int]]:
    """Yield the cop numbers of some graphs after the others."""
    from graphgame.cops.numbers import find_in_pieces

    lines, source = terminal.read_lines(args.file), terminal.name(args.file)
    for numbers in find_in_pieces(lines, args.number or None, source):
        yield numbers.tolist()
