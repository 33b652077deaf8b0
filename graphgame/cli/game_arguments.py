"""Arguments of commands that show a solved game: FILE is a solution, or a graph to be solved."""

from __future__ import annotations

from graphgame.cli import terminal
from graphgame.errors import GraphGameError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any, TypeVar

    from graphgame.owners.solution import OwnerSolution
    from graphgame.parity.solution import ParitySolution
    from graphgame.playing.game import Look
    from graphgame.playing.played import Played
    from graphgame.solving.solution import Solution

    S = TypeVar("S", Solution[Any], OwnerSolution[Any], ParitySolution[Any])


def add_arguments(parser: argparse.ArgumentParser, *, piped: bool = True) -> None:
    """Add FILE, which is needed unless it may come through a pipe, ``--base`` and ``--play``.

    ``args.base`` is None where it is not given; see `base`.
    """
    what = "a solution saved as npz, or a graph"
    if piped:
        what += "; default: - (a graph on standard input)"
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=what)
    else:
        parser.add_argument("file", metavar="FILE", help=what)
    terminal.add_base(parser, "position")
    parser.set_defaults(base=None)
    terminal.add_format(parser)
    terminal.add_play(
        parser, "for a graph: who cannot move loses (normal, the default) or wins (misere)"
    )


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add ``--look``, a Python file that says how the game looks."""
    from graphgame.playing.game import Look

    parser.add_argument(
        "--look",
        metavar="FILE.py",
        help=f"a Python file, which is run, and which defines some of {', '.join(Look._fields)}",
    )


def base(args: argparse.Namespace) -> int:
    """Return the number of the first position: 1 if ``--base`` is not given."""
    return 1 if args.base is None else args.base


def require_play(args: argparse.Namespace, play: str) -> None:
    """Refuse misère play for what was solved in normal play: a file says how it was played."""
    if args.play == "misere" and play != "misere":
        raise GraphGameError(
            f"--misere: expected none beside {shown_path(args.file)}, which was solved in normal "
            "play, got one; solve the game in misère play"
        )


def require_no_format(args: argparse.Namespace, what: str) -> None:
    """Refuse a format of graphs beside a file that is none."""
    if args.format is not None:
        raise GraphGameError(
            f"--format: expected none beside {shown_path(args.file)}, {what}, got {args.format}"
        )


def read_solution(args: argparse.Namespace, look: Look | None = None) -> Solution[Any]:
    """Load a solution file, or read a graph and solve it; positions without labels get numbers.

    Raises
    ------
    GraphGameError
        If functions of the look are asked about positions of a file that have no labels, and
        ``--base`` does not say how these are counted.
    """
    from graphgame.solving.solution import Solution

    if args.file != "-" and _is_archive(args.file):
        _refuse_proof(args.file)
        require_no_format(args, "a solution")
        solution = Solution.load(args.file)
        require_play(args, str(solution.play))
        return _counted(solution, args, look)
    from graphgame.solving.solve import solve

    graph = terminal.read_named(args, base(args))
    return solve(graph, play=args.play)


def _refuse_proof(file: str) -> None:
    """Refuse a proof, which knows one start alone."""
    from graphgame.graphs.form import read_loader

    found = read_loader(file)
    if found is not None and found.__name__ == "Proof":
        raise GraphGameError(
            f"FILE: expected a game that is solved whole, got {shown_path(file)}, a proof of one "
            "start; graphgame play and graphgame serve play it, with --game MODULE:GAME"
        )


def _counted(solution: S, args: argparse.Namespace, look: Look | None) -> S:
    """Count the positions of a solution that was saved without labels from ``--base`` on."""
    if solution.game.labels is not None:
        return solution
    # They are counted from 0 in Python, where its author may have written the look, and from 1 in
    # the command: neither is sure.
    asked = [name for name in ("board", "turn", "move") if getattr(look, name, None) is not None]
    if asked and args.base is None:
        raise GraphGameError(
            f"--base: expected it with --look where positions are numbers, as in {args.file}; "
            f"use --base 0 if {asked[0]} counts them from 0, as Python does, or --base 1"
        )
    solution.game = solution.game._counted_from(base(args))
    return solution


def read_played(args: argparse.Namespace, look: Look) -> Played[Any]:
    """Read or solve what is played: as `read_solution`, with owners, of Left and Right, or dice."""
    if args.file != "-" and _is_archive(args.file):
        from graphgame.graphs.form import read_loader
        from graphgame.owners.partizan import PartizanSolution
        from graphgame.playing.played import Played
        from graphgame.playing.played_chance import PlayedChance

        kind = read_loader(args.file)
        if kind is not None and issubclass(kind, Played | PartizanSolution | PlayedChance):
            require_no_format(args, "a solution")
            load: Any = kind
            played: Played[Any] = _counted(load.load(args.file), args, look)
            # Who cannot move loses in games with owners, of Left and Right, and of dice.
            require_play(args, getattr(played, "_play", "normal"))
            return played
    return read_solution(args, look)


def read_look(args: argparse.Namespace) -> Look:
    """Run the file given as ``--look``, and take what it defines."""
    from graphgame.playing.game import Look

    if args.look is None:
        return Look()
    try:
        defined = _run(args.look)
    except OSError as error:
        error.filename = args.look
        raise
    except (Exception, SystemExit) as error:
        raise GraphGameError(f"{shown_path(args.look)}: {raised(error)}") from error
    given = {name: defined[name] for name in Look._fields if name in defined}
    if not given:
        raise GraphGameError(
            f"{shown_path(args.look)}: expected it to define some of {', '.join(Look._fields)}"
        )
    _check_spelling(args.look, defined, given)
    return Look(**given)


def raised(error: BaseException) -> str:
    """Return what a file of Python raised when it was run, and what to do about sys.exit()."""
    text = f"{type(error).__name__}: {error}"
    if not isinstance(error, SystemExit):
        return text
    return (
        f"expected it to define names alone, got {text}; what it does as a program belongs below "
        "if __name__ == '__main__'"
    )


def _check_spelling(file: str, defined: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Warn of a name that is nearly one of those that mean something, where that one is missing.

    A name that a function of the file uses has its meaning there.
    """
    import sys
    from difflib import get_close_matches

    from graphgame.playing.game import Look

    missing = [name for name in Look._fields if name not in given]
    codes = [x.__code__ for x in defined.values() if hasattr(x, "__code__")]
    used = {name for code in codes for name in code.co_names}
    for name in (x for x in defined if not x.startswith("_") and x not in used):
        for meant in get_close_matches(name, missing, 1, 0.75):
            print(
                f"graphgame: {shown_path(file)}: {name} means nothing here, {meant} would",
                file=sys.stderr,
            )


def _run(file: str) -> dict[str, Any]:
    """Run a Python file, and return what it defines."""
    from runpy import run_path

    if _is_regular(file):
        return run_path(file)
    with open(file, "rb") as opened:  # run_path reads a file twice, and a pipe is read once
        code = compile(opened.read(), file, "exec")
    defined: dict[str, Any] = {"__name__": "<run_path>", "__file__": file}
    exec(code, defined)  # noqa: S102 -- as run_path does
    return defined


def _is_regular(file: str) -> bool:
    import os
    from stat import S_ISREG

    return S_ISREG(os.stat(file).st_mode)


def _is_archive(file: str) -> bool:
    """Return whether a regular file begins as an archive; what a pipe holds can be read once."""
    try:
        if not _is_regular(file):
            return False
        with open(file, "rb") as opened:
            return opened.read(2) == b"PK"
    except OSError as error:
        error.filename = file
        raise
