"""Values of sums in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import GraphGameError, SolutionFileError, VerificationError
from graphgame.graphs.files import label_arrays, read_label_arrays, read_labels
from graphgame.graphs.labels import numbering
from graphgame.graphs.sum import Sum
from graphgame.rules.sum_game import SumGame
from graphgame.rules.sum_rule import SumRule
from graphgame.values.sum_sources import FullSource, ReadSource, SearchSource, asked_rows
from graphgame.values.verify_sums import verify_searched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, File
    from graphgame.values.sum_values import SumValues

FORMAT = "graphgame sums"
VERSION = 1
_GREATEST = 2**31 - 1
# Components of a file that a rule is compared on.
_SAMPLES = 64


def save(values: SumValues[Any], file: File) -> None:
    """Write values; see `SumValues.save`."""
    source = values._source
    game = source.game
    header: dict[str, object] = {"n": len(source.values), "complete": game is not None}
    arrays: dict[str, AnyArray] = {"values": np.asarray(source.values)}
    labels: Any = source.positions
    if isinstance(source, FullSource):
        arrays["order"] = source.order
        full = source.game
        arrays |= {
            "option_ptr": full.option_ptr,
            "part_ptr": full.part_ptr,
            "part_idx": full.part_idx,
        }
        header["classes"] = full.is_represented
    arrays |= label_arrays(labels)
    if values.start is not None:
        header["is_sum"] = isinstance(values.start, Sum)
        start = list(values.start) if isinstance(values.start, Sum) else [values.start]
        arrays |= {f"start_{name}": array for name, array in label_arrays(start).items()}
    archive.save(file, FORMAT, VERSION, header, arrays)


def load(file: File, rule: Any, canonical: Any, weight: Any) -> tuple[Any, Any]:
    """Read a source of values, and the start; see `SumValues.load`."""
    source, start = archive.load(file, FORMAT, VERSION, _parts)
    for name, given in (("canonical", canonical), ("weight", weight)):
        if rule is None and given is not None:
            raise GraphGameError(f"{name}: expected rule= beside it, which it belongs to")
    if weight is not None and isinstance(source, FullSource):
        raise GraphGameError(
            "weight: expected none, which is for searches alone, as all components of the "
            "file have values"
        )
    if rule is None:
        return source, start
    asked = SumRule(rule, start if start is not None else [], canonical, weight, keeps=True)
    asked.learn_kinds(source.positions)
    if isinstance(source, FullSource):
        _restore(source, asked)
        return source, start
    search = SearchSource(asked, None, progress=False)
    names = np.array([asked.name(x) for x in source.positions], dtype=np.int64)
    _check_rule(asked, names, source.values)
    search.search.restore(names, source.values)
    return search, start


def _check_rule(asked: SumRule, names: AnyArray, values: AnyArray) -> None:
    """Refuse a rule from which some values of a search do not follow."""
    try:
        verify_searched(asked_rows(asked), names, values, asked.position, sample=_SAMPLES)
    except VerificationError as error:
        raise GraphGameError(
            "rule: expected the rule that the values were found with, but by this one component "
            f"{error.position!r} has another value than in the file, or it does not follow"
        ) from error


def _restore(source: FullSource, asked: SumRule) -> None:
    """Restore the rule of a game from a file; refuse one that has other options."""
    game = source.game
    game.rule = None
    represented = game.is_represented
    if asked.canonical is None and represented:
        raise GraphGameError(
            "canonical: expected the symmetry of these values, which are those of classes: "
            "SumValues.load(file, rule=…, canonical=…)"
        )
    game.rule = asked
    if not asked.is_compiled:
        for position in game.labels:
            asked.name(position)
    v = game.differing(asked, range(0, game.n, max(1, game.n // _SAMPLES)))
    if v is not None:
        raise GraphGameError(
            "rule: expected the rule that the values were found with, but component "
            f"{game.labels[v]!r} of the file has other options"
        )


def _parts(header: dict[str, Any], arrays: Any) -> tuple[Any, Any]:
    n = header["n"]
    labels: Any = read_label_arrays(arrays)
    if not isinstance(n, int) or labels is None or len(labels) != n:
        raise SolutionFileError(f"labels: expected {n}, one for each component")
    start: Any = None
    if "is_sum" in header:
        given = read_label_arrays(arrays, "start_")
        if given is None or (len(given) != 1 and not header["is_sum"]):
            raise SolutionFileError("start: expected one component, or a sum")
        start = Sum(*given) if header["is_sum"] else given[0]
    values = read_labels(arrays, "values", np.int32, 0, _GREATEST, n)
    if header["complete"] is not True:
        return ReadSource(labels, values), start
    order = read_labels(arrays, "order", np.int32, 0, n - 1, n)
    rows = _rows(arrays, n)
    game = SumGame(rows, labels, numbering(labels), start)
    game.is_represented = header["classes"] is True
    return FullSource(game, values, order), start


def _rows(arrays: Any, n: int) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Read the options of all components, and check that they are rows."""
    starts = _offsets(arrays["option_ptr"], n, "option_ptr")
    ptr = _offsets(arrays["part_ptr"], int(starts[-1]), "part_ptr")
    parts = read_labels(arrays, "part_idx", np.int32, 0, n - 1, int(ptr[-1]))
    return starts, ptr, parts


def _offsets(array: AnyArray, n: int, name: str) -> AnyArray:
    if array.dtype != np.int64 or array.shape != (n + 1,):
        raise SolutionFileError(f"{name}: expected {n + 1} offsets of int64")
    if array[0] != 0 or (np.diff(array) < 0).any():
        raise SolutionFileError(f"{name}: expected offsets that ascend from 0")
    return array
