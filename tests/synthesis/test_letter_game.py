"""Pages of controllers: the game that they show is the automaton's, and the machine plays in it."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

import graphgame as gg
from graphgame.synthesis.letter_game import LetterGame
from tests.synthesis.test_realize import SEMANTICS, random_case, read

ARBITER = b"""HOA: v1 name: "arbiter" States: 2 Start: 0
AP: 4 "r0" "g0" "r1" "g1" controllable-AP: 1 3
acc-name: generalized-Buchi 2 Acceptance: 2 Inf(0) & Inf(1) --BODY--
State: 0 "free" [!0&!2&!(1&3)] 0 {0 1} [!0&2&!(1&3)] 1 {0} [0&!2&!(1&3)] 1 {1} [0&2&!(1&3)] 1
State: 1 "busy" [!(1&3)&1] 0 {0} [!(1&3)&!1&3] 0 {1} [!1&!3] 1 --END--"""


def play(game: LetterGame, rng: random.Random, steps: int) -> tuple[list[list[str]], Any]:
    """Play against the machine; return what the other player chose, and what the machine said."""
    solution, controller = game.solution, game.controller
    position, machine = solution.game.start, 0 if controller.realizable else 1
    chosen: dict[int, list[list[str]]] = {0: [], 1: []}
    for _ in range(2 * steps):
        owner = int(solution.owner[solution.game.index(position)])
        options = solution.game.options(position)
        if not options:
            break
        option = rng.choice(options)
        if owner == machine:
            option = solution.best_move(position)
        name = game.move(position, option)
        assert option in options
        if name.startswith("✗"):
            break
        names = dict(zip(game.names, game.automaton.propositions, strict=True))
        chosen[owner].append([] if name == "–" else [names[x] for x in name.split(", ")])
        position = option
    return chosen[1 - machine], chosen[machine]


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_the_machine_answers_as_when_it_is_simulated(semantics: Any) -> None:
    played = set()
    for seed in range(120):
        rng, _, automaton = random_case(seed)
        controller = gg.realize(automaton, semantics)
        game = LetterGame(automaton, controller)
        start = game.solution.game.start
        # The checker of parity games finds that the machine's moves win.
        assert game.solution.verify()
        assert (game.solution.winner(start) == 0) == controller.realizable
        if start == "✗":
            continue
        letters, said = play(game, rng, 12)
        # A run that is rejected ends within a step, of which one half may be missing.
        assert abs(len(said) - len(letters)) <= 1
        both = min(len(said), len(letters))
        assert said[:both] == controller.simulate(letters)[:both]
        played.add((controller.realizable, len(said) > 3))
    assert played >= {(True, True), (False, True)}


def test_somebody_else_may_move_for_the_machine() -> None:
    """Then it is followed no more, and winning moves are those of the parity game."""
    automaton = read(ARBITER)
    game = LetterGame(automaton, gg.realize(automaton))
    rng, solution = random.Random(5), game.solution
    for _ in range(200):
        position = solution.game.start
        for _ in range(20):
            options = [x for x in solution.game.options(position) if solution.winner(x) == 0]
            position = rng.choice(options)
            if int(solution.owner[solution.game.index(position)]) == 0:
                assert solution.winner(solution.best_move(position)) == 0


def test_a_wrong_controller_plays_what_it_says() -> None:
    """A circuit that never grants is played as it is, and the page knows that it loses."""
    automaton = read(ARBITER)
    circuit = b"aag 2 2 0 2 0\n2\n4\n0\n0\ni0 r0\ni1 r1\no0 g0\no1 g1\n"
    silent = gg.read_aiger(io.BytesIO(circuit), automaton)
    game = LetterGame(automaton, silent)
    _, said = play(game, random.Random(1), 10)
    assert said == [[]] * 10
    with pytest.raises(gg.VerificationError):
        game.solution.verify()


def test_boards_and_names() -> None:
    automaton = read(ARBITER)
    game = LetterGame(automaton, gg.realize(automaton))
    graph = game.solution.game
    start = graph.start
    asked = next(x for x in graph.options(start) if game.move(start, x) == "r0, r1")
    assert game.board(start)[1:] == "...." and game.board(asked)[1:] == "11.."
    granted = next(x for x in graph.options(asked) if game.move(asked, x) == "g1")
    assert game.board(granted)[1:] == "1101"
    pieces = game.pieces()
    assert pieces[game.board(granted)[0]]["text"] == "busy"
    names = [game.move(asked, x) for x in graph.options(asked)]
    assert names == ["–", "g0", "g1", "✗ g0, g1"]
    boards = {(game.board(x), int(game.solution.owner[v])) for v, x in enumerate(graph.labels)}
    assert len(boards) == graph.n
    assert game.drawing().count("data-place") == 5


def test_what_has_no_page_is_refused() -> None:
    names = " ".join(f'"p{k}"' for k in range(11))
    text = (
        f"HOA: v1 States: 1 Start: 0 AP: 11 {names} Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--"
    )
    with pytest.raises(gg.TooLargeError, match="at most 10 propositions, .* got 11"):
        gg.realize(read(text.encode())).to_html()
    names = " ".join(f'"p{k}"' for k in range(10))
    long = " ".join(f"State: {q} [t] {(q + 1) % 2000}" for q in range(2000))
    text = f"HOA: v1 States: 2000 Start: 0 AP: 10 {names} Acceptance: 0 t --BODY-- {long} --END--"
    with pytest.raises(gg.TooLargeError, match="1,048,576 moves of a match"):
        gg.realize(read(text.encode())).to_html()


def test_a_long_way_has_a_page_or_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and boards of each state are made from it alone: 2,000 of them take a second."""
    body = " ".join(f"State: {q} [0&1|!0&!1] {(q + 1) % 2000}" for q in range(2000))
    text = 'HOA: v1 States: 2000 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t'
    controller = gg.realize(read(f"{text} --BODY-- {body} --END--".encode()))
    game = LetterGame(controller._automaton, controller)
    assert len({game.board(x)[0] for x in game.solution.game.labels or ()}) == 4001
    monkeypatch.setattr("graphgame.synthesis.letter_game.MOST_SHOWN", 4000)
    with pytest.raises(gg.TooLargeError, match="at most 4,000 states with priorities, got 4,001"):
        controller.to_html()
    monkeypatch.setattr("graphgame.synthesis.letter_game.MOST_STATES", 1999)
    with pytest.raises(gg.TooLargeError, match="at most 1,999 states of automaton"):
        controller.to_html()


