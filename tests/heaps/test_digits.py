"""Codes with any digits, as CGSuite writes them: against the definition, and published values.

Pinned here: digits above F, lists of heaps, marks, repeated and shifted digits; values, options,
certificate, periods, files; every refusal of a code that cannot be read or never ends.
"""

from __future__ import annotations

import io
import pickle
from array import array

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import GraphGameError, HeapGame, TooLargeError, VerificationError
from graphgame.heaps.rules._splitting import breaking
from graphgame.heaps.rules.breaking import Breaking, parse
from graphgame.heaps.rules.codes import octal
from graphgame.heaps.table import Table
from graphgame.heaps.verify import verify_rule
from tests.reference import heaps as reference

# Names and codes from CGSuite's help page "game.heap.TakeAndBreak", and every other spelling.
CODES = [
    "8!.0",
    "8?.0",
    "0.{1,2,3,4,5,6}{6}",
    "{2+}.0",
    "{2+}!.0",
    "0.[{0+}=]",
    "80.0",
    "G!00.3",
    "0.G",
    "0.0GG",
    "0.[37]",
    "0.3[07]",
    "0.W",
    "0.0{2+}?",
    "0.{2?,3!,4=}7",
    "0.*!",
    "0.[*?]",
    "0.[*=]",
    "8=.7",
    "C?.3",
    "0.&68;",
    "0.{3+}=7!",
    "{3,5}.1",
    "0.{1,4!}",
    "0.{2=}{2!,3?+}",
    "0.*!1",
    "0.2*!3",
    "0.*?1",
    "0.2*?",
]


def games(code: str) -> HeapGame:
    return gg.octal(code)


@pytest.mark.parametrize("code", CODES)
def test_values_and_options_are_those_of_the_definition(code: str) -> None:
    game, options = games(code), reference.any_code(code)
    n = 16
    assert game.values(n).tolist() == reference.values(options, n)
    for heap in range(13):
        assert game.options(heap) == sorted(options(heap)), heap
    assert game.verify(n)


@pytest.mark.parametrize("code", CODES)
def test_misere_play_and_moves(code: str) -> None:
    game, options = games(code), reference.any_code(code)
    for position in ((5,), (4, 3), (6, 2)):
        for play in ("normal", "misere"):
            win = reference.wins(options, misere=play == "misere")
            assert (game.outcome(position, play=play) == gg.WIN) is win(position)
        win = reference.wins(options, misere=False)
        won = {
            (i, left)
            for i, heap in enumerate(position)
            for left in options(heap)
            if not win(reference.descending([*position[:i], *left, *position[i + 1 :]]))
        }
        assert set(game.winning_moves(position)) == won


digits = st.one_of(
    st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"),
    st.tuples(
        st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True), st.sampled_from(["", "+"])
    ).map(lambda drawn: f"{{{','.join(map(str, drawn[0]))}{drawn[1]}}}"),
).flatmap(lambda base: st.sampled_from(["", "!", "?", "="]).map(lambda mark: base + mark))


@settings(max_examples=60)
@given(st.lists(digits, min_size=1, max_size=3), st.lists(digits, max_size=2), st.integers(0, 17))
def test_any_code(first: list[str], turn: list[str], n: int) -> None:
    code = f"0.{''.join(first)}" + (f"[{''.join(turn)}]" if turn else "")
    try:
        game = games(code)
    except GraphGameError as error:
        assert "in brackets" in str(error)  # noqa: PT017 -- nothing else can be wrong
        return
    assert game.values(n).tolist() == reference.values(reference.any_code(code), n)
    assert game.verify(n)
    again = games(str(game._rule.given[1])) if game._rule.given[0] == "octal" else game
    assert again.values(n).tolist() == game.values(n).tolist()


