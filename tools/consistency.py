"""Write the tables of docs/consistency.md, from the classes of solved games.

    python -m tools.consistency [--check]

A cell shows how a family spells a concept, with its parameters; a dash stands where the family does
not have it, and `MISSING` says why, in a row of its own for each family.  With --check the file is
compared, and the exit status is 1 if it is out of date.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import graphgame as gg

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "consistency.md"
BEGIN, END = "<!-- `make consistency` writes these lines -->\n", "<!-- to here -->\n"


def take(n: int) -> list[int]:
    """Take 1 or 2 of n stones."""
    return [n - k for k in (1, 2) if n >= k]


def whose(n: int) -> int:
    """Return who moves with n stones left."""
    return n % 2


PATH = [(0, 1), (1, 2), (2, 3)]
# A sample of each family, and the function that makes it of what the user has; None for none.
FAMILIES: dict[str, tuple[Callable[[], Any], str | None]] = {
    "Solution": (lambda: gg.solve(take, start=7), "solve"),
    "Database": (lambda: gg.build(take, start=7), "build"),
    "ScoreSolution": (lambda: gg.solve_scores(take, start=7, scores={0: -4}), "solve_scores"),
    "ChanceSolution": (lambda: gg.solve_chance(take, start=7, owner=whose), "solve_chance"),
    "GrundyValues": (lambda: gg.grundy(take, start=7), "grundy"),
    "SumValues": (lambda: gg.grundy(take, start=7, sums=True), "grundy"),
    "LoopyValues": (lambda: gg.loopy_grundy(take, start=7), "loopy_grundy"),
    "HeapGame": (lambda: gg.octal("0.77"), None),
    "nim": (lambda: gg.nim, None),
    "PursuitSolution": (
        lambda: gg.PoliceAndThief(["P..", ".*.", "..T"]).solve(),
        "PoliceAndThief.solve",
    ),
    "CopsSolution": (lambda: gg.cops_and_robbers(PATH), "cops_and_robbers"),
    "OwnerSolution": (lambda: gg.solve_safety(take, whose, unsafe=[], start=7), "solve_safety"),
    "PartizanSolution": (lambda: gg.partizan(PATH, PATH), "partizan"),
    "ParitySolution": (lambda: gg.ParityGame(take, whose, whose, start=7).solve(), "ParityGame"),
    "MemorySolution": (lambda: gg.solve_rabin(take, whose, [], start=7), "solve_rabin"),
}
# Each concept, and its name; "a or b" where families have different names.
CONCEPTS = {
    "what was solved": "game",
    "the explicit graph": "graph",
    "state where play begins": "start",
    "outcome of the start": "result",
    "outcome of a state": "outcome",
    "plies to the end": "remoteness_of",
    "best move": "best_move",
    "winning moves": "winning_moves",
    "line of best play, from the start by default": "line or play",
    "all of a state": "s[state]",
    "is it a state": "state in s",
    "all states": "iter(s)",
    "number of states": "len(s)",
    "view of the states": "keys",
    "view of states and what is known of each": "items",
    "all of a state, or a default": "get",
    "columns for data frames": "table",
    "array of outcomes": "outcomes",
    "array of remoteness": "remoteness",
    "array of best moves": "best_moves",
    "one score": "score",
    "all scores": "scores",
    "one value": "value",
    "all values, or what is known of all states": "values",
    "value of a sum": "sum",
    "check the answer": "verify",
    "write a file": "save",
    "read a file": "load",
    "write a page": "write_html",
    "the page as text": "to_html",
    "show the page": "show",
    "positions with one winning move": "puzzles",
    "NetworkX": "to_networkx",
    "picture": "to_svg",
    "Graphviz text": "to_dot",
    "plot": "plot",
    "display in a notebook": "_repr_mimebundle_",
}
SPECIAL = {
    "s[state]": "__getitem__",
    "state in s": "__contains__",
    "iter(s)": "__iter__",
    "len(s)": "__len__",
}
# Parameters of the functions that make solved games, or of methods, in the order of the rows.
PARAMETERS = (
    "play", "presets", "scores", "start", "limit", "progress", "threads", "memory", "owner",
    "count", "canonical",
)  # fmt: skip
# Why most of what solves games with owners lacks some parameters.
_USUAL = {
    "threads=": "one thread",
    "memory=": "refused beforehand if the system has too little",
    "count=": "no length to count",
    "canonical=": "not looked for",
}
# Why a family does not have what others have: names of concepts and parameters, and the reason.
MISSING: dict[str, dict[str, str]] = {
    "Solution": {
        "score scores": "outcomes alone; see `gg.solve_scores`",
        "value sum": "outcomes alone; see `grundy`",
        "scores=": "see `gg.solve_scores`",
        "memory=": "refused beforehand if the system has too little",
    },
    "Database": {
        "game": "a rule, which was given; see `graph()`",
        "best_moves": "the rule is asked for one state at a time",
        "score scores scores=": "outcomes alone; see `gg.solve_scores`",
        "value sum": "outcomes alone; see `grundy`",
        "write_html to_html show to_networkx to_svg to_dot plot": "by way of `gg.solve(s.graph())`",
        "_repr_mimebundle_": "shows as text",
        "owner=": "players alternate where the graph is not kept",
        "count=": "plies alone where the graph is not kept",
    },
    "ScoreSolution": {
        "value": "scores, not values: `score(state)`",
        "sum": "not impartial",
        "to_networkx to_svg to_dot plot": "by way of `gg.solve(s.graph())`",
        "_repr_mimebundle_": "shows as text",
        "play=": "scores say how games end",
        "presets=": "a score ends the game, like a preset",
        "threads=": "one thread",
        "memory=": "refused beforehand if the system has too little",
        "count=": "every move is a ply",
        "canonical=": "`gg.solve` takes it, for outcomes; each position has a score",
    },
    "ChanceSolution": {
        "result": "a number: `value(start)`",
        "remoteness_of remoteness": "how long play lasts is left to chance",
        "outcomes": "won or lost only where `is_certain`",
        "score scores": "expected scores are values",
        "sum": "not impartial",
        "to_networkx to_svg to_dot": "by way of `s.graph()`",
        "plot": "see `histogram`",
        "_repr_mimebundle_": "shows as text",
        "puzzles": "one move is best nearly everywhere, often by little; see `move_values`",
        "play=": "who cannot move loses",
        **_USUAL,
    },
    "GrundyValues": {
        "remoteness_of remoteness": "values say nothing of the length of play",
        "best_move": "without lengths, no winning move is better than another",
        "line best_moves": "no best moves",
        "outcomes": "LOSE where a value is 0",
        "score scores scores=": "values, not scores",
        "to_networkx": "by way of `gg.solve(s.graph())`",
        "threads=": "one thread",
        "memory=": "refused beforehand if the system has too little",
        "owner=": "players alternate",
        "count=": "values have no length",
    },
    "SumValues": {
        "game": "components, not a graph; see `graph()`",
        "remoteness_of remoteness": "values say nothing of the length of play",
        "line best_moves": "no best moves",
        "outcomes": "LOSE where a value is 0",
        "score scores scores=": "values, not scores",
        "sum": "`value` of a `Sum`",
        "to_networkx": "by way of `gg.solve(s.graph())`",
        "to_svg to_dot": "by way of `s.graph()`",
        "plot": "by way of `gg.grundy(s.graph())`",
        "_repr_mimebundle_": "shows as text",
        "presets=": "a sum goes on until nobody can move",
        "threads=": "one thread",
        "memory=": "refused beforehand if the system has too little",
        "owner=": "players alternate",
        "count=": "values have no length",
    },
    "LoopyValues": {
        "remoteness_of remoteness": "values say nothing of the length of play",
        "best_move": "without lengths, no winning move is better than another",
        "line best_moves": "no best moves",
        "outcomes": "see `Nimber.outcome`",
        "score scores scores=": "values, not scores",
        "to_networkx": "by way of `gg.solve(s.graph())`",
        "threads=": "one thread",
        "memory=": "refused beforehand if the system has too little",
        "owner=": "players alternate",
        "count=": "values have no length",
    },
    "HeapGame": {
        "game": "it is the game itself",
        "start": "play may begin with any heaps",
        "result start=": "no start",
        "remoteness_of remoteness": "values say nothing of the length of play",
        "best_move": "without lengths, no winning move is better than another",
        "line best_moves": "no best moves",
        "s[state]": "heaps have no end: `value(n)`",
        "state in s": "every tuple of heaps is",
        "iter(s) len(s) keys items get": "heaps have no end",
        "outcomes": "LOSE where a value is 0",
        "score scores scores=": "values, not scores",
        "sum": "`nim_sum` of the values",
        "to_networkx": "by way of `gg.solve(s.graph(n))`",
        "to_dot": "by way of `s.graph(n)`",
        "presets=": "who cannot move loses",
        "threads=": "one thread",
        "memory=": "grows with `n`",
        "owner=": "players alternate",
        "count=": "values have no length",
        "canonical=": "heaps are sorted anyway",
    },
    "nim": {
        "game": "a module of functions of a position",
        "graph": "solved by theorems, for piles of any size",
        "start": "play may begin with any piles",
        "result start=": "no start",
        "remoteness_of remoteness": "the theorems say nothing of the length of play",
        "best_move": "without lengths, no winning move is better than another",
        "line best_moves": "no best moves",
        "s[state] iter(s) len(s) keys items get table": "piles have no end",
        "state in s": "every list of piles is",
        "outcomes": "`outcome` takes arrays",
        "score scores scores=": "values, not scores",
        "value values plot": "a pile is its own value",
        "sum": "`nim_sum` of the piles",
        "verify": "proofs are in its docstring",
        "save load": "nothing to keep",
        "write_html to_html show puzzles": "by way of `gg.all_but()`, a heap game",
        "to_networkx": "no graph",
        "to_svg to_dot": "piles have nothing to draw",
        "_repr_mimebundle_": "a module, which shows as text",
        "presets=": "who cannot move loses",
        "limit=": "no graph is explored",
        "progress=": "takes microseconds",
        "threads=": "one thread",
        "memory=": "needs none",
        "owner=": "players alternate",
        "count=": "outcomes alone",
        "canonical=": "piles are taken in any order",
    },
    "PursuitSolution": {
        "outcomes": "a state is a pair of cells: `outcome_map`",
        "remoteness": "a state is a pair of cells: `remoteness_map`",
        "best_moves": "found when asked for, from the sets",
        "score scores scores=": "a capture ends play, whenever it comes",
        "value sum": "not impartial",
        "to_networkx": "by way of `gg.solve(s.graph())`",
        "to_dot": "by way of `s.graph()`",
        "play=": "a capture or an exit ends play, not a lack of moves",
        "presets=": "given by the board: captures and exits",
        "start=": "marked on the board",
        "limit=": "no graph is explored; see `memory=`",
        "progress=": "takes seconds at most",
        "threads=": "one thread",
        "owner=": "the state says who moves",
        "count=": "every move is a ply",
        "canonical=": "not looked for",
    },
    "CopsSolution": {
        "outcomes": "a column of `table()`",
        "remoteness": "rounds, in `capture_times`",
        "best_moves": "found when asked for, from the times",
        "score scores scores=": "a capture ends play, whenever it comes",
        "value sum": "not impartial",
        "to_networkx": "by way of `gg.solve(s.graph())`",
        "to_dot": "by way of `s.graph()`",
        "play=": "a capture ends play, not a lack of moves",
        "presets=": "given by the rules: captures",
        "start=": "chosen by the players",
        "limit=": "no graph is explored; see `memory=`",
        "progress=": "rounds are not known in advance",
        "threads=": "one thread",
        "owner=": "the state says who moves",
        "count=": "every move is a ply",
        "canonical=": "cops are sorted anyway",
    },
    "OwnerSolution": {
        "remoteness_of remoteness": "play may never end; see `rank`",
        "best_moves": "in `strategy`, for who wins",
        "score scores value sum scores=": "won or lost",
        "to_networkx": "by way of `s.graph()`",
        "plot": "no lengths to plot",
        "play=": "who cannot move loses",
        "presets=": "play is won by what it visits",
        **_USUAL,
    },
    "PartizanSolution": {
        "result": "depends on who begins",
        "remoteness_of": "an array by who begins: `remoteness`",
        "best_move winning_moves line best_moves": "found by `gg.solve` on positions × player",
        "score scores value sum": "won or lost",
        "to_svg to_dot": "by way of `gg.solve(s.alternating())`",
        "to_networkx": "by way of `s.graph()`",
        "plot": "no lengths to plot",
        "_repr_mimebundle_": "shows as text",
        "presets=": "moves alone decide",
        "scores=": "won, lost or drawn",
        "threads=": "one thread",
        "memory=": "refused beforehand if the system has too little",
        "owner=": "the sets of moves say who moves",
        "count=": "every move is a ply",
        "canonical=": "not looked for",
    },
    "ParitySolution": {
        "remoteness_of remoteness": "play may never end",
        "best_moves": "in `strategy`, for who wins",
        "score scores value sum scores=": "won or lost",
        "to_networkx": "by way of `s.graph()`",
        "plot": "no lengths to plot",
        "play= presets=": "who cannot move loses",
        **_USUAL,
    },
    "MemorySolution": {
        "remoteness_of remoteness": "play may never end",
        "best_moves": "in `strategy`, by the state of the memory",
        "score scores value sum scores=": "won or lost",
        "write_html to_html show puzzles": "a page knows moves without memory",
        "to_networkx": "by way of `s.graph()`",
        "plot": "no lengths to plot",
        "play= presets=": "who cannot move loses",
        **_USUAL,
    },
}
# More optional parameters than these are not shown.
_MOST_OPTIONAL = 3


def main() -> int:
    """Write the tables, or check them."""
    text = DOCUMENT.read_text(encoding="utf-8")
    written = with_tables(text)
    if sys.argv[1:] != ["--check"]:
        DOCUMENT.write_text(written, encoding="utf-8")
        return 0
    if written == text:
        return 0
    print(f"{DOCUMENT.relative_to(ROOT)} is out of date: run `make consistency`", file=sys.stderr)
    return 1


def with_tables(text: str) -> str:
    """Return the document with its tables made again."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    written = "\n".join(tables())
    return f"{before}{BEGIN}{written}\n{END}{after}"


