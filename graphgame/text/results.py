"""Solutions to text and JSON, as blocks of bytes."""

from __future__ import annotations

from graphgame.text import _print

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.line import Move
    from graphgame.outcome import Outcome
    from graphgame.solving.draws.levels import DrawLevels
    from graphgame.solving.solution import Solution
    from graphgame.types import Array
    from graphgame.values.arithmetic import Nimber
    from graphgame.values.loopy_values import LoopyValues
    from graphgame.values.values import GrundyValues

    # A kernel that prints items from a start on into a block: where it stopped, and how much.
    Put: TypeAlias = Callable[[bytearray, int], tuple[int, int]]

_BLOCK = 1 << 16
# What makes a name more than a word: it is written in JSON then.
_ODD = frozenset(' "')
# What stands for no move, so that a position of this name is quoted.
NO_MOVE = "-"


def blocks(n: int, put: Put) -> Iterator[bytes]:
    """Yield the text that a kernel prints for items 0 to n - 1, block by block."""
    out = bytearray(_BLOCK)
    start = 0
    while start < n:
        stop, length = put(out, start)
        if stop == start:  # one item is larger than all the room there is
            out = bytearray(2 * len(out))
        else:
            yield bytes(memoryview(out)[:length])
        start = stop


def rows(solution: Solution, *, base: int, remoteness: bool, moves: bool) -> Iterator[bytes]:
    """Return a line for every position: its outcome, and its remoteness and best move if asked.

    Positions with labels are called by them, and each line begins with the label.
    """
    is_named = solution.game.labels is not None
    best = solution._all_best_moves() if moves else None
    columns: tuple[Array | None, Array | None] = (
        solution._remoteness if remoteness else None,
        None if is_named else best,
    )
    lines = blocks(
        solution.game.n,
        lambda out, start: _print.put_rows(out, solution._outcomes, *columns, base, start),
    )
    return named_rows(solution.game, lines, best)


# -- names -----------------------------------------------------------------------------------------


def shown(label: Any) -> str:
    """Return the name of a position as a word of a line; in JSON where it is no plain word."""
    if isinstance(label, str):
        is_word = label.isprintable() and not _ODD & {*label} and label not in ("", NO_MOVE)
        return label if is_word else _json_text(label)
    return str(label) if type(label) is int else _json_text(label)


def _json_text(label: Any) -> str:
    import json

    return json.dumps(label, ensure_ascii=not str(label).isprintable())


def named_rows(
    game: GameGraph[Any], lines: Iterator[bytes], best: Array | None = None
) -> Iterator[bytes]:
    """Return lines, one for each position, with its name before, and its best move behind it.

    They stay as they are where positions have no labels.
    """
    if game.labels is None:
        return lines
    names = [*map(shown, game.labels)]
    columns: list[Iterable[str]] = [names, b"".join(lines).decode().splitlines()]
    if best is not None:
        columns.append(map([*names, NO_MOVE].__getitem__, memoryview(best).tolist()))  # type: ignore[arg-type]
    return iter([f"{line}\n".encode() for line in map(" ".join, zip(*columns, strict=True))])


def place(game: GameGraph[Any], index: int, base: int) -> Any:
    """Return what the output calls a position: its label, or its number."""
    return index + base if game.labels is None else game.position(index)


def _names_json(game: GameGraph[Any]) -> dict[str, Iterator[bytes]]:
    """Return the names of all positions as a list for `json_object`; none without labels."""
    return {} if game.labels is None else {"names": items([*game.labels])}


def items(values: list[Any]) -> Iterator[bytes]:
    """Return a list of texts, integers and tuples for `json_object`."""
    import json

    text = json.dumps(values, ensure_ascii=False)[1:-1]
    return iter([f",{text}".encode()] if values else [])


def level_rows(levels: DrawLevels[Any]) -> Iterator[bytes]:
    """Return a line for every position: its outcome, its level, and the plies to the edge of it."""
    columns = levels.solution._outcomes, levels._levels, levels._remoteness
    return blocks(
        levels.solution.game.n, lambda out, start: _print.put_rows(out, *columns, 0, start)
    )


