"""A rule that a graph of classes in a file is loaded with: compared with it at some positions.

The file keeps the graph.  So presets, owners and options must be those of the graph, which
`verify` compares with the answers.
"""

from __future__ import annotations

import numpy as np

from graphgame.answers.agreement import SAMPLE, remarkable, spread, words
from graphgame.errors import GraphGameError, RuleMismatchError, UnknownPositionError, shown_file
from graphgame.graphs.labels import CodeLabels
from graphgame.graphs.symmetry import Symmetry
from graphgame.outcome import NO_PRESET
from graphgame.rules.classes import represented
from graphgame.rules.kind import NONE, POSITIONS, classify, require_met
from graphgame.rules.merging import all_presets, ask_preset
from graphgame.rules.questions import asked_options, recognize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.rules.kind import Rules
    from graphgame.types import AnyArray, File, Int64Array

# Positions of each kind that are compared: of all, of terminals, of presets, and one move before
# either.
_MOST = SAMPLE // 3
# Options that an error names.
_SHOWN = 6
_CURE = (
    "load it with the rule, the presets and the symmetry that were solved; the options of a rule "
    "alone, rule=game.options, say nothing of presets"
)


def restore(game: GameGraph[Any], file: File, rule: Any, presets: Any, canonical: Any) -> None:
    """Restore the rule and the symmetry of a game that was read from a file, if they are given.

    Some 1,000 positions are compared: spread over all, terminals, presets, and those one move
    before either.

    Raises
    ------
    GraphGameError
        If the game is one of positions, not of classes; or if the symmetry is missing, or presets
        are given without the rule.
    RuleMismatchError
        If it is not what the rule, the presets and the symmetry make, as far as the sample shows.
    UnknownPositionError
        If a mapping of presets has keys that are no positions.
    """
    if rule is None and presets is not None:
        raise GraphGameError("presets: expected rule= beside them, which they belong to, got none")
    if rule is None and canonical is None:
        return
    canonical = canonical if canonical is not None else getattr(rule, "canonical", None)
    if game._symmetry is None:
        raise GraphGameError(
            "rule, canonical: expected a file with classes of positions, which canonical= makes, "
            "got one with all positions: load it without them"
        )
    if canonical is None:
        raise GraphGameError("canonical: expected the symmetry that the game was explored with")
    rules = options = None
    if rule is not None:
        rules = classify(rule, game.position(0) if game.n else NONE, presets, None, canonical)
        options = asked_options(rule, recognize(rule, game.position(0) if game.n else NONE))
        represent: Any = rules.represent
    else:
        represent = represented(canonical, not isinstance(game.labels, CodeLabels), compiled=False)
    game._symmetry = Symmetry(represent, options)
    where = shown_file(file)
    compared = _Compared(game, where)
    compared.require_representatives()
    if rules is not None:
        if rules.given and game.n:
            require_met(rules.given, lambda keys: map(game.__contains__, keys), game.position(0))
        compared.require_presets(rules)
        compared.require_owner(rules)
        compared.require_options()


