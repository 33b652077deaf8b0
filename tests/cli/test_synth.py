"""``graphgame synth``: verdicts, machines, exit status, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import graphgame as gg
from graphgame.synthesis.formula_text import automaton_text
from tests.cli.test_command import assert_refused, run

TEXT = """HOA: v1
Start: 0
AP: 2 "r" "g"
controllable-AP: 1
Acceptance: 1 Inf(0)
--BODY--
State: 0
[0&1 | !0&!1] 0 {0}
[0&!1 | !0&1] 0
--END--
"""
INPUTS = TEXT.replace("controllable-AP: 1\n", "")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("repeat.hoa").write_text(TEXT)
    return "repeat.hoa"


def test_verdicts(file: str) -> None:
    done = run("synth", file)
    assert (done.status, done.out, done.err) == (0, b"REALIZABLE\n", "")
    assert run("synth", file, "--moore").out == b"UNREALIZABLE\n"
    assert run("synth", text=(INPUTS + TEXT).encode()).out == b"UNREALIZABLE\nREALIZABLE\n"


def test_the_exit_status_of_the_competition(file: str) -> None:
    assert run("synth", file, "--competition").status == 10
    assert run("synth", file, "--competition", "--moore").status == 20
    assert_refused(run("synth", "none.hoa", "--competition"), "none.hoa: No such file")


def test_machines_are_written(file: str) -> None:
    words = ("--aiger", "a.aag", "--hoa", "a.hoa", "--dot", "a.dot", "--page", "a.html")
    done = run("synth", file, *words, "--verify")
    assert (done.status, done.out) == (0, b"REALIZABLE\nverified\n")
    assert Path("a.aag").read_bytes().startswith(b"aag 1 1 0 1 0\n2\n2\n")
    assert run("synth", file, "--aiger", "a.aig").status == 0
    assert Path("a.aig").read_bytes().startswith(b"aig 1 1 0 1 0\n2\n")
    assert gg.read_hoa("a.hoa").n == 1
    assert Path("a.dot").read_text().startswith("digraph {\n")
    assert Path("a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    two = Path("two.hoa")
    two.write_text(TEXT + TEXT)
    done = run("synth", "two.hoa", "--hoa", "b.hoa")
    assert (done.status, done.out) == (2, b"REALIZABLE\n")
    assert "two.hoa: expected one automaton with --aiger" in done.err


def test_what_is_said_of_sizes(file: str) -> None:
    done = run("synth", file, "--summary", "--verify")
    assert done.out.decode().splitlines() == [
        "REALIZABLE",
        "1 states, 2 edges, 1 inputs, 1 outputs, Inf(0)",
        "controller: 1 states (1 before merging), 2 edges; 0 latches, 0 gates",
        "verified",
    ]
    found = json.loads(run("synth", file, "--json", "--verify").out)
    assert found["realizable"] is found["verified"] is True
    assert found["machine"] == {"states": 1, "unmerged": 1, "edges": 2, "latches": 0, "gates": 0}
    assert "environment: 1 states" in run("synth", file, "--summary", "--moore").out.decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "<stdin>:1:1: expected an automaton, 'HOA: v1', got a text without any"),
        (TEXT[:-8], "<stdin>:10:1: expected an edge, 'State:' or '--END--', got the end of the"),
        (TEXT.replace("[0&!1 |", "[t |"), "<stdin>: state 0: expected one edge for each letter"),
        (TEXT.replace("v1", "v2"), "<stdin>:1:6: expected 'v1'"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert_refused(run("synth", text=text.encode()), message)


# -- formulas --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "outs", "verdict"),
    [
        ("G(r -> F g)", "g", b"REALIZABLE\nverified\n"),
        ("G(r <-> X g)", "g", b"REALIZABLE\nverified\n"),
        ("G(g <-> X r)", "g", b"UNREALIZABLE\nverified\n"),
        ("G(r -> F g)", "", b"UNREALIZABLE\nverified\n"),
        ("G F g & G(r -> !g) ", "g", b"UNREALIZABLE\nverified\n"),
        ("(G F !r) -> (G F g & G(r -> !g))", "g", b"REALIZABLE\nverified\n"),
        ("G r", "g", b"UNREALIZABLE\nverified\n"),
        ("G z & G !a", "z,a", b"REALIZABLE\nverified\n"),
        ("G(z <-> a) & G !b", "z,b", b"REALIZABLE\nverified\n"),
        ("1", "g, h", b"REALIZABLE\nverified\n"),
        ("0", "g", b"UNREALIZABLE\nverified\n"),
        ('G("a b" <-> g)', "g", b"REALIZABLE\nverified\n"),
    ],
)
def test_formulas(formula: str, outs: str, verdict: bytes) -> None:
    pytest.importorskip("spot", reason="Spot is not installed")
    done = run("synth", "--formula", formula, "--outs", outs, "--verify")
    assert (done.status, done.out, done.err) == (0, verdict, "")


def test_propositions_of_a_formula_are_those_of_the_machine() -> None:
    pytest.importorskip("spot", reason="Spot is not installed")
    done = run("synth", "--formula", "G(g | b) & F a & F !a", "--outs", "g,free", "--json")
    found = json.loads(done.out)
    assert (sorted(found["inputs"]), sorted(found["outputs"])) == (["a", "b"], ["free", "g"])
    assert not found["realizable"]
    done = run("synth", "--formula", "X X (a | g) | F a", "--outs", "g", "--json")
    found = json.loads(done.out)
    assert (found["inputs"], found["outputs"], found["realizable"]) == (["a"], ["g"], True)


def test_what_is_no_formula_is_refused() -> None:
    pytest.importorskip("spot", reason="Spot is not installed")
    done = run("synth", "--formula", "G(r -> ", "--outs", "g")
    assert_refused(
        done, "--formula:1:8: expected a formula in linear temporal logic, got 'G(r -> '"
    )
    # Spot shows the formula, and its reason below: a formula of several lines is no reason.
    done = run("synth", "--formula", "G(r ->\n  U g)", "--outs", "g")
    assert_refused(done, "--formula:2:3: expected a formula in linear temporal logic")
    assert "syntax error, unexpected until operator" in done.err
    done = run("synth", "--formula", "G r", "--outs", "g,g")
    assert_refused(done, "outputs: expected names, each of them once, got 'g', 'g'")


def test_formulas_need_spot_and_their_outputs(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.setitem(sys.modules, "spot", None)
    with pytest.raises(gg.GraphGameError, match=r"^formula: expected the library Spot, got none"):
        automaton_text("G r", ["g"])
    assert_refused(run("synth", "--formula", "G r"), "--formula: expected --outs beside it")
    assert_refused(run("synth", file, "--outs", "g"), "--outs: expected with --formula")
    done = run("synth", file, "--formula", "G r", "--outs", "g")
    assert_refused(done, "--formula: expected no file beside it, got repeat.hoa")
