"""The command ``graphgame prove``: who wins from one position, with a proof."""

from __future__ import annotations

import os
import sys

from graphgame import checks
from graphgame.cli import database_arguments, terminal
from graphgame.errors import GraphGameError, VerificationError, shown_path
from graphgame.progress import TerminalLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from graphgame.proving.proof import Proof

DESCRIPTION = (
    "Find out who wins from one position, by a search that looks at what it needs: for games that "
    "are too large to be solved whole. What it finds is a proof, which can be saved, and checked "
    "without the search."
)
EPILOG = (
    "The game is a rule, or an object with options(position) and perhaps start, preset, score, "
    "owner, canonical and order. START is read as Python writes it where it is a number, a text in "
    "quotes or a tuple; else it is a text.\n\n"
    "Examples:\n"
    "  graphgame prove take.py:GAME --proof take.npz --verify\n"
    "  graphgame prove take.py:options 100 --misere --json"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "game",
        metavar="MODULE:GAME",
        help="a name in a module, or in a file FILE.py; it is imported",
    )
    parser.add_argument(
        "start", nargs="?", metavar="START", help="the position; default: GAME.start"
    )
    terminal.add_play(parser)
    database_arguments.add_scores(parser)
    parser.add_argument(
        "--bound", type=int, metavar="K", help="only ask whether START is worth K or more"
    )
    parser.add_argument(
        "--memory", metavar="SIZE", help="the most memory to take, as in 1GiB (the default)"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="the longest time; default: until it is decided"
    )
    parser.add_argument(
        "--search",
        choices=("depth-first", "proof-number"),
        help="how to search; default: in both ways, in turns",
    )
    parser.add_argument("--threads", type=int, metavar="N", help="for a compiled rule (1)")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with the search in FILE, if there is one, and keep it there without an answer",
    )
    parser.add_argument("--proof", metavar="FILE", help="also save the proof")
    terminal.add_report(parser, "the proof; exit 1 if it fails, or nothing is decided")
    parser.add_argument(
        "--check",
        metavar="FILE",
        help="check a proof that was saved, instead of searching; exit 1 if it proves nothing of "
        "the start",
    )


def run(args: argparse.Namespace) -> int:
    """Prove who wins, or check a proof, and print what is known; return the exit status."""
    if args.check is not None:
        for option in ("bound", "memory", "seconds", "search", "threads", "resume", "proof"):
            if getattr(args, option) is not None:
                raise GraphGameError(
                    f"--check: expected no --{option} beside it, as nothing is searched, got both"
                )
    if args.seconds is not None:
        checks.seconds(args.seconds, "--seconds")
    terminal.require_other("--proof", args.proof, args.game.rpartition(":")[0], args.resume)
    game = database_arguments.read_game(args.game, "MODULE:GAME")
    start = getattr(game, "start", None)
    if args.start is not None:
        start = terminal.position(args.start)
    if args.check is not None:
        proof = _loaded(start, args)
        with database_arguments.asking(args.game, database_arguments.another_rule(args.check)):
            proof.verify(game, scores=database_arguments.read_scores(args))
        args.verify = True
        terminal.write(_report(proof, args))
        return 0
    with database_arguments.asking(args.game):
        if start is None:
            raise GraphGameError(
                f"START: expected a position, for {args.game} has no start; got none"
            )
        proof = _proven(game, start, args)
    return 1 if args.verify and not proof._is_decided else 0


def _loaded(start: Any, args: argparse.Namespace) -> Proof[Any]:
    """Load the proof that is to be checked; it answers what is asked."""
    from graphgame.proving.proof import Proof

    proof = Proof.load(args.check)
    where = shown_path(args.check)
    if start is not None and proof.start != start:
        found = f"one from {proof.start!r} in {where}; name that position, or another file"
        raise VerificationError(start, None, "a proof that begins here", found)
    if proof.play != args.play:
        raise GraphGameError(
            f"--play: expected {proof.play}, as in the proof in {where}, got {args.play}"
        )
    return proof


def _proven(game: Any, start: Any, args: argparse.Namespace) -> Proof[Any]:
    """Search, save the proof and print what is known."""
    proof: Proof[Any] | None = None
    if args.proof is None:
        proof = _searched(game, start, args)
        terminal.write(_report(proof, args))
        return proof
    from contextlib import suppress

    from graphgame.archive import replacing

    # Open the target first, so that nothing is searched if it cannot be written.  What ends
    # without a proof leaves it as it was.
    try:
        with suppress(_Undecided), replacing(args.proof) as target:
            proof = _searched(game, start, args)
            if not proof._is_decided:
                raise _Undecided
            proof.save(target)
    finally:  # what a long search has found is printed, although it cannot be saved
        if proof is not None:
            terminal.write(_report(proof, args))
    assert proof is not None
    return proof


class _Undecided(Exception):  # noqa: N818 -- not an error
    """There is no proof to be saved."""


