"""What pages say of the games: complete in five languages, and in the letters of each."""

from __future__ import annotations

import re

import pytest

import graphgame as gg
from tools.gallery.games import GAMES, Game, example
from tools.site import gallery

texts = example("_texts")
# Of these the page has words of its own.
OWN_WORDS = {"nim", "nim-misere", "kayles", "police", "petersen"}
LETTERS = {"vi": "[à-ỹ]", "fa": "[\u0600-\u06ff]", "ru": "[а-яё]"}


def test_every_language_has_the_same_games_and_entries() -> None:
    games = [*texts.texts("vi")]
    for language in texts.LANGUAGES:
        found = texts.texts(language)
        assert [game for game in found if game in games] == games
        assert language == "en" or [*found] == games
        for game, entries in found.items():
            assert {*texts.ENTRIES} <= {*entries} <= {*texts.ENTRIES, "result"}, game
            assert len({*entries["players"]}) == 2
            assert 0 < len(entries["goal"]) <= 180
            assert len(re.findall(r"[.؟]( |$)", entries["rules"])) <= 4
    assert [*texts.LANGUAGES] == ["en", "vi", "fa", "pt", "ru"]


@pytest.mark.parametrize("language", LETTERS)
def test_texts_are_in_the_letters_of_their_language(language: str) -> None:
    for entries in texts.texts(language).values():
        for name in ("goal", "rules"):
            assert len(re.findall(LETTERS[language], entries[name], re.IGNORECASE)) >= 5


def test_every_example_has_texts_for_its_card() -> None:
    # Misère Nim, the smaller games that pages hold, and what the shelf has alone.
    more = {"nim_misere", "six_mens_morris", "small_teeko", "king_and_rook", "queen_against_rook"}
    assert {*texts.texts("en")} == {*gallery.names()} | more


LARGE = {"dodgem-4", "fox-and-hounds", "king-and-rook", "l-game", "six-mens-morris"}
SMALL = [game for game in GAMES if game.name not in LARGE]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_pages_of_the_gallery_have_rules_players_and_goal(game: Game) -> None:
    _, look = game.solve()
    given = {name: {*look[name]} for name in texts.ENTRIES if name in look}
    languages = {*texts.LANGUAGES}
    assert given == ({} if game.name in OWN_WORDS else dict.fromkeys(texts.ENTRIES, languages))


def test_a_page_says_what_the_texts_say() -> None:
    page = gg.solve(example("take").options, start=4).to_html(**texts.about("take"))
    for language in texts.LANGUAGES:
        entries = texts.texts(language)["take"]
        assert entries["goal"] in page
        assert all(name in page for name in entries["players"])
