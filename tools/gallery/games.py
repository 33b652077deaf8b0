"""The games of the gallery: how each is solved, and how it looks."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from math import cos, pi, sin
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import graphgame as gg

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py, and what it shares with others from beside it."""
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{EXAMPLES / name}.py cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Game(NamedTuple):
    """A game of the gallery.

    `solve` returns what has the method `write_html`, and the arguments of that method beside the
    title.  `kind` is that of the picture: a board, heaps, or a graph.
    """

    name: str
    title: str
    solve: Callable[[], tuple[Any, dict[str, Any]]]
    kind: str = "board"

    @property
    def text(self) -> str:
        """The name of the game in examples/texts, which is that of its example, but for misère."""
        found = TEXTS.get(self.name) or re.sub(r"-\d$", "", self.name)
        return found.replace("-", "_")

    @property
    def example(self) -> str:
        """The name of the example whose game it is."""
        return EXAMPLE_OF.get(self.text, self.text).removesuffix("_misere")


# The texts of games that are called otherwise.
TEXTS = {"petersen": "cops"}
# The examples whose pages hold a smaller game, by the texts of that.
EXAMPLE_OF = {
    "six_mens_morris": "nine_mens_morris",
    "small_teeko": "teeko",
    "king_and_rook": "chess_ending",
}


Solved = tuple[Any, dict[str, Any]]


def circle(n: int, radius: float = 1, first: int = 0) -> list[tuple[float, float]]:
    """Return n points on a circle, the first of them at the top."""
    angles = [2 * pi * (k + first) / n for k in range(n)]
    return [(round(radius * sin(x), 3), round(-radius * cos(x), 3)) for x in angles]


@cache
def take() -> Solved:
    """Solve the game with 21 stones."""
    s = gg.solve(example("take").options, start=21)
    pieces = {"o": {"name": "stone", "shape": "disc", "colour": "#b8860b"}}
    return s, {"board": three_rows, "pieces": pieces}


def three_rows(stones: int) -> str:
    """Return up to 21 stones in rows of seven."""
    cells = "o" * stones + "." * (21 - stones)
    return "\n".join(cells[k : k + 7] for k in (0, 7, 14))


@cache
def tic_tac_toe() -> Solved:
    """Solve tic-tac-toe."""
    t = example("tic_tac_toe")
    s = gg.solve(t.options, start=t.START, presets=t.preset)
    return s, {"board": t.board, "turn": t.turn, "pieces": t.PIECES}


@cache
def dodgem(n: int) -> Solved:
    """Solve Dodgem on n × n."""
    d = example("dodgem")
    s = gg.solve(d.rule(n), start=d.start(n), play="misere")
    return s, {"board": d.board(n), "turn": d.turn, "pieces": d.PIECES}


@cache
def l_game() -> Solved:
    """Solve the L game, with both players seen."""
    game = example("l_game")
    s = gg.solve(game.sided_options, start=(*game.start(), 0))
    return s, {"board": game.board, "turn": game.turn, "pieces": game.PIECES}


@cache
def mu_torere() -> Solved:
    """Solve mū tōrere with four men each."""
    game = example("mu_torere").MuTorere()
    return gg.solve(game.options, start=game.start), untitled(game.look())


@cache
def cat_and_mouse() -> Solved:
    """Solve the first sample, which is a draw."""
    c = example("cat_and_mouse")
    game = c.CatAndMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
    edges = [(v, w) for v, beside in enumerate(game.neighbours) for w in beside if v < w]
    look = {"board": game.board, "turn": c.turn, "pieces": c.PIECES}
    look |= {"centres": circle(6), "edges": edges}
    return gg.solve(game, start=c.START), look


@cache
def fox_and_hounds() -> Solved:
    """Solve Fox and Hounds on 8 × 8."""
    f = example("fox_and_hounds")
    game = f.FoxAndHounds(8)
    look = {"board": game.board, "turn": game.player, "pieces": f.PIECES, "style": "checkered"}
    return gg.solve(game.explore()), look


@cache
def chomp() -> Solved:
    """Solve Chomp on a bar of 4 × 7."""
    c = example("chomp")
    look = {"board": c.board(4, 7), "pieces": c.PIECES, "move": c.move(4)}
    return gg.solve(c.options, start=(7,) * 4), look


@cache
def domineering() -> Solved:
    """Solve Domineering on 4 × 4."""
    d = example("domineering")
    look = {"board": d.board(4, 4), "pieces": d.PIECES, "move": d.move_name(4, 4)}
    return d.solve(4, 4), look


