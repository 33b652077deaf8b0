"""Values in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import load_game, read_labels, save_game
from graphgame.values.impartial import preset_losses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, File
    from graphgame.values.loopy_values import LoopyValues
    from graphgame.values.values import GrundyValues

    # The parts of values, in the order in which `GrundyValues` and `LoopyValues` take them.
    GrundyParts: TypeAlias = tuple[GameGraph[Any], AnyArray, AnyArray]
    LoopyParts: TypeAlias = tuple[GameGraph[Any], AnyArray, AnyArray, AnyArray, int]

FORMAT = "graphgame values"
VERSION = 1
# The kinds of values, in the words of errors.
_KINDS = {"grundy": "GrundyValues", "loopy": "LoopyValues"}
# The greatest number of an array of int32.
_GREATEST = 2**31 - 1


def save_grundy(values: GrundyValues[Any], file: File) -> None:
    """Write Grundy values; see `GrundyValues.save`."""
    answer = {"values": values.values, "order": values.order}
    save_game(file, FORMAT, VERSION, values.game, answer, kind="grundy")


def save_loopy(values: LoopyValues[Any], file: File) -> None:
    """Write loopy values; see `LoopyValues.save`."""
    answer = {"values": values.values, "ranks": values.ranks}
    save_game(file, FORMAT, VERSION, values.game, answer, kind="loopy")


def load_grundy(file: File, rule: Any = None, canonical: Any = None) -> GrundyParts:
    """Read the parts of Grundy values; see `GrundyValues.load`."""
    parts = load_game(file, FORMAT, VERSION, _grundy)
    _restore(parts[0], rule, canonical)
    return parts


def load_loopy(file: File, rule: Any = None, canonical: Any = None) -> LoopyParts:
    """Read the parts of loopy values; see `LoopyValues.load`."""
    parts = load_game(file, FORMAT, VERSION, _loopy)
    _restore(parts[0], rule, canonical)
    return parts


def _restore(game: GameGraph[Any], rule: Any, canonical: Any) -> None:
    """Restore the rule and the symmetry of a game of classes, where they are given."""
    if rule is not None or canonical is not None:
        from graphgame.rules.symmetry import restore

        restore(game, rule, canonical)


def _grundy(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> GrundyParts:
    _check(header, "grundy", game)
    values = read_labels(arrays, "values", np.int32, 0, game.n - 1, game.n)
    order = read_labels(arrays, "order", np.int32, 0, game.n - 1, game.n)
    return game, values, order


def _loopy(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> LoopyParts:
    _check(header, "loopy", game)
    values = read_labels(arrays, "values", np.int32, -1, game.n - 1, game.n)
    ranks = read_labels(arrays, "ranks", np.int32, -1, _GREATEST, game.n)
    # The positions with a finite value by their values, as the kernel of the sets wants them.
    finite = np.flatnonzero(values >= 0)
    order = np.zeros(game.n, dtype=np.int32)
    order[: len(finite)] = finite[np.argsort(values[finite], kind="stable")]
    return game, values, ranks, order, len(finite)


def _check(header: dict[str, Any], kind: str, game: GameGraph[Any]) -> None:
    """Refuse values of the other kind, and a game that has none."""
    if header["kind"] != kind:
        found = _KINDS.get(header["kind"])
        hint = f"; {found}.load reads it" if found else ""
        shown = found or repr(header["kind"])
        raise SolutionFileError(f"expected {_KINDS[kind]}, got {shown}{hint}")
    preset_losses(game)
