"""Pages and pictures of random games, read back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.table import make_table
from tests.drawing.reading import Picture
from tests.playing.decoded import read
from tests.reference import puzzles as reference
from tests.soak import draw, graphs
from tests.soak.case import Case, arrays_of, same, with_fewer, with_less
from tests.soak.solvers import FORMS, SOLVERS, edges_of

LETTERS = [
    *"abc 0",
    "<",
    "&",
    '"',
    "'",
    "]]>",
    "</script>",
    "\n",
    "\0",
    "\x1b",
    "é",
    "\u202e",
    "😀",
]


# -- pages ----------------------------------------------------------------------------------------


def draw_page(rng: random.Random) -> Case:
    """Draw a game whose page has some of boards, turns and names of moves."""
    n = draw.size(rng, 1, 300)
    edges = draw.edges(rng, n) if rng.random() < 0.5 else _flips(rng, n)
    case = {"n": n, "edges": edges, "presets": draw.presets(rng, n)}
    given = [name for name in ("board", "turn", "move") if rng.random() < 0.6]
    return case | {"play": rng.choice(["normal", "misere"]), "look": given}


def _flips(rng: random.Random, n: int) -> Any:
    """Draw moves that change some bits: on a board of bits they are few steps, with exceptions."""
    arrays = arrays_of(rng)
    masks = arrays.integers(1, max(n, 2), rng.randint(1, 6))
    if rng.random() < 0.5:  # the number of bits says who moves
        masks = np.array([mask for mask in masks.tolist() if mask.bit_count() % 2] or [1])
    sources = np.repeat(np.arange(n), len(masks))
    moves = np.stack([sources, sources ^ np.tile(masks, n)], axis=1)
    kept = (moves[:, 1] < n) & (arrays.random(len(moves)) < rng.choice([1, 0.95, 0.7]))
    return moves[kept].astype(np.int32)


def _look(case: Case, edges: Any) -> Look:
    """Return how a case looks: boards of bits, the parity of bits as turns, names by difference."""
    parity = np.array([v.bit_count() % 2 for v in range(case["n"])])
    passes_on = bool((parity[edges[:, 0]] != parity[edges[:, 1]]).all())
    functions: dict[str, Callable[..., Any]] = {
        "board": lambda v: f"{v & 31:05b}\n#{v >> 5:04b}".replace("0", "."),
        "turn": lambda v: int(parity[v]),
        "move": lambda v, w: f"{v - w}<",
    }
    given = [name for name in case["look"] if name != "turn" or passes_on]
    board, turn, move = (
        functions[name] if name in given else None for name in ("board", "turn", "move")
    )
    return Look(board=board, turn=turn, move=move)


def check_page(case: Case) -> None:
    """Decode the table of a page slowly, and compare each position with the solution."""
    if not case["n"]:
        return
    s = SOLVERS["solve"](FORMS["parallel edges"](case), case["play"])
    look = _look(case, edges_of(case))
    data, order = make_table(s._solved_game(), look, puzzles="all")
    found, rows = read(data), order.tolist()
    same("positions of the table", sorted(rows), list(range(case["n"])))
    place = {v: i for i, v in enumerate(rows)}
    options: dict[int, set[int]] = {v: set() for v in rows}
    for v, w in edges_of(case).tolist():
        if s.remoteness[v] != 0:
            options[v].add(w)
    for v, entry in zip(rows, found, strict=True):
        label = (int(s.outcomes[v]), int(s.remoteness[v]))
        same(f"label of {v}", (entry.outcome, entry.remoteness), label)
        same(f"board of {v}", entry.board, look.board(v) if look.board else None)
        same(f"name of {v}", entry.name, None if look.board else str(v))
        same(f"turn of {v}", entry.turn, look.turn(v) if look.turn else None)
        moves = [(place[w], look.move(v, w) if look.move else None) for w in options[v]]
        same(f"moves of {v}", entry.options, sorted(moves))
    keys = {rows[key] for key in data["puzzles"]}
    same("puzzles", keys, _puzzles(s, {v: sorted(row) for v, row in options.items()}, look))


def _puzzles(s: gg.Solution[int], options: dict[int, list[int]], look: Look) -> set[int]:
    """Return the positions that are puzzles by their definition."""
    found = reference.puzzles(options, dict(enumerate(s.outcomes.tolist())))
    found = {v: w for v, w in found.items() if s.outcomes[v] == gg.DRAW or s.remoteness[v] >= 3}
    if look.board is not None:
        pieces = {v: sum(x not in ". \n" for x in look.board(v)) for v in options}
        alone = {v: reference.only_captures(v, options, pieces) for v in found}
        found = {v: w for v, w in found.items() if alone[v] != [w]}
    return {*found}


def smaller_page(case: Case) -> Iterator[Case]:
    yield from graphs.smaller(case)
    yield from with_fewer(case, "look")


# -- pictures -------------------------------------------------------------------------------------


def draw_picture(rng: random.Random) -> Case:
    """Draw a game, what its picture is drawn around, and parts of labels."""
    n = draw.size(rng, 1, 600)
    case = {"n": n, "edges": draw.edges(rng, n), "presets": draw.presets(rng, n)}
    around = rng.choice([None, rng.randrange(n)])
    labels = rng.choices(range(len(LETTERS)), k=rng.randint(1, 60))
    depth = rng.randint(0, 4)
    is_whole = around is None and depth > 0
    shown = {"around": around, "depth": None if is_whole else depth, "labels": labels}
    return case | {"play": rng.choice(["normal", "misere"])} | shown


def check_picture(case: Case) -> None:
    """Read the picture: each position once and inside, each arrow a move, thick arrows best ones.

    With labels of any text it must still be XML, and in notebooks small.
    """
    n, edges = case["n"], edges_of(case)
    s = SOLVERS["solve"](FORMS["edges"](case), case["play"])
    around = case["around"] if case["around"] is not None and case["around"] < n else None
    depth = case["depth"]
    if around is None and depth is not None:  # there is no start
        around = int(np.argmax(s.remoteness))
        same("picture by its depth alone", s.to_svg(depth=depth), s.to_svg(around, depth))
    picture = Picture(s.to_svg(around, depth))
    drawn = [int(shape.label) for shape in picture.shapes]
    same("positions that are drawn twice", len(drawn), len(set(drawn)))
    if around is None and n <= 300:
        same("positions that are drawn", sorted(drawn), list(range(n)))
    size = picture.size
    for v, shape in zip(drawn, picture.shapes, strict=True):
        inside = size.holds(*shape.box[:2], 0) and size.holds(*shape.box[2:], 0)
        same(f"whether {v} is inside", inside, True)
        outcome, plies, _ = s[v]
        same(f"line of {v}", shape.line, f"{outcome} {plies}" if plies >= 0 else str(outcome))
    arrows = {(int(x.source), int(x.target)): x.kind for x in picture.arrows}
    same("arrows that are drawn twice", len(arrows), len(picture.arrows))
    same("arrows that are no moves", set(arrows) - set(map(tuple, edges.tolist())), set())
    for (v, w), kind in arrows.items():
        if around is None and n <= 300:
            same(f"whether {v} → {w} is thick", kind == "best", s.best_move(v) == w)
        elif kind == "best":  # the first best move need not be drawn
            same(f"outcome by {v} → {w}", s.outcome(w), s.outcome(_best(s, v)))
            if s.outcome(v) != gg.DRAW:
                same(f"plies by {v} → {w}", s.remoteness_of(w), s.remoteness_of(_best(s, v)))
    thick = [v for (v, _), kind in arrows.items() if kind == "best"]
    same("positions with two thick arrows", len(thick), len(set(thick)))
    _check_labels(case, s)


def _best(s: gg.Solution[int], v: int) -> int:
    best = s.best_move(v)
    assert best is not None
    return best


def _check_labels(case: Case, s: gg.Solution[int]) -> None:
    text = "".join(LETTERS[k] for k in case["labels"])
    labels = [text * (v % 4) + str(v) for v in range(case["n"])]
    graph = gg.as_game_graph({labels[v]: [labels[w] for w in s.game.options(v)] for v in s})
    named = gg.solve(graph, play=case["play"])
    Picture(named.to_svg(None, case["depth"]))
    small = named._repr_mimebundle_()["image/svg+xml"]
    Picture(small)
    same("whether a picture for notebooks is small", len(small.encode()) <= 100_000, True)


def smaller_picture(case: Case) -> Iterator[Case]:
    yield from graphs.smaller(case)
    yield from with_fewer(case, "labels")
    if case["depth"] is not None:
        yield from with_less(case, "depth")
        yield case | {"depth": None}
    if case["around"] is not None:
        yield case | {"around": None}
