"""The errors that graphgame raises.  Every one is a `GraphGameError`, which is a `ValueError`.

And `advised`, which refuses a call that does not fit in words that name the one that does.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeVar

    from graphgame.types import EdgeGame

    F = TypeVar("F", bound=Callable[..., Any])


def shown_path(path: object) -> str:
    r"""Return the name of a file or a folder as errors print it: no two look alike.

    A name that prints stands as it is.  One with control characters, line ends or surrogates, an
    empty one, and one that begins with a quote or a space is written as Python writes it.

    >>> print(shown_path("a b.npz"), shown_path("a\nb"), shown_path("\udcff"), shown_path("'a'"))
    a b.npz 'a\nb' '\udcff' "'a'"
    """
    name = path if isinstance(path, str) else str(path)
    is_plain = name.isprintable() and name[:1] not in ("", " ", "'", '"') and name[-1:] != " "
    return name if is_plain else repr(name)


def shown_file(file: object) -> str:
    """Return what errors call a file that is given by its path, or open."""
    return shown_path(file) if isinstance(file, str | os.PathLike) else "the file"


class GraphGameError(ValueError):
    """Bad input: the message names the place, what was expected and what was found."""


class CallError(GraphGameError, TypeError):
    """A call with arguments that the function does not have: the message names those that it has.

    It is a `TypeError` too, as Python's own refusal is.
    """


class ParseError(GraphGameError):
    """Text that does not follow its format.

    Attributes
    ----------
    source : str
        The file, or a name for where the text came from.
    line, column : int
        Where in it, from 1; columns count bytes.
    expected, found : str
    cure : str
        What may help, at the end of the message; empty where nothing is known.
    """

    source: str
    line: int
    column: int
    expected: str
    found: str
    cure: str = ""

    def __init__(self, source: str, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(source, line, column, expected, found)
        self.source, self.line, self.column = source, line, column
        self.expected, self.found = expected, found

    def __str__(self) -> str:
        place = f"{shown_path(self.source)}:{self.line}:{self.column}"
        cure = f"; {self.cure}" if self.cure else ""
        return f"{place}: expected {self.expected}, got {self.found}{cure}"


class UnknownPositionError(GraphGameError, LookupError):
    """A position that the graph does not have."""


class TooLargeError(GraphGameError):
    """A game beyond a limit, or beyond memory: the message says what it would have taken."""


class ExplorationLimitError(TooLargeError):
    """More positions than the limit of an exploration.

    Attributes
    ----------
    limit : int
    positions, expanded, moves : int
        How many had been found when it stopped.
    explorer : Explorer or None
        What goes on where the limit stopped it: ``error.explorer.run(limit=None).graph()``.  Of
        `build`: ``error.explorer.run(limit=None).database()``.
        A pickled error has none.
    """

    limit: int
    positions: int
    expanded: int
    moves: int

    def __init__(
        self, limit: int, positions: int, expanded: int, moves: int, *, explorer: object = None
    ) -> None:
        super().__init__(limit, positions, expanded, moves)
        self.limit, self.positions, self.expanded, self.moves = limit, positions, expanded, moves
        self.explorer: Any = explorer

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args

    def __str__(self) -> str:
        return (
            f"limit: expected at most {self.limit} positions, found {self.positions}, "
            f"with {self.moves} moves, when {self.expanded} of them had been expanded"
        )


class LoopyGameError(GraphGameError):
    """A game with a cycle, where only games without one have an answer.

    Attributes
    ----------
    cycle : list of hashable
        Positions, each an option of the one before it, and the first one of the last.
    """

    def __init__(self, cycle: Sequence[Hashable]) -> None:
        super().__init__(cycle)
        self.cycle: list[Hashable] = list(cycle)

    def __str__(self) -> str:
        return (
            f"graph: expected one without cycles, got {self.path()}; "
            "loopy_grundy gives values on any graph"
        )

    def path(self) -> str:
        """Return the cycle in words, from its first position back to it."""
        shown = [repr(position) for position in self.cycle]
        if len(shown) > 8:
            shown[7:] = [f"({len(shown) - 7} more)"]
        return " → ".join([*shown, repr(self.cycle[0])])


class NoInverseError(GraphGameError, ZeroDivisionError):
    """A division by the nimber 0, which has no inverse."""


class SolutionFileError(GraphGameError):
    """A file that is not a whole solution, or one of a later version of graphgame."""


class FullDiskError(GraphGameError, OSError):
    """A disk, or a quota, without room for what is written: the message says what is kept.

    Attributes
    ----------
    errno : int
    filename : str
    cure : str
        What is to be done.
    """

    errno: int | None
    filename: Any
    strerror: str | None
    cure: str

    def __init__(self, errno: int, filename: str, found: str, cure: str) -> None:
        super().__init__(errno, filename, found, cure)
        self.errno, self.filename, self.strerror = errno, filename, found
        self.cure = cure

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args

    def __str__(self) -> str:
        return (
            f"{shown_path(self.filename)}: expected room for more, got a full disk "
            f"({self.strerror}); {self.cure}"
        )


class RuleMismatchError(GraphGameError):
    """A rule that is not what it should be, found by `check_rule`.

    Attributes
    ----------
    check : str
        What differs: "options", "preset", "canonical", "tier", …
    position : hashable
        The first position where it does.
    expected, found : str
    boards : dict of str to str
        Boards of the position and of those that differ, by what they are.
    """

    check: str
    position: Hashable
    expected: str
    found: str
    boards: dict[str, str]

    def __init__(
        self, check: str, position: Hashable, expected: str, found: str, boards: dict[str, str]
    ) -> None:
        super().__init__(check, position, expected, found, boards)
        self.check, self.position = check, position
        self.expected, self.found, self.boards = expected, found, boards

    def __str__(self) -> str:
        said = f"{self.check} of {self.position!r}"
        if self.check == "position":
            said = f"position {self.position!r}"
        return f"{said}: expected {self.expected}, got {self.found}{self._pictures()}"

    def _pictures(self) -> str:
        """Return the boards side by side, each below what it is; nothing without boards."""
        columns = [[name, *board.splitlines()] for name, board in self.boards.items()]
        height = max(map(len, columns), default=0)
        lines = ["" for _ in range(height)]
        for column in columns:
            width = max(map(len, column)) + 3
            filled = column + [""] * (height - len(column))
            lines = [line + text.ljust(width) for line, text in zip(lines, filled, strict=True)]
        return "".join(f"\n{line.rstrip()}" for line in lines)


class VerificationError(GraphGameError):
    """A labelling that is not a proof.

    Attributes
    ----------
    position : Hashable
        The first position found that breaks a rule.
    options : Sequence
        Its options, as (position, outcome, remoteness) or (position, "value", value); empty where
        they say nothing of the fault, and the message leaves them out.
    expected, found : str
    """

    position: Hashable
    options: Sequence[tuple[Hashable, str, int | str]]
    expected: str
    found: str

    def __init__(
        self,
        position: Hashable,
        options: Sequence[tuple[Hashable, str, int | str]] | None,
        expected: str,
        found: str,
    ) -> None:
        super().__init__(position, options, expected, found)
        self.position, self.options = position, () if options is None else options
        self.expected, self.found = expected, found

    def __str__(self) -> str:
        fault = f"position {self.position!r}: expected {self.expected}, got {self.found}"
        if self.args[1] is None:
            return fault
        shown = ", ".join(f"{w!r} {outcome} {r}" for w, outcome, r in self.options[:8])
        if len(self.options) > 8:
            shown += f", and {len(self.options) - 8} more"
        return f"{fault}; its options: {shown or 'none'}"


class Refusal:
    """Raises `VerificationError` for the first position of a graph that breaks a rule.

    All verifiers of labels on a graph use it.  The options in the message come from the edges of
    the graph, in a pass over all of them, and not from rows that a kernel grouped.

    Parameters
    ----------
    graph : GameGraph
    label : callable
        Takes the index of a position and returns its label: an outcome and a remoteness, or
        "value" and a value.
    found : str
        The form in which a message names the label that was found.
    """

    graph: EdgeGame
    label: Callable[[int], tuple[str, int | str]]
    found: str

    def __init__(
        self,
        graph: EdgeGame,
        label: Callable[[int], tuple[str, int | str]],
        found: str = "{} of remoteness {}",
    ) -> None:
        self.graph, self.label, self.found = graph, label, found

    def where(self, wrong: Any, expected: str, start: int = 0) -> None:
        """Refuse the first position whose flag is set; the flags are those from `start` on."""
        if wrong.any():
            self.refuse(start + int(wrong.argmax()), expected)

    def at(self, positions: Any, expected: str) -> None:
        """Refuse the first of these indices, if there is one."""
        if len(positions):
            self.refuse(int(positions[0]), expected)

    def refuse(self, v: int, expected: str) -> NoReturn:
        """Raise the error for the position of an index."""
        position = self.graph.position
        options = [
            (position(w), *self.label(w))
            for sources, targets in self.graph.edge_blocks()
            for w in targets[sources == v].tolist()
        ]
        raise VerificationError(position(v), options, expected, self.found.format(*self.label(v)))


# -- calls that do not fit ------------------------------------------------------------------------


def require_graph(graph: object) -> None:
    """Refuse what is no `GameGraph` where nothing else is taken."""
    if hasattr(graph, "edge_blocks"):
        return
    cure = "GameGraph.from_edges and from_adjacency make one"
    if callable(getattr(graph, "graph", None)):
        cure = "a solved game has its graph as .graph()"
    raise GraphGameError(f"graph: expected a GameGraph, got {type(graph).__name__}; {cure}")


# Arguments under other names: what people write, and what it is called here.
_CALLED = {
    "mover": "owner",
    "movers": "owner",
    "owners": "owner",
    "starts": "start",
    "state": "start",
    "outcomes": "presets",
    "terminal": "presets",
    "symmetry": "canonical",
    "max_positions": "limit",
    "verbose": "progress",
    "jobs": "threads",
    "workers": "threads",
    "n_jobs": "threads",
}
# Arguments of one of the functions that solve, which are looked for in another one.
_SOLVING = ("solve", "solve_scores", "solve_chance", "solve_buchi", "solve_parity", "build")
_TAKEN_BY = {
    "points": "solve_chance",
    "probabilities": "solve_chance",
    "scores": "solve_scores",
    "priority": "solve_parity",
    "folder": "build",
    "memory": "build",
    "tier": "build",
}
# How alike two names are, by `difflib`, if one is the other misspelt.
_NEAR = 0.75
# Other spellings of misère play, as names of arguments and as values.
MISERE = ("misere", "misère", "mis", "misère play", "misere play", "miserable")


def advised(function: F) -> F:
    """Return the function; a call that does not fit it is refused in words that name one that does.

    Python's own refusal, a `TypeError`, says what is wrong and not what is right.  What the
    function itself raises is left as it is, without the frames of kernels on the way.
    """

    def called(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # of what the function does
                drop_kernels(error)
                raise
            refusal = _refusal(function, args, named)
            if refusal is None:
                raise
        except Exception as error:
            drop_kernels(error)
            raise
        raise refusal

    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__"):
        setattr(called, name, getattr(function, name))
    called.__wrapped__ = function  # type: ignore[attr-defined]
    found: Any = called
    return found  # type: ignore[no-any-return]


def drop_kernels(error: BaseException) -> None:
    """Drop the frames of kernels from the traceback of an exception.

    A wheel has no source of kernels: notebooks say so at each of these frames, between the call and
    the line of a rule where it failed.  Where a kernel itself fails, by an error that is not of the
    package, the frames stay.
    """
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    kept = [frame for frame in frames if not frame.tb_frame.f_code.co_filename.endswith(".pyx")]
    if len(kept) == len(frames) or not kept:
        return
    if kept[-1] is not frames[-1] and not isinstance(error, GraphGameError):
        return
    for frame, after in zip(kept, [*kept[1:], None], strict=True):
        frame.tb_next = after


def _refusal(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> CallError | None:
    """Return the error for arguments that do not fit a function; None if Python's says enough."""
    code = function.__code__
    plain = code.co_varnames[: code.co_argcount]
    keyed = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    is_method = plain[:1] in (("self",), ("cls",))
    place = function.__name__
    known = (*plain[is_method:], *keyed)
    for word, value in named.items():
        if word not in known:
            if place in _SOLVING and word in _TAKEN_BY:
                other = _TAKEN_BY[word]
                return CallError(f"{place}: expected no {word}=, which {other} takes, got some")
            return CallError(f"{place}: {_unknown(word, value, known)}")
    if len(args) > len(plain):
        return CallError(f"{place}: {_too_many(args[is_method:], plain[is_method:], keyed)}")
    required = plain[len(args) : len(plain) - len(function.__defaults__ or ())]
    defaults = function.__kwdefaults__ or {}
    required += tuple(word for word in keyed if word not in defaults)
    missing = [word for word in required if word not in named]
    first = next(iter(args[is_method:]), None)
    if missing and hasattr(first, "solve"):
        kind = type(first).__name__
        return CallError(
            f"{place}: expected {missing[0]} too, got none; a {kind} has it: call its solve()"
        )
    if missing:
        call = ", ".join([*plain[is_method:], *(f"{word}=…" for word in missing if word in keyed)])
        return CallError(f"{place}: expected {missing[0]} too, got none: {place}({call})")
    return None