def json_report(
    facts: dict[str, object],
    solution: Solution,
    *,
    base: int,
    remoteness: bool,
    moves: bool,
    levels: DrawLevels[Any] | None = None,
) -> Iterator[bytes]:
    """Return `facts` as one JSON object, with the arrays of all positions added to it."""
    from graphgame.text.json_text import json_object

    arrays: dict[str, Put] = {
        "outcomes": lambda out, start: _print.put_json_outcomes(out, solution._outcomes, start)
    }
    if remoteness:
        arrays["remoteness"] = lambda out, start: _print.put_json_ints(
            out, solution._remoteness, 0, False, start
        )
    game = solution.game
    best = solution._all_best_moves() if moves else None
    if best is not None and game.labels is None:
        arrays["best_moves"] = lambda out, start: _print.put_json_ints(out, best, base, True, start)
    if levels is not None:
        ranks, plies_to_edge = levels._levels, levels._remoteness
        arrays["draw_levels"] = lambda out, start: _print.put_json_ints(out, ranks, 0, True, start)
        arrays["draw_remoteness"] = lambda out, start: _print.put_json_ints(
            out, plies_to_edge, 0, True, start
        )
    lists = _names_json(game) | {name: blocks(game.n, put) for name, put in arrays.items()}
    if best is not None and game.labels is not None:
        labels = [*game.labels, None]  # a terminal has -1
        lists["best_moves"] = items([*map(labels.__getitem__, memoryview(best).tolist())])  # type: ignore[arg-type]
    return json_object(facts, lists)


def value_rows(values: GrundyValues[Any] | LoopyValues[Any]) -> Iterator[bytes]:
    """Return a line for every position: its Grundy value."""
    return blocks(values.game.n, _put_values(values, json=False))


def values_json(
    facts: dict[str, object],
    values: GrundyValues[Any] | LoopyValues[Any],
    *,
    named: bool = False,
) -> Iterator[bytes]:
    """Return `facts` and all values as one JSON object; an infinite value is the list of K.

    With `named`, the names of all positions come before them.
    """
    from graphgame.text.json_text import json_object

    printed = blocks(values.game.n, _put_values(values, json=True))
    names = _names_json(values.game) if named else {}
    return json_object(facts, names | {"values": printed})


def _put_values(values: GrundyValues[Any] | LoopyValues[Any], *, json: bool) -> Put:
    ptr, idx = values._infinite_sets()
    return lambda out, start: _print.put_values(out, values._values, ptr, idx, json, start)


def summary(solution: Solution, levels: DrawLevels[Any] | None = None) -> dict[str, object]:
    """Return the counts, the longest win and loss, and the result of the first position."""
    from graphgame.outcome import Outcome

    counts, longest = solution.counts(), solution.longest()
    facts: dict[str, object] = {
        "positions": solution.game.n,
        "moves": solution.game.m,
        "wins": counts[Outcome.WIN],
        "losses": counts[Outcome.LOSE],
        "draws": counts[Outcome.DRAW],
        **({"ties": counts[Outcome.TIE]} if Outcome.TIE in counts else {}),
        "longest_win": longest[Outcome.WIN] if counts[Outcome.WIN] else None,
        "longest_loss": longest[Outcome.LOSE] if counts[Outcome.LOSE] else None,
    }
    if Outcome.TIE in counts:
        facts["longest_tie"] = longest[Outcome.TIE]
    if levels is not None:
        facts["levels"] = levels.counts()
        facts["dead_draws"] = levels.dead
    if solution.game.n:
        facts["first"] = label(solution, 0)
    return facts


def label(solution: Solution, index: int) -> dict[str, object]:
    """Return the outcome and the remoteness of the position of an index."""
    position = solution.game.position(index)
    return {
        "outcome": str(solution.outcome(position)),
        "remoteness": solution.remoteness_of(position),
    }


