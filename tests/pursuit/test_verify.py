"""The certificate of a board: right answers pass, wrong ones do not, whatever was changed.

Pinned here: `PursuitSolution.verify` accepts what the kernel says and rejects every change of one
bit in each set, of one remoteness, and of many at once; labels that are a solution of each rule
alone but no proof; what the error says.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings, strategies as st

from graphgame import PoliceAndThief, PursuitSolution, VerificationError
from graphgame.pursuit import _pursuit
from graphgame.pursuit.verify import verify
from tests.pursuit.test_game import boards, game_on
from tests.reference.pursuit import Board, random_board


class Labels:
    """What the kernel says of a board, to be changed."""

    def __init__(self, board: Board, width: int = 2) -> None:
        self.columns = len(board.rows[0])
        self.cells = "".join(board.rows).translate({42: 0, 46: 1, 69: 2}).encode()
        said: Any = _pursuit.solve(self.cells, self.columns, width)
        self.caught, self.held, self.ranks = (np.array(part) for part in said)
        inside = [i for i, cell in enumerate(self.cells) if cell]
        self.bits = [i + i // self.columns for i in inside]

    def verify(self) -> bool:
        return verify(self.cells, self.columns, self.caught, self.held, self.ranks)

    def set(self, sets: npt.NDArray[np.uint64], t: int, bit: int, value: bool) -> None:
        mask = np.uint64(1) << np.uint64(bit % 64)
        sets[t, bit // 64] = sets[t, bit // 64] | mask if value else sets[t, bit // 64] & ~mask

    def flip(self, sets: npt.NDArray[np.uint64], t: int, bit: int) -> None:
        sets[t, bit // 64] ^= np.uint64(1) << np.uint64(bit % 64)


def assert_rejected(labels: Labels) -> VerificationError:
    with pytest.raises(VerificationError) as caught:
        labels.verify()
    return caught.value


@given(boards(6), st.sampled_from([1, 2, 4]))
@settings(max_examples=60)
def test_right_answers_are_accepted(board: Board, width: int) -> None:
    assert Labels(board, width).verify() is True
    assert game_on(board).solve().verify() is True
    assert game_on(board).solve(remoteness=False).verify() is True


@given(boards(5), st.data(), st.sampled_from([1, 2, 4]))
@settings(max_examples=80)
def test_a_change_of_any_field_is_rejected(board: Board, data: st.DataObject, width: int) -> None:
    labels = Labels(board, width)
    t = data.draw(st.integers(0, len(labels.caught) - 1))
    bit = data.draw(st.sampled_from(labels.bits))
    field = data.draw(st.sampled_from(["caught", "held", "remoteness"]))
    if field == "remoteness":
        top = int(np.iinfo(labels.ranks.dtype).max)
        new = data.draw(st.sampled_from([0, 1, 2, 3, top - 1, top]) | st.integers(0, 60))
        if new == labels.ranks[t, bit]:
            new = (new + 2) % top
        labels.ranks[t, bit] = new
    else:
        labels.flip(getattr(labels, field), t, bit)
    assert_rejected(labels)


SMALL = Board(("....", ".*.E", "..*.", "....", "**.*", "....", "E..*"))


@pytest.mark.parametrize("field", ["caught", "held"])
def test_every_bit_counts(field: str) -> None:
    """Of all cells: one where nobody can stand is none of any set."""
    size = len(SMALL.rows) * 5
    for t in range(len(SMALL.cells())):
        for bit in range(size):
            if bit % 5 == 4:
                continue  # the bit after a row
            labels = Labels(SMALL)
            labels.flip(getattr(labels, field), t, bit)
            assert_rejected(labels)


@pytest.mark.parametrize("by", [1, 2, -1, -2])
def test_every_remoteness_counts(by: int) -> None:
    right = Labels(SMALL)
    for t in range(len(right.caught)):
        for bit in right.bits:
            labels = Labels(SMALL)
            labels.ranks[t, bit] = (int(labels.ranks[t, bit]) + by) % 65536
            assert_rejected(labels)


@pytest.mark.parametrize("seed", range(20))
def test_another_outcome_with_a_fitting_remoteness_is_rejected(seed: int) -> None:
    """Each state in turn is said to be won, lost or drawn, in a number of plies of the parity."""
    rng = random.Random(seed)
    board = random_board(rng, 4, 5, seed % 3, 0.3)
    right = Labels(board)
    for _ in range(60):
        labels = Labels(board)
        t, bit = rng.randrange(len(labels.caught)), rng.choice(labels.bits)
        caught, held, rank = rng.choice([(1, 1, 1), (1, 1, 3), (0, 1, 65535), (0, 0, 2), (0, 0, 4)])
        labels.set(labels.caught, t, bit, bool(caught))
        labels.set(labels.held, t, bit, bool(held))
        labels.ranks[t, bit] = rank
        unchanged = all(
            np.array_equal(getattr(labels, name), getattr(right, name))
            for name in ("caught", "held", "ranks")
        )
        if unchanged:
            assert labels.verify()
        else:
            assert_rejected(labels)


def test_all_draws_called_wins_are_no_proof() -> None:
    """Nobody leaves the draws, so each rule holds for them without remoteness, and with none."""
    board = Board(("....", "E**.", "...."))
    for rank in (1, 3, 5, 7, 101, 65534):
        labels = Labels(board)
        drawn = labels.held & ~labels.caught
        assert drawn.any()
        draws = labels.ranks == 65535
        inside = np.zeros_like(draws)
        inside[:, labels.bits] = True
        labels.caught |= drawn
        labels.ranks[draws & inside] = rank
        assert_rejected(labels)
    for rank in (2, 4, 100, 65534):
        labels = Labels(board)
        draws = labels.ranks == 65535
        inside = np.zeros_like(draws)
        inside[:, labels.bits] = True
        labels.held &= labels.caught
        labels.ranks[draws & inside] = rank
        assert_rejected(labels)


def test_wins_called_draws_are_no_proof() -> None:
    """A policeman who could win is said not to know how."""
    labels = Labels(Board(("...", ".*.", "...")))
    keep = labels.ranks == 0
    for t, bit in np.argwhere(keep):
        labels.set(labels.caught, t, bit, False)
    labels.caught ^= Labels(Board(("...", ".*.", "..."))).caught
    labels.ranks[~keep] = 65535
    error = assert_rejected(labels)
    assert (error.expected, error.found) == ("WIN of remoteness 1", "DRAW of remoteness -1")


def test_the_error_names_the_state_its_options_and_the_rule() -> None:
    labels = Labels(Board(("..E",)))
    assert labels.verify()
    labels.ranks[1, 0] = 3  # the policeman beside the thief takes three plies, they say
    error = assert_rejected(labels)
    assert error.position == ((0, 0), (0, 1), "police")
    assert list(error.options) == [
        (((0, 0), (0, 1), "thief"), "WIN", 1),
        (((0, 1), (0, 1), "thief"), "LOSE", 0),
    ]
    assert (error.expected, error.found) == ("WIN of remoteness 1", "WIN of remoteness 3")
    labels = Labels(Board(("..E",)))
    labels.flip(labels.held, 1, 0)
    assert str(assert_rejected(labels)) == (
        "position ((0, 0), (0, 1), 'police'): expected nobody who is caught and gets away, got "
        "caught: True, held: False, remoteness 1; its options: none"
    )


def test_a_solution_that_was_changed_is_rejected() -> None:
    game = PoliceAndThief(["P..*", "...E", "..T."])
    right = game.solve()
    for name in ("caught", "held", "ranks"):
        parts = {x: np.array(getattr(right._states, x)) for x in ("caught", "held", "ranks")}
        parts[name][0, 0] ^= parts[name].dtype.type(2)
        with pytest.raises(VerificationError):
            PursuitSolution(game, *parts.values()).verify()
    short = game.solve(remoteness=False)
    wrong: Any = np.array(short._states.caught)
    wrong[0, 0] ^= wrong.dtype.type(4)
    with pytest.raises(VerificationError):
        PursuitSolution(game, wrong, short._states.held, None).verify()
