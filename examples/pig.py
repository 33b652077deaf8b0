"""Pig, a game of one die and of nerve: how likely the first player wins, and when to hold.

The rules: two players take turns. Who is on turn rolls a die as often as they like. A 2 to 6 is
added to the total of the turn; a 1 ends the turn, and its total is lost. Who holds adds the total
to the own score, and the other player is on turn. Who reaches 100 points wins.

What is known (T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig", The UMAP
Journal 25, 2004): with best play the first player wins with probability .5306; at 0 to 0 one holds
from 21 on. From where on one holds depends on both scores, and no single number is right.

To run it, for 100 points or for N; with a picture of the table of hold values; with a page to play
in; or to play in the terminal:

    python examples/pig.py
    python examples/pig.py N
    python examples/pig.py 50 --table holds.svg
    python examples/pig.py 20 --page pig.html
    python examples/pig.py 20 --play
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _texts import about

import graphgame as gg

# The scores of both players, who is on turn, the total of the turn, and whether the die is rolling.
Position = tuple[int, int, int, int, bool]
START: Position = (0, 0, 0, 0, False)
COLOURS = ("#0072b2", "#d55e00")
# How many rows of the table are printed.
SHOWN = 6


class Pig:
    """Pig to a number of points, and how it looks."""

    title = "Pig"

    def __init__(self, most: int) -> None:
        self.most = most
        self.digits = len(str(most + 4))
        said = about("pig")
        self.rules, self.players = said["rules"], said["players"]
        self.goal = {language: text.format(goal=most) for language, text in said["goal"].items()}
        self.pieces = {"*": {"shape": "place", "colour": "#1b1f24"}}
        self.style = self.drawing()

    def owner(self, position: Position) -> int | str:
        """Return who moves: a player, or chance."""
        return "chance" if position[4] else position[2]

    def options(self, position: Position) -> list[Position]:
        """Return what follows a roll or a hold; nothing where the other player has won."""
        first, second, player, total, _ = position
        if max(first, second) >= self.most:
            return []
        scores = [first, second]
        scores[player] += total
        roll = (first, second, player, total, True)
        hold = (scores[0], scores[1], 1 - player, 0, False)
        if total == 0:  # to hold would be to pass
            return [roll]
        return [hold] if scores[player] >= self.most else [roll, hold]

    def chance(self, position: Position) -> list[tuple[Position, int]] | None:
        """Return what the die does where it is rolling, None elsewhere."""
        first, second, player, total, rolling = position
        if not rolling:
            return None
        lost = (first, second, 1 - player, 0, False)
        kept = [(first, second, player, total + face, False) for face in range(2, 7)]
        return [(option, 1) for option in (lost, *kept)]

    def move_name(self, position: Position, option: Position) -> str:
        """Return what a move or a face of the die is called."""
        if not position[4]:
            return "roll" if option[4] else "hold"
        return "1" if option[2] != position[2] else str(option[3] - position[3])

    def board(self, position: Position) -> str:
        """Return what is drawn: whose turn it is, both scores, and the total of the turn."""
        first, second, player, total, _ = position
        marks = [".*"[player == side] for side in (0, 1)]
        return "".join(
            mark + str(number).rjust(self.digits)
            for mark, number in ((marks[0], first), (marks[1], second), ("", total))
        )

    def drawing(self) -> str:
        """Return the scores of both players, one below the other, beside the total of the turn."""
        wide = 76 + 26 * self.digits
        right = wide + 20
        high = 26 * self.digits + 20
        shapes = [
            f'<rect x="{right - 8}" y="6" width="{high}" height="108" rx="8" fill="#fff8e1"/>'
        ]
        shapes += [f'<text x="{right + 2}" y="36" font-size="26" fill="#57606a">+</text>']
        for player, name in enumerate("AB"):
            y = 6 + 56 * player
            shapes += [
                f'<rect x="6" y="{y}" width="{wide}" height="52" rx="8" fill="white"/>',
                f'<circle cx="34" cy="{y + 26}" r="15" fill="{COLOURS[player]}"/>',
                f'<text x="34" y="{y + 32}" font-size="17" text-anchor="middle" fill="white" '
                f'font-weight="bold">{name}</text>',
                f'<circle data-place="turn of {name}" cx="34" cy="{y + 26}" r="20" fill="none" '
                'stroke="white" stroke-width="4"/>',
                *self.places(f"score of {name}", 66, y + 8),
            ]
        shapes += self.places("points of the turn", right + 2, 42)
        return f'<svg viewBox="0 0 {right + high} 120">{"".join(shapes)}</svg>'

    def places(self, name: str, x: int, y: int) -> list[str]:
        """Return the places of the digits of a number."""
        return [
            f'<rect data-place="{name}, digit {k + 1}" x="{x + 26 * k}" y="{y}" width="26" '
            'height="36" fill="white" fill-opacity="0"/>'
            for k in range(self.digits)
        ]


def text(position: Position) -> str:
    """Return a position as rows of a terminal."""
    first, second, player, total, _ = position
    marks = [" >"[player == side] for side in (0, 1)]
    return f"{marks[0]}A{first:4}\n{marks[1]}B{second:4}\n +{total:4}"


def holds_from(solution: Any, most: int, own: int, other: int) -> int:
    """Return from which total of the turn on the first player holds."""
    for total in range(2, most - own):
        if not solution.best_move((own, other, 0, total, False))[4]:
            return total
    return most - own


def picture(solution: Any, most: int) -> str:
    """Return the table as SVG, the darker the longer one rolls; the own score grows upwards.

    What cannot be reached, as a score of 1, is left white.
    """
    side, scores = 8, range(most)
    reached = [(a, b) for a in scores for b in scores if (a, b, 0, 0, False) in solution]
    values = {pair: holds_from(solution, most, *pair) for pair in reached}
    greatest, size = max(values.values()), side * most + 40
    cells = [
        f'<rect x="{30 + side * other}" y="{side * (most - 1 - own) + 10}" width="{side}" '
        f'height="{side}" fill="#0072b2" fill-opacity="{value / greatest:.3f}">'
        f"<title>{own} to {other}: hold from {value}</title></rect>"
        for (own, other), value in values.items()
    ]
    ticks = [
        f'<text x="{x}" y="{y}" font-size="10" text-anchor="middle">{score}</text>'
        for score in range(0, most, 10)
        for x, y in (
            (30 + side * score + side / 2, size - 14),
            (16, side * (most - 1 - score) + 18),
        )
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'font-family="sans-serif"><rect width="{size}" height="{size}" fill="white"/>'
        f"{''.join(cells)}{''.join(ticks)}</svg>"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the game, and print, draw or play it."""
    parser = argparse.ArgumentParser(description="Pig")
    parser.add_argument("most", metavar="N", nargs="?", type=int, default=100, help="default: 100")
    parser.add_argument("--table", metavar="FILE.svg", help="write a picture of the hold values")
    parser.add_argument("--page", metavar="FILE.html", help="write a page to play in")
    parser.add_argument("--play", action="store_true", help="play in the terminal")
    args = parser.parse_args(argv)

    game = Pig(args.most)
    solution = gg.solve_chance(game, start=START)
    if args.play:
        solution.play_in_terminal(board=text, pieces={}, style="plain")
        return
    print(f"the first player wins with probability {solution.value(START):.9f}")
    print(f"at 0 to 0: hold from {holds_from(solution, args.most, 0, 0)} on")
    step = max(1, args.most // SHOWN)
    scores = range(0, args.most, step)
    print("hold from, by own score (rows) and that of the other player (columns):")
    print("     " + "".join(f"{other:4}" for other in scores))
    for own in scores:
        row = [holds_from(solution, args.most, own, other) for other in scores]
        print(f"{own:5}" + "".join(f"{value:4}" for value in row))
    if args.table is not None:
        Path(args.table).write_text(picture(solution, args.most), encoding="utf-8")
    if args.page is not None:
        solution.write_html(args.page)


if __name__ == "__main__":
    main()
