"""Graphs as arrays of an archive: what the files of solutions share."""

from __future__ import annotations

import json

import numpy as np

from graphgame import archive
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.graphs.presets import preset_arrays
from graphgame.graphs.sum import Sum
from graphgame.graphs.turns import mover_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import Any, TypeVar

    import numpy.typing as npt

    from graphgame.types import AnyArray, File

    T = TypeVar("T")


def graph_arrays(graph: GameGraph[Any]) -> dict[str, AnyArray]:
    """Return the arrays that a file stores for a graph, its presets and its labels.

    Raises
    ------
    GraphGameError
        If a label is of a type that a file cannot keep.
    """
    arrays: dict[str, AnyArray] = {}
    if graph._edges is not None:
        arrays["edges"] = read_only(graph._edges)
    else:
        arrays["option_ptr"], arrays["option_idx"] = graph.option_ptr, graph.option_idx
    if graph.presets is not None:
        arrays["presets"] = graph.presets
    if graph.preset_remoteness is not None:
        arrays["preset_remoteness"] = graph.preset_remoteness
    if graph.movers is not None:
        arrays["movers"] = graph.movers
    return arrays | label_arrays(graph.labels)


def label_arrays(labels: Sequence[Hashable] | None) -> dict[str, AnyArray]:
    """Return the array that a file stores for labels; none for None.

    Raises
    ------
    GraphGameError
        If a label is of a type that a file cannot keep.
    """
    if labels is None:
        return {}
    if isinstance(labels, CodeLabels):
        return {"codes": labels.array}
    return {"labels": archive.text_array(_labels_to_json(labels))}


def read_label_arrays(arrays: Any, prefix: str = "") -> Sequence[Hashable] | None:
    """Return the labels that a file stores; None if it has none."""
    if f"{prefix}labels" in arrays:
        return _labels_from_json(arrays[f"{prefix}labels"])
    if f"{prefix}codes" in arrays:
        return CodeLabels(codes(arrays[f"{prefix}codes"], "codes"))
    return None


def save_game(
    file: File,
    form: str,
    version: int,
    game: GameGraph[Any],
    answer: Mapping[str, AnyArray],
    **facts: object,
) -> None:
    """Write a game and an answer; a path is replaced in one step.

    Parameters
    ----------
    file : path or binary file
    form, version
        The name and the version of the format.
    game : GameGraph
    answer : dict of str to array
    **facts
        What else the header has.
    """
    header: dict[str, object] = {**facts, "n": game.n}
    if game.start is not None:
        header["start"] = game._find(game.start)
    if game._symmetry is not None:
        header["classes"] = True
    archive.save(file, form, version, header, {**answer, **graph_arrays(game)})


def load_game(
    file: File,
    form: str,
    version: int,
    parts: Callable[[dict[str, Any], Any, GameGraph[Any]], T],
) -> T:
    """Read a game; return `parts(header, arrays, game)`.

    Raises
    ------
    SolutionFileError
        If the file is damaged, is something else, or comes from a later version.
    OSError
        If the file cannot be read.
    """

    def read(header: dict[str, Any], arrays: Any) -> T:
        game = read_graph(arrays, header["n"])
        if "start" in header:
            game.start = _start(header["start"], game)
        if header.get("classes") is True:
            from graphgame.graphs.symmetry import Symmetry

            game._symmetry = Symmetry()
        return parts(header, arrays, game)

    return archive.load(file, form, version, read)


def _start(index: object, graph: GameGraph[Any]) -> Hashable:
    if type(index) is not int or not 0 <= index < graph.n:
        raise SolutionFileError(f"start: expected an index from 0 to {graph.n - 1}, got {index!r}")
    start: Hashable = graph.position(index)
    return start


def read_labels(
    arrays: Any, name: str, dtype: Any, least: int, greatest: int, n: int
) -> npt.NDArray[Any]:
    """Read an array of an archive that holds one number per position, and check its range."""
    array = arrays[name]
    if array.shape != (n,) or array.dtype != dtype:
        raise SolutionFileError(
            f"{name}: expected {n} values of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    if n and not least <= array.min() <= array.max() <= greatest:
        raise SolutionFileError(f"{name}: expected values from {least} to {greatest}")
    return np.ascontiguousarray(array)


def read_graph(arrays: Any, n: Any) -> GameGraph[Any]:
    """Read the graph of n positions that an archive stores.

    Raises
    ------
    SolutionFileError
        If it has another number of positions.
    """
    labels = read_label_arrays(arrays)
    if "edges" in arrays:
        graph = GameGraph.from_edges(arrays["edges"], n, labels=labels)
    else:
        graph = GameGraph.from_csr(arrays["option_ptr"], arrays["option_idx"], labels=labels)
    if "presets" in arrays:
        presets = arrays["presets"]
        if "preset_remoteness" in arrays:
            presets = presets, arrays["preset_remoteness"]
        presets, ends = preset_arrays(presets, graph, in_order=True)
        graph = graph._with(presets=presets, preset_remoteness=ends)
    if "movers" in arrays:
        graph = graph._with(movers=mover_array(arrays["movers"], graph, in_order=True))
    if graph.n != n:
        raise SolutionFileError(f"expected {n} positions, got {graph.n}")
    return graph


# -- labels: JSON, with tuples as arrays, and tagged objects for what JSON does not have ----------


def _labels_to_json(labels: Sequence[Hashable]) -> str:
    def tagged(value: Any) -> Any:
        if isinstance(value, frozenset):
            return {"frozenset": sorted(value, key=repr)}
        if isinstance(value, Sum):
            return {"sum": list(value)}
        if isinstance(value, bytes):
            return {"bytes": value.hex()}
        if isinstance(value, np.integer | np.floating | np.bool_ | np.str_):
            plain = value.item()
            if not isinstance(plain, np.generic):  # a long double stays what it is
                return plain
        raise GraphGameError(
            f"a file cannot keep the label {value!r} of type {type(value).__name__}: expected "
            "numbers, strings, bytes, None, tuples, frozensets and sums"
        )

    try:
        return json.dumps(list(labels), default=tagged, separators=(",", ":"))
    except GraphGameError:
        raise
    except ValueError as error:  # an integer of more digits than Python converts to text
        raise GraphGameError(f"a file cannot keep the label … of type int: {error}") from None


def _labels_from_json(array: AnyArray) -> list[Hashable]:
    labels = archive.read_json(array)
    if not isinstance(labels, list):
        raise SolutionFileError(f"labels: expected a list, got {type(labels).__name__}")
    return list(map(_hashable, labels))


def _hashable(value: Any) -> Hashable:
    """Restore a label from the JSON that stands for it in a file."""
    if isinstance(value, list):
        return tuple(map(_hashable, value))
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        if tag == "frozenset":
            return frozenset(map(_hashable, content))
        if tag == "bytes":
            return bytes.fromhex(content)
        if tag == "sum":
            return Sum(*map(_hashable, content))
        raise SolutionFileError(f"labels: expected frozenset, bytes or sum, got {tag!r}")
    return value  # type: ignore[no-any-return]
