"""Cards of games: a picture, what one wants, who wins, links to play and to puzzles, and the rules.

They stand by kind, in the index of the gallery and in that of the site's examples.  The filter is a
group of radio buttons, and the style does what they say: no script is needed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import graphgame as gg
from tools.gallery.games import example
from tools.gallery.thumbnails import (
    EMPTY,
    board_picture,
    graph_picture,
    heaps_picture,
    lined_picture,
)

KINDS = {
    "board": "Board games",
    "heaps": "Heaps",
    "pursuit": "Pursuit",
    "verification": "Verification",
    "contest": "Contests",
}
# The kind of each example; the others are board games.
KIND_OF = {
    **dict.fromkeys(("kayles", "nim", "take", "take_square", "wythoff"), "heaps"),
    **dict.fromkeys(("cat_and_mouse", "cops", "fox_and_hounds", "police"), "pursuit"),
    **dict.fromkeys(
        ("arbiter", "elevator", "for_certain", "robot", "robot_in_wind", "traffic_light"),
        "verification",
    ),
    **dict.fromkeys(
        (
            *("deque", "grid_points", "knights", "nullify_matrix", "parity_matrix"),
            *("playing_with_string", "red_kingdom"),
        ),
        "contest",
    ),
}
HUNTERS, HUNTED = "PC", "TR"
PURSUIT = {
    x: {"text": x, "shape": "disc", "colour": "#0072b2" if x in HUNTERS else "#d55e00"}
    for x in HUNTERS + HUNTED
}
# An empty board says little; it is shown after so many plies of best play.
PLIES = 5
# Names of players who differ in nothing but in who begins.
ALIKE = {"Ann": "the first player", "Bob": "the second player"}

STYLE = """
.kinds { border: 0; margin: 1.25rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem }
.kinds legend { font-weight: 600; margin-bottom: .5rem; font-size: 1rem }
.kinds label { position: relative; margin: 0 }
.kinds input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; margin: 0;
  cursor: pointer }
.kinds span { display: block; padding: .5rem 1rem; min-height: 2.75rem; border-radius: 1.5rem;
  border: 1px solid var(--edge); color: var(--ink); background: var(--paper) }
.kinds input:checked + span { background: var(--link); border-color: var(--link);
  color: var(--paper); font-weight: 600 }
.kinds input:focus-visible + span { outline: 3px solid var(--link); outline-offset: 2px }
.games h2 { font-size: 1.25rem; margin: 2rem 0 .75rem }
.games ul.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
  max-width: none; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)) }
.card-of-game { background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1rem; margin: 0; position: relative; display: flex; flex-direction: column }
.card-of-game:has(a.play:hover), .card-of-game:has(a.play:focus-visible) {
  outline: 2px solid var(--link) }
.card-of-game h3 { font-size: 1.125rem; line-height: 1.3; margin: .75rem 0 .25rem }
.card-of-game p { margin: .25rem 0; line-height: 1.45 }
.card-of-game .facts { color: var(--quiet); font-size: .875rem; margin-bottom: .75rem }
.card-of-game .links { margin: auto 0 0; display: flex; flex-wrap: wrap; gap: .5rem }
.card-of-game .links a { padding: .5rem 1.5rem; min-height: 2.75rem; border-radius: .5rem;
  font-weight: 600; text-decoration: none }
.card-of-game a.play { background: var(--link); color: var(--paper) }
.card-of-game a.read, .card-of-game a.puzzles { border: 1px solid var(--edge); color: var(--link);
  padding: .45rem 1.25rem }
.card-of-game a.play::after, .card-of-game a.read::after { content: ""; position: absolute;
  inset: 0; border-radius: .75rem }
.card-of-game details, .card-of-game .source, .card-of-game a.puzzles { position: relative;
  z-index: 1 }
