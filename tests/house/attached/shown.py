"""What says how positions look or where they stand: boards, cells, tables of patterns, weights."""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.cli import main
from graphgame.playing.game import Look, coded_game
from graphgame.playing.positions import CodePositions, GamePositions
from tests.house.attached.references import Call, Facts, ask
from tests.playing.decoded import read
from tests.reference.pursuit import Answer, Board

SHOWN: dict[tuple[str, str], Call] = {}

# -- looks ----------------------------------------------------------------------------------------

PATH: Mapping[int, list[int]] = {0: [1, 3], 1: [2], 2: [3], 3: []}
NAMED = {"abcd"[v]: ["abcd"[w] for w in options] for v, options in PATH.items()}


def number(position: Any) -> int:
    """Return the number of a position: its letter, itself, or what it is the mirror image of."""
    return "abcd".index(position) if position in NAMED else abs(int(position))


def board(position: Any) -> str:
    """Return a stone in the cell of this number."""
    return "".join("x" if cell == number(position) else "." for cell in range(4))


def turn(position: Any) -> int:
    """Return who moves: every move leads to the other player."""
    return number(position) % 2


def move(position: Any, option: Any) -> str:
    """Return the name of a move."""
    return f"{number(position)} to {number(option)}"


LOOKS: dict[str, tuple[Any, Facts]] = {
    "board": (board, {v: board(v) for v in PATH}),
    "turn": (turn, {v: turn(v) for v in PATH}),
    "move": (move, {v: {w: move(v, w) for w in options} for v, options in PATH.items()}),
}


def _data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def _page(what: str, page: str) -> Facts:
    """Return a part of the look of each position, from the data of a page."""
    table = read(_data(page))

    def depth(v: int) -> int:
        return max((1 + depth(w) for w, _ in table[v].options), default=0)

    # Positions with boards have no names in a page, and their order is another one; but the longest
    # way to the end tells them apart.
    names = [
        3 - depth(v) if found.name is None else number(found.name) for v, found in enumerate(table)
    ]
    looks = {
        "board": lambda found: found.board,
        "turn": lambda found: found.turn,
        "move": lambda found: {names[w]: name for w, name in found.options},
    }
    return {v: looks[what](found) for v, found in zip(names, table, strict=True)}


def _views(what: str, positions: Any) -> Facts:
    """Return the same of what the local server answers."""
    facts: Facts = {}
    for key in map(str, range(4)):
        view = positions.view(key)
        moves = {int(x["position"]): x.get("move") for x in view["moves"]}
        facts[int(key)] = moves if what == "move" else view.get(what)
    return facts


def _folded() -> Any:
    return gg.solve(lambda n: [-w for w in PATH[abs(n)]], start=0, canonical=abs)


def _loaded(solved: Any) -> Any:
    file = io.BytesIO()
    solved.save(file)
    file.seek(0)
    return type(solved).load(file)


def _command(**look: Any) -> str:
    """Return the page that the command writes, of graph text and a file with a look."""
    with tempfile.TemporaryDirectory() as folder:
        text, file, page = (Path(folder) / name for name in ("g.txt", "look.py", "page.html"))
        text.write_text("4 4\n0 1\n0 3\n1 2\n2 3\n")
        names = [name for name, given in look.items() if given is not None]
        lines = [f"from tests.house.attached.shown import {name}" for name in names]
        file.write_text("\n".join(lines or ["title = 'Path'"]))
        words = ["page", str(text), "--base", "0", "--look", str(file), "-o", str(page)]
        if main(words):
            raise gg.GraphGameError("the command has refused it")
        return page.read_text(encoding="utf-8")


_OWNERS = dict.fromkeys("abcd", 0)
SOLVED: dict[str, Callable[[], Any]] = {
    "to_html(labels)": lambda: gg.solve(NAMED),
    "to_html(numbers)": lambda: gg.solve([(v, w) for v in PATH for w in PATH[v]]),
    "to_html(classes)": _folded,
    "to_html(loaded)": lambda: _loaded(gg.solve(NAMED)),
    "to_html(owners)": lambda: gg.solve_reachability(NAMED, _OWNERS, "d"),
    "to_html(parity)": lambda: gg.ParityGame(NAMED, _OWNERS, _OWNERS).solve(),
}


def _database() -> Any:
    return gg.build(PATH.__getitem__, 0, size=4, memory="64MB")


