"""Checks of how a game looks: names, boards and turns of positions; title, languages, boards.

The functions of a `Look` are its author's.  Each is called once for each position, and what they
return is checked as a whole, before anything is written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeAlias
from unicodedata import category

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.playing.board_drawing import Tree, read_drawing
from graphgame.playing.figures import shown_figures
from graphgame.playing.pieces import check_pieces, list_markers
from graphgame.playing.texts import BLANK, SURROGATE, iterates, shown, text, visible

if TYPE_CHECKING:
    from graphgame.playing.game import Look
    from graphgame.playing.pieces import Piece
    from graphgame.types import AnyArray, Int8Array, Said, SaidGoal, SaidPlayers

# Flags are pairs of these, and skin tones follow what they colour.
_HALF_EMOJI = re.compile("[\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
# Categories of characters that are parts of others, such as accents and what joins emoji; and of
# characters that nothing shows.
_JOINING, _HIDDEN = ("Mn", "Mc", "Me", "Cf"), ("Cc", "Cs", "Zl", "Zp")


class Boards(NamedTuple):
    """The boards of positions.

    Attributes
    ----------
    template : str
        The first board.  The others differ from it in some cells only.
    places : list of int
        Where in the template these cells are.
    alphabet : str
        The characters in these cells, in ascending order.
    codes : (positions, cells) array
        The characters as indices into the alphabet.
    """

    template: str
    places: list[int]
    alphabet: str
    codes: AnyArray


# -- of all positions ------------------------------------------------------------------------------


def names(positions: Sequence[Any]) -> list[str]:
    """Return the names of positions: the texts of labels, or `repr` where two texts are equal."""
    found = [_name(position, str) for position in positions]
    if len(set(found)) < len(found):
        once: set[str] = set()
        twice = {name for name in found if name in once or once.add(name)}  # type: ignore[func-returns-value]
        found = [
            _name(position, repr) if name in twice else name
            for name, position in zip(found, positions, strict=True)
        ]
    return found


def _name(position: object, form: Callable[[object], str]) -> str:
    try:
        found = form(position)
    except Exception as error:
        raise GraphGameError(
            f"position {object.__repr__(position)}: expected a label that can be shown, got "
            f"{type(error).__name__} from {form.__name__}: {error}; give labels a text, or a board="
        ) from error
    found = found if found.strip(BLANK) else repr(found)
    if SURROGATE.search(found):
        raise GraphGameError(
            f"position {shown(position)}: expected a label that can be shown, got half a surrogate "
            "pair in its text; give labels another text, or a board="
        )
    return found


def apply(function: Callable[..., Any], name: str, *arguments: Any) -> Any:
    """Call a function of the author of a game; an error of it names the function and the call."""
    try:
        return function(*arguments)
    except Exception as error:
        called = f"{name}({', '.join(map(shown, arguments))})"
        if isinstance(error, GraphGameError) and called in str(error):
            raise
        said = f"expected it to return, got {type(error).__name__}: {error}"
        raise GraphGameError(f"{called}: {said}") from error


def boards(look: Look, positions: Sequence[Any], cells_at: Sequence[object] | None) -> Boards:
    """Call `board` for each position, and check that all boards have one shape."""
    assert look.board is not None
    texts = [apply(look.board, "board", position) for position in positions]
    for position, board in zip(positions, texts, strict=True):
        if not isinstance(board, str):
            _refuse_value(board, f"board({shown(position)})")
    cells = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    present = np.zeros(sys.maxunicode + 1, dtype=bool)
    present[cells] = True
    for character in filter(_is_no_cell, map(chr, np.flatnonzero(present).tolist())):
        v = next(v for v, board in enumerate(texts) if character in board)
        _refuse_character(character, f"board({shown(positions[v])})")
    _check_shape(texts[0], f"board({shown(positions[0])})", cells_at)
    _check_lines(look, texts[0])
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    _refuse_board((lengths != lengths[0]), positions, texts, "as many characters as in")
    cells = cells.reshape(len(texts), -1)
    breaks = cells == ord("\n")
    wrong = (breaks != breaks[0]).any(axis=1)
    _refuse_board(wrong, positions, texts, "line breaks where they are in")
    del breaks
    places = np.flatnonzero((cells != cells[0]).any(axis=0))
    present[:] = False
    present[cells[:, places]] = True
    alphabet = np.flatnonzero(present)
    number = np.zeros(len(present), dtype=np.min_scalar_type(len(alphabet)))
    number[alphabet] = np.arange(len(alphabet))
    codes = number[cells[:, places]]
    return Boards(texts[0], places.tolist(), "".join(map(chr, alphabet.tolist())), codes)


def board(look: Look, position: Any, cells: Sequence[object] | None) -> str:
    """Call `board` for one position, and check what it returns; as `boards` does for all."""
    assert look.board is not None
    return checked_board(look, position, apply(look.board, "board", position), cells)


def checked_board(look: Look, position: Any, found: Any, cells: Sequence[object] | None) -> str:
    """Check what `board` returned for one position."""
    place = f"board({shown(position)})"
    if not isinstance(found, str):
        _refuse_value(found, place)
    for character in filter(_is_no_cell, dict.fromkeys(found)):
        _refuse_character(character, place)
    _check_shape(found, place, cells)
    _check_lines(look, found)
    return str(found)


def _check_lines(look: Look, board: str) -> None:
    """Check that the lines of a grid are between cells that it has."""
    count = len(board.replace("\n", ""))
    for number, pair in enumerate([] if look.edges is None else look.edges):
        if max(pair) >= count:
            raise GraphGameError(
                f"edges[{number}]: expected two numbers of cells, from 0 to {count - 1}, "
                f"got {shown(pair)}"
            )


def _refuse_value(found: object, place: str) -> NoReturn:
    """Refuse a board that is no text."""
    cure = "join the rows with line breaks" if iterates(found) else "return one, a line a row"
    raise GraphGameError(f"{place}: expected a text, got {shown(found)}; {cure}")


def _is_no_cell(character: str) -> bool:
    """Return whether a character is not a cell of its own, nor the end of a row."""
    return character != "\n" and (_joins(character) or category(character) in _HIDDEN)


def _joins(character: str) -> bool:
    """Return whether a character is not seen, or seen as a part of others."""
    return category(character) in _JOINING or bool(_HALF_EMOJI.match(character))


def _refuse_character(character: str, place: str) -> NoReturn:
    """Refuse a character that is no cell of its own."""
    if _joins(character):
        raise GraphGameError(
            f"{place}: expected one character a cell, got {character!a}, a part of a longer one; "
            "write a letter for it, and let pieces= show the letter as the whole"
        )
    raise GraphGameError(
        f"{place}: expected characters that can be shown, got {character!a}; write others"
    )


def _check_shape(board: str, place: str, cells: Sequence[object] | None) -> None:
    """Check the shape of the first board."""
    if not board.strip("\n"):
        raise GraphGameError(f"{place}: expected a cell at least, got {board!r}")
    if cells is not None:
        # Names of the places of a drawing, or pairs.
        given = "places" if cells and isinstance(cells[0], str) else "centres"
        if "\n" in board:
            argument = "centres=" if given == "centres" else "a drawing as style="
            raise GraphGameError(
                f"{place}: expected no line break with {argument}, got {shown(board)}"
            )
        if len(board) != len(cells):
            raise GraphGameError(
                f"{place}: expected {len(cells)} characters, one for each of the {given}, "
                f"got {len(board)}"
            )
    lengths = [*map(len, board.split("\n"))]
    if len(set(lengths)) > 1:
        raise GraphGameError(
            f"{place}: expected rows of one length, got {', '.join(map(str, lengths[:20]))} "
            "characters; pad them, and end the last row without a line break"
        )


def _refuse_board(
    wrong: AnyArray, positions: Sequence[Any], texts: Sequence[str], expected: str
) -> None:
    """Refuse the first board whose shape is not that of the first one."""
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"board({shown(positions[v])}): expected {expected} board({shown(positions[0])}), "
            f"which is {shown(texts[0])}, got {shown(texts[v])}; give all boards one shape"
        )


def check_pieces_there(pieces: Mapping[str, Piece], boards: Boards) -> None:
    """Refuse a piece of a character that no board has, where another character has no piece.

    A piece that is not there may be of the game all the same, and play from this start without it.
    """
    there = {*boards.template, *boards.alphabet} - {"\n"}
    gone = [character for character in pieces if character not in there]
    if gone and not there - {*pieces} <= {" ", "."}:
        raise GraphGameError(
            f"pieces[{shown(gone[0])}]: expected a character of some board, got one that no "
            f"board has; boards have {' '.join(map(shown, sorted(there)))}; correct it, or "
            "leave it out"
        )


def turns(look: Look, positions: Sequence[Any]) -> Int8Array:
    """Call `turn` for each position, and check that each is 0 or 1."""
    assert look.turn is not None
    found = [apply(look.turn, "turn", position) for position in positions]
    wrong = [v for v, turn in enumerate(found) if not _is_turn(turn)][:1]
    for v in wrong:
        raise GraphGameError(
            f"turn({shown(positions[v])}): expected 0 for the player who begins, or 1 for the "
            f"other, got {shown(found[v])}"
        )
    return np.array(found, dtype=np.int8)


def _is_turn(turn: object) -> bool:
    return isinstance(turn, int | np.integer | np.bool_) and turn in (0, 1)


def check_turns(
    turn: AnyArray, sources: AnyArray, options: AnyArray, positions: Sequence[Any]
) -> None:
    """Check that every move passes the turn on."""
    same = turn[sources] == turn[options]
    if same.any():
        edge = int(same.argmax())
        one, other = (shown(positions[int(x[edge])]) for x in (sources, options))
        raise GraphGameError(
            f"turn({other}): expected {1 - int(turn[sources[edge]])}, since {one} has turn "
            f"{int(turn[sources[edge]])} and moves there, got {int(turn[options[edge]])}; "
            "make the player who moves a part of the positions, or leave turn= out"
        )


def check_distinct(same: AnyArray, order: AnyArray, positions: Sequence[Any], timed: bool) -> None:
    """Refuse two positions with one board: same[i] is set where i and i + 1 of the order agree."""
    if same.any():
        i = int(same.argmax())
        one, other = (shown(positions[int(order[i + k])]) for k in (0, 1))
        cure = (
            "show in it all that tells them apart, in a cell that pieces={…: {'marker': True}} "
            "leaves out of the names of moves"
        )
        raise GraphGameError(
            f"board({one}), board({other}): expected different boards, got one"
            + (f" with one turn; {cure}" if timed else f"; {cure}, or give turn=")
        )


def check_named(names: Sequence[str | None], position: Any, options: Sequence[Any]) -> None:
    """Refuse one name of the author for several moves of a position, which tells none apart."""
    if len(names) > 1 and names[0] is not None and len(set(names)) == 1:
        raise GraphGameError(
            f"move({shown(position)}, …): expected names that tell its {len(names)} moves apart, "
            f"got {shown(names[0])} for all, as for {shown(options[0])} and {shown(options[1])}; "
            "name what differs, or return None"
        )


# -- of the page as a whole ------------------------------------------------------------------------

LANGUAGES = ("en", "vi", "fa", "pt", "ru")
# A text, or one for each of some languages.
Title: TypeAlias = str | dict[str, str]
STYLES = ("plain", "checkered", "lined", "hexagonal", "falling")
# Those whose cells are rows and columns.
_OF_GRIDS = ("checkered", "hexagonal", "falling")
# The greatest coordinate, and the digits behind the point in which places differ.
_FARTHEST, _DIGITS = 1e9, 6


class _Said(Protocol):
    """What says what a game is: a look, or what is said beside rules that the page knows."""

    @property
    def rules(self) -> Said | None: ...
    @property
    def goal(self) -> SaidGoal | None: ...
    @property
    def players(self) -> SaidPlayers | None: ...


class Style(NamedTuple):
    """The part of a look that depends on no position, checked and ready to be written as JSON.

    Attributes
    ----------
    about : dict
        Of ``rules``, ``goal`` and ``players`` those that are given, by language; "" is any.
    kind : str
        One of `STYLES`, or "drawing".
    drawing, places
        As of `board_drawing.Drawing`; None where the author has not drawn the board.
    """

    title: Title
    languages: tuple[str, ...]
    pieces: dict[str, Piece]
    centres: list[tuple[float, float]] | None
    edges: list[tuple[int, int]]
    about: dict[str, dict[str, Any]]
    kind: str
    drawing: Tree | None
    places: list[str] | None

    @property
    def cells(self) -> Sequence[object] | None:
        """A list with an entry for each cell of a board that is no grid."""
        return self.centres if self.places is None else self.places

    @property
    def markers(self) -> str:
        """The characters that are no pieces."""
        return list_markers(self.pieces)

    @property
    def shape(self) -> dict[str, Any]:
        """What the page reads of a board that is no grid, as JSON."""
        if self.places is not None:
            return {"centres": [], "names": self.places, "drawing": self.drawing}
        return {"centres": self.centres} | ({"edges": self.edges} if self.edges else {})

    def shown(self, *, drawn: bool) -> dict[str, Any]:
        """Return what the page reads of boards, as JSON; `drawn` says whether there are some."""
        return {
            "shape": self.shape if drawn else None,
            "style": self.kind,
            "pieces": self.pieces,
            "figures": shown_figures(self.pieces.values()),
        }


def check_style(look: Look) -> Style:
    """Check title, languages, pieces and centres; refuse what goes with a board alone."""
    for name in ("pieces", "centres", "edges", "style"):
        if look.board is None and getattr(look, name) is not None:
            raise GraphGameError(f"{name}: expected none without board=, got some; add board=")
    for name in ("board", "turn", "move"):
        function = getattr(look, name)
        if function is not None and not callable(function):
            raise GraphGameError(f"{name}: expected a function of a position, got {function!r}")
    centres = check_centres(look.centres)
    kind, drawing = _check_kind(look.style, centres), None
    if kind == "drawing":
        drawing = read_drawing(str(look.style))
    return Style(
        check_title(look.title),
        check_languages(look.languages),
        check_pieces(look.pieces, is_drawn=drawing is not None),
        centres,
        check_edges(look.edges, centres, is_lined=kind == "lined"),
        check_about(look),
        kind,
        None if drawing is None else drawing.tree,
        None if drawing is None else drawing.places,
    )


def _check_kind(style: object, centres: list[tuple[float, float]] | None) -> str:
    """Return what a board looks like: one of `STYLES`, or "drawing" for a text of SVG."""
    if style is None:
        return "plain"
    kinds = f"one of {', '.join(STYLES)}, or a text of SVG"
    given = text(style, "style", kinds)
    kind = "drawing" if given.lstrip(BLANK + "\ufeff").startswith("<") else given
    if kind not in (*STYLES, "drawing"):
        raise GraphGameError(f"style: expected {kinds}, got {shown(style)}")
    if centres is not None and kind in (*_OF_GRIDS, "drawing"):
        what = "a drawing" if kind == "drawing" else repr(kind)
        raise GraphGameError(
            f"style: expected plain or lined with centres=, got {what}; leave out one of them"
        )
    return kind


def check_about(look: _Said) -> dict[str, dict[str, Any]]:
    """Return what is said of the game and its players, by entry and language."""
    about = {"rules": look.rules, "goal": look.goal, "players": look.players}
    checks = {"rules": visible, "goal": _goal, "players": _pair}
    return {
        name: _by_language(given, name, checks[name])
        for name, given in about.items()
        if given is not None
    }


def _goal(given: Any, place: str) -> str | list[str]:
    """Return a goal, or those of two players."""
    if not isinstance(given, list | tuple):
        return visible(given, place)
    if len(given) != 2:
        raise GraphGameError(
            f"{place}: expected a text, or one for each of two players, got {len(given)} texts"
        )
    return [visible(text, f"{place}[{k}]") for k, text in enumerate(given)]


def _by_language(given: Any, name: str, check: Callable[[Any, str], Any]) -> dict[str, Any]:
    """Return texts by language; "" is the language of a text that is given alone."""
    if not isinstance(given, Mapping):
        return {"": check(given, name)}
    unknown = [key for key in given if key not in LANGUAGES]
    if unknown or not given:
        raise GraphGameError(
            f"{name}: expected a text, or a mapping of some of {', '.join(LANGUAGES)} to texts, "
            f"got {shown(unknown[0] if unknown else given)}"
        )
    return {key: check(value, f"{name}[{key!r}]") for key, value in given.items()}


def _pair(given: object, place: str) -> list[str]:
    """Return the names of two players."""
    found = [*given] if isinstance(given, list | tuple) else []
    if len(found) != 2:
        raise GraphGameError(
            f"{place}: expected the names of two players, as in ('Fox', 'Hounds'), "
            f"got {shown(given)}"
        )
    first, second = (visible(name, f"{place}[{k}]") for k, name in enumerate(found))
    if first == second:
        raise GraphGameError(f"{place}: expected two different names, got {shown(given)}")
    return [first, second]


def check_title(title: object) -> Title:
    """Return a title: a text, or one for each of some languages; "graphgame" for none."""
    if isinstance(title, Mapping):
        return _by_language(title, "title", visible)
    return "graphgame" if title is None else visible(title, "title")


def title_in(title: Title, languages: Sequence[str]) -> str:
    """Return a title in the first of some languages, else in the first that it has."""
    if isinstance(title, str):
        return title
    return title.get(languages[0]) or next(iter(title.values()))


def check_languages(languages: Sequence[str] | None) -> tuple[str, ...]:
    """Return the languages of a page, all of them where none are given."""
    if languages is None:
        return LANGUAGES
    listed = iterates(languages) and not isinstance(languages, str | set | frozenset)
    given = (*languages,) if listed else ()
    if not given or set(map(repr, given)) - set(map(repr, LANGUAGES)):
        raise GraphGameError(
            f"languages: expected a list of some of {', '.join(LANGUAGES)}, got {shown(languages)}"
        )
    if len(set(given)) < len(given):
        raise GraphGameError(f"languages: expected each once, got {shown(languages)}")
    return given


def check_centres(centres: object, count: int | None = None) -> list[tuple[float, float]] | None:
    """Return centres as pairs of finite numbers, `count` of them where it is given."""
    if centres is None:
        return None
    if not iterates(centres):
        raise GraphGameError(f"centres: expected a list of pairs (x, y), got {shown(centres)}")
    pairs = []
    for number, pair in enumerate(centres):  # type: ignore[var-annotated, arg-type]
        try:
            x, y = map(float, pair)
        except (TypeError, ValueError, OverflowError):
            x = y = float("nan")
        if isinstance(pair, str) or not (isfinite(x) and isfinite(y)):
            raise GraphGameError(
                f"centres[{number}]: expected a pair of finite numbers, got {shown(pair)}"
            )
        if max(abs(x), abs(y)) > _FARTHEST:
            raise GraphGameError(
                f"centres[{number}]: expected numbers up to {_FARTHEST:.0f}, got {shown(pair)}; "
                "scale them"
            )
        pairs.append((x, y))
    if count is not None and len(pairs) != count:
        raise GraphGameError(
            f"centres: expected {count} pairs, one for each vertex, got {len(pairs)}"
        )
    _check_apart(pairs)
    return pairs


def _check_apart(pairs: list[tuple[float, float]]) -> None:
    """Refuse two of them in one place: one would hide the other."""
    first: dict[tuple[float, float], int] = {}
    for number, (x, y) in enumerate(pairs):
        place = round(x, _DIGITS), round(y, _DIGITS)
        if first.setdefault(place, number) != number:
            raise GraphGameError(
                f"centres[{number}]: expected another place than that of centres[{first[place]}], "
                f"got ({x:g}, {y:g})"
            )


def check_edges(
    edges: object, centres: list[tuple[float, float]] | None, *, is_lined: bool = False
) -> list[tuple[int, int]]:
    """Return the lines between cells as pairs of numbers of cells; none where none are given.

    On a grid the numbers of its cells are known with its boards: see `_check_lines`.
    """
    if edges is None:
        return []
    if centres is None and not is_lined:
        raise GraphGameError(
            "edges: expected none without centres=, got some; add centres=, or style='lined'"
        )
    count = sys.maxsize if centres is None else len(centres)
    if not iterates(edges):
        raise GraphGameError(f"edges: expected a list of pairs of cells, got {shown(edges)}")
    pairs = []
    for number, pair in enumerate(edges):  # type: ignore[var-annotated, arg-type]
        cells = (*pair,) if iterates(pair) and not isinstance(pair, str) else ()
        if len(cells) != 2 or not all(_is_cell(cell, count) for cell in cells):
            until = f", from 0 to {count - 1}" if centres is not None else ", from 0"
            raise GraphGameError(
                f"edges[{number}]: expected two numbers of cells{until}, got {shown(pair)}"
            )
        pairs.append((int(cells[0]), int(cells[1])))
    return pairs


def _is_cell(cell: object, count: int) -> bool:
    """Return whether a value is the number of a cell, where there are so many."""
    is_number = isinstance(cell, int | np.integer) and not isinstance(cell, bool)
    return is_number and bool(0 <= cell < count)  # type: ignore[operator]
