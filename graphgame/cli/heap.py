"""The command ``graphgame heap``: the values of a heap game, its period, and how to play it."""

from __future__ import annotations

from graphgame import checks
from graphgame.cli import terminal
from graphgame.errors import GraphGameError
from graphgame.progress import TerminalLine
from graphgame.text.json_text import json_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphgame.heaps.game import HeapGame
    from graphgame.heaps.periods import Period
    from graphgame.types import PlayName

DESCRIPTION = "Print the values of heaps 0 to N of a game, its period, or how to play a position."
EPILOG = (
    "GAME and RULE: 'octal 0.77' for a code, also hexadecimal; 'take 1,2,3', 'take squares' "
    "(cubes, primes, 'triangular numbers', 'powers of 2', 'powers of 3') for the numbers that may "
    "be taken; 'all-but 2,5' for those that may not; 'grundy' for Grundy's game; 'couples' for "
    "Couples Are Forever; 'lasker' for Lasker's Nim.\n\n"
    "Examples:\n"
    "  graphgame heap take squares -n 12\n"
    "  graphgame heap octal 0.77 --heaps 5,3"
)
_GAMES = ("octal", "take", "all-but", "grundy", "couples", "lasker")
# Games by their names, and rules of take.
_NAMED = {
    "kayles": "octal 0.77",
    "dawson": "octal 0.137",
    "dawsons-kayles": "octal 0.07",
    "treblecross": "octal 0.007",
    "squares": "take squares",
    "primes": "take primes",
    "subtraction": "take 1,2,3",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.set_defaults(run=run)
    parser.add_argument("game", type=_name, choices=_GAMES, metavar="GAME", help=", ".join(_GAMES))
    parser.add_argument("rule", nargs="?", metavar="RULE", help="of octal, take and all-but")
    parser.add_argument(
        "-n",
        type=int,
        metavar="N",
        help="the greatest heap (50; with --period, as far as about a second of work leads)",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--period",
        action="store_true",
        help="print the period instead of values, and whether it is proven",
    )
    instead.add_argument(
        "--heaps",
        metavar="A,B,…",
        help="print the outcome of these heaps, and the winning moves, instead of values",
    )
    instead.add_argument(
        "--genus",
        action="store_true",
        help="print the genus of each heap in misere play, to heap 20 unless -n says otherwise",
    )
    instead.add_argument(
        "--quotient",
        action="store_true",
        help="print the misere quotient: of all heaps, or of the heaps 0 to N",
    )
    parser.add_argument(
        "--outcome",
        action="store_true",
        help="with --heaps: the outcome alone, since big heaps may have millions of winning moves",
    )
    terminal.add_play(
        parser, "what happens to the player who cannot move: loses, or wins in misere play (normal)"
    )
    terminal.add_base(parser, "heap in moves")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a line 'heap,value' for each heap")
    parser.add_argument(
        "--table", metavar="FILE", help="go on from the values in FILE, and save them there"
    )


def _name(word: str) -> str:
    """Return the word for a game; a rule, or the name of a game, leads to it."""
    import argparse

    cure = _NAMED.get(word.casefold(), "")
    if word.replace(".", "", 1).isalnum() and word[:1] in (".", *"0123456789") and "." in word:
        cure = f"octal {word}"
    elif word.replace(",", "").isdigit():
        cure = f"take {word}"
    if cure:
        raise argparse.ArgumentTypeError(
            f"expected one of {', '.join(_GAMES)}, got {word!r}; write graphgame heap {cure}"
        )
    return word


def run(args: argparse.Namespace) -> int:
    """Make the game, and print what the arguments ask for; return the exit status."""
    if args.outcome and args.heaps is None:
        raise GraphGameError("--outcome goes with --heaps")
    if args.play == "misere" and args.period:
        raise GraphGameError("--play misere goes with values and --heaps, not with --period")
    if args.n is not None and args.heaps is not None:
        raise GraphGameError(
            "-n goes with values, --period, --genus and --quotient, not with --heaps"
        )
    if args.csv and (args.period or args.genus or args.quotient or args.heaps is not None):
        raise GraphGameError(
            "--csv goes with values, not with --period, --heaps, --genus or --quotient"
        )
    game = _game(args.game, args.rule)
    if args.table is not None:
        game = _with_table(game, args.table)
    try:
        text = "".join(_report(game, args))
    finally:  # what an interrupted run has found is saved too
        if args.table is not None:
            game.save(args.table)
    terminal.write([text.encode()])
    return 0


def _game(name: str, rule: str | None) -> HeapGame:
    from graphgame.heaps import catalogue
    from graphgame.heaps.rules import interface

    named: dict[str, Callable[[], HeapGame]] = {
        "grundy": catalogue.grundys_game,
        "couples": catalogue.couples_are_forever,
        "lasker": catalogue.laskers_nim,
    }
    if name in named:
        if rule is not None:
            raise GraphGameError(f"RULE: expected none for {name}, got {rule!r}")
        return named[name]()
    if rule is None:
        raise GraphGameError(f"RULE: expected one for {name}, such as {_EXAMPLES[name]}, got none")
    if name == "octal":
        return catalogue.octal(rule)
    if name == "take" and rule in interface.NAMED:
        return catalogue.taking(rule)
    if name == "take" and not rule[:1].isdigit():
        known = ", ".join(map(repr, interface.NAMED))
        raise GraphGameError(f"RULE: expected integers as in 1,2,3, or {known}; got {rule!r}")
    numbers = terminal.integers(rule, "RULE")
    return catalogue.subtraction(numbers) if name == "take" else catalogue.all_but(numbers)


_EXAMPLES = {"octal": "0.77", "take": "1,2,3 or squares", "all-but": "2,5"}


def _heaps(text: str) -> list[int]:
    """Read the sizes of heaps, at least one: an empty text is a shell variable that is not set."""
    if not text.strip():
        raise GraphGameError(
            f"--heaps: expected at least one integer, as in 1,2,3, got {text!r}; "
            "--heaps 0 asks about no counters at all"
        )
    return terminal.integers(text, "--heaps")


def _with_table(game: HeapGame, file: str) -> HeapGame:
    from graphgame.heaps.game import HeapGame

    try:
        return HeapGame.load(file, game=game)
    except FileNotFoundError:
        return game


def _report(game: HeapGame, args: argparse.Namespace) -> Iterator[str]:
    with TerminalLine() as progress:
        if args.heaps is not None:
            yield from _play(game, _heaps(args.heaps), args)
        elif args.period:
            n = None if args.n is None else checks.size(args.n, "n")
            found, last = game._known.search(n, progress)
            yield _period(game, found, last, args)
        elif args.genus:
            yield _genera(game, args)
        elif args.quotient:
            yield _quotient(game, args, progress)
        else:
            yield _values(game, _listed(game, args, progress), args)


def _facts(game: HeapGame) -> dict[str, Any]:
    return {"game": game._rule.text, "name": game.name}


def _listed(game: HeapGame, args: argparse.Namespace, progress: Any) -> list[int]:
    """Return the values of the heaps 0 to N; in normal play without NumPy."""
    n = checks.size(50 if args.n is None else args.n, "n")
    if args.play == "misere":
        return [*map(int, game.values(n, play="misere"))]
    values: list[int] = game._known.upto(n, progress).tolist()
    return values


def _values(game: HeapGame, values: list[int], args: argparse.Namespace) -> str:
    if args.json:
        return json_line(_facts(game) | {"values": values})
    if args.csv:
        return "heap,value\n" + "".join(map("{},{}\n".format, range(len(values)), values))
    return " ".join(map(str, values)) + "\n"


def _period(game: HeapGame, found: Period | None, last: int, args: argparse.Namespace) -> str:
    if args.json:
        return json_line(_facts(game) | {"period": found and found._asdict()})
    if found is None:
        return f"none found up to {last}; -n N looks further\n"
    facts = found._asdict().items()
    return "".join(f"{name.replace('_', ' '):<14} {_word(x)}\n" for name, x in facts)


def _genera(game: HeapGame, args: argparse.Namespace) -> str:
    genera = game.genera(checks.size(20 if args.n is None else args.n, "n"))
    if args.json:
        shown = [{"value": x.value, "digits": [*x.digits]} for x in genera]
        return json_line(_facts(game) | {"genera": shown})
    return " ".join(map(str, genera)) + "\n"


def _quotient(game: HeapGame, args: argparse.Namespace, progress: Any) -> str:
    """Return the misère quotient; of the pretending function, one period."""
    n = None if args.n is None else checks.size(args.n, "n")
    quotient = game.misere_quotient(n, progress=progress)
    found = quotient.presentation()
    shown = len(quotient.elements) if quotient.period is None else sum(quotient.period)
    facts: dict[str, Any] = {
        "order": quotient.order,
        "proven": quotient.proven,
        "period": quotient.period,
        "tame": quotient.is_tame,
        "regular": quotient.is_regular,
        "generators": [{"name": x, "heap": h} for x, h in found.generators.items()],
        "relations": [*map(list, found.relations)],
        "lost": [*found.p_portion],
        "pretending": [*found.pretending[:shown]],
    }
    if args.json:
        return json_line(_facts(game) | {"quotient": facts})
    heaps = "all heaps" if quotient.proven else f"heaps to {len(quotient.elements) - 1}"
    start, p = quotient.period or (None, None)
    lines = {
        "quotient of": heaps,
        "order": quotient.order,
        "preperiod": _word(start),
        "period": _word(p),
        "tame": _word(quotient.is_tame),
        "regular": _word(quotient.is_regular),
        "presentation": found,
        "lost": ", ".join(found.p_portion),
        "heaps from 0": ", ".join(facts["pretending"]),
    }
    return "".join(f"{name:<14} {x}\n" for name, x in lines.items())


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)


def _play(game: HeapGame, heaps: list[int], args: argparse.Namespace) -> Iterator[str]:
    play: PlayName = args.play
    outcome = game.outcome(heaps, play=play)
    facts = _facts(game) | {"play": play, "base": args.base, "heaps": heaps}
    if play == "normal":  # values say nothing of sums in misère play
        facts["values"] = [game.value(heap) for heap in heaps]
    facts["outcome"] = str(outcome)
    moves = [] if args.outcome else game.winning_moves(heaps, play=play)
    if args.json:
        shown = [
            {"component": place + args.base, "from": heaps[place], "to": left}
            for place, left in moves
        ]
        yield json_line(facts | ({} if args.outcome else {"winning_moves": shown}))
        return
    yield f"{outcome}\n"
    for place, left in moves:
        yield f"heap {place + args.base}: {heaps[place]} -> {' + '.join(map(str, left)) or '0'}\n"