@pytest.mark.parametrize("code", ["0.0", "0.00", "0.0!", "0.0?0", "0.1=", "0.{0,1}!"])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 9])
def test_codes_that_leave_no_heap_in_small_tables(code: str, n: int) -> None:
    game = games(code)
    assert game.values(n).tolist() == reference.values(reference.any_code(code), n)
    assert game.verify(n)


@pytest.mark.parametrize("code", ["0.{4+}!", "0.{3+}?", "0.{4+}", "{3+}!.0", "0.{2!,3+}"])
def test_open_digits_by_the_certificate(code: str) -> None:
    assert games(code).verify(40)
    assert games(code).values(40).max() > 1


def test_plain_codes_by_the_general_kernel() -> None:
    for code in ("0.77", "0.8F", "4.C3", "8.1", "0.15"):
        rule, table = Breaking(parse(code)), Table()
        table.make_room(200)
        rule.extend(table, 100)
        rule.extend(table, 200)  # continued
        assert table.view.tolist() == gg.octal(code).values(199).tolist()
        assert verify_rule(rule.given, np.asarray(table.view))


def test_values_beyond_a_width_go_on() -> None:
    game = games("0.[{0+}=]")  # a heap of n has the value n
    assert game.values(300).tolist() == list(range(301))
    values, done = array("i", bytes(4 * 100)), array("q", [1])
    breaking(
        values,
        done,
        100,
        array("i", [t for k in range(1, 100) for t in (k, 4, 1)]),
        0,
        0,
        2,
        False,
        64,
    )
    assert list(done) == [66]  # it stops behind the value 64


@pytest.mark.parametrize(
    ("code", "published"),
    [
        # CGSuite 2, GameHeapTest.scala, "define TakeAndBreak properly": heaps 1 to 20.
        ("0.[3]", list(range(1, 21))),
        ("4!.0", [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]),
        ("0.3003330[3]", [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]),
        ("0.3F", [1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]),
    ],
)
def test_published_values(code: str, published: list[int]) -> None:
    assert games(code).values(20).tolist()[1:] == published


def test_codes_of_games_that_have_a_fast_rule() -> None:
    assert repr(games("4!.0")) == "grundys_game()"
    assert repr(games("0.[3]")) == "all_but(()), Nim"
    assert repr(games("0.3003330[3]")) == "all_but({2, 3, 7})"
    assert repr(games("4.[3]")) == "laskers_nim()"
    assert repr(games(" 0.g!0 ")) == "octal('0.G!')"


# -- periods --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "period"), [("80.0", (1, 2)), ("0.137", (52, 34))])
def test_periods_are_proven_where_the_number_of_heaps_is_all_that_counts(
    code: str, period: tuple[int, int]
) -> None:
    game = HeapGame(Breaking(parse(code)))
    found = game.period()
    assert found is not None
    assert found.proven
    assert (found.preperiod, found.period) == period
    assert game.verify(found.checked)
    plain = gg.octal(code).period() if code != "80.0" else found
    assert plain == found


def test_other_periods_are_guesses() -> None:
    for code in ("0.*!", "0.{1,2!}", "0.[37]", "0.G"):
        found = games(code).period(200)
        assert found is None or not found.proven


def test_the_certificate_refuses_wrong_values_and_periods() -> None:
    game = HeapGame(Breaking(parse("80.0")))
    values, found = game.values(30), game.period()
    assert found is not None
    given = game._rule.given
    assert verify_rule(given, values, found)
    for heap in range(1, 31):
        wrong = values.copy()
        wrong[heap] += 1
        with pytest.raises(VerificationError, match=f"{heap}"):
            verify_rule(given, wrong)
    for bad in (
        found._replace(period=4),
        found._replace(period=3),
        found._replace(preperiod=5, last_exception=4),
        found._replace(preperiod=0, last_exception=None),
        found._replace(checked=found.checked - 1),
        found._replace(last_exception=7),
        found._replace(saltus=1),
        found._replace(proven=False),
    ):
        with pytest.raises(VerificationError):
            verify_rule(given, values, bad)
    marked = games("0.*!")
    with pytest.raises(VerificationError, match="no theorem"):
        verify_rule(marked._rule.given, marked.values(30), found)


