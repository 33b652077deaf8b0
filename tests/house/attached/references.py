"""Games as a user names them, and their answers from the definitions; what a cell is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import graphgame as gg
from graphgame import LOSE, WIN

Facts = dict[Any, Any]


@dataclass(frozen=True)
class Game:
    """A game as a user names it, for the references; `aliases` are other positions of classes."""

    options: dict[Any, list[Any]]
    presets: dict[Any, tuple[int, int]] = field(default_factory=dict)
    owner: dict[Any, int] = field(default_factory=dict)
    start: Any = None
    aliases: dict[Any, Any] = field(default_factory=dict)

    @property
    def names(self) -> list[Any]:
        """All positions, and other positions of classes."""
        return [*self.options, *self.aliases]

    def after(self, position: Any) -> list[Any]:
        """Return the options that the rules leave, none at a preset."""
        return [] if position in self.presets else self.options[position]


# -- references -----------------------------------------------------------------------------------


def labels_of(game: Game) -> Facts:
    """Return outcome and remoteness by rounds: what is decided in 0, 1, 2, … plies."""
    known: Facts = {}

    def lost(v: Any, w: Any) -> bool | None:
        """Return whether a move is to a position that is lost for the other side than v's."""
        if w not in known or known[w][0] not in (WIN, LOSE):
            return None
        same = bool(game.owner) and game.owner[v] == game.owner[w]
        return (known[w][0] == LOSE) != same

    for plies in range(12):
        for v in [x for x in game.options if x not in known]:
            if v in game.presets:
                if game.presets[v][1] == plies:
                    known[v] = game.presets[v]
                continue
            reached = {w: lost(v, w) for w in game.options[v]}
            if any(found and known[w][1] == plies - 1 for w, found in reached.items()):
                known[v] = WIN, plies
            elif all(found is False for found in reached.values()) and plies - 1 == max(
                (known[w][1] for w in reached), default=-1
            ):
                known[v] = LOSE, plies
    return {v: tuple(map(int, known.get(v, (0, -1)))) for v in game.options}


def grundy_of(game: Game) -> Facts:
    """Return Grundy values of a game without cycles."""

    @cache
    def value(v: Any) -> int:
        found = set(map(value, game.after(v)))
        return next(k for k in range(len(found) + 1) if k not in found)

    return {v: value(v) for v in game.options}


def attracted(game: Game, target: Any) -> Facts:
    """Return which positions player 0 can lead to a target."""
    inside = {target}
    for _ in game.options:
        for v, options in game.options.items():
            ways = [w in inside for w in options]
            if ways and (any(ways) if game.owner.get(v, 0) == 0 else all(ways)):
                inside.add(v)
    return with_aliases(game, {v: v in inside for v in game.options})


def captured(game: Game) -> Facts:
    """Return the rounds in which a cop at x catches a robber at y, along edges either way."""
    near = {v: {v} for v in game.options}
    for v, options in game.options.items():
        for w in options:
            near[v].add(w)
            near[w].add(v)
    names = [*game.options]
    known: Facts = {(v, v): 0 for v in names}
    for rounds in range(1, len(names) ** 2):
        lost = {
            (x, y)
            for x, y in product(names, repeat=2)
            if x == y or all(known.get((x, z), rounds) < rounds for z in near[y])
        }
        for x, y in product(names, repeat=2):
            if (x, y) not in known and any((z, y) in lost for z in near[x]):
                known[x, y] = rounds
    return {pair: known.get(pair, -1) for pair in product(names, repeat=2)}


def pictured(game: Game) -> Facts:
    """Return what a picture shows of each position: a preset, who moves, options, the start."""
    found: Facts = {
        str(v): (
            str(game.presets[v][0].name) if v in game.presets else "",
            game.owner.get(v),
            sorted(map(str, options)),
        )
        for v, options in game.options.items()
    }
    return found | {"start": game.start if game.start is None else str(game.start)}


def with_aliases(game: Game, found: Facts) -> Facts:
    """Return facts of all names."""
    return found | {name: found[one] for name, one in game.aliases.items()}


def ask(names: list[Any], function: Callable[[Any], Any]) -> Facts:
    """Return what a function says of each name; None where there is no such position."""
    found: Facts = {}
    for name in names:
        try:
            found[name] = function(name)
        except gg.UnknownPositionError:
            found[name] = None
    return found


def ended(game: Game) -> Facts:
    """Return who wins where all plays end, whom the other cannot move against; and all options."""
    won = dict.fromkeys(game.options, 1)
    for _ in game.options:
        for v, options in game.options.items():
            own = game.owner.get(v, 0)
            won[v] = own if any(won[w] == own for w in options) else 1 - own
    return with_aliases(game, {v: (won[v], sorted(game.options[v])) for v in won})


# -- what a cell is -------------------------------------------------------------------------------


def tried(call: Callable[[], Facts]) -> Facts | None:
    """Return facts, None for what is refused: also a parameter that there is not."""
    try:
        return call()
    except (gg.GraphGameError, TypeError):
        return None


def judged(found: Facts | None, without: Facts | None, expected: Facts) -> str:
    """Return what a cell is, of the facts with and without an attachment."""
    if without is None:
        return "wrong: refused without it, too"
    if found is None:
        return "refused"
    if found == without:
        return "nothing"
    return "used" if found == expected else f"wrong: {found}"


# Of each call: what it takes as a function of the attachment, the attachment, what the facts should
# be, and another attachment, None for none.
Call = tuple[Callable[[Any], Facts], Any, Facts, Any]


def try_call(call: Callable[[Any], Facts], given: Any, expected: Facts, other: Any) -> str:
    """Return what becomes of an attachment of a call."""
    return judged(tried(lambda: call(given)), tried(lambda: call(other)), expected)