class _Compared:
    """A graph of classes, and the positions of it that are compared."""

    def __init__(self, game: GameGraph[Any], where: str) -> None:
        self.game, self.where = game, where
        self.degrees: Int64Array = np.asarray(game.option_ptr)[1:] - game.option_ptr[:-1]
        ended = self.degrees == 0
        places = remarkable(ended, game.presets, _MOST)
        if game.presets is not None:
            ended |= np.asarray(game.presets) != NO_PRESET
        before = np.zeros(game.n, dtype=np.bool_)
        for sources, options in game.edge_blocks():
            before[sources[ended[options]]] = True
        near = np.flatnonzero(before & ~ended)
        self.places: Int64Array = np.union1d(places, near[spread(len(near), _MOST)])
        self.positions: list[Any] = game.positions(self.places.tolist())

    def require_representatives(self) -> None:
        """Refuse a symmetry by which positions that are stored stand for no class."""
        assert self.game._symmetry is not None, "a graph of classes"
        found = self.game._symmetry.represent_many(self.positions)
        for position, one in zip(self.positions, found, strict=True):
            if position != one:
                one = getattr(one, "item", lambda one=one: one)()
                expected = f"itself, the representative of its class in {self.where}"
                raise RuleMismatchError("canonical", position, expected, f"{one!r}; {_CURE}", {})

    def require_presets(self, rules: Rules) -> None:
        """Refuse presets that differ from those of the graph, where the rule has any."""
        if rules.preset is None or not len(self.places):
            return
        kinds, ends = _presets(rules, self.positions)
        game, empty = self.game, np.full(self.game.n, NO_PRESET, np.int8)
        presets = empty if game.presets is None else np.asarray(game.presets)
        far = game.preset_remoteness
        stored = presets[self.places], np.zeros_like(ends) if far is None else far[self.places]
        wrong = (stored[0] != kinds) | ((kinds != NO_PRESET) & (stored[1] != ends))
        if wrong.any():
            at = int(wrong.argmax())
            said = (_preset(known[at], end[at]) for known, end in (stored, (kinds, ends)))
            raise self._differs(at, *said)

    def require_owner(self, rules: Rules) -> None:
        """Refuse owners that differ from those of the graph, where both have them."""
        owner, ask = self.game.owner, rules.owner
        if owner is None or ask is None or not len(self.places):
            return
        if rules.kind == POSITIONS:
            found = [*map(ask, self.positions)]
        else:
            found = ask(np.array(self.positions, dtype=np.int64)).tolist()
        for at, (known, now) in enumerate(zip(owner[self.places].tolist(), found, strict=True)):
            if known != now:
                raise self._differs(at, f"owner {known}", f"owner {now}")

    def require_options(self) -> None:
        """Refuse a rule that has other options than the graph, or none where it has some."""
        game, chosen = self.game, np.arange(len(self.places))
        if game.presets is not None:  # the rule need not say anything behind a preset
            ended = np.asarray(game.presets)[self.places] != NO_PRESET
            chosen = np.flatnonzero(~ended | (self.degrees[self.places] > 0))
        if not len(chosen):
            return
        assert game._symmetry is not None, "a graph of classes"
        positions = [self.positions[at] for at in chosen.tolist()]
        rows, options = game._symmetry.options(positions)
        try:
            classes = np.asarray(game.index(options)) if len(options) else np.zeros(0, np.int32)
        except UnknownPositionError:
            classes = np.array([_class(game, option) for option in options])
        ptr, idx = game.option_ptr, game.option_idx
        for i, at in enumerate(chosen.tolist()):
            v = self.places[at]
            stored = {*idx[ptr[v] : ptr[v + 1]].tolist()}
            if stored != {*classes[rows[i] : rows[i + 1]].tolist()}:
                known = _named([game.position(w) for w in sorted(stored)])
                given = [*options[rows[i] : rows[i + 1]]]
                raise self._differs(at, known, _named(given))

    def _differs(self, at: int, stored: str, said: str) -> RuleMismatchError:
        expected = f"{stored}, as {self.where} has it"
        found = f"from the rule {said}; {_CURE}"
        return RuleMismatchError("position", self.positions[at], expected, found, {})


def _presets(rules: Rules, positions: list[Any]) -> tuple[AnyArray, AnyArray]:
    """Return presets of positions, `NO_PRESET` where there is none, and their remoteness."""
    if rules.kind != POSITIONS:
        return all_presets(rules, np.array(positions, dtype=np.int64))
    found = [ask_preset(rules.preset, position) or (NO_PRESET, 0) for position in positions]
    kinds, ends = zip(*found, strict=True)
    return np.array(kinds, dtype=np.int8), np.array(ends, dtype=np.int32)


def _class(game: GameGraph[Any], option: Any) -> int:
    """Return the index of the class of an option; -1 where the game has none."""
    return game._find(option) if option in game else -1


def _preset(kind: int, far: int) -> str:
    return "no preset" if kind == NO_PRESET else f"a preset {words(kind, far)}"


def _named(options: list[Any]) -> str:
    more = f", and {len(options) - _SHOWN} more" * (len(options) > _SHOWN)
    listed = [getattr(x, "item", lambda x=x: x)() for x in options[:_SHOWN]]
    shown = ", ".join(map(repr, listed))
    return f"the options {shown}{more}" if options else "no options"