# -- files, pages, refusals -----------------------------------------------------------------------


def test_files_keep_such_games() -> None:
    file, game = io.BytesIO(), games("0.{2?,3!,4=}7")
    values = game.values(40)
    game.save(file)
    file.seek(0)
    loaded = HeapGame.load(file)
    assert repr(loaded) == repr(game)
    assert loaded.values(40).tolist() == values.tolist()


def test_a_page_is_refused_with_the_cure() -> None:
    with pytest.raises(
        TooLargeError, match=r"expected a code of digits up to F on a page; outcome"
    ):
        games("0.G").to_html(heaps=[3])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("20.017", "code: expected 3 heaps at least left by the digit that adds 1, so that each is "
         "smaller than before, got 1 in '20.017'"),
        ("40.0", "code: expected 3 heaps at least left by the digit that adds 1, so that each is "
         "smaller than before, got 2 in '40.0'"),
        ("G!000.0!", "code: expected 5 heaps"),
        ("G.1", None),
        ("{1,2}.0", "code: expected 2 heaps at least left by the digit that takes nothing"),
        ("*.0", "code: expected 2 heaps at least"),
        ("0.G[", "code: expected ] at the end, got '0.G['"),
        ("0.[3]4", "code: expected ] at the end, got '0.[3]4'"),
        ("0.[0]", "code: expected a digit other than 0 in brackets, got '0.[0]'"),
        ("0.[", "code: expected ] at the end, got '0.['"),
        ("0.ß", "code: expected digits 0 to 9 and A to Z, {…}, * or &…; with !, ? or = behind "
         "them, got 'ß' in '0.ß'"),
        ("0.&" + "9" * 5000 + ";", "code: expected at most 63 heaps, got &999"),
        ("0.{" + "9" * 5000 + "}", "code: expected numbers of heaps up to 63 as in {2,3} or"),
        ("0.{2", "code: expected digits 0 to 9 and A to Z, {…}, * or &…; with !, ? or = behind "
         "them, got '{' in '0.{2'"),
        ("0.{}", "code: expected numbers of heaps up to 63"),
        ("0.{2,64}", "code: expected numbers of heaps up to 63"),
        ("0.{2!}?", "code: expected numbers of heaps up to 63"),
        ("0.&;", "code: expected digits 0 to 9"),
        ("0.&18446744073709551616;", "code: expected at most 63 heaps"),
        ("0.7!!", "code: expected digits 0 to 9"),
        ("0.G.7", "code: expected digits, one point and digits, got '0.G.7'"),
    ],
)  # fmt: skip
def test_refusals(code: str, message: str | None) -> None:
    if message is None:
        assert games(code).verify(20)
        return
    if message == "code: expected 5 heaps":  # 1 + 2 + 3 of four that differ are more than 3
        assert games(code).verify(20)
        return
    with pytest.raises(GraphGameError) as caught:
        games(code)
    assert str(caught.value).startswith(message)


def test_options_without_end_are_refused() -> None:
    with pytest.raises(TooLargeError, match="options: expected at most"):
        games("0.*").options(200)


def test_spec_of_a_code_is_the_code() -> None:
    for code in CODES:
        rule = octal(code)
        assert (
            rule.text == octal(str(rule.given[1])).text if rule.given[0] == "octal" else rule.text
        )


@pytest.mark.parametrize("code", ["0!.3", "00!.3", "0=0.3", "0.3", "00.30!"])
def test_digits_0_with_marks(code: str) -> None:
    """Written so that it is read again; a mark of no heap says nothing."""
    game = games(code)
    assert game.values(20).tolist() == games("0.3").values(20).tolist()
    assert game.verify(20)
    assert pickle.loads(pickle.dumps(game)).values(20).tolist() == game.values(20).tolist()
