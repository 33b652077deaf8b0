"""Answers without positions that the rules preset: `build(rule, start=…, store="undecided")`.

Pinned here: for rules of every kind, symmetries, hints and threads the answers of all positions are
those of the reference, stored or not; both together are counted as the graph counts them; presets
have any remoteness; files say what is left out.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import Outcome
from tests.reference.graphs import Game
from tests.reference.turns import TurnAnswer, TurnGame, solve as solved
from tests.solving.test_answers import OUTCOME, RULE, coded
from tests.strategies import games

Codes = npt.NDArray[np.int64]
KINDS = ["positions", "batch", "compiled"]
# Remotenesses of presets: those above 2^16 are not merged.
ENDS = [0, 0, 1, 4, 300, 1 << 16, (1 << 16) + 1, 1 << 20]


@st.composite
def late_games(draw: st.DrawFn) -> TurnGame:
    """Draw a game whose presets, but for draws, have a remoteness."""
    game: Game = draw(games())
    presets = {
        v: (outcome, 0 if outcome is gg.DRAW else draw(st.sampled_from(ENDS)))
        for v, outcome in game.presets.items()
    }
    return TurnGame(game.n, game.edges, presets, play=game.play)


class LateRules:
    """The rules of a game given by edges, in every kind; position v has the code coded(v)."""

    def __init__(self, game: TurnGame, twins: int = 1) -> None:
        self.game, self.twins = game, twins
        self.number = {coded(v): v for v in range(game.n)}
        self.rows: dict[int, list[int]] = {coded(v): [] for v in range(game.n)}
        for u, v in game.edges:
            self.rows[coded(u)].append(coded(v))

    def options(self, code: int) -> list[int]:
        return self.rows[code]

    def preset(self, code: int) -> tuple[Outcome, int] | None:
        return self.game.presets.get(self.number[code])

    def pair(self, code: int) -> tuple[int, int]:
        # Any integer: whoever asks for the outcome of what is no position gets no preset.
        found = self.game.presets.get(self.number.get(code, -1))
        return (gg.NO_PRESET, 0) if found is None else (int(found[0]), found[1])

    def many(self, codes: Codes) -> tuple[Codes, Codes]:
        found = [(k, w) for k, code in enumerate(codes.tolist()) for w in self.rows[code]]
        pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def many_presets(self, codes: Codes) -> tuple[Codes, Codes]:
        pairs = np.array([*map(self.pair, codes.tolist())], dtype=np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def kind(self, name: str) -> Any:
        """Return an object that is a rule of a kind."""
        if name == "positions":
            return self
        if name == "batch":
            return SimpleNamespace(options=self.many, preset=self.many_presets)

        def write(code: int, options: Any, room: int, _: Any) -> int:
            found = self.rows[code]
            for k, option in enumerate(found[:room]):
                options[k] = option
            return len(found)

        return SimpleNamespace(
            options=RULE(write),
            preset=OUTCOME(lambda code, _: self.pair(code)[0]),
            preset_remoteness=OUTCOME(lambda code, _: self.pair(code)[1]),
        )


def reached(game: TurnGame, starts: list[int]) -> list[int]:
    found = list(dict.fromkeys(starts))
    for v in found:  # grows
        found += sorted(game.options(v) - {*found})
    return found


def check(s: gg.Database[int], game: TurnGame, answer: TurnAnswer, starts: list[int]) -> None:
    """Compare answers of all positions that can be reached with the right ones."""
    positions = reached(game, starts)
    stored = [v for v in positions if v not in game.presets or v in starts]
    assert {*s} == {coded(v) for v in stored} and len(s) == len(stored)
    counts = dict.fromkeys(s.counts(), 0)
    for v in positions:
        code = coded(v)
        outcome, remoteness = answer.outcomes[v], answer.remoteness[v]
        assert (s.outcome(code), s.remoteness_of(code)) == (outcome, remoteness)
        assert code in s
        options = game.options(v)
        losing = {coded(w) for w in options if answer.outcomes[w] is gg.LOSE}
        assert set(s.winning_moves(code)) == losing
        best = s.best_move(code)
        assert (best is None) == (not options)
        if best is not None:
            at = next(w for w in options if coded(w) == best)
            assert answer.outcomes[at] == -outcome
            assert outcome is gg.DRAW or answer.remoteness[at] == remoteness - 1
        counts[outcome] += v not in stored
    assert s.count_unstored() == counts


@pytest.mark.parametrize("kind", KINDS)
@given(game=late_games(), data=st.data())
def test_answers_are_those_of_the_definitions(kind: str, game: TurnGame, data: Any) -> None:
    if not game.n:
        return
    starts = data.draw(st.lists(st.integers(0, game.n - 1), min_size=1, max_size=3))
    rules = LateRules(game)
    rule = rules.kind(kind)
    codes = [coded(v) for v in starts]
    s = gg.build(rule, start=codes, play=game.play, store="undecided")
    answer = solved(game)
    check(s, game, answer, starts)
    assert s.verify()
    assert s.start == codes[0] and s.result is answer.outcomes[starts[0]]
    # The same from a file, and as the graph has it.
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.Database.load(file, rule=rule)
    check(loaded, game, answer, starts)
    assert loaded.verify() and str(loaded) == str(s)
    graph = gg.solve(s.graph(), play=game.play)
    assert len(graph) == len(reached(game, starts))
    all_counts = {x: count + s.count_unstored()[x] for x, count in s.counts().items()}
    assert all_counts == {x: n for x, n in graph.counts().items() if x in all_counts}
    assert all(graph.remoteness_of(p) == s.remoteness_of(p) for p in s)


@pytest.mark.parametrize("kind", KINDS)
def test_an_end_alone_is_far_away(kind: str) -> None:
    """Between the levels there is nothing: 0 is left by 1, which is preset, far away."""
    game = TurnGame(3, ((0, 1), (0, 2), (2, 0)), {1: (gg.WIN, 5000)})
    s = gg.build(LateRules(game).kind(kind), start=coded(0), store="undecided")
    assert [s.outcome(coded(v)) for v in range(3)] == [gg.DRAW, gg.WIN, gg.DRAW]
    game = TurnGame(3, ((0, 1), (2, 0)), {1: (gg.WIN, 5000)})
    s = gg.build(LateRules(game).kind(kind), start=coded(2), store="undecided")
    assert [s.remoteness_of(coded(v)) for v in range(3)] == [5001, 5000, 5002]
    assert s.line(coded(2)) == (coded(2), coded(0), coded(1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ends", [True, False])
def test_many_positions_of_one_preset_are_one(kind: str, ends: bool, monkeypatch: Any) -> None:
    """While a game is solved, each outcome and remoteness takes one position, not one each."""
    from graphgame.solving import without_graph

    sizes = []
    solve_rows = without_graph.solve_rows

    def watched(rows: Any, *others: Any, **words: Any) -> Any:
        sizes.append((rows.n, rows.m))
        return solve_rows(rows, *others, **words)

    monkeypatch.setattr(without_graph, "solve_rows", watched)
    outcomes = [gg.LOSE, gg.WIN, gg.DRAW]
    presets = {v: (outcomes[v % 3], v % 2 if ends and v % 3 < 2 else 0) for v in range(1, 100)}
    game = TurnGame(101, (*((0, v) for v in range(1, 101)), (100, 1)), presets)
    s = gg.build(LateRules(game).kind(kind), start=coded(0), store="undecided")
    check(s, game, solved(game), [0])
    merged = 5 if ends else 3
    if kind != "positions":
        assert sizes == [(2 + merged, merged + 2)]


LAYERS, WIDE = 6, 3000


def layered(n: int) -> tuple[list[int], int, int]:
    """Return the options of a position in layers, its preset, and how far away that is."""
    layer, place = divmod(n, WIDE)
    found = [] if layer == LAYERS else [(layer + 1) * WIDE + (7 * place + k) % WIDE for k in (0, 1)]
    found += [(layer - 1) * WIDE + place] * (layer > 1 and place % 5 == 0)
    kind = (gg.WIN, gg.LOSE, gg.DRAW)[place % 3] if layer and place % 7 < 3 else gg.NO_PRESET
    return found, int(kind), place % 4 if kind in (gg.WIN, gg.LOSE) else 0


def tables() -> tuple[Any, Any]:
    """Return the rule of layers in C, and of arrays."""
    import shutil
    import subprocess
    import tempfile

    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    source = f"""
    #include <stdint.h>
    int64_t options(int64_t n, int64_t *to, int64_t room, void *data) {{
        int64_t layer = n / {WIDE}, place = n % {WIDE}, k = 0;
        if (layer < {LAYERS}) {{
            if (k < room) to[k] = (layer + 1) * {WIDE} + 7 * place % {WIDE};
            if (++k < room) to[k] = (layer + 1) * {WIDE} + (7 * place + 1) % {WIDE};
            k++;
        }}
        if (layer > 1 && place % 5 == 0) {{
            if (k < room) to[k] = (layer - 1) * {WIDE} + place;
            k++;
        }}
        return k;
    }}
    int64_t preset(int64_t n, void *data) {{
        int64_t place = n % {WIDE};
        return n >= {WIDE} && place % 7 < 3 ? (place % 3 == 0 ? 1 : place % 3 == 1 ? -1 : 0) : 2;
    }}
    int64_t preset_remoteness(int64_t n, void *data) {{ return n % {WIDE} % 4; }}
    """
    folder = tempfile.mkdtemp()
    with open(f"{folder}/rule.c", "w", encoding="ascii") as file:
        file.write(source)
    command = ["cc", "-O1", "-shared", "-fPIC", f"{folder}/rule.c", "-o", f"{folder}/rule.so"]
    subprocess.run(command, check=True)
    library = ctypes.CDLL(f"{folder}/rule.so")

    def many(codes: Codes) -> tuple[Codes, Codes]:
        pairs = [(k, w) for k, n in enumerate(codes.tolist()) for w in layered(n)[0]]
        found = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1]

    def presets(codes: Codes) -> tuple[Codes, Codes]:
        found = np.array([layered(n)[1:] for n in codes.tolist()], dtype=np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1]

    return library, SimpleNamespace(options=many, preset=presets)


def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphgame.rules import blocks
    from graphgame.rules.exploring import code_walk

    for module, name, value in (
        (blocks, "LEAST_POSITIONS", 1),
        (blocks, "SHARED_BLOCK", 64),
        (blocks, "LEAST_SHARED", 16),
        (code_walk, "LAP", 1 << 12),
    ):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, value)


@pytest.mark.parametrize("hints", [{}, {"size": (LAYERS + 1) * WIDE}, {"expect": 9000}])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", ["compiled", "batch"])
def test_hints_and_threads_change_no_answer(
    kind: str, threads: int, hints: Mapping[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    library, batch = tables()
    small_shares(monkeypatch)
    starts = np.arange(WIDE)
    graph = gg.solve(library, start=starts)
    rule = library if kind == "compiled" else batch
    s = gg.build(rule, start=starts, threads=threads, store="undecided", **hints)
    assert graph.game.presets is not None
    codes = np.asarray(graph.game.labels)
    open_ = (graph.game.presets == gg.NO_PRESET) | (codes < WIDE)
    order = np.argsort(codes[open_])
    assert (s.codes == codes[open_][order]).all()
    assert (s.outcomes == graph.outcomes[open_][order]).all()
    assert (s.remoteness == graph.remoteness[open_][order]).all()
    unstored = s.count_unstored()
    assert {x: n + unstored[x] for x, n in s.counts().items()} == graph.counts()
    assert s.verify()
    for code in codes[~open_][::97].tolist():
        assert s.remoteness_of(code) == graph.remoteness_of(code)


class TwinRules(LateRules):
    """Each position v has the codes 3 v, 3 v + 1 and 3 v + 2; the second one stands for them."""

    def options(self, code: int) -> list[int]:
        v, twin = divmod(code, 3)
        rows = [w for u, w in self.game.edges if u == v]
        return [3 * w + (v + w + k + twin) % 3 for k, w in enumerate(rows)]

    def preset(self, code: int) -> tuple[Outcome, int] | None:
        return self.game.presets.get(code // 3)

    def canonical(self, code: int) -> int:
        return code - code % 3 + 1

    def twin_kind(self, name: str) -> Any:
        if name == "positions":
            return self

        def pair(code: int) -> tuple[int, int]:
            found = self.preset(code)
            return (gg.NO_PRESET, 0) if found is None else (int(found[0]), found[1])

        def write(code: int, options: Any, room: int, _: Any) -> int:
            found = self.options(code)
            for k, option in enumerate(found[:room]):
                options[k] = option
            return len(found)

        def many(codes: Codes) -> tuple[Codes, Codes]:
            found = [(k, w) for k, code in enumerate(codes.tolist()) for w in self.options(code)]
            pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
            return pairs[:, 0], pairs[:, 1]

        def presets(codes: Codes) -> tuple[Codes, Codes]:
            pairs = np.array([*map(pair, codes.tolist())], dtype=np.int64).reshape(-1, 2)
            return pairs[:, 0], pairs[:, 1]

        if name == "batch":
            return SimpleNamespace(
                options=many, preset=presets, canonical=lambda codes: codes - codes % 3 + 1
            )
        return SimpleNamespace(
            options=RULE(write),
            preset=OUTCOME(lambda code, _: pair(code)[0]),
            preset_remoteness=OUTCOME(lambda code, _: pair(code)[1]),
            canonical=OUTCOME(lambda code, _: self.canonical(code)),
        )


@pytest.mark.parametrize("kind", KINDS)
@given(game=late_games())
def test_classes_of_positions(kind: str, game: TurnGame) -> None:
    if not game.n:
        return
    rules = TwinRules(game)
    s = gg.build(rules.twin_kind(kind), start=0, play=game.play, store="undecided")
    answer = solved(game)
    positions = reached(game, [0])
    stored = [v for v in positions if v not in game.presets or v == 0]
    assert {*s} == {3 * v + 1 for v in stored}
    for v in positions:
        for twin in range(3):
            code = 3 * v + twin
            assert s.outcome(code) is answer.outcomes[v]
            assert s.remoteness_of(code) == answer.remoteness[v]
            best = s.best_move(code)
            assert (best is None) == (not game.options(v))
            assert best is None or best in rules.options(code)
    assert sum(s.count_unstored().values()) == len(positions) - len(stored)
    assert s.verify()
