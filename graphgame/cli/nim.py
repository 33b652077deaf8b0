"""The command ``graphgame nim``: piles in, who wins and every winning move out."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from itertools import islice

from graphgame import nim
from graphgame.cli import terminal
from graphgame.errors import GraphGameError, ParseError
from graphgame.reading.texts import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any, TypeAlias

    from graphgame.line import Move

    Piles: TypeAlias = list[int]
    Moves: TypeAlias = Iterator[tuple[Move[int], ...]]

DESCRIPTION = (
    "Print who wins a position of Nim, WIN or LOSE for the player to move, and every winning move."
)
EPILOG = (
    "On standard input each line is a position: its piles, separated by spaces. Comments start "
    "with '#'.\n\n"
    "Examples:\n"
    "  graphgame nim 3 4 5 --misere\n"
    "  printf '1 2 3\\n3 4 5\\n' | graphgame nim --limit 0"
)
# Lines in a block of output.
_LINES = 1 << 10
# The most digits of a pile.  Reading and printing takes time quadratic in them: less than a second
# for a megabyte of piles.
_MOST_DIGITS = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "piles",
        nargs="*",
        metavar="PILE",
        help="the sizes of the piles; default: - (standard input)",
    )
    terminal.add_play(parser)
    parser.add_argument("--most", type=int, metavar="K", help="a move takes at most K")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--moore", type=int, metavar="K", help="a move takes from up to K piles (Moore's Nim)"
    )
    instead.add_argument(
        "--staircase",
        action="store_true",
        help="a move puts coins on the stair below, or from the first stair out of the game",
    )
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help="print at most N winning moves of a position; 0 prints the outcomes only",
    )
    terminal.add_base(parser, "pile")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the outcome and the winning moves of each position; return the exit status."""
    if args.moore is not None and args.most is not None:
        raise GraphGameError(
            "--most with --moore: expected one of them, as no rule is known for both together"
        )
    if args.limit is not None and args.limit < 0:
        raise GraphGameError(f"--limit: expected 0 or more, got {args.limit}")
    with _any_number_of_digits():
        positions = _from_words(args.piles) if args.piles not in ([], ["-"]) else _from_input()
        for name in ("most", "moore"):
            if (value := getattr(args, name)) is not None and value < 1:
                raise GraphGameError(f"--{name}: expected at least 1, got {value}")
        lines = _json(positions, args) if args.json else _text(positions, args)
        terminal.write(iter(lambda: "".join(islice(lines, _LINES)).encode(), b""))
    return 0


@contextmanager
def _any_number_of_digits() -> Iterator[None]:
    """Lift Python's bound on the digits of integers in text, which protects servers."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


# -- what is read ---------------------------------------------------------------------------------


def _from_words(words: list[str]) -> list[Piles]:
    for number, word in enumerate(words, 1):
        if not (word.isascii() and word.isdigit()):
            raise GraphGameError(f"pile {number}: expected an integer of 0 or more, got {word!r}")
        if len(word) > _MOST_DIGITS:
            raise GraphGameError(
                f"pile {number}: expected at most {_MOST_DIGITS} digits, got {len(word)}"
            )
    return [[*map(int, words)]]


def _from_input() -> list[Piles]:
    positions = []
    line = 1
    lines = terminal.read_all().split(b"\n")
    for line, text in enumerate(lines, 1):
        words = text.partition(b"#")[0]
        if not words.isspace() and words:
            positions.append([*_piles(words, line)])
    if not positions:
        raise ParseError("<stdin>", line, 1, "the piles of a position", "the end of the text")
    _refuse_counts(positions)
    return positions


def _refuse_counts(positions: list[Piles]) -> None:
    """Refuse lines that fit two readings: each other one may be the number of piles below it."""
    counts, rows = positions[::2], positions[1::2]
    if counts == [[len(row)] for row in rows] and (k := max(map(len, rows))) > 1:
        raise ParseError(
            *("<stdin>", 1, 1, "the piles of a position in each line"),
            "numbers that may say how many piles the next line has; leave such lines out, or write "
            f"a position of one pile as '{k} 0'",
        )


def _piles(words: bytes, line: int) -> Iterator[int]:
    for word in words.split():
        if word.isdigit() and len(word) <= _MOST_DIGITS:
            yield int(word)
            continue
        # The words before it are shorter numbers, which do not contain it.
        column = words.index(word) + 1
        if word.isdigit():
            expected, found = f"a pile of at most {_MOST_DIGITS} digits", str(len(word))
        else:
            expected = "a pile, an integer of 0 or more"
            found = quoted(word)
        raise ParseError("<stdin>", line, column, expected, found)


# -- what is printed ------------------------------------------------------------------------------


def _solved(piles: Piles, args: argparse.Namespace) -> tuple[str, Moves]:
    """Return the outcome of a position, and as many of its winning moves as are wanted."""
    moves: Moves
    if args.moore is not None:
        outcome = nim.moore_outcome(piles, args.moore, play=args.play)
        moves = nim.moore_winning_moves(piles, args.moore, play=args.play)
    else:
        bounds: dict[str, Any] = {"play": args.play, "most": args.most}
        if args.staircase:
            outcome = nim.staircase_outcome(piles, **bounds)
            found = nim.staircase_winning_moves(piles, **bounds)
        else:
            outcome = nim.outcome(piles, **bounds)
            found = nim.winning_moves(piles, **bounds)
        moves = ((move,) for move in found)
    return str(outcome), islice(moves, None if args.limit is None else min(args.limit, sys.maxsize))


def _text(positions: list[Piles], args: argparse.Namespace) -> Iterator[str]:
    kind = "stair" if args.staircase else "pile"
    for piles in positions:
        outcome, moves = _solved(piles, args)
        yield f"{outcome}\n"
        for move in moves:
            changes = (f"{kind} {i + args.base}: {piles[i]} -> {size}" for i, size in move)
            yield ", ".join(changes) + "\n"


def _json(positions: list[Piles], args: argparse.Namespace) -> Iterator[str]:
    import json

    facts = {name: getattr(args, name) for name in ("play", "base", "most", "moore", "staircase")}
    yield json.dumps(facts)[:-1] + ', "positions": ['
    for number, piles in enumerate(positions):
        outcome, moves = _solved(piles, args)
        start = json.dumps({"piles": piles, "outcome": outcome})[:-1]
        yield f'{", " if number else ""}{start}, "winning_moves": ['
        for count, move in enumerate(moves):
            changes = [
                {"component": i + args.base, "from": piles[i], "to": size} for i, size in move
            ]
            shown = changes[0] if args.moore is None else changes
            yield (", " if count else "") + json.dumps(shown)
        yield "]}"
    yield "]}\n"