for what, (function, facts) in LOOKS.items():
    for way, make in SOLVED.items():
        SHOWN[what, way] = (
            lambda x, what=what, make=make: _page(what, make().to_html(**{what: x})),
            function, facts, None,
        )  # fmt: skip
    SHOWN[what, "graphgame page --look"] = (
        lambda x, what=what: _page(what, _command(**{what: x})), function, facts, None
    )  # fmt: skip
    SHOWN[what, "serve"] = (
        lambda x, what=what: _views(
            what, GamePositions(gg.solve(NAMED)._solved_game(), Look(**{what: x}))
        ),
        function, facts, None,
    )  # fmt: skip
    SHOWN[what, "Database.serve"] = (
        lambda x, what=what: _views(
            what, CodePositions(coded_game(_database()), Look(**{what: x}))
        ),
        function, facts, None,
    )  # fmt: skip

CENTRES = [(3.0, 0.0), (0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]


def _hunt_page(x: Any) -> Facts:
    held = _data(gg.cops_and_robbers(NAMED).to_html(centres=x))
    return dict(zip(held["cops"]["names"], held["shape"]["centres"], strict=True))


def _hunt_picture(x: Any) -> Facts:
    """Return how many vertices are to the left of each."""
    svg = gg.cops_and_robbers(NAMED).to_svg(centres=x)
    at = {name: float(x) for x, name in re.findall(r'<text x="([\d.]+)"[^>]*>([a-d])<', svg)}
    return {name: sum(other < x for other in at.values()) for name, x in at.items()}


SHOWN["centres", "cops, to_html"] = (
    _hunt_page, CENTRES, dict(zip("abcd", map(list, CENTRES), strict=True)), CENTRES[::-1],
)  # fmt: skip
SHOWN["centres", "cops, to_svg"] = (
    _hunt_picture,
    CENTRES,
    {"a": 3, "b": 0, "c": 2, "d": 1},
    CENTRES[::-1],
)

# -- the policeman and the thief ------------------------------------------------------------------

ROWS = ("...", ".*.", "...")
PLACES: dict[str, Any] = {"police": (0, 0), "thief": (2, 2), "exits": [(0, 2)]}
MOVED: dict[str, Any] = {"police": (2, 0), "thief": (0, 1), "exits": [(2, 1)]}


def _cells(exits: Any) -> Board:
    return Board(tuple(
        "".join("E" if (i, j) in exits else cell for j, cell in enumerate(row))
        for i, row in enumerate(ROWS)
    ))  # fmt: skip


def _marked(police: Any, thief: Any, exits: Any) -> list[str]:
    rows = [[*row] for row in _cells(exits).rows]
    for (i, j), letter in ((police, "P"), (thief, "T")):
        rows[i][j] = letter
    return ["".join(row) for row in rows]


def _pursued(solved: Any) -> Facts:
    found = ask(Board(ROWS).states(), lambda s: (int(solved.outcome(s)), solved.remoteness_of(s)))
    return found | {"start": solved.start}


def _hunted(police: Any, thief: Any, exits: Any) -> Facts:
    """Return what `_pursued` should."""
    found = {state: (int(x), plies) for state, (x, plies) in Answer(_cells(exits)).items()}
    return found | {"start": (police, thief, "police")}


def _maps(board: gg.PoliceAndThief) -> Facts:
    """Return the outcomes for all cells of one player, the other one where he starts."""
    solved, facts = board.solve(), {}
    for who in ("police", "thief"):
        found = solved.outcome_map(**{who: getattr(board, who)})
        facts |= {(who, cell): int(found[cell]) for cell in Board(ROWS).cells()}
    return facts


def _mapped(police: Any, thief: Any, exits: Any) -> Facts:
    answer, cells = Answer(_cells(exits)), Board(ROWS).cells()
    return {("police", x): int(answer[police, x, "police"][0]) for x in cells} | {
        ("thief", x): int(answer[x, thief, "police"][0]) for x in cells
    }


PURSUITS: dict[str, tuple[Callable[[gg.PoliceAndThief], Facts], Callable[..., Facts]]] = {
    "solve": (lambda b: _pursued(b.solve()), _hunted),
    "save, load": (lambda b: _pursued(_loaded(b.solve())), _hunted),
    "graph": (lambda b: _pursued(gg.solve(b.graph())), _hunted),
    "networkx": (
        lambda b: _pursued(gg.solve(gg.as_game_graph(b.graph().to_networkx()))), _hunted,
    ),
    "marks of the grid": (
        lambda b: _pursued(gg.PoliceAndThief(b.drawn(b.start).splitlines()).solve()), _hunted,
    ),
    "outcome_map": (_maps, _mapped),
    "drawn": (
        lambda b: {"rows": b.drawn(b.start).splitlines()}, lambda **x: {"rows": _marked(**x)},
    ),
    "to_html": (
        lambda b: _data(b.solve().to_html())["pursuit"],
        lambda **x: {
            "rows": [*_cells(x["exits"]).rows], "police": [*x["police"]], "thief": [*x["thief"]],
        },
    ),
}  # fmt: skip
for what, place in MOVED.items():
    for way, (ask_board, expect) in PURSUITS.items():
        SHOWN[what, way] = (
            lambda x, what=what, ask_board=ask_board: ask_board(
                gg.PoliceAndThief([*ROWS], **(PLACES | {what: x}))
            ),
            place, expect(**(PLACES | {what: place})), PLACES[what],
        )  # fmt: skip

# -- tables of patterns, weights of searches ------------------------------------------------------

MIXED = np.random.default_rng(30).permutation(np.arange(3, 103)).tolist()
PAIRS = [(i, j) for j in range(3, 23) for i in range(3, 23)]
RULE = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=99)
VALUES = gg.grundy(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=99)