def tables() -> Iterator[str]:
    """Yield the lines of both tables."""
    samples = {family: make() for family, (make, _) in FAMILIES.items()}
    yield from _row("concept", samples)
    yield from _row("---", ("---" for _ in samples))
    for concept, name in CONCEPTS.items():
        yield from _row(concept, (cell(family, name, x) for family, x in samples.items()))
    for name in PARAMETERS:
        cells = (parameter_cell(family, name, x) for family, x in samples.items())
        yield from _row(f"`{name}=`", cells)
    yield from (
        "",
        "What is missing, and why:",
        "",
        "| family | what it does not have |",
        "|---|---|",
    )
    for family, reasons in MISSING.items():
        said = (
            f"{', '.join(f'`{name}`' for name in names)}: {reason}"
            for reason, names in _by_reason(reasons).items()
        )
        yield f"| {family} | {'<br>'.join(said)} |"


def _row(head: str, cells: Any) -> Iterator[str]:
    yield f"| {head} | {' | '.join(cells)} |"


def _by_reason(reasons: dict[str, str]) -> dict[str, list[str]]:
    """Return the names that each reason is said of."""
    found: dict[str, list[str]] = {}
    for names, reason in reasons.items():
        found.setdefault(reason, []).extend(split(names))
    return found


def split(names: str) -> list[str]:
    """Return the names of a key of `MISSING`; those with a space in them are special."""
    for shown in SPECIAL:
        names = names.replace(shown, shown.replace(" ", "\0"))
    return [name.replace("\0", " ") for name in names.split()]


