"""``graphgame play`` and ``graphgame serve`` with a file of a proof.

Pinned here: a match is played as proven, of scores too; a rule that is another one, scores that are
missing or too much, and a file that was cut, are named as such.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_command import assert_refused, run

GAME = """
import graphgame as gg

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    start = "XO......."

    @staticmethod
    def options(board):
        mark = "XO"[board.count("X") > board.count("O")]
        return [board[:k] + mark + board[k + 1 :] for k in range(9) if board[k] == "."]

    @staticmethod
    def preset(board):
        if any(board[i] == board[j] == board[k] != "." for i, j, k in LINES):
            return gg.LOSE
        return None if "." in board else gg.DRAW

    @staticmethod
    def board(board):
        return "\\n".join(board[k : k + 3] for k in (0, 3, 6))


GAME = TicTacToe()
FEWER = lambda n: [n - 1] if n else []
take = lambda n: [n - k for k in (1, 2, 3) if n >= k]
SCORES = {0: -7}


class Scored:
    start = 20
    options = staticmethod(take)

    @staticmethod
    def score(n):
        return None if n else -7


SCORED = Scored()


def picky(n):
    return [n - 1] if n > 20 else [{}[n]]
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ttt.py").write_text(GAME)
    assert run("prove", "ttt.py:GAME", "--proof", "p.npz").status == 0


@pytest.mark.usefixtures("files")
def test_the_command_plays_a_proof() -> None:
    # The person plays who has no moves in the proof, unless it is said.
    done = run("play", "p.npz", "--game", "ttt.py:GAME", "--values", text=b"1\n1\n1\n")
    assert (done.status, done.err) == (0, "")
    out = done.out.decode()
    assert out.startswith("You are Second, the machine is First.")
    assert "Proven: First wins in at most 7 plies." in out and "3 X O .\n" in out
    first = run("play", "p.npz", "--game", "ttt.py:GAME", "--as", "first", text=b"c2\n").out
    assert b"Nothing is proven here" in first
    assert run("prove", "ttt.py:take", "20", "--proof", "q").status == 0
    lost = run("play", "q", "--game", "ttt.py:take", text=b"").out
    assert lost.startswith(b"You are First, the machine is Second.")
    assert b"Proven: Second wins in at most 10 plies." in lost


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("game", "given"), [("take", ["--scores", "ttt.py:SCORES"]), ("SCORED", [])]
)
def test_the_command_plays_a_proof_of_a_score(game: str, given: list[str]) -> None:
    done = run("prove", f"ttt.py:{game}", "20", *given, "--proof", "s.npz")
    assert done.status == 0
    words = ["play", "s.npz", "--game", f"ttt.py:{game}", *given]
    done = run(*words, "--values", text=b"1\n" * 5)
    assert (done.status, done.err) == (0, "")
    out = done.out.decode()
    assert out.startswith("You are First, the machine is Second.")
    assert "Proven: First gets -7 in at most 10 plies." in out
    assert "Proven: First gets -7 in at most 2 plies." in out and "Second wins" in out


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["play", "serve"])
def test_scores_are_asked_for(command: str) -> None:
    scored = ("--scores", "ttt.py:SCORES")
    assert run("prove", "ttt.py:take", "20", *scored, "--proof", "s.npz").status == 0
    assert_refused(
        run(command, "s.npz", "--game", "ttt.py:take"),
        "--scores: expected what ends are worth, as MODULE:SCORES, as s.npz is a proof of a score",
    )
    other = run(command, "p.npz", "--game", "ttt.py:GAME", *scored)
    assert_refused(other, "scores: expected none, as the proof is one of WIN, got some")
    Path("g").write_text("2 1\n1 2\n")
    assert_refused(run(command, "g", *scored), "--scores: expected a proof of a score as FILE")


@pytest.mark.usefixtures("files")
def test_what_shows_whole_games_names_what_shows_a_proof() -> None:
    for words in (["page", "p.npz"], ["draw", "p.npz"]):
        assert_refused(run(*words), "got p.npz, a proof of one start", "graphgame serve play it")
    refused = run("page", "p.npz", "--game", "ttt.py:GAME")
    assert_refused(refused, "graphgame serve FILE --game MODULE:GAME shows a database or a proof")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["play", "serve"])
def test_what_the_commands_refuse(command: str) -> None:
    refused = run(command, "p.npz")
    assert_refused(refused, "--game: expected the rule that was searched, as MODULE:GAME", "p.npz")
    assert_refused(run(command, "p.npz", "--game", "ttt.py:NO"), "--game: expected NO in ttt.py")
    done = run(command, "p.npz", "--game", "ttt.py:FEWER")
    assert done.status != 0 and done.err.count("\n") == 1 and done.out == b""
    assert run("prove", "ttt.py:take", "21", "--proof", "t.npz").status == 0
    another = "the proof is one of another rule than this, or was changed"
    cure = "; expected the rule that t.npz is a proof of"
    assert_refused(run(command, "t.npz", "--game", "ttt.py:FEWER"), another + cure, status=1)
    raising = run(command, "t.npz", "--game", "ttt.py:picky")
    assert_refused(raising, "raises KeyError: 1; expected the rule that t.npz is a proof of")
    Path("p.npz").write_bytes(Path("p.npz").read_bytes()[:200])
    assert run(command, "p.npz", "--game", "ttt.py:GAME").status == 2
    cut = "p.npz: not a graphgame {} file, or a damaged one: expected the list of an archive"
    assert_refused(run(command, "p.npz", "--game", "ttt.py:GAME"), cut.format("proof"))
    assert_refused(run(command, "p.npz"), cut.format("solution"), "as where a file was cut")
    Path("g").write_text("2 1\n1 2\n")
    assert_refused(run(command, "g", "--game", "ttt.py:GAME"), "no folder, and no proof")