def _searched(game: Any, start: Any, args: argparse.Namespace) -> Proof[Any]:
    """Search, and check what is found if the arguments ask for it."""
    from graphgame.proving.start import prove

    named = {"memory": args.memory, "threads": args.threads, "bound": args.bound}
    named["scores"] = database_arguments.read_scores(args)
    given = {name: value for name, value in named.items() if value is not None}
    if args.resume is not None:
        given["resume"] = _begun(args.resume)
    proof = None
    try:
        # After its first steps there is a proof to go on with, which Ctrl-C leaves as it is.
        proof = prove(game, start, play=args.play, search=args.search, seconds=0, **given)
        with TerminalLine() as progress:
            proof.resume(seconds=args.seconds, progress=progress)
    except KeyboardInterrupt:
        _keep(proof, args.resume)
        _say("interrupted", proof, args.resume)
        raise
    if not proof._is_decided:
        _keep(proof, args.resume)
        if not args.json:
            _say("memory is full" if proof.is_full else "time is over", proof, args.resume)
    elif args.verify:
        proof.verify()
    return proof


def _begun(file: str) -> str | None:
    """Return the file of a search to go on with, None where there is none; it can be written."""
    from contextlib import suppress

    from graphgame.archive import replacing

    with suppress(_Undecided), replacing(file):
        raise _Undecided
    return file if os.path.exists(file) else None


def _keep(proof: Proof[Any] | None, file: str | None) -> None:
    """Write a search that ended without an answer to the file that is named."""
    if proof is not None and file is not None and not proof._is_decided:
        proof.save_search(file)


def _say(ended: str, proof: Proof[Any] | None, file: str | None) -> None:
    """Print what is known after a search that ended early, and how to go on."""
    known = "nothing is known yet"
    if proof is not None:
        known = f"nothing is known after {proof.nodes:,} nodes"
        if (score := _score(*proof.score_bounds)) is not None:
            known = f"the start is worth {score} ({proof.nodes:,} nodes)"
        elif proof.bounds[1] < 1:
            known = f"who moves at the start cannot force a win ({proof.nodes:,} nodes)"
    way = "the same command begins again"
    if proof is not None and file is not None:
        way = "the same command goes on"
    if ended.startswith("memory"):
        way = "--memory SIZE gives it more"
    elif ended.startswith("time") and file is None:
        way = "--seconds S gives it more"
    if sys.stderr is not None:
        print(f"graphgame: {ended}: {known}; {way}", file=sys.stderr)


def _report(proof: Proof[Any], args: argparse.Namespace) -> Iterator[bytes]:
    """Yield what is known, as text or as JSON."""
    from graphgame.text.results import shown

    decided = proof._is_decided
    facts: dict[str, Any] = {
        "play": str(proof.play),
        "start": _plain(proof.start),
        "outcome": None if proof.outcome is None else str(proof.outcome),
        "bounds": [str(bound) for bound in proof.bounds],
        "plies": proof.plies if decided else None,
        "best_move": _plain(proof.best_move) if proof.best_move is not None else None,
        "nodes": proof.nodes,
        "positions": len(proof) if decided else 0,
    }
    if proof.score_bounds != (None, None):
        facts["score_bounds"] = [*proof.score_bounds]
    if args.bound is not None:
        facts["bound"], facts["reached"] = args.bound, _reached(args.bound, *proof.score_bounds)
    if args.verify and decided:
        facts["verified"] = True
    if args.json:
        from graphgame.text.json_text import json_line

        yield json_line(facts).encode()
        return
    worst, best = facts["bounds"]
    move, plies = facts["best_move"], facts["plies"]
    lines = {
        "": facts["outcome"] or "undecided",
        "bounds": None if facts["outcome"] else f"{worst} {best}",
        "score": _score(*proof.score_bounds),
        "bound reached": {True: "yes", False: "no", None: None}[facts.get("reached")],
        "best move": shown(move) if move is not None else "-" if decided else None,
        "plies": plies,
        "nodes": facts["nodes"],
        "positions": facts["positions"] if decided else None,
        "verified": "yes" if facts.get("verified") else None,
    }
    yield "".join(
        f"{name:<13} {value}\n".lstrip() for name, value in lines.items() if value is not None
    ).encode()


def _score(least: int | None, greatest: int | None) -> str | None:
    """Return a score, or between which two it is; None where nothing is known."""
    if least is not None and least == greatest:
        return str(least)
    bounds = {"at least": least, "at most": greatest}
    return ", ".join(f"{word} {x}" for word, x in bounds.items() if x is not None) or None


def _reached(bound: int, least: int | None, greatest: int | None) -> bool | None:
    """Return whether a score is at least a bound; None where that is not known."""
    if least is not None and least >= bound:
        return True
    return False if greatest is not None and greatest < bound else None


def _plain(position: Any) -> Any:
    """Return a position as JSON has it: an integer, a text, or a list of such.

    Any other one is a text, as Python writes it.
    """
    if type(position) in (int, str):
        return position
    if isinstance(position, tuple):
        return [_plain(part) for part in position]
    return repr(position)
