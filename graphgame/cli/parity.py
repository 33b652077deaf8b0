"""The command ``graphgame parity``: a parity game in, who wins and by which moves out."""

from __future__ import annotations

from graphgame.cli import terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from typing import Any

    from graphgame.parity.game import ParityGame
    from graphgame.parity.solution import ParitySolution

DESCRIPTION = (
    "Read a parity game in PGSolver's format, print who wins from every vertex, and by which move. "
    "The greatest priority that occurs infinitely often counts: player 0 wins where it is even."
)
EPILOG = (
    "Text: 'parity N;', then 'id priority owner s1,s2 \"label\";' for each vertex. "
    "Answer: 'paritysol N;', then 'id winner strategy;', the strategy where the owner wins.\n\n"
    "Examples:\n"
    "  printf 'parity 1;\\n0 2 0 1;\\n1 1 1 0,1;\\n' | graphgame parity\n"
    "  printf '0 2 0 1;\\n1 0 1 0;\\n' | graphgame parity --verify --summary"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="IN.pg", help="default: - (standard input)"
    )
    parser.add_argument(
        "output", nargs="?", metavar="OUT.sol", help="write the answer to this file"
    )
    parser.add_argument(
        "--summary", action="store_true", help="print how many vertices each player wins"
    )
    parser.add_argument(
        "--min",
        action="store_true",
        help="the least priority that occurs infinitely often counts, not the greatest",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help="format of the game: pg, or csv, tsv, json, dot, graphml or gml with owners and "
        "priorities; by default told by the name of the file",
    )
    terminal.add_report(parser)
    parser.add_argument(
        "--method",
        metavar="NAME",
        help="the one algorithm to use; by default several are tried in turn",
    )


def run(args: argparse.Namespace) -> int:
    """Solve the game, print what the arguments ask for, return the exit status."""
    terminal.require_other("OUT.sol", args.output, args.file)
    game = _read(args)
    solution = game.solve(args.method)
    if args.verify:
        solution.verify()
    if args.output is not None:
        solution.write_sol(args.output)
    terminal.write(_report(solution, args))
    return 0


def _read(args: argparse.Namespace) -> ParityGame[Any]:
    from graphgame.parity.game import read_pg
    from graphgame.text.graph_text import format_by_name

    name = terminal.name(args.file)
    # Labels of PGSolver's format may be equal, names of other formats are not.
    told = args.format or format_by_name(name) or "pg"
    with terminal.opened(args.file) as text:
        return read_pg(text, told, source=name, labels=told != "pg", least=args.min)


def _report(solution: ParitySolution[Any], args: argparse.Namespace) -> Iterable[bytes]:
    facts = _facts(solution, verified=args.verify)
    if args.json:
        return _json(facts, solution, whole=not args.summary and args.output is None)
    if args.summary:
        return [_summary_text(facts).encode()]
    if args.output is not None:
        return []
    from graphgame.parity.pg_text import sol_blocks

    return sol_blocks(solution)


def _facts(solution: ParitySolution[Any], *, verified: bool) -> dict[str, object]:
    from graphgame.parity.pg_text import vertex_ids

    counts = solution.counts()
    facts: dict[str, object] = {
        "vertices": solution.game.n,
        "edges": solution.game.m,
        "won": [counts[0], counts[1]],
    }
    if solution.game.labels is not None and vertex_ids(solution.game) is None:
        facts["named"] = True
    if solution.start is not None:
        facts["start"] = solution.start
        facts["winner"] = solution.winner(solution.start)
    if verified:
        facts["verified"] = True
    return facts


def _summary_text(facts: dict[str, Any]) -> str:
    lines = [f"{facts['vertices']} vertices, {facts['edges']} edges"]
    lines += [f"player {who} wins {count}" for who, count in enumerate(facts["won"])]
    if "start" in facts:
        lines.append(f"player {facts['winner']} wins the start {facts['start']}")
    if "verified" in facts:
        lines.append("verified")
    return "".join(f"{line}\n" for line in lines)


def _json(
    facts: dict[str, object], solution: ParitySolution[Any], *, whole: bool
) -> Iterable[bytes]:
    from graphgame.text.json_text import json_line

    if whole:
        from graphgame.parity.pg_text import vertex_ids

        strategy: list[object] = solution.strategy.tolist()
        # Without ids and names they are 0, 1, 2, …
        if (ids := vertex_ids(solution.game)) is not None:
            facts["ids"] = ids.tolist()
            strategy = [*map([*ids.tolist(), -1].__getitem__, solution.strategy.tolist())]
        elif (names := solution.game.labels) is not None:
            facts["names"] = [*names]
            strategy = [*map([*names, None].__getitem__, solution.strategy.tolist())]
        facts["winners"] = solution.winners.tolist()
        facts["strategy"] = strategy
    return [json_line(facts).encode()]
