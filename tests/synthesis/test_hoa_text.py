"""Texts of automata: what is read, what is refused and where, and what is written again."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError
from tests.synthesis import shared, specs

HEAD = 'HOA: v1\nStates: 1\nStart: 0\nAP: 2 "r" "g"\ncontrollable-AP: 1\nAcceptance: 1 Inf(0)\n'
BODY = "--BODY--\nState: 0\n[0] 0 {0}\n[!0] 0\n"
PLAIN = HEAD + BODY + "--END--\n"


def read(text: str | bytes) -> gg.Automaton:
    return gg.read_hoa(io.BytesIO(text if isinstance(text, bytes) else text.encode()))


def verdict(text: str | bytes) -> bool:
    return gg.realize(read(text)).realizable


def refusal(text: str | bytes) -> ParseError:
    with pytest.raises(ParseError) as caught:
        gg.realize(read(text))
    return caught.value


def texts() -> list[Any]:
    if not (shared.DATA / "texts" / "index.json").exists():
        return []
    return shared.index("texts/index.json")


@pytest.mark.parametrize("row", texts(), ids=lambda row: row["name"])
def test_texts_are_judged_as_their_index_says(row: dict[str, Any]) -> None:
    try:
        found = "real" if verdict((shared.DATA / "texts" / row["name"]).read_bytes()) else "unreal"
    except GraphGameError:
        found = "refuse"
    assert found in {row["expected"], row.get("also_allowed")}


# -- what is read ---------------------------------------------------------------------------------


def test_what_a_text_says() -> None:
    automaton = read(
        'HOA: v1 name: "a \\"b\\" \\\\c" acc-name: parity min odd 2 Acceptance: 2 Fin(0) & Inf(1)\n'
        'AP: 3 "x" "y" "\N{GREEK SMALL LETTER ALPHA}" controllable-AP: 2 0 properties: complete\n'
        "Start: 1 --BODY-- State: 0 [t] 1 {0} State: 1 [t] 0 {1} --END--"
    )
    assert repr(automaton) == "Automaton(n=2, m=2, 1 input, 2 outputs, parity min odd 2)"
    assert automaton.propositions == ["x", "y", "\N{GREEK SMALL LETTER ALPHA}"]
    assert (automaton.inputs, automaton.outputs) == (
        ["y"],
        ["x", "\N{GREEK SMALL LETTER ALPHA}"],
    )
    assert (automaton.starts, automaton.acceptance, automaton.acceptance_sets) == (
        [1],
        "Fin(0)&Inf(1)",
        2,
    )
    assert (automaton.name, automaton.acc_name) == ('a "b" \\c', "parity min odd 2")
    assert automaton.properties == ["complete"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, False),
        (PLAIN.replace("\n", "\r\n"), False),
        (PLAIN.replace("[0] 0 {0}\n[!0] 0", "[0|!0]0{0 0}"), True),  # nothing glued is lost
        (PLAIN.replace("[0] 0", "[1] 0").replace("[!0]", "[!1]"), True),
        (PLAIN.replace("State: 0", "State: /* State: 1 /* { */ -- */ 0"), False),
        ("\ufeff" + PLAIN, False),
        (PLAIN.replace("[0] 0 {0}\n[!0] 0", "0 {0} 0 0 {0} 0 {0}"), True),
        (PLAIN.replace("[0] 0 {0}\n[!0] 0", "0 {0} 0 0 {0} 0"), False),
        (PLAIN.replace("State: 0\n[0] 0 {0}\n[!0] 0", "State: [t] 0 {0} 0"), True),
        (PLAIN.replace("State: 0\n[0] 0 {0}\n[!0] 0", 'State: 0 "no edge" {0}'), False),
        (PLAIN.replace("Start: 0\n", ""), False),  # no word is accepted
        (PLAIN.replace("Start: 0\n", "Start: 0 Start: 0\n"), False),
        (PLAIN.replace("States: 1\n", ""), False),
        (PLAIN.replace("controllable-AP: 1\n", ""), False),
        (PLAIN.replace("[0]", "[@a]").replace("AP: 2", "Alias: @a (0 | @b) Alias: @c t AP: 2")
         .replace("Alias: @a", "Alias: @b f Alias: @a"), False),
        (PLAIN.replace("[!0]", "[!@a]").replace("AP: 2", "Alias: @a 0&t | f AP: 2"), False),
        (PLAIN.replace("[0]", "[1]").replace("[!0]", "[!@a]")
         .replace("AP: 2", "Alias: @a 1&t AP: 2"), True),
        (PLAIN.replace("[!0] 0", "[!0&1] 0 {0} [!0&!1] 0"), True),
        (PLAIN.replace("[!0] 0", "[!0&1] 0 {0} [!0&1] 0 {0}"), True),  # equal edges do no harm
        (PLAIN.replace("Start: 0\n", 'Start: 0 foo: 1 t "x" bar some-thing: b foo: 2\n'), False),
        ("HOA: v1 States: 0 Acceptance: 0 t --BODY-- --END--", False),
        ("HOA: v1 Start: 0 Acceptance: 0 t --BODY-- State: 0 0 --END--", True),
        ("HOA: v1 Start: 0 Acceptance: 0 f --BODY-- State: 0 0 --END--", False),
        ("HOA: v1 Start: 0 Acceptance: 1 Inf(!0) --BODY-- State: 0 0 --END--", True),
        ("HOA: v1 Start: 0 Acceptance: 1 Inf(!0) --BODY-- State: 0 0 {0} --END--", False),
        ("HOA: v1 Start: 0 Acceptance: 2 Fin(!1) | f&t --BODY-- State: 0 0 {1} --END--", True),
    ],
)  # fmt: skip
def test_spellings(text: str, expected: bool) -> None:
    assert verdict(text) == expected


def test_several_automata() -> None:
    second = PLAIN.replace("[0] 0", "[1] 0").replace("[!0]", "[!1]")
    text = (PLAIN + second + HEAD + " --ABORT--" + second).encode()
    found = [gg.realize(x).realizable for x in gg.read_hoas(io.BytesIO(text))]
    assert found == [False, True, True]
    assert not gg.realize(gg.read_hoa(io.BytesIO(text))).realizable
    assert [*gg.read_hoas(io.BytesIO(b""))] == []
    assert verdict("HOA: --ABORT-- " + second)
    for nothing in ("", " /* */", HEAD + "--ABORT--"):
        assert "expected an automaton" in str(refusal(nothing))
    assert "got 'garbage'" in str(refusal(PLAIN + "garbage"))


def test_an_error_in_a_later_automaton_has_its_place_in_the_text() -> None:
    found = gg.read_hoas(io.BytesIO((PLAIN + PLAIN.replace("[0]", "[2]")).encode()), source="two")
    assert next(found).n == 1
    with pytest.raises(ParseError, match="two:20:2: expected a proposition below 2"):
        next(found)


def test_deep_formulas() -> None:
    depth = 100_000
    deep = "(" * depth + "!" * depth + "0" + ")" * depth
    assert not verdict(PLAIN.replace("[0]", f"[{deep}]"))
    condition = "(" * depth + "Inf(0)" + ")" * depth
    assert not verdict(PLAIN.replace("Inf(0)", condition))
    assert str(refusal(PLAIN.replace("[0]", "[" + "(" * depth + "0]"))).endswith("got ']'")
    many = " | ".join(["0&1", "0&!1"] * 50_000)
    assert not verdict(PLAIN.replace("[0]", f"[{many}]"))
    nested = "".join(f"Alias: @b{k} @b{k - 1} & @b{k - 1}\n" for k in range(1, 200))
    text = PLAIN.replace("--BODY--", f"Alias: @b0 0\n{nested}--BODY--").replace("[0]", "[@b199]")
    assert not verdict(text)


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("HOA: v1", "HOA: v2", "1:6: expected 'v1'"),
        ("HOA: v1", "", "2:1: expected 'HOA: v1'"),
        ("HOA: v1", "HOA : v1", "1:1: expected 'HOA: v1'"),
        ("States: 1", "States: 1 States: 1", "2:11: expected States: once"),
        ("States: 1", "States: 2", "11:1: expected 'State:' for each of 2 states, got none for th"),
        ("States: 1", "States: 2000000000", "11:1: expected 'State:' for each of 2000000000 "),
        ("States: 1", "States: 2147483648", "2:9: expected an integer below 2^31"),
        ("States: 1", "States: 01", "2:9: expected an integer below 2^31, without zeros before"),
        ("States: 1", "States: x", "2:9: expected the number of states, got 'x'"),
        ("States: 1", "States:", "3:1: expected the number of states, got 'Start:'"),
        ("States: 1\n", "Unknown: 3\n", "2:1: expected a header of HOA v1; what begins with a cap"),
        ("Start: 0", "Start: 1", "3:8: expected a state below 1, as States: says, got 1"),
        ("Start: 0", "Start: 0&0", "3:9: expected one state; alternating automata are no games"),
        ("AP: 2", "AP: 3", "4:1: expected 3 names of propositions, got 2"),
        ("AP: 2", "AP: 1", "4:1: expected 1 names of propositions, got 2"),
        ('"g"', '"r"', "4:11: expected each proposition once"),
        ('"g"', '"g', "4:11: expected a quotation mark that ends the string, got the end of the"),
        ("AP: 1", "AP: 1 1", "5:20: expected each controllable proposition once, got '1'"),
        ("AP: 1", "AP: 0 2", "5:20: expected a proposition below 2, as AP: says, got 2"),
        ("Acceptance: 1 Inf(0)", "", "7:1: expected 'Acceptance:' before it, got none"),
        ("Inf(0)", "Inf(1)", "6:19: expected an acceptance set below 1"),
        ("Inf(0)", "!Inf(0)", "6:15: expected 'Fin(set)', 'Inf(set)', '(', 't' or 'f', got '!'"),
        ("Inf(0)", "inf(0)", "6:15: expected 'Fin(set)'"),
        ("Inf(0)", "Inf(0) |", "7:1: expected 'Fin(set)'"),
        ("Inf(0)", "(Inf(0)", "7:1: expected '&', '|' or ')', got '--BODY--'"),
        ("Inf(0)", "Inf(0", "7:1: expected ')' after the set"),
        ("Inf(0)\n", "Inf(0)\nacc-name: co-Buchi\n", "7:1: expected a name of the condition tha"),
        ("Inf(0)\n", "Inf(0)\nacc-name: parity max\n", "7:1: expected the parameters of parity"),
        (
            *("Inf(0)\n", "Inf(0)\nacc-name: parity max even 3000000\n"),
            "7:1: expected a name of no more sets than Acceptance: depends on, 1, got parity",
        ),
        ("Inf(0)\n", "Inf(0)\nacc-name: Rabin x\n", "7:1: expected the parameters of Rabin"),
        ("Inf(0)\n", "Inf(0)\nAlias: @a 2\n", "7:11: expected a proposition below 2, as AP: say"),
        ("Inf(0)\n", "Inf(0)\nAlias: @a 0 Alias: @a 0\n", "7:20: expected each alias once"),
        ("Inf(0)\n", "Inf(0)\nAlias: a 0\n", "7:8: expected the name of an alias"),
        ("Inf(0)\n", "Inf(0)\nAlias: @ 0\n", "7:8: expected the name of an alias"),
        ("--BODY--", "BODY", "7:1: expected a header or '--BODY--', got 'BODY'"),
        ("--BODY--", "-BODY--", "7:1: expected a token of the HOA format, got '-'"),
        ("State: 0", "State: 1", "8:8: expected a state below 1, as States: says"),
        ("State: 0", "State 0", "8:1: expected 'State:' or '--END--', got 'State'"),
        ("[0] 0", "[0] 1", "9:5: expected a state below 1, as States: says, got '1'"),
        ("[0] 0", "[0] 0 & 0", "9:7: expected one state behind a label; alternating"),
        ("[0] 0", "[2] 0", "9:2: expected a proposition below 2, as AP: says, got '2'"),
        ("[0] 0", "[0&&1] 0", "9:4: expected a proposition, '!', '(', 't', 'f' or an alias"),
        ("[0] 0", "[] 0", "9:2: expected a proposition"),
        ("[0] 0", "[0 1] 0", "9:4: expected '&', '|' or ']', got '1'"),
        ("[0] 0", "[(0] 0", "9:4: expected '&', '|' or ')', got ']'"),
        ("[0] 0", "[@x] 0", "9:2: expected an alias that is defined before, got '@x'"),
        ("[0] 0", "[true] 0", "9:2: expected a proposition"),
        ("[0] 0 {0}", "[0] 0 {1}", "9:8: expected an acceptance set below 1"),
        ("[0] 0 {0}", "[0] 0 {0", "10:1: expected an acceptance set or '}', got '['"),
        ("[0] 0", "0", "10:1: expected labels on all edges of a state, or on none"),
        ("[0] 0 {0}\n[!0] 0", "0 0 0", "10:1: expected 2^2 edges without labels"),
        ("State: 0\n[0]", "State: [t] 0\n[0]", "9:1: expected no label on an edge of a state wit"),
        ("--END--", "--END", "11:1: expected a token of the HOA format"),
        ("--END--", "State: 0 --END--", "11:8: expected each state once"),
        ("--END--", "", "12:1: expected an edge, 'State:' or '--END--', got the end of the text"),
        ("--END--", "/* /* */", "11:1: expected '*/' for each '/*', got the end of the text"),
        ("--END--", "abc--END--", "11:1: expected an edge, 'State:' or '--END--', got 'abc--E"),
        ("States: 1", "", "expected"),
    ],
)  # fmt: skip
def test_refusals_name_the_place(old: str, new: str, message: str) -> None:
    text = PLAIN.replace(old, new)
    if (old, new) == ("States: 1", ""):
        text = text.replace("[0] 0", "[0] 3")
        message = "9:5: expected a state below 1, as no other is there, got 3"
    assert f"<text>:{message}" in str(refusal(text))


@pytest.mark.parametrize(
    ("words", "body", "message"),
    [
        ("complete", "[0] 0 {0}", "complete, and no edge for a letter of the state 0"),
        ("!complete", "[t] 0 {0}", "!complete, and an edge for each letter"),
        ("!deterministic", "[t] 0", "!deterministic, and at most one edge"),
        ("colored", "[t] 0", "colored, and an edge with another number of marks"),
        ("state-acc", "[t] 0 {0}", "state-acc, and trans-acc"),
        ("state-labels", "[t] 0 {0}", "state-labels, and trans-labels"),
        ("implicit-labels", "[t] 0 {0}", "implicit-labels, and trans-labels"),
        ("explicit-labels", "0 0 0 0", "explicit-labels, and implicit-labels"),
        ("univ-branch", "[t] 0", "univ-branch, and edges to one state each"),
    ],
)
def test_properties_are_checked(words: str, body: str, message: str) -> None:
    head = HEAD + f"properties: trans-acc\nproperties: x {words}\n--BODY--\nState: 0\n"
    line = 7 if words == "univ-branch" else 8
    head = head.replace("trans-acc\nproperties: x", "") if line == 7 else head
    found = str(refusal(f"{head}{body}\n--END--"))
    assert f"<text>:{line}:" in found
    assert f"expected properties that hold, got {message}" in found


def test_true_properties_are_believed_by_nobody() -> None:
    said = "deterministic complete colored trans-acc trans-labels explicit-labels no-univ-branch"
    text = HEAD + f"properties: {said} !state-acc weak foo\n--BODY--\nState: 0 [t] 0 {{0}} --END--"
    assert verdict(text)


def test_nondeterminism_is_refused_with_state_and_letter() -> None:
    text = PLAIN.replace("[!0] 0", "[!1] 0")
    with pytest.raises(GraphGameError, match="state 0: .* to 0 with different marks for r & !g"):
        gg.realize(read(text))
    with pytest.raises(GraphGameError, match="nondeterministic"):
        read(text).game("moore")
    two = "HOA: v1 Start: 0 Start: 1 Acceptance: 0 t --BODY-- State: 0 0 State: 1 1 --END--"
    with pytest.raises(GraphGameError, match="expected one start, as .* got the states 0, 1"):
        gg.realize(read(two))


def test_conditions_with_too_many_cases_are_refused() -> None:
    count = 12
    streett = " & ".join(f"(Fin({2 * x}) | Inf({2 * x + 1}))" for x in range(count))
    text = f"HOA: v1 Start: 0 Acceptance: {2 * count} {streett} --BODY-- State: 0 0 --END--"
    assert "expected a condition with a normal form of at most 1" in str(refusal(text))
    many = " & ".join(f"Inf({x})" for x in range(5000))
    text = f"HOA: v1 Start: 0 Acceptance: 5000 {many} --BODY-- State: 0 0 --END--"
    assert "expected a condition with a normal form" in str(refusal(text))


def test_a_text_that_is_cut_off_is_refused() -> None:
    rng = random.Random(7)
    for _ in range(20):
        spec, name = specs.random_spec(rng, rng.choice(specs.KINDS))
        text = specs.text(rng, spec, name)
        for size in {*range(len(text)), *range(len(text) - 9, len(text))}:
            with pytest.raises(ParseError):
                read(text[:size])


# -- what is written ------------------------------------------------------------------------------


def test_written_automata_are_read_again() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        spec, name = specs.random_spec(rng, specs.KINDS[seed % len(specs.KINDS)])
        automaton = read(specs.text(rng, spec, name))
        first, second = io.BytesIO(), io.BytesIO()
        gg.write_hoa(automaton, first)
        again = read(first.getvalue())
        gg.write_hoa(again, second)
        assert first.getvalue() == second.getvalue()
        assert (again.n, again.m, again.propositions) == (
            automaton.n,
            automaton.m,
            automaton.propositions,
        )
        controller = gg.realize(automaton)
        assert gg.realize(again).realizable == controller.realizable
        assert controller.verify(again)


def test_a_label_that_is_exponentially_longer_than_its_aliases_is_not_written() -> None:
    nested = "".join(f"Alias: @b{k} @b{k - 1} & @b{k - 1}\n" for k in range(1, 40))
    text = PLAIN.replace("--BODY--", f"Alias: @b0 0\n{nested}--BODY--").replace("[0]", "[@b39]")
    with pytest.raises(gg.TooLargeError, match="without aliases"):
        gg.write_hoa(read(text), io.BytesIO())
