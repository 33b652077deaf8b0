"""The command ``graphgame synth``: an automaton in, a verdict and a controller out."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.progress import TerminalLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from graphgame.synthesis.automaton import Automaton
    from graphgame.synthesis.controller import Controller

DESCRIPTION = (
    "Read automata in the HOA format, whose controllable-AP: names the outputs, and print whether "
    "a controller exists: REALIZABLE or UNREALIZABLE, a line for each automaton. A machine can be "
    "written, too: the controller, or an environment that no controller can satisfy."
)
EPILOG = (
    "Examples:\n"
    "  graphgame synth arbiter.hoa --verify --summary\n"
    "  graphgame synth --aiger arbiter.aag < arbiter.hoa"
)
# Exit status of tools in the synthesis competition.
_STATUS = {True: 10, False: 20}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="IN.hoa", help="default: - (standard input)"
    )
    parser.add_argument(
        "--formula",
        metavar="LTL",
        help="read no automaton: make it of a formula, by Spot, which has to be installed",
    )
    parser.add_argument(
        "--outs",
        metavar="NAMES",
        help="with --formula, the outputs, with commas between them; all others are inputs",
    )
    parser.add_argument(
        "--aiger",
        metavar="OUT",
        help="write the machine as a circuit; in the binary format if the name ends with .aig",
    )
    parser.add_argument("--hoa", metavar="OUT", help="write the machine in the HOA format")
    parser.add_argument("--dot", metavar="OUT", help="write the machine as Graphviz text")
    parser.add_argument("--page", metavar="OUT", help="write a page to play against the machine")
    parser.add_argument(
        "--moore",
        action="store_true",
        help="the controller chooses the outputs before it reads the inputs, not after",
    )
    parser.add_argument(
        "--summary", action="store_true", help="print sizes of the automaton and of the machine"
    )
    parser.add_argument(
        "--competition",
        action="store_true",
        help="exit with 10 if the last automaton is realizable, with 20 if not",
    )
    terminal.add_report(parser, "each machine against its automaton; exit 1 if it fails")


def run(args: argparse.Namespace) -> int:
    """Solve the games, print what the arguments ask for, return the exit status."""
    realizable = True
    count = 0
    for automaton, controller in _solved(args):
        count += 1
        if count == 2 and (args.aiger or args.hoa or args.dot or args.page):
            from graphgame.errors import GraphGameError

            raise GraphGameError(
                f"{terminal.name(args.file)}: expected one automaton with --aiger, --hoa, --dot or "
                "--page, got several, whose machines would replace each other"
            )
        _write(controller, args)
        if args.verify:
            controller.verify(automaton)
        terminal.write([_report(automaton, controller, args).encode()])
        realizable = controller.realizable
    if not count:
        from graphgame.errors import ParseError

        name = terminal.name(args.file)
        raise ParseError(name, 1, 1, "an automaton, 'HOA: v1'", "a text without any")
    return _STATUS[realizable] if args.competition else 0


def _solved(args: argparse.Namespace) -> Iterator[tuple[Automaton, Controller]]:
    from graphgame.synthesis.automaton import read_hoas
    from graphgame.synthesis.controller import realize

    for option in ("aiger", "hoa", "dot", "page"):
        terminal.require_other(f"--{option}", getattr(args, option), args.file)
    with _opened(args) as text:
        for automaton in read_hoas(text, source=terminal.name(args.file)):
            with TerminalLine() as progress:
                found = realize(automaton, "moore" if args.moore else "mealy", progress=progress)
            yield automaton, found


def _opened(args: argparse.Namespace) -> Any:
    """Open the text: a file, standard input, or the automaton of a formula."""
    from graphgame.errors import GraphGameError

    if args.formula is None:
        if args.outs is not None:
            raise GraphGameError("--outs: expected with --formula, as a text names its outputs")
        return terminal.opened(args.file)
    if args.file != "-":
        raise GraphGameError(f"--formula: expected no file beside it, got {args.file}")
    if args.outs is None:
        raise GraphGameError("--formula: expected --outs beside it, '' for none, got no --outs")
    from io import BytesIO

    from graphgame.synthesis.formula_text import automaton_text

    outputs = [name.strip() for name in args.outs.split(",")] if args.outs else []
    return BytesIO(automaton_text(args.formula, outputs, "--formula"))


def _write(controller: Controller, args: argparse.Namespace) -> None:
    if args.aiger is not None:
        controller.write_aiger(args.aiger)
    if args.hoa is not None:
        controller.write_hoa(args.hoa)
    if args.dot is not None:
        from graphgame.archive import writing

        with writing(args.dot) as file:
            file.write(f"{controller.to_dot()}\n".encode())
    if args.page is not None:
        controller.write_html(args.page)


def _report(automaton: Automaton, controller: Controller, args: argparse.Namespace) -> str:
    verdict = "REALIZABLE" if controller.realizable else "UNREALIZABLE"
    if not (args.summary or args.json):
        return f"{verdict}\nverified\n" if args.verify else f"{verdict}\n"
    latches, gates = controller.gates()
    facts: dict[str, object] = {
        "realizable": controller.realizable,
        "semantics": controller.semantics,
        "states": automaton.n,
        "edges": automaton.m,
        "inputs": automaton.inputs,
        "outputs": automaton.outputs,
        "acceptance": automaton.acceptance,
        "machine": {
            "states": controller.n,
            "unmerged": controller.unmerged,
            "edges": controller.m,
            "latches": latches,
            "gates": gates,
        },
    }
    if args.verify:
        facts["verified"] = True
    if args.json:
        from graphgame.text.json_text import json_line

        return json_line(facts)
    who = "controller" if controller.realizable else "environment"
    lines = [
        verdict,
        f"{automaton.n} states, {automaton.m} edges, {len(automaton.inputs)} inputs, "
        f"{len(automaton.outputs)} outputs, {automaton.acc_name or automaton.acceptance}",
        f"{who}: {controller.n} states ({controller.unmerged} before merging), {controller.m} "
        f"edges; {latches} latches, {gates} gates",
    ]
    return "".join(f"{line}\n" for line in lines + ["verified"] * bool(args.verify))