def _unknown(word: str, value: Any, known: tuple[str, ...]) -> str:
    """Return what a name of an argument was meant as."""
    shown = f"{word}={_shown(value)}"
    if word.casefold() in MISERE and "play" in known:
        return f"expected play='misere' for misère play, got {shown}"
    meant = _CALLED.get(word, "")
    if meant not in known:
        from difflib import get_close_matches

        meant = next(iter(get_close_matches(word, known, 1, _NEAR)), "")
    if not meant:
        return f"expected some of {', '.join(known)}, got the unexpected keyword argument {word!r}"
    more = "; a list is many of them" if (word, meant) == ("starts", "start") else ""
    return f"expected {meant}=…, got {shown}{more}"


def _too_many(args: tuple[Any, ...], plain: tuple[str, ...], keyed: tuple[str, ...]) -> str:
    """Return what arguments without a name were meant as."""
    if all(isinstance(x, int) for x in args) and not isinstance(args[0], bool):
        together = ", ".join(map(str, args[: len(args) - len(plain) + 1]))
        rest = "".join(f", {name}" for name in plain[1:])
        return (
            f"expected {plain[0]} as one list, got {len(args)} integers: "
            f"write [{together}]{rest and f' for {plain[0]}, and then {rest[2:]}'}"
        )
    count = f"{len(plain)} argument{'s' * (len(plain) != 1)} without a name"
    rest = f"; {', '.join(f'{word}=…' for word in keyed)} go by their names" if keyed else ""
    return f"expected {count}, {', '.join(plain)}, got {len(args)}{rest}"


def _shown(value: Any) -> str:
    """Return a value as Python writes it, if it is short."""
    text = repr(value) if isinstance(value, int | float | str | list | tuple | set | None) else "…"
    return text if len(text) <= 60 else "…"