@cache
def queen_and_pawns() -> Solved:
    """Solve Queen and Pawns on 5 × 5."""
    q = example("queen_and_pawns")
    game = q.QueenAndPawns(5)
    look = {"board": game.board, "turn": game.player, "pieces": q.PIECES, "move": game.move}
    look |= {"style": "checkered"}
    return gg.solve(game.explore()), look


@cache
def knights() -> Solved:
    """Solve three knights on 8 × 8."""
    k = example("knights")
    s = gg.solve(k.rule(8), start=((5, 7), (6, 6), (7, 4)))
    return s, {"board": k.board(8), "pieces": k.PIECES, "style": "checkered"}


@cache
def police() -> Solved:
    """Solve a board with a wall and an exit."""
    return gg.PoliceAndThief(example("police").BOARD).solve(), {}


@cache
def petersen() -> Solved:
    """Solve three cops on Petersen's graph."""
    look = {"centres": [*circle(5), *circle(5, 0.5)]}
    return gg.cops_and_robbers(example("cops").GRAPHS["Petersen"], 3), look


@cache
def six_mens_morris() -> Solved:
    """Solve six men's morris with three stones each."""
    game = example("nine_mens_morris").SixMensMorris()
    return game.solve(), untitled(game.look())


@cache
def small_teeko() -> Solved:
    """Solve Teeko on three rows of four cells."""
    game = example("teeko").SmallTeeko()
    return game.solve(), untitled(game.look())


@cache
def king_and_rook() -> Solved:
    """Solve king and rook against the king."""
    game = example("_chess_ending").WholeEnding("rook")
    return game.solve(), untitled(game.look())


@cache
def robot() -> Solved:
    """Solve the robot in its corridor, who has lost in the forbidden cell."""
    r = example("robot")
    return r.whole(), untitled(r.look())


@cache
def elevator() -> Solved:
    """Solve the elevator of three floors."""
    e = example("elevator")
    return e.solve(3), untitled(e.look())


@cache
def traffic_light() -> Solved:
    """Solve the traffic light."""
    t = example("traffic_light")
    return t.solve(t.GAME), untitled(t.look())


def untitled(look: dict[str, Any]) -> dict[str, Any]:
    """Return a look without its title: that of the gallery stands in its place."""
    return {name: value for name, value in look.items() if name != "title"}


GAMES = [
    Game("take", "Take 1, 2 or 3 stones", take),
    Game("tic-tac-toe", "Tic-tac-toe", tic_tac_toe),
    Game("dodgem-3", "Dodgem 3 × 3", lambda: dodgem(3)),
    Game("dodgem-4", "Dodgem 4 × 4", lambda: dodgem(4)),
    Game("l-game", "The L game", l_game),
    Game("mu-torere", "Mū tōrere", mu_torere),
    Game("cat-and-mouse", "Cat and Mouse", cat_and_mouse),
    Game("fox-and-hounds", "Fox and Hounds", fox_and_hounds),
    Game("chomp", "Chomp 4 × 7", chomp),
    Game("domineering", "Domineering 4 × 4", domineering, "partizan"),
    Game("queen-and-pawns", "Queen and Pawns", queen_and_pawns),
    Game("knights", "Three knights", knights),
    Game("nim", "Nim", lambda: (gg.all_but(), {"heaps": (3, 4, 5)}), "heaps"),
    Game(
        "nim-misere",
        "Nim, misère",
        lambda: (gg.all_but(), {"heaps": (3, 4, 5), "play": "misere"}),
        "heaps",
    ),
    Game("kayles", "Kayles", lambda: (gg.octal("0.77"), {"heaps": (5, 7)}), "heaps"),
    Game("police", "The policeman and the thief", police),
    Game("petersen", "Cops on Petersen's graph", petersen, "graph"),
    Game("six-mens-morris", "Six men's morris, 3 against 3", six_mens_morris),
    Game("small-teeko", "Teeko on 4 × 3", small_teeko),
    Game("king-and-rook", "King and rook against the king", king_and_rook),
    Game("robot", "A robot and a door", robot),
    Game("elevator", "An elevator and its users", elevator),
    Game("traffic-light", "A traffic light", traffic_light),
]  # fmt: skip


def with_texts(game: Game) -> Solved:
    """Solve a game, and say what its page says, where the page has no words of its own."""
    solution, look = game.solve()
    texts = example("_texts")
    said = texts.about(game.text) if game.text in texts.texts("vi") else {}
    return solution, {**look, **said}


GAMES = [game._replace(solve=partial(with_texts, game)) for game in GAMES]
