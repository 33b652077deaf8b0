"""The colours and the shapes of outcomes, in pictures and in plots.

The page has the same colours.  They can be distinguished by people who are colour-blind, and the
text on each has a contrast of at least 4.5 : 1; and no picture relies on colour alone.
"""

from __future__ import annotations

from typing import NamedTuple

from graphgame.outcome import DRAW, LOSE, TIE, WIN


class Look(NamedTuple):
    """How something looks: its fill, the text on it, and its shape."""

    fill: str
    text: str
    shape: str


LOOKS = {
    WIN: Look("#0072B2", "#FFFFFF", "pill"),
    LOSE: Look("#D55E00", "#000000", "box"),
    DRAW: Look("#767676", "#FFFFFF", "hexagon"),
}
# A preset TIE, in pictures of graphs alone.
TIED = {TIE: Look("#CC79A7", "#000000", "hexagon")}
# Where play may go on for ever: who wins, player 0 or 1.
WINNERS = (Look("#0072B2", "#FFFFFF", "card"), Look("#D55E00", "#000000", "card"))
# A position without an outcome.
PLAIN = Look("#F1F3F5", "#1A1A1A", "card")
# The shapes of positions where the players do not alternate, by who moves; then colours and words
# alone say the outcome.
OWNER_SHAPES = ("pill", "box")
# The background is painted, so that a picture is read on dark pages too.
PAPER = "#FFFFFF"
INK = "#1A1A1A"
FAINT = "#5C6670"
RULE = "#D5DAE0"
BAND = "#F6F7F9"
WALL = "#3A3F45"
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
