"""Pig, a game of one die and of nerve: how likely the first player wins, and when to hold.

The rules: two players take turns. Who is on turn rolls a die as often as they like. A 2 to 6 is
added to the total of the turn; a 1 ends the turn, and its total is lost. Who holds adds the total
to the own score, and the other player is on turn. Who reaches 100 points wins.

What is known (T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig", The UMAP
Journal 25, 2004): with best play the first player wins with probability .5306; at 0 to 0 one holds
from 21 on. How early one holds depends on both scores, and is no simple number.

To run it, for 100 points or for N; with a file, to write a page to play in; or to play in the
terminal:

    python examples/pig.py
    python examples/pig.py N
    python examples/pig.py 20 --page pig.html
    python examples/pig.py 20 --play
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from graphgame.chance.solve import solve_chance

# The scores of both players, who is on turn, the total of the turn, and whether the die is rolling.
Position = tuple[int, int, int, int, bool]


class Pig:
    """Pig to a number of points, and how it looks."""

    title = {"en": "Pig", "vi": "Pig (Heo)", "fa": "خوک", "pt": "Pig (Porco)", "ru": "Свинья"}
    players = {
        "en": ("Ann", "Bob"),
        "vi": ("An", "Bình"),
        "fa": ("آوا", "بابک"),
        "pt": ("Ana", "Beto"),
        "ru": ("Аня", "Боря"),
    }

    def __init__(self, goal: int) -> None:
        self.most = goal
        self.start: Position = (0, 0, 0, 0, False)
        self.goal = {
            "en": f"Be the first to reach {goal} points.",
            "vi": f"Là người đầu tiên đạt {goal} điểm.",
            "fa": f"زودتر به {goal} امتیاز برسید.",
            "pt": f"Seja o primeiro a chegar a {goal} pontos.",
            "ru": f"Первым набрать {goal} очков.",
        }
        self.rules = {
            "en": "On your turn, roll the die as often as you like: 2 to 6 count for the turn, a 1 "
            "ends it and takes what it brought. Hold, and the points of the turn are yours for good.",
            "vi": "Đến lượt mình, hãy gieo xúc xắc bao nhiêu lần tùy thích: từ 2 đến 6 được cộng "
            "cho lượt này; ra 1 thì mất lượt và mất điểm của lượt. Dừng lại để giữ điểm của lượt.",
            "fa": "در نوبت خود هر چند بار که خواستید تاس بریزید: ۲ تا ۶ به امتیاز نوبت افزوده "
            "می‌شود؛ ۱ نوبت را پایان می‌دهد و امتیازش می‌سوزد. با ایست، امتیاز نوبت از آنِ شماست.",
            "pt": "Na sua vez, lance o dado quantas vezes quiser: de 2 a 6 somam na vez; um 1 "
            "encerra a vez e leva o que ela rendeu. Pare, e os pontos da vez são seus.",
            "ru": "В свой ход бросайте кубик сколько хотите: от 2 до 6 идут в счёт хода, единица "
            "кончает ход и сжигает его очки. Остановитесь, и очки хода останутся за вами.",
        }

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
        roll: Position = (first, second, player, total, True)
        hold: Position = (scores[0], scores[1], 1 - player, 0, False)
        if total == 0:  # to hold would be to pass
            return [roll]
        return [hold] if scores[player] >= self.most else [roll, hold]

    def chance(self, position: Position) -> list[tuple[Position, int]] | None:
        """Return what the die does where it is rolling, None elsewhere."""
        first, second, player, total, rolling = position
        if not rolling:
            return None
        kept = [((first, second, player, total + face, False), 1) for face in range(2, 7)]
        return [((first, second, 1 - player, 0, False), 1), *kept]

    def board(self, position: Position) -> str:
        """Return both scores and the total of the turn, a digit a cell."""
        first, second, player, total, _ = position
        width = len(str(self.most + 5))
        marks = [" >"[player == side] for side in (0, 1)]
        rows = [f"{marks[0]}A{first:{width}}", f"{marks[1]}B{second:{width}}", f" +{total:{width}}"]
        return "\n".join(rows)

    def move_name(self, position: Position, option: Position) -> str:
        """Return what a move or a face of the die is called."""
        if not position[4]:
            return "roll" if option[4] else "hold"
        return "1" if option[2] != position[2] else str(option[3] - position[3])


def holds_from(solution, scores: tuple[int, int], most: int) -> int:
    """Return from which total of the turn on the first player holds."""
    totals = range(2, most - scores[0])
    return next(
        (k for k in totals if solution.best_move((*scores, 0, k, False)) != (*scores, 0, k, True)),
        most - scores[0],
    )
