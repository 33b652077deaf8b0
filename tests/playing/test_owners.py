"""Games with owners against the perfect player: who moves, what moves are worth, and how play ends.

Pinned here: the turn is that of the owner, and moves are worth what they mean to who makes them,
also where the same player moves again; the machine loses nothing that it has won, whatever the
objective; play that comes to a position again ends, with the winner that the definition says, and
with words; pages, the server and the command take such games, and refuse what they cannot show.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.playing.game import Look
from graphgame.playing.page import sandbox_page
from graphgame.playing.positions import GamePositions
from graphgame.playing.table import make_table
from graphgame.playing.terminal import Match, move_lines, prediction
from tests.cli.test_command import run
from tests.playing.decoded import read
from tests.playing.games import Played
from tests.playing.owned import KINDS, door, ended, served as parity
from tests.playing.serving import served

WORDS = {1: "win", 0: "draw", -1: "lose"}


def positions_of(s: Any) -> GamePositions:
    return GamePositions(s._solved_game(), Look())


def owner_of(s: Any, v: int) -> int:
    return int(s.graph().owner[v])


def is_over(s: Any, v: int) -> bool:
    """Return whether play ends at a position, by the rules of the game."""
    if isinstance(s, gg.Solution):
        return bool(s.remoteness[v] == 0)
    stops = getattr(s, "objective", "") in ("reachability", "safety") and s.targets[v]
    return bool(stops or not s.graph().options(v))


@pytest.mark.parametrize("kind", KINDS)
def test_views_say_who_moves_and_what_moves_are_worth(kind: str) -> None:
    for seed in range(30):
        s = KINDS[kind](seed)
        positions = positions_of(s)
        for v in range(len(s)):
            view = positions.view(str(v))
            assert view["turn"] == owner_of(s, v)
            assert view["positionValue"] == WORDS[s.outcome(v)]
            found = {int(move["position"]): move for move in view["moves"]}
            assert {*found} == (set() if is_over(s, v) else {*s.graph().options(v)})
            for w, move in found.items():
                same = owner_of(s, w) == owner_of(s, v)
                assert move["turn"] == owner_of(s, w)
                assert move["moveValue"] == WORDS[s.outcome(w) if same else -s.outcome(w)]
            order = [["win", "draw", "lose"].index(move["moveValue"]) for move in view["moves"]]
            assert order == sorted(order)
            if view["moves"]:
                assert view["moves"][0]["moveValue"] == view["positionValue"]
                if isinstance(s, gg.Solution):
                    assert view["moves"][0]["position"] == str(s.best_move(v))
                    assert view["remoteness"] == s.remoteness_of(v)
                elif view["positionValue"] == "win":
                    assert view["moves"][0]["position"] == str(s.strategy[v])


@pytest.mark.parametrize("kind", KINDS)
def test_the_machine_loses_nothing_that_it_has(kind: str) -> None:
    """Its play is perfect for both sides, and every match ends."""
    tally = {"win": 0, "draw": 0, "lose": 0}
    for seed in range(40):
        s = KINDS[kind](seed)
        positions, random = positions_of(s), Random(seed)
        for v in range(len(s)):
            for machine in (0, 1):
                match = Match(positions, str(v), random, 0)
                own = {1: s.outcome(v), 0: -s.outcome(v)}[match.turn == machine]
                for _ in range(2000):
                    moves = match.view["moves"]
                    if not moves:
                        break
                    any_move = random.randrange(len(moves))
                    match.make(match.choose() if match.turn == machine else any_move)
                assert not match.view["moves"]
                value = match.view["positionValue"]
                if match.turn != machine:
                    value = {"win": "lose", "lose": "win", "draw": "draw"}[value]
                tally[value] += 1
                assert {"win": 1, "draw": 0, "lose": -1}[value] >= own
    assert tally["win"] > tally["lose"] > 0
    # What goes on for ever is a draw of `solve` alone.
    assert (tally["draw"] > 0) == (kind in ("solve", "misere", "presets"))


def loop_winner(s: Any, loop: list[int]) -> int:
    """Return who wins play that goes round a loop for ever, by the definition of the objective."""
    if isinstance(s, gg.ParitySolution):
        return int(max(s.priority[loop]) % 2)
    met = bool(s.targets[loop].any())
    wins = met if s.objective in ("reachability", "buchi") else not met
    return int(s.player if wins else 1 - s.player)


@pytest.mark.parametrize("kind", ["reachability", "safety", "buchi", "cobuchi", "parity"])
def test_a_position_that_stood_before_ends_the_match(kind: str) -> None:
    loops = 0
    for seed in range(60):
        s = KINDS[kind](seed)
        random = Random(seed)
        match = Match(positions_of(s), "0", random, 1)
        walk = [0]
        while match.view["moves"]:
            match.make(match.choose())
            walk.append(int(match.view["position"]))
            assert len({*walk[:-1]}) == len(walk) - 1
        if walk[-1] in walk[:-1]:
            loops += 1
            winner = loop_winner(s, walk[walk.index(walk[-1]) + 1 :])
            assert match.view["positionValue"] == ("win" if winner == match.turn else "lose")
            assert match.take_back({0, 1})
            assert match.view["moves"] == positions_of(s).view(str(walk[-2]))["moves"]
    assert loops > 10


def test_a_draw_ends_where_a_drawn_position_repeats() -> None:
    s = ended()
    assert [str(s.outcome(v)) for v in "sabcde"] == ["DRAW", "DRAW", "WIN", "WIN", "WIN", "LOSE"]
    match = Match(positions_of(s), "0", Random(0), 0)
    for to in "as":
        assert match.view["moves"]
        names = [move["name"] for move in match.view["moves"]]
        match.make(names.index(to))
    assert (match.view["moves"], match.view["positionValue"], match.greatest) == ([], "draw", None)


def test_a_position_that_is_won_may_repeat() -> None:
    match = Match(positions_of(ended()), "2", Random(0), 0)
    for _ in range(3):
        names = [move["name"] for move in match.view["moves"]]
        match.make(names.index("b"))
    assert match.times() == 4
    assert match.view["moves"][0]["name"] == "d"


@pytest.mark.parametrize("kind", KINDS)
def test_tables_of_pages_keep_owners_priorities_and_strategies(kind: str) -> None:
    for seed in range(20):
        s = KINDS[kind](seed)
        data, order = make_table(s._solved_game(), Look())
        assert order.tolist() == [*range(len(s))]
        game = s._solved_game()
        draws = isinstance(s, gg.Solution)
        assert data["owners"]["endless"] == ("draw" if draws else "priority")
        names = [name for name, _, _ in data["table"]["parts"]]
        assert ("priorities" in names, "strategy" in names) == (not draws, not draws)
        for v, entry in enumerate(read(data)):
            assert (entry.turn, entry.outcome) == (owner_of(s, v), s.outcome(v))
            assert entry.remoteness == game.remoteness[v]
            options = set() if is_over(s, v) else {*s.graph().options(v)}
            assert {w for w, _ in entry.options} == options


def test_boards_are_no_steps_where_a_player_moves_again() -> None:
    """A step passes the turn on; so moves are written down where one does not."""
    moves = {"0": ["1"], "1": ["2", "0"], "2": ["3"], "3": []}
    look = Look(board=lambda v: "".join("x" if v == cell else "." for cell in "0123"))
    for owners, steps in (([0, 0, 1, 1], False), ([0, 1, 0, 1], True)):
        s = gg.solve(moves, owner=owners)
        data, order = make_table(s._solved_game(), look)
        found = read(data)
        for v, entry in zip(order.tolist(), found, strict=True):
            assert entry.turn == owners[v]
            assert {int(order[w]) for w, _ in entry.options} == {*map(int, moves[str(v)])}
        names = [name for name, _, _ in data["table"]["parts"]]
        assert ("exceptions" in names) == steps


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [0, 1])
def test_a_page_of_one_side_keeps_its_best_moves_and_all_of_the_other(kind: str, side: int) -> None:
    for seed in range(20):
        s = KINDS[kind](seed)
        game = s._solved_game()._replace(start=0)
        data, order = make_table(game, Look(), side)
        kept = order.tolist()
        assert 0 in kept
        for v, entry in zip(kept, read(data), strict=True):
            options = {kept[w] for w, _ in entry.options}
            every = set() if is_over(s, v) else {*s.graph().options(v)}
            if owner_of(s, v) != side or not every:
                assert options == every
                continue
            (move,) = options
            same = owner_of(s, v) == owner_of(s, move)
            assert s.outcome(v) == (s.outcome(move) if same else -s.outcome(move))
            if isinstance(s, gg.Solution):
                assert move == s.best_move(v)
            elif s.strategy[v] >= 0:
                assert move == s.strategy[v]


def test_the_server_answers_by_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    referencing = pytest.importorskip("referencing")
    folder = Path(__file__).parents[2] / "docs" / "schemas"
    loaded = {p.stem: json.loads(p.read_text("utf-8")) for p in folder.glob("*.json")}
    registry = referencing.Registry().with_resources(
        (f"{name}.json", referencing.Resource.from_contents(x)) for name, x in loaded.items()
    )
    checker = jsonschema.Draft202012Validator(loaded["position"], registry=registry)
    with served(Played(parity(), Look())) as client:
        found = [client.ask(f"/positions/?p={v}").data for v in range(4)]
        assert client.ask("/histogram/").data is None
    for view in found:
        checker.validate(view)
    assert [view["priority"] for view in found] == [0, 1, 1, 2]
    assert [view["turn"] for view in found] == [1, 0, 0, 0]
    assert {view["remoteness"] for view in found} == {None}


# -- in the terminal -------------------------------------------------------------------------------

TEXT = "3 4\n1 2\n2 1\n2 3\n3 3\n1 OWNER 0\n2 OWNER 1\n3 OWNER 1\n"


def test_the_command_plays_graph_text_with_owners(tmp_path: Path) -> None:
    file = tmp_path / "g.txt"
    file.write_text(TEXT)
    done = run("play", str(file), "--as", "both", text=b"to 2\nto 1\nq\n")
    assert (done.status, done.err) == (0, "")
    out = done.out.decode()
    assert "Position ○ 1\nPly 1: Player 0 to move.\n" in out
    assert "Position □ 2\nPly 2: Player 1 to move.\n" in out
    assert (
        "Play repeats: this position stood after ply 0.\nFrom here play can go on for ever.\n"
        in out
    )
    assert "The match is over after 2 plies: a draw." in out
    done = run("play", str(file), "--as", "second", "--seed", "1", text=b"")
    assert "You are Player 1 (□), the machine is Player 0 (○)." in done.out.decode()


def test_the_command_plays_saved_solutions_of_every_objective(tmp_path: Path) -> None:
    file = tmp_path / "s.npz"
    parity().save(file)
    out = run("play", str(file), "--as", "none", "--seed", "1").out.decode()
    assert "Position □ idle (priority 0)" in out
    assert "From here play can go on for ever, and the greatest priority is" in out
    assert "Player 0 wins." in out
    gg.solve_buchi(door(), None, [p for p in door().labels if p[0] == 2]).save(file)
    out = run("play", str(file), "--as", "none", "--values", "--seed", "1").out.decode()
    assert "Position □ (2, False, 1) (target)" in out
    assert "With best play: Player 0 wins.\n" in out
    assert "From here play can go on for ever.\n" in out


def test_the_command_counts_saved_positions_without_labels_from_the_base(tmp_path: Path) -> None:
    file = str(tmp_path / "s.npz")
    graph = gg.GameGraph.from_edges([(0, 1), (1, 0)])
    solutions = [gg.solve_buchi(graph, [0, 1], [1]), gg.ParityGame(graph, [0, 1], [0, 1]).solve()]
    for solution in solutions:
        solution.save(file)
        for base, names in (([], {"1", "2"}), (["--base", "0"], {"0", "1"})):
            out = run("play", file, "--as", "none", "--seed", "1", *base).out.decode()
            shown = {line.split()[2] for line in out.splitlines() if line.startswith("Position ")}
            assert shown == names


def test_the_command_makes_pages_of_games_with_owners(tmp_path: Path) -> None:
    file = tmp_path / "s.npz"
    parity().save(file)
    text = tmp_path / "g.txt"
    text.write_text(TEXT)
    for given in (file, text):
        done = run("page", str(given))
        assert (done.status, done.err) == (0, "")
        assert b'"owners":{"endless":' in done.out


# -- what is refused -------------------------------------------------------------------------------


def test_a_game_with_owners_has_no_other_turns() -> None:
    message = "turn: expected none for a game with owners"
    for s in (ended(), parity()):
        with pytest.raises(GraphGameError, match=message):
            s.to_html(turn=lambda position: 0)
        with pytest.raises(GraphGameError, match=message):
            GamePositions(s._solved_game(), Look(turn=lambda position: 0))


def test_turns_that_are_counted_have_words() -> None:
    s = gg.solve([(0, 1), (1, 2)], owner=[0, 0, 1], count="turns")
    assert s.remoteness.tolist() == [1, 1, 0]
    assert b'"counted":"turns"' in s.to_html().encode()
    positions = positions_of(s)
    view = positions.view("0")
    assert prediction(view, 0, ("A", "B"), "turns") == "With best play: A wins in 1 turn."
    shown, _ = move_lines(view, values=True, counted="turns")
    assert shown == ["Winning", "  1  to 1  in 1 turn"]
    assert view["moves"][0]["deltaRemoteness"] == 0


def test_priorities_that_a_page_cannot_hold_are_refused() -> None:
    s = gg.ParityGame([(0, 0)], [0], np.array([1 << 53])).solve()
    with pytest.raises(TooLargeError, match=r"priorities below 2\^53, got 9007199254740992"):
        s.to_html()


def test_the_sandbox_refuses_owners() -> None:
    with pytest.raises(GraphGameError, match="players alternate, got one with lines OWNER"):
        sandbox_page(TEXT)