def from_position(
    solution: Solution, index: int, base: int, levels: DrawLevels[Any] | None = None
) -> dict[str, object]:
    """Return the outcome, the remoteness and the line of the position of an index."""
    graph = solution.game

    def named(positions: Iterable[Any]) -> list[Any]:
        return [place(graph, graph._find(position), base) for position in positions]

    line = solution.line(graph.position(index))
    facts: dict[str, object] = {
        "position": place(graph, index, base),
        **label(solution, index),
        "line": named(line),
        "closes_at": line.closes_at,
    }
    if levels is not None:
        position = graph.position(index)
        facts["draw"] = {
            **levels[position]._asdict(),
            "moves": named(levels.moves(position)),
            "losing_moves": named(levels.losing_moves(position)),
        }
    return facts


def summary_text(facts: dict[str, object], first: Any) -> str:
    """Return a summary as lines of a name and a value, aligned; `first` is the first position."""
    lines = []
    for name, value in facts.items():
        if isinstance(value, list):
            lines += [f"{f'level {k}':<13} {_level(level)}\n" for k, level in enumerate(value)]
            continue
        if isinstance(value, dict):
            name = f"position {shown(first)}"
            value = f"{value['outcome']} {plies(value['remoteness'])}".rstrip()
        elif name.startswith("longest"):
            value = "none" if value is None else plies(value).removeprefix("in ")
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        lines.append(f"{name.replace('_', ' '):<13} {value}\n")
    return "".join(lines)


def _level(counts: dict[str, int]) -> str:
    return (
        f"{counts['pressing']} pressing, {counts['pressed']} pressed, "
        f"{counts['edge']} on the edge, longest {counts['longest']}"
    )


def plies(remoteness: object) -> str:
    """Return a remoteness in words, as "in 3 plies"; an empty string for a draw."""
    from graphgame.outcome import NEVER_ENDS

    if remoteness == NEVER_ENDS:
        return ""
    return f"in {remoteness} {'ply' if remoteness == 1 else 'plies'}"


def from_text(facts: dict[str, object]) -> str:
    """Return one position as two lines: outcome and remoteness, then the line of play."""
    line = facts["line"]
    assert isinstance(line, list)
    text = f"{facts['outcome']} {facts['remoteness']}\n{' '.join(map(shown, line))}\n"
    draw = facts.get("draw")
    if isinstance(draw, dict):
        word = {True: "presses", False: "pressed", None: "none"}[draw["presses"]]
        moves = " ".join(map(shown, draw["moves"])) or "-"
        losing = " ".join(map(shown, draw["losing_moves"])) or "-"
        text += (
            f"level {draw['level']} {word} {draw['remoteness']}\nmoves {moves}\nlosing {losing}\n"
        )
    return text


_WINNER = {
    "WIN": "the player to move wins",
    "LOSE": "the other player wins",
    "DRAW": "nobody can win",
}


def sum_lines(
    values: GrundyValues[Any] | LoopyValues[Any],
    positions: list[int],
    play: str,
    outcome: Outcome,
    moves: list[Move[int]],
    base: int,
) -> Iterator[bytes]:
    """Return a sum as lines: the values, their sum, who wins, and every winning move."""
    if play == "normal":
        texts = [_value_text(values[position]) for position in positions]
        yield f"values   {' '.join(texts)}\n".encode()
        yield f"sum      {_value_text(values.sum(positions))}\n".encode()
    yield f"outcome  {outcome}, {_WINNER[str(outcome)]}\n".encode()
    for i, option in moves:
        yield f"move     {i + base}: {shown(positions[i])} -> {shown(option)}\n".encode()


def _value_text(value: int | Nimber) -> str:
    """Return a value as `value_rows` prints it."""
    return str(value).lstrip("*")


def value_json(value: int | Nimber) -> int | list[int]:
    """Return a value for JSON: an infinite one as the list of K."""
    if isinstance(value, int):
        return value
    return value.value if value.is_finite else sorted(value.options)
