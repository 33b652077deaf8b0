"""Exact solver for two-player games on graphs.

Who wins from every position, in how many moves, by which move:

>>> import graphgame as gg
>>> s = gg.solve({"a": ["b", "c"], "b": ["a"], "c": []})
>>> s.outcome("a"), s.best_move("a"), s.remoteness_of("a")
(<Outcome.WIN: 1>, 'c', 1)

Next: `help(gg.solve)`, `help(gg.explore)`, `help(gg.nim)`, and
`help(gg.NAME)` for any NAME below; in a shell, `graphgame --help`.
"""

from __future__ import annotations

# The modules at the top, which all rooms share; each imports only those before it.
#   errors.py   every error that graphgame raises: a `GraphGameError`, which is a `ValueError`
#   outcome.py  `Outcome`, `Play`, and the sentinels that stand beside outcomes in arrays
#   progress.py how far long work is, shown on standard error or passed to a callable
#   types.py    the types that annotations name
#   arrays.py   late imports of NumPy and typing; small helpers for arrays
#   line.py     `Label`, `Line` and `Move`, which all solved games share
#   memory.py   how much memory there is; refuse what does not fit before it is allocated
#   checks.py   checks of arguments and of arrays that come in: type, range, shape
#   archive.py  npz archives: read and write arrays, and replace a file in one step
#   _core.pyx   the kernels of `solve` and `grundy`: degree-counter propagation, and the mex

# The public names, by heading and by the module that defines them.  A name is imported when it is
# first used (PEP 562): `import graphgame` takes a millisecond, and NumPy is imported only by what
# needs it.  Type checkers read `__init__.pyi`; tests compare it with this table.
_CONTENTS = {
    "Graphs": {
        "graphs.graph": "GameGraph",
        "graphs.convert": "as_game_graph",
        "graphs.sum": "Sum",
        "text.graph_text": "read_graph read_scores write_graph",
        "pursuit.grid_graph": "read_grid",
        "text.chance_text": "read_chance write_chance",
    },
    "From rules to graphs": {
        "rules.exploring.explore": "explore explore_codes",
        "rules.exploring.stepwise": "Explorer",
        "rules.game": "Game",
        "rules.checking.check": "check_rule",
        "rules.checking.trial": "RuleReport",
        "progress": "Progress",
    },
    "Solving": {
        "solving.solve": "solve",
        "solving.solution": "Solution",
        "solving.draws.levels": "DrawLevels DrawLabel",
        "line": "Line Label Move",
        "playing.puzzles": "Puzzle",
        "solving.scores.score_solve": "solve_scores",
        "solving.scores.score_solution": "ScoreSolution ScoreLabel",
        "solving.verify": "verify",
        "solving.scores.verify_scores": "verify_scores",
        "solving.draws.verify_levels": "verify_draw_levels",
    },
    "Answers without the graph": {
        "big.build": "build",
        "answers.database": "Database",
        "big.indexed.ranking": "MixedRadix Combinations Arrangements get_include",
        "proving.start": "prove",
        "proving.proof": "Proof",
        "proving.checked": "Proven verify_proof",
    },
    "Grundy values, sums, patterns": {
        "values.grundy": "grundy loopy_grundy",
        "values.values": "GrundyValues",
        "values.loopy_values": "LoopyValues",
        "values.sums.sum_graph": "game_sum",
        "values.sums.sum_values": "SumValues",
        "values.verify": "verify_grundy verify_loopy",
        "values.sums.verify_sums": "verify_sums",
        "patterns.find": "find_patterns Pattern",
        "patterns.table": "table",
    },
    "Nim, nimbers": {
        "": "nim",
        "values.arithmetic": "Nimber mex nim_sum nim_product nim_inverse",
    },
    "Heap games": {
        "heaps.catalogue": "subtraction all_but taking octal grundys_game couples_are_forever "
        "laskers_nim",
        "heaps.game": "HeapGame",
        "heaps.periods": "Period",
        "heaps.survey": "SparseSpace",
        "heaps.misere.outcomes": "misere_outcome misere_value misere_values Genus misere_genus "
        "misere_genera",
        "heaps.misere.quotient": "misere_quotient MisereQuotient Presentation",
    },
    "Pursuit, cops and robbers": {
        "pursuit.game": "PoliceAndThief PursuitSolution",
        "cops.game": "cops_and_robbers",
        "cops.numbers": "cop_number cop_numbers",
        "cops.solution": "CopsSolution",
    },
    "With owners": {
        "owners.attractor": "attractor Attractor",
        "owners.objectives": "solve_reachability solve_safety solve_buchi solve_cobuchi",
        "owners.solution": "OwnerSolution OwnerLabel",
        "owners.partizan": "partizan PartizanSolution PartizanLabel",
        "owners.verify": "verify_attractor verify_owners verify_partizan",
        "parity.verify": "verify_parity",
        "parity.game": "solve_parity ParityGame read_pg write_pg",
        "parity.solution": "ParitySolution ParityLabel",
        "synthesis.memory_solution": "MemorySolution",
        "synthesis.automaton": "Automaton read_hoa read_hoas write_hoa",
        "synthesis.controller": "realize Controller",
        "synthesis.circuit_text": "read_aiger",
        "synthesis.conditions": "solve_generalized_buchi solve_gr1 solve_rabin solve_streett",
    },
    "Games of chance": {
        "chance.solve": "solve_chance",
        "chance.dice": "dice",
        "chance.solution": "ChanceSolution ChanceLabel",
        "chance.claims": "verify_chance",
        "chance.layers.layers": "build_chance",
        "chance.layers.chance_database": "ChanceDatabase",
    },
    "Terms": {
        "outcome": "Outcome WIN LOSE DRAW TIE Play NO_PRESET NO_SCORE",
    },
    "Errors": {
        "errors": "GraphGameError CallError ParseError UnknownPositionError ExplorationLimitError "
        "LoopyGameError TooLargeError NoInverseError SolutionFileError FullDiskError "
        "RuleMismatchError VerificationError",
    },
}
# Functions of the names that are modules, to be shown in their place.
_FUNCTIONS = {"nim": "outcome winning_moves"}
# The module that defines each name; "" for a name that is a module.
_HOME = {
    name: home
    for homes in _CONTENTS.values()
    for home, names in homes.items()
    for name in names.split()
}