def why(family: str, name: str) -> str | None:
    """Return why a family does not have what has this name; None where nothing is said."""
    for names, reason in MISSING[family].items():
        if name in split(names):
            return reason
    return None


def cell(family: str, name: str, sample: Any) -> str:
    """Return how a family spells a concept, a dash where it does not have it."""
    if name in SPECIAL:
        return f"`{name}`" if hasattr(type(sample), SPECIAL[name]) else "–"
    first, *others = name.split(" or ")
    # A name that some families have in place of the first may mean another thing elsewhere.
    for spelt in (first, *(others if why(family, first) is None else ())):
        if spelt in dir(sample):
            return f"`{spelt}{_parameters(getattr(sample, spelt))}`"
    return "–"


def _parameters(member: Any) -> str:
    """Return the parameters of a method as a cell shows them; "" for what is no method."""
    if not callable(member):
        return ""
    if member.__name__.startswith("_"):
        return "()"
    parameters = inspect.signature(member).parameters.values()
    named = [x for x in parameters if x.kind is not x.VAR_KEYWORD]
    required = [x.name for x in named if x.default is x.empty]
    optional = [f"{x.name}=" for x in named if x.default is not x.empty]
    shown = [*required, *(optional if len(optional) <= _MOST_OPTIONAL else ["…"])]
    return f"({', '.join(shown)})"


def parameter_cell(family: str, name: str, sample: Any) -> str:
    """Return which call of a family takes a parameter, a dash where a reason is given or none."""
    if why(family, f"{name}=") is not None:
        return "–"
    return next(takers(family, name, sample), "–")


def takers(family: str, name: str, sample: Any) -> Iterator[str]:
    """Yield the calls that take a parameter: what makes the family, then its methods."""
    _, maker = FAMILIES[family]
    if maker is not None:
        function: Any = gg
        for part in maker.split("."):
            function = getattr(function, part)
        if name in inspect.signature(function).parameters:
            yield f"`gg.{maker}({name}=)`"
    for method in CONCEPTS.values():
        member = getattr(sample, method, None)
        if callable(member) and name in inspect.signature(member).parameters:
            parameters = inspect.signature(member).parameters.values()
            required = [f"{x.name}, " for x in parameters if x.default is x.empty]
            yield f"`{method}({''.join(required)}{name}=)`"


if __name__ == "__main__":
    sys.exit(main())