def _claim(x: Any) -> Facts:
    found = gg.find_patterns(**x) if isinstance(x, dict) and "table" in x else gg.find_patterns(x)
    return {"claim": found[0].claim if found else None}


def _series(values: dict[Any, int]) -> Any:
    import pandas

    return pandas.Series(values)


REMAINDERS = {n: n % 4 for n in MIXED}
# Of each table with positions: it, what is found, and its entries alone.
TABLES: dict[str, tuple[Any, str, Any]] = {
    "a dict": (REMAINDERS, "a[n] = n mod 4", [*REMAINDERS.values()]),
    "a dict of pairs": (
        {pair: int(np.bitwise_xor(*pair)) for pair in PAIRS[::-1]}, "a[i, j] = i xor j",
        np.array([np.bitwise_xor(*pair) for pair in PAIRS[::-1]]).reshape(20, 20),
    ),
    "a solution": (RULE, "LOSE iff n mod 4 = 0", RULE.outcomes),
    "values": (VALUES, "a[n] = n mod 4", VALUES.values),
    "start=": (
        {"table": [n % 4 for n in range(3, 103)], "start": 3}, "a[n] = n mod 4",
        [n % 4 for n in range(3, 103)],
    ),
}  # fmt: skip
SHOWN["positions of a table", "a Series"] = (
    lambda x: _claim(_series(x)) if isinstance(x, dict) else _claim(x),
    REMAINDERS, {"claim": "a[n] = n mod 4"}, [*REMAINDERS.values()],
)  # fmt: skip
for way, (given, claim, bare) in TABLES.items():
    SHOWN["positions of a table", way] = _claim, given, {"claim": claim}, bare


def _coins(row: int) -> list[gg.Sum[int]]:
    """Take one of a row, which falls apart: rows are won by parity."""
    return [gg.Sum(k, row - 1 - k) for k in range(row)]


def _weighed(solve: Callable[..., Any]) -> Callable[[Any], Facts]:
    """Return values, and whether a weight was asked for."""

    def call(x: Any) -> Facts:
        asked: list[int] = []
        weight = None if x is None else lambda row: asked.append(row) or x(row)
        solved = solve(weight)
        return {row: solved.value(row) for row in range(8, -1, -1)} | {"asked": bool(asked)}

    return call


class Rows:
    """The rule as an object, with a weight or without."""

    options = staticmethod(_coins)

    def __init__(self, weight: Any) -> None:
        if weight is not None:
            self.weight = weight


def _searched(weight: Any) -> Any:
    return gg.grundy(_coins, start=8, sums=True, search=True, weight=weight)


def _found_again(weight: Any) -> Any:
    file = io.BytesIO()
    gg.grundy(_coins, start=3, sums=True, search=True).save(file)
    file.seek(0)
    return gg.SumValues.load(file, rule=_coins, weight=weight)


WEIGHTS: dict[str, Callable[..., Any]] = {
    "grundy(search=True)": _searched,
    "a method of the rule": lambda w: gg.grundy(Rows(w), start=8, sums=True, search=True),
    "SumValues.load": _found_again,
    "grundy(sums=True)": lambda w: gg.grundy(_coins, start=8, sums=True, weight=w),
    "grundy(rule)": lambda w: gg.grundy(lambda n: [n - 1] if n else [], start=8, weight=w),
}
for way, solve in WEIGHTS.items():
    SHOWN["weight", way] = (
        _weighed(solve), lambda row: row + 1, {row: row % 2 for row in range(9)} | {"asked": True},
        None,
    )  # fmt: skip