.card-of-game details, .card-of-game .source { font-size: .875rem; margin: .5rem 0 0 }
.card-of-game summary { cursor: pointer; padding: .5rem 0; color: var(--ink) }
.card-of-game .source { color: var(--quiet) }
.card-of-game .aside { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap }
.games .card-of-game img { width: 100%; height: 10rem; object-fit: contain }
""" + "".join(
    f'.games:has(input[value="{kind}"]:checked) .kind:not(.{kind}) {{ display: none }}\n'
    for kind in KINDS
)


class Card(NamedTuple):
    """What the card of a game says.  `picture` is HTML; `source` is HTML, below the rules.

    `play` is where the page is in which the game is played, which may have puzzles; without one
    `read` is where the text about the game is, which then is what the card leads to.  `text` is the
    name of the game in examples/texts, by default `name`: the page may have a smaller game.
    """

    name: str
    title: str
    picture: str
    facts: str
    play: str | None
    source: str
    read: str = ""
    has_puzzles: bool = False
    text: str = ""

    def shown(self) -> str:
        """Return the card as HTML."""
        said = english(self.text or self.name)
        title, aside = html.escape(self.title), '<span class="aside">'
        link = (
            f'<a class="play" href="{self.play}">Play {aside}{title}</span></a>'
            if self.play
            else f'<a class="read" href="{self.read}">Read {aside}about {title}</span></a>'
        )
        if self.play and self.has_puzzles:
            link += f'<a class="puzzles" href="{self.play}#puzzles">'
            link += f"Puzzles {aside}of {title}</span></a>"
        return (
            f'<li class="card-of-game">{self.picture}<h3>{title}</h3>'
            f'<p>{html.escape(said["goal"])}</p><p class="facts">{html.escape(self.facts)}</p>'
            f'<p class="links">{link}</p>'
            f"<details><summary>Rules{aside} of {title}</span></summary>"
            f"<p>{html.escape(said['rules'])}</p></details>"
            + (f'<p class="source">{self.source}</p>' if self.source else "")
            + "</li>\n"
        )


def has_puzzles(page: str) -> bool:
    """Return whether the text of a page has puzzles, or says how many it may find."""
    found = re.search(r'"puzzles":(\[.|[1-9])', page)
    return found is not None and found[1] != "[]"


def english(name: str) -> dict[str, Any]:
    """Return what is said of a game in English."""
    found: dict[str, Any] = example("_texts").texts("en")[name]
    return found


def kind_of(name: str) -> str:
    """Return the kind of a game, by the name of its example."""
    return KIND_OF.get(name.removesuffix("_misere"), "board")


def games(cards: Sequence[Card]) -> str:
    """Return cards by kind, and the filter above them, as HTML."""
    first = sorted(cards, key=lambda card: card.play is None)  # who comes wants to play
    by_kind = {x: [card for card in first if kind_of(card.name) == x] for x in KINDS}
    choices = {"all": ("All", len(cards))}
    choices |= {x: (KINDS[x], len(found)) for x, found in by_kind.items() if found}
    buttons = "".join(
        f'<label><input type="radio" name="kind" value="{value}"{" checked" * (value == "all")}>'
        f"<span>{name} ({count})</span></label>"
        for value, (name, count) in choices.items()
    )
    parts = "".join(
        f'<section class="kind {x}" aria-labelledby="kind-{x}"><h2 id="kind-{x}">{KINDS[x]}</h2>\n'
        f'<ul class="cards">{"".join(card.shown() for card in found)}</ul></section>\n'
        for x, found in by_kind.items()
        if found
    )
    return (
        f'<div class="games"><fieldset class="kinds"><legend>Which games</legend>{buttons}'
        f"</fieldset>\n{parts}</div>\n"
    )


def result(name: str, solution: Any, look: Mapping[str, Any]) -> str:
    """Return the result of a game from its start, in words."""
    first, second = (ALIKE.get(x, x) for x in english(name)["players"])
    if "heaps" in look:
        outcome = solution.outcome(look["heaps"], play=look.get("play", "normal"))
        return (
            f"Winner: {second if outcome < 0 else first}, from {'+'.join(map(str, look['heaps']))}"
        )
    if isinstance(solution, gg.PartizanSolution):
        winners = {"L": first, "R": second, "N": "who begins", "P": "who does not begin"}
        return f"Winner: {winners[solution.outcome_class(solution.start)]}"
    if hasattr(solution, "move_values"):  # a game of chance
        return f"Winner: {first}, with probability {solution.value(solution.start):.3f}"
    if isinstance(solution, gg.Controller):
        return f"Winner: {first if solution.realizable else second}"
    if isinstance(solution, gg.OwnerSolution | gg.ParitySolution):
        return f"Winner: {(first, second)[solution.winner(solution.start)]}"
    if not solution.result:
        return "A draw"
    if isinstance(solution, gg.ScoreSolution):
        margin = solution.score(solution.start)
        return f"Winner: {second if margin < 0 else first}, by {abs(margin)}"
    plies = solution.remoteness_of(solution.start)
    who = second if solution.result < 0 else first
    return f"Winner: {who}, in {plies} {'ply' if plies == 1 else 'plies'}"


def facts(name: str, solution: Any, look: Mapping[str, Any]) -> str:
    """Return who wins, and how many positions there are."""
    if isinstance(solution, gg.Controller):
        size = f"{solution.n:,} states"
    else:
        size = "heaps of any size" if "heaps" in look else f"{len(solution):,} positions"
    return f"{result(name, solution, look)} · {size}"


def _line(solution: Any) -> list[Any]:
    """Return the positions of best play."""
    if not isinstance(solution, gg.PartizanSolution):
        return [*solution.line()]
    alternating = gg.solve(solution.alternating())
    return [position for position, _ in alternating.line((solution.start, "left"))]


def picture(solution: Any, look: Mapping[str, Any]) -> str | None:
    """Return the picture of a game at its start, or, if the board is empty there, a few plies on.

    None: it has no board.
    """
    if "heaps" in look:
        return heaps_picture(look["heaps"])
    if "board" in look:
        board = look["board"](solution.start)
        if not {*board} - {*EMPTY, "\n"} and not str(look.get("style")).startswith("<"):
            board = look["board"](_line(solution)[PLIES])
        centres, edges = look.get("centres"), look.get("edges", [])
        if look.get("style") == "lined":
            return lined_picture(board, edges, look.get("pieces", {}))
        if centres is not None:
            return graph_picture(centres, edges, dict(enumerate(board)), look.get("pieces", {}))
        return board_picture(board, look.get("pieces", {}), None, look.get("style", "plain"))
    if isinstance(solution, gg.CopsSolution):
        cops, robber, _ = solution.start
        stand = {**dict.fromkeys(cops, "C"), robber: "R"}
        edges = example("cops").GRAPHS["Petersen"]
        return graph_picture(look["centres"], edges, stand, PURSUIT)
    if isinstance(solution, gg.PursuitSolution):
        return board_picture("\n".join(example("police").BOARD), PURSUIT, None)
    return None
