"""Exact solver for two-player games on graphs: who wins, in how many moves, by which move.

>>> import graphgame as gg
>>> s = gg.solve({"a": ["b", "c"], "b": ["a"], "c": []})
>>> s.outcome("a"), s.best_move("a"), s.remoteness_of("a")
(<Outcome.WIN: 1>, 'c', 1)

Graphs
    `GameGraph`, `as_game_graph`, `read_graph`, `write_graph`
From rules to graphs
    `explore`, `explore_codes`, `Game`
Solving
    `solve`, `Solution`, `Line`, `verify`
Grundy values and sums
    `grundy`, `GrundyValues`, `loopy_grundy`, `LoopyValues`, `game_sum`, `verify_grundy`,
    `verify_loopy`
Heaps
    `nim` (a module), `misere_outcome`, `misere_grundy`, `misere_values`
Pursuit
    `PoliceAndThief`, `PursuitSolution`
Cops and robbers
    `cops_and_robbers`, `CopsSolution`, `cop_number`, `cop_numbers`
Heap games
    `subtraction`, `all_but`, `taking`, `octal`, `grundys_game`, `couples_are_forever`,
    `laskers_nim`, `HeapGame`, `Period`
Patterns in tables
    `find_patterns`, `Pattern`
Nimbers
    `Nimber`, `mex`, `nim_sum`, `nim_product`, `nim_inverse`
Terms
    `Outcome` (`WIN`, `LOSE`, `DRAW`), `Play`, `NO_PRESET`
Errors
    `GraphGameError`, `ParseError`, `UnknownPositionError`, `ExplorationLimitError`,
    `LoopyGameError`, `TooLargeError`, `NoInverseError`, `SolutionFileError`, `VerificationError`
"""

from __future__ import annotations

import sys
from types import ModuleType

# Names are imported when first used (PEP 562): `import graphgame` costs a millisecond, and only
# what needs NumPy imports it.
_HOME = {
    "GameGraph": "graph",
    "as_game_graph": "convert",
    "read_graph": "parse",
    "write_graph": "report",
    "Game": "game",
    "explore": "explore",
    "explore_codes": "explore",
    "misere_grundy": "misere",
    "misere_outcome": "misere",
    "misere_values": "misere",
    "cops_and_robbers": "cops",
    "cop_number": "cops",
    "cop_numbers": "cops",
    "CopsSolution": "cops_solution",
    "find_patterns": "patterns",
    "Pattern": "patterns",
    "Nimber": "nimbers",
    "mex": "arithmetic",
    "nim_sum": "arithmetic",
    "nim_product": "arithmetic",
    "nim_inverse": "arithmetic",
    "PoliceAndThief": "pursuit",
    "PursuitSolution": "pursuit_solution",
    "subtraction": "heap_codes",
    "all_but": "heap_codes",
    "taking": "heap_codes",
    "octal": "heap_codes",
    "grundys_game": "heap_codes",
    "couples_are_forever": "heap_codes",
    "laskers_nim": "heap_codes",
    "HeapGame": "heaps",
    "Period": "periods",
    "solve": "solve",
    "Solution": "solution",
    "Line": "solution",
    "verify": "verify",
    "grundy": "grundy",
    "loopy_grundy": "grundy",
    "GrundyValues": "values",
    "LoopyValues": "values",
    "verify_grundy": "verify_values",
    "verify_loopy": "verify_values",
    "game_sum": "sums",
    "Outcome": "outcome",
    "Play": "outcome",
    "WIN": "outcome",
    "LOSE": "outcome",
    "DRAW": "outcome",
    "NO_PRESET": "outcome",
    "GraphGameError": "errors",
    "ParseError": "errors",
    "UnknownPositionError": "errors",
    "ExplorationLimitError": "errors",
    "LoopyGameError": "errors",
    "TooLargeError": "errors",
    "NoInverseError": "errors",
    "SolutionFileError": "errors",
    "VerificationError": "errors",
}
# These names are those of modules, which have names of their own.
_MODULES = {"nim": "nim"}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import nim as nim
    from graphgame.arithmetic import (
        mex as mex,
        nim_inverse as nim_inverse,
        nim_product as nim_product,
        nim_sum as nim_sum,
    )
    from graphgame.convert import as_game_graph as as_game_graph
    from graphgame.cops import (
        cop_number as cop_number,
        cop_numbers as cop_numbers,
        cops_and_robbers as cops_and_robbers,
    )
    from graphgame.cops_solution import CopsSolution as CopsSolution
    from graphgame.errors import (
        ExplorationLimitError as ExplorationLimitError,
        GraphGameError as GraphGameError,
        LoopyGameError as LoopyGameError,
        NoInverseError as NoInverseError,
        ParseError as ParseError,
        SolutionFileError as SolutionFileError,
        TooLargeError as TooLargeError,
        UnknownPositionError as UnknownPositionError,
        VerificationError as VerificationError,
    )
    from graphgame.explore import explore as explore, explore_codes as explore_codes
    from graphgame.game import Game as Game
    from graphgame.graph import GameGraph as GameGraph
    from graphgame.grundy import grundy as grundy, loopy_grundy as loopy_grundy
    from graphgame.heap_codes import (
        all_but as all_but,
        couples_are_forever as couples_are_forever,
        grundys_game as grundys_game,
        laskers_nim as laskers_nim,
        octal as octal,
        subtraction as subtraction,
        taking as taking,
    )
    from graphgame.heaps import HeapGame as HeapGame
    from graphgame.misere import (
        misere_grundy as misere_grundy,
        misere_outcome as misere_outcome,
        misere_values as misere_values,
    )
    from graphgame.nimbers import Nimber as Nimber
    from graphgame.outcome import (
        DRAW as DRAW,
        LOSE as LOSE,
        NO_PRESET as NO_PRESET,
        WIN as WIN,
        Outcome as Outcome,
        Play as Play,
    )
    from graphgame.parse import read_graph as read_graph
    from graphgame.patterns import Pattern as Pattern, find_patterns as find_patterns
    from graphgame.periods import Period as Period
    from graphgame.pursuit import PoliceAndThief as PoliceAndThief
    from graphgame.pursuit_solution import PursuitSolution as PursuitSolution
    from graphgame.report import write_graph as write_graph
    from graphgame.solution import Line as Line, Solution as Solution
    from graphgame.solve import solve as solve
    from graphgame.sums import game_sum as game_sum
    from graphgame.values import GrundyValues as GrundyValues, LoopyValues as LoopyValues
    from graphgame.verify import verify as verify
    from graphgame.verify_values import (
        verify_grundy as verify_grundy,
        verify_loopy as verify_loopy,
    )

__all__ = list(_HOME | _MODULES)


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        metadata = import_module("importlib.metadata")
        try:
            return metadata.version("graphgame")
        except metadata.PackageNotFoundError:  # imported from a folder where it is not installed
            return "unknown"
    home = _MODULES.get(name) or _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'graphgame' has no attribute {name!r}")
    try:
        module = import_module(f"graphgame.{home}")
    except ImportError as error:
        if not (error.name or "").startswith("graphgame"):
            raise
        raise ImportError(
            f"graphgame is not built in {__path__[0]}: run `make build` there, or start Python in "
            f"another folder to use the installed one ({error})",
            name=error.name,
        ) from None
    value: object = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *(name for name in __all__ if name not in globals())]


class _Package(ModuleType):
    """Keeps `graphgame.solve` the function when the import system binds the module `solve`."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
