"""Proofs that are played: what is said of each position, and that the machine keeps what is proven.

Pinned here: no position of any proof is said to be more than `solve` knows; whatever the other
player does, the machine stays inside and gets what is proven; outside, it is said that nothing is
proven, but for what the moves show; the terminal and the server say the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, UnknownPositionError, VerificationError
from graphgame.playing.game import Look
from graphgame.playing.positions import MOST_BARS
from graphgame.playing.proven import ProvenPositions
from tests.marked import large
from tests.playing.games import LINES, Played, grid
from tests.playing.scripted import played
from tests.playing.serving import assert_error, served
from tests.proving.games import KINDS, draw

WORDS = {"win": 1, "draw": 0, "lose": -1, None: None}


class Shown(Played):
    """A proof and its look, in the place of a solution."""

    @property
    def positions(self) -> Any:
        return shown(self.solution, self.look)


def shown(proof: gg.Proof[Any], look: Look | None = None, *given: Any) -> ProvenPositions:
    """Return the positions of a proof, checked against its rule."""
    given = (*given, None, None, None, None, None)[:5]
    return proof._shown(*proof._asked(*given), look or Look())


def moves(board: str) -> list[str]:
    mark = "XO"[board.count("X") > board.count("O")]
    return [board[:k] + mark + board[k + 1 :] for k in range(9) if board[k] == "."]


def preset(board: str) -> gg.Outcome | None:
    if any(board[i] == board[j] == board[k] != "." for i, j, k in LINES):
        return gg.LOSE
    return None if "." in board else gg.DRAW


def least_board(board: str) -> str:
    """Return what stands for a board and those that are turned or mirrored."""
    turned = [board]
    for _ in range(3):
        last = turned[-1]
        turned.append("".join(last[6 + row - 3 * k] for row in range(3) for k in range(3)))
    return min(
        turned + ["".join(x[3 * r + 2 - c] for r in range(3) for c in range(3)) for x in turned]
    )


def turn(board: str) -> int:
    return int(board.count("X") > board.count("O"))


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


TIC_TAC_TOE = Look(board=grid, turn=turn, title="Tic-tac-toe")


def explored(positions: ProvenPositions) -> dict[str, Any]:
    """Return the views of all positions that moves lead to, by their keys."""
    found: dict[str, Any] = {}
    queue = [positions.start]
    while queue:
        key = queue.pop()
        if key not in found:
            found[key] = positions.view(key)
            queue += [move["position"] for move in found[key]["moves"]]
    return found


def derived(view: Any, own: tuple[int, int], widest: int, *, has_owners: bool) -> tuple[int, int]:
    """Return bounds of a position: its own, or where those do not decide it what moves show."""
    reached = []
    for move in view["moves"]:
        there = bounds_within(move["proven"])
        stays = has_owners and move["turn"] == view["turn"]
        reached.append(there if stays else (-there[1], -there[0]))
    if not reached or sign(own) is not None:
        return own
    found = max(own[0], *(low for low, _ in reached)), min(own[1], max(top for _, top in reached))
    return found if own == (-widest, widest) or sign(found) is not None else own


def sign(bounds: tuple[int, int]) -> int | None:
    """Return the sign that bounds decide."""
    return value({"least": bounds[0], "greatest": bounds[1]})


def bounds_within(proven: Any) -> tuple[int, int]:
    """Return the bounds of a view, far ones where there are none."""
    least, greatest = proven["least"], proven["greatest"]
    return -(2**63 - 1) if least is None else least, 2**63 - 1 if greatest is None else greatest


def value(bounds: Any) -> int | None:
    """Return the sign that bounds decide."""
    least = -1 if bounds["least"] is None else min(max(bounds["least"], -1), 1)
    greatest = 1 if bounds["greatest"] is None else min(max(bounds["greatest"], -1), 1)
    return least if least == greatest else None


def assert_sound(positions: ProvenPositions, worth: Callable[[int], int], owner: Any) -> None:
    """Check what is said of every position against what each is worth to who moves there."""
    views = explored(positions)
    for key, view in views.items():
        number, proven = int(key), view["proven"]
        found = worth(number)
        assert proven["least"] is None or proven["least"] <= found
        assert proven["greatest"] is None or found <= proven["greatest"]
        assert WORDS[view["positionValue"]] == value(proven)
        known = positions.game.worth(number)
        own = (known.least, known.greatest)
        assert bounds_within(proven) == derived(
            view, own, positions.game.widest, has_owners=owner is not None
        )
        if "win" in [move["moveValue"] for move in view["moves"]]:
            assert view["positionValue"] == "win"
        assert view["remoteness"] == (None if view["moves"] else 0)
        if "sure" in view:
            bounds = (proven["least"], proven["greatest"])
            assert view["sure"] == (bounds not in [(-1, 1), (None, None)])
        for move in view["moves"]:
            there = views[move["position"]]
            shared = ("position", "name", "remoteness", "turn", "board")
            assert {x: move[x] for x in shared} == {x: there[x] for x in shared}
            # In a list stands what the proof says; the position itself may be known better.
            said = positions.game.worth(int(move["position"]))
            assert bounds_within(move["proven"]) == (said.least, said.greatest)
            assert move["proven"]["plies"] == said.plies
            stays = owner is not None and owner(number) == owner(int(move["position"]))
            sign = value(move["proven"])
            assert WORDS[move["moveValue"]] == (sign if sign is None or stays else -sign)
            assert move["deltaRemoteness"] is None


def assert_kept(positions: ProvenPositions, player: int, aim: int, owner: Any = None) -> None:
    """Let one player make the first move of each list, the other one all; check what is said.

    With owners it is player 0 or 1 who does, else 0 for who begins.  `aim` is what is proven, at
    least, for this player; where it is a win, plies fall with every move, so that play ends.
    """
    begins = 0 if owner is None else owner(int(positions.start))
    seen = {(positions.start, begins == player)}
    queue = [*seen]
    while queue:
        key, mine = queue.pop()
        view = positions.view(key)
        bounds = view["proven"]
        assert (bounds["least"] if mine else -bounds["greatest"]) >= aim
        assert view.get("sure", True)
        for move in view["moves"][:1] if mine else view["moves"]:
            if aim > 0:
                assert move["proven"]["plies"] < bounds["plies"]
            there = move["position"]
            mover = not mine if owner is None else owner(int(there)) == player
            if (there, mover) not in seen:
                seen.add((there, mover))
                queue.append((there, mover))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(0, 120, 3))
def test_random_games_are_kept_and_nothing_more_is_said(kind: str, seed: int) -> None:
    game = draw(seed, 12)
    rule, label = game.rule(kind)
    solution = game.solution()
    for v in range(min(len(game.options), 4)):
        proof = gg.prove(rule, label(v), **game.given(label), play=game.play)
        positions = shown(proof)

        def number(key: int, positions: Any = positions) -> int:
            found: Any = positions.game.position(key)
            return int(found[1] if kind == "labels" else found)

        def who(key: int, number: Any = number) -> int:
            assert game.owner is not None
            return game.owner[number(key)]

        owner = None if game.owner is None else who

        def worth(key: int, number: Any = number) -> int:
            outcome = solution.outcome(number(key))
            return 0 if outcome in (gg.DRAW, gg.TIE) else int(outcome)

        assert_sound(positions, worth, owner)
        mover = 0 if owner is None else owner(int(positions.start))
        assert proof.outcome is not None
        for player, aim in ((mover, int(proof.outcome)), (1 - mover, -int(proof.outcome))):
            if aim >= 0:
                assert_kept(positions, player, aim, owner)
        keepers = {gg.WIN: mover, gg.LOSE: 1 - mover, gg.DRAW: None}
        assert positions.proof == {"scores": False, "keeper": keepers[proof.outcome]}


@pytest.mark.parametrize(
    ("start", "canonical"),
    [
        ("." * 9, None),
        *large([("." * 9, least_board)]),
        *product(("XO.......", "X...O....", "XO..X...."), (None, least_board)),
    ],
)
def test_boards_are_shown_as_they_are(start: str, canonical: Any) -> None:
    solution = gg.solve(moves, start=start, presets=preset)
    proof = gg.prove(moves, start, presets=preset, canonical=canonical)
    positions = shown(proof, TIC_TAC_TOE)
    assert_sound(positions, lambda key: int(solution.outcome(positions.game.position(key))), None)
    outcome = int(solution.outcome(start))
    for player, aim in ((0, outcome), (1, -outcome)):
        if aim >= 0:
            assert_kept(positions, player, aim)
    assert positions.view(positions.start)["board"] == grid(start)
    assert positions.histogram() is None and MOST_BARS > 0
    assert positions.view(positions.start)["turn"] == turn(start) == 0 or start == "XO..X...."


@pytest.mark.parametrize("bound", [None, -3, 1, 7, 8])
@pytest.mark.parametrize("start", [20, 21])
def test_scores_are_kept(start: int, bound: int | None) -> None:
    proof = gg.prove(take, start, scores={0: -7}, bound=bound)
    solution = gg.solve_scores(take, {0: -7}, start=start)
    positions = shown(proof)
    assert_sound(positions, lambda key: solution.score(positions.game.position(key)), None)
    least, greatest = proof.score_bounds
    assert positions.view(positions.start)["proven"] == {
        "least": least, "greatest": greatest, "plies": proof.plies,
    }  # fmt: skip
    if least is not None and least > 0:
        assert_kept(positions, 0, least)
    if greatest is not None and greatest < 0:
        assert_kept(positions, 1, -greatest)
    end = positions.view(positions.find("0"))
    assert (end["score"], end["positionValue"], end["moves"]) == (-7, "lose", [])


def test_what_is_outside_is_said() -> None:
    proof = gg.prove(moves, "XO.......", presets=preset)
    positions = shown(proof, TIC_TAC_TOE)
    views = explored(positions).values()
    inside = {*map(str, proof._positions(proof._parts[0].codes))}
    outside = [view for view in views if view["name"] not in inside and view["moves"]]
    assert len(outside) > 400
    nothing = (-1, 1, None, -1)
    assert all(positions.game.worth(int(view["position"])) == nothing for view in outside)
    shown_by_moves = [view for view in outside if view["sure"]]
    assert 100 < len(shown_by_moves) < len(outside) - 200
    for view in shown_by_moves:
        first = view["moves"][0]
        if view["positionValue"] == "win":
            assert first["moveValue"] == "win"
            assert view["proven"]["plies"] == first["proven"]["plies"] + 1
        elif view["positionValue"] == "lose":
            assert {move["moveValue"] for move in view["moves"]} == {"lose"}
            last = max(move["proven"]["plies"] for move in view["moves"])
            assert view["proven"]["plies"] == last + 1
    for view in outside:
        if not view["sure"]:
            assert view["positionValue"] is None
            assert view["proven"] == {"least": -1, "greatest": 1, "plies": None}
        found = [move["moveValue"] for move in view["moves"]]
        assert found == sorted(found, key=["win", None, "draw", "lose"].index) or "draw" in found


def test_positions_are_found_by_names() -> None:
    positions = shown(gg.prove(take, 21))
    assert positions.view(positions.find("21"))["name"] == "21"
    assert positions.view(positions.find(" 20 "))["name"] == "20"
    for text in ("22", "none", "[1]", "-1", "1" * 20_000):
        with pytest.raises(UnknownPositionError, match="expected one of the proof"):
            positions.find(text)
    for key in ("99", "-1", "01", "x", "", str(2**64)):
        with pytest.raises(UnknownPositionError, match="expected the number of one that"):
            positions.view(key)


def test_another_position_of_a_class_is_found() -> None:
    def options(piles: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = piles
        return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]

    proof = gg.prove(options, (3, 5), canonical=lambda piles: tuple(sorted(piles)))
    positions = shown(proof)
    with pytest.raises(UnknownPositionError):
        positions.find("(5.0, 3)")  # of this class, but the rule takes no such piles
    assert positions.view(positions.find("(5, 3)"))["positionValue"] == "win"
    assert positions.view(positions.find("(5, 3)"))["moves"][0]["name"] == "(3, 3)"
    assert positions.view(positions.find("(3, 3)"))["positionValue"] == "lose"
    for text in ("(6, 3)", "(3, 3, 3)", "[5, 3]", "5", "('a', 3)", "none"):
        with pytest.raises(UnknownPositionError):
            positions.find(text)


def test_codes_are_found_in_the_proof_and_where_play_has_come() -> None:
    def batch(codes: Any) -> Any:
        import numpy as np

        sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
        return sources, codes[sources] - taken - 1

    positions = shown(gg.prove(batch, 21))
    assert positions.start == "21" == positions.find("21")
    for text in ("22", "21.0", "True", "(1,)", str(2**70), "-1"):
        with pytest.raises(UnknownPositionError):
            positions.find(text)
    with pytest.raises(UnknownPositionError):
        positions.view("22")


def test_another_rule_is_refused() -> None:
    proof = gg.prove(take, 21)
    with pytest.raises(VerificationError, match="the proof is one of another rule than this"):
        shown(proof, None, lambda n: [n - 1] if n else [])
    undecided = gg.prove(take, 4000, seconds=0)
    with pytest.raises(GraphGameError, match="serve: expected a decided start"):
        undecided.serve()
    with pytest.raises(GraphGameError, match="turn: expected none for a game with owners"):
        shown(gg.prove(take, 9, owner=lambda n: n % 2), Look(turn=lambda n: n % 2))


# -- the terminal ---------------------------------------------------------------------------------


def test_a_match_against_a_proof() -> None:
    game = Shown(gg.prove(moves, "XO.......", presets=preset), TIC_TAC_TOE)
    out = played(game, "1\n1\n1\n1\n1\n", {1}, values=True)
    assert out.startswith(
        "You are Second, the machine is First. h lists the commands.\nProven: Fir"
    )
    assert "First wins in at most 7 plies.\nFirst: " in out and "Nothing is proven" not in out
    assert "Losing\n" in out and "in at most 6 plies" in out and "Winning" not in out
    assert "First wins.\n" in out
    line = played(game, "l\n", {0, 1})
    assert "Play by the proof: " in line and "Best play" not in line


def test_a_match_outside_of_a_proof() -> None:
    game = Shown(gg.prove(moves, "XO.......", presets=preset), TIC_TAC_TOE)
    out = played(game, "c2\nv\nl\n", {0, 1})
    start, _, outside = out.partition("First: c2\n")
    assert "Proven: First wins in at most 7 plies." in start
    said = "Nothing is proven here: the proof has no such position."
    # Also where values are hidden, and above the moves where they are shown.
    assert outside.count(said) == 2 and "Not proven\n" in outside
    assert "Play by the proof: no move, and no further." in outside
    # The machine moves there, too, until the end.
    end = played(game, "", set(), errs=1.0)
    assert "The match is over after" in end or "three times" in end


def test_draws_and_bounds_in_words() -> None:
    drawn = played(Shown(gg.prove(moves, "." * 9, presets=preset), TIC_TAC_TOE), "", values=True)
    assert "Proven: a draw.\n" in drawn and ("Drawing\n" in drawn or "Not losing\n" in drawn)
    scored = Shown(gg.prove(take, 21, scores={0: -7}, bound=8), Look())
    out = played(scored, "1\n", values=True)
    assert (
        "Proven: First gets at most 7." in out
        and "Proven: Second gets at least -7 and at most 7." in out
    )
    exact = Shown(gg.prove(take, 20, scores={0: -7}), Look())
    assert "Proven: First gets -7 in at most" in played(exact, "", values=True)


# -- the server and the commands ------------------------------------------------------------------


def test_the_server_gives_what_views_say() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    referencing = pytest.importorskip("referencing")
    schemas = Path(__file__).parents[2] / "docs" / "schemas"
    common = json.loads((schemas / "common.json").read_text("utf-8"))
    registry = referencing.Registry().with_resource(
        "common.json", referencing.Resource.from_contents(common)
    )
    schema = json.loads((schemas / "position.json").read_text("utf-8"))
    checker = jsonschema.Draft202012Validator(schema, registry=registry)
    games = [
        Shown(gg.prove(moves, "XO.......", presets=preset), TIC_TAC_TOE),
        Shown(gg.prove(take, 21, scores={0: -7}), Look()),
        Shown(gg.prove(take, 9, owner=lambda n: n % 2), Look()),
    ]
    for game in games:
        with served(game) as client:
            positions = client.server.positions
            assert isinstance(positions, ProvenPositions)
            for key in [*explored(positions)][:60]:
                data = client.ask(f"/positions/?p={key}").data
                assert data == positions.view(key) and checker.is_valid(data)
                assert not checker.is_valid({**data, "proven": {"least": 1}})
            assert client.ask("/histogram/").data is None
            assert_error(client.ask("/positions/?p=99999"), 404, "play has come to")
            page = client.ask("/").body.decode()
            found = page.partition('id="game">')[2].partition("</script>")[0]
            data = json.loads(found.replace("\\u003c", "<"))
            assert data["proof"] == positions.proof and data["puzzles"] == []
