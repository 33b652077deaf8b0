"""Write a game, given by its rule, as graph text: the positions are enumerated breadth first.

Graph text is what ``graphgame solve`` reads: comment lines ``# ...``; a line ``n m``; then m lines
``u v``, one for each move from position u to position v. Positions are 1 .. n in the order in which
they are met, so that position 1 is the start.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable
from typing import TextIO, TypeVar

P = TypeVar("P", bound=Hashable)


def write_graph(
    starts: Iterable[P],
    options: Callable[[P], Iterable[P]],
    title: str,
    out: TextIO | None = None,
) -> None:
    """Write all positions that can be reached from ``starts``, and all their moves, as graph text.

    ``options(position)`` gives the positions one move away, each once. ``title`` becomes a comment
    line. ``out`` is standard output unless told. If its reader goes away, as in ``... | head``, the
    program ends quietly with status 141, as other programs in a pipe do.
    """
    out = sys.stdout if out is None else out
    positions = list(dict.fromkeys(starts))
    number = {position: u for u, position in enumerate(positions, 1)}
    tails, heads = array("i"), array("i")
    for u, position in enumerate(positions, 1):  # the list grows while we walk along it
        for option in options(position):
            v = number.setdefault(option, len(positions) + 1)
            if v > len(positions):
                positions.append(option)
            tails.append(u)
            heads.append(v)
    try:
        out.write(f"# {title}\n{len(positions)} {len(heads)}\n")
        out.writelines(f"{u} {v}\n" for u, v in zip(tails, heads, strict=True))
        out.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        raise SystemExit(141) from None