def test_a_circuit_that_sees_what_it_should_not_has_no_page() -> None:
    text = b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t --BODY-- '
    automaton = read(text + b"State: 0 [t] 0 --END--")
    echo = b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n"
    machine = gg.read_aiger(io.BytesIO(echo), automaton, "moore")
    with pytest.raises(gg.GraphGameError, match="chooses before it reads"):
        machine.to_html()
    assert gg.read_aiger(io.BytesIO(echo), automaton).to_html()


def test_an_automaton_without_a_start_has_a_page() -> None:
    text = b'HOA: v1 AP: 1 "p" Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--'
    controller = gg.realize(read(text))
    assert not controller.realizable
    assert "✗" in LetterGame(read(text), controller).solution.game.start
    assert controller.to_html().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("names", "controllable", "body"),
    [
        ('2 "r" "g"', 1, ""),  # no edge
        ('2 "state" "state*"', 1, "[t] 0"),
        ('4 "a" "b" "a, b" "g"', 3, "[t] 0"),
        ('3 "–" "" "\\"–\\""', 2, "[t] 0"),
        ('2 "\x1b[1m" "g"', 1, "[t] 0"),
    ],
)
def test_names_that_look_alike_are_told_apart(names: str, controllable: int, body: str) -> None:
    text = f"HOA: v1 States: 1 Start: 0 AP: {names} controllable-AP: {controllable} "
    automaton = read(f"{text} Acceptance: 0 t --BODY-- State: 0 {body} --END--".encode())
    controller = gg.realize(automaton)
    game = LetterGame(automaton, controller)
    graph = game.solution.game
    moves = [game.move(graph.start, x) for x in graph.options(graph.start)]
    assert len({*moves}) == len(moves) == 2 ** len(automaton.inputs)
    assert game.solution.verify() and controller.to_html().startswith("<!doctype html>")


def test_a_game_without_a_choice_has_no_page() -> None:
    text = b"HOA: v1 States: 1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--"
    with pytest.raises(gg.GraphGameError, match="page: expected a proposition to choose"):
        gg.realize(read(text)).to_html()


def test_names_of_propositions_are_text() -> None:
    text = b'HOA: v1 Start: 0 AP: 2 "<b>&\\"" "a long name of an output" controllable-AP: 1 '
    text += b"Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--"
    automaton = read(text)
    drawing = LetterGame(automaton, gg.realize(automaton)).drawing()
    assert "<b>" not in drawing and "a long name o…" in drawing
    assert gg.realize(automaton).to_html(title="x")