__all__ = list(_HOME)


def _page(introduction: str) -> str:
    """Return the first page of `help(graphgame)`: the introduction, and what `gg` has by heading.

    `help` indents it by 4: no line is longer than 75.
    """
    lines = [introduction]
    for heading, homes in _CONTENTS.items():
        lines.append(f"{heading}:")
        for name in " ".join(map(_shown, homes.values())).split():
            if len(lines[-1]) + len(name) > 72:
                lines.append("   ")
            lines[-1] += f" `{name}`"
    return "\n".join(lines) + "\n"


def _shown(names: str) -> str:
    """Return names to show: those of functions where a name is a module."""
    functions = _FUNCTIONS.get(names)
    return names if functions is None else " ".join(f"{names}.{x}" for x in functions.split())


__doc__ = _page(__doc__ or "")  # python -OO has none


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        metadata = import_module("importlib.metadata")
        try:
            return metadata.version("graphgame-solver")
        except metadata.PackageNotFoundError:  # imported from a folder where it is not installed
            return "unknown"
    home = _HOME.get(name)
    if home is None:
        meant = _meant(name)
        # Without its object, so that Python adds no guess of its own.
        raise AttributeError(f"module 'graphgame' has no attribute {name!r}{meant}", name=name)
    try:
        module = import_module(f"graphgame.{home or name}")
    except ImportError as error:
        if not (error.name or "").startswith("graphgame"):
            raise
        raise ImportError(
            f"graphgame is not built in {__path__[0]}: run `make build` there, or start Python in "
            f"another folder to use the installed one ({error})",
            name=error.name,
        ) from None
    value: object = getattr(module, name) if home else module
    globals()[name] = value
    return value


# Names of nothing here, and what does it.
_SAID = {
    "play": "s.show() and s.write_html(path) make a page to play in, of a solved game s",
    "load": "Solution.load(path) reads a solved game, and each class its own files",
    "save": "s.save(path) writes a solved game s",
}


def _meant(name: str) -> str:
    """Return a hint at the public name that is spelt nearly so; "" where there is none."""
    # `from graphgame import checks` asks for the attribute first, and then imports the module.
    from os.path import exists

    path = f"{__path__[0]}/{name}"
    if name.startswith("_") or exists(path) or exists(f"{path}.py"):
        return ""
    if name in _SAID:
        return f"; {_SAID[name]}"
    from difflib import get_close_matches

    like = get_close_matches(name, __all__, n=1, cutoff=0.7)
    return f" (did you mean {like[0]}?)" if like else ""


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
