"""Graphs as arrays of an archive: what the files of solutions share."""

from __future__ import annotations

import json

import numpy as np

from graphgame import archive
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.graphs.presets import owner_array, preset_arrays
from graphgame.graphs.sum import Sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from graphgame.types import AnyArray


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
    if graph.owner is not None:
        arrays["owner"] = graph.owner
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


def read_graph(arrays: Any, n: Any) -> GameGraph[Any]:
    """Read the graph of n positions that an archive stores.

    Raises
    ------
    SolutionFileError
        If it has another number of positions.
    """
    labels = read_label_arrays(arrays)
    if "edges" in arrays:
        graph = GameGraph.from_edges(arrays["edges"], n, labels=labels, copy=False)
    else:
        rows = arrays["option_ptr"], arrays["option_idx"]
        graph = GameGraph.from_csr(*rows, labels=labels, copy=False)
    if "presets" in arrays:
        presets = arrays["presets"]
        if "preset_remoteness" in arrays:
            presets = presets, arrays["preset_remoteness"]
        presets, ends = preset_arrays(presets, graph, in_order=True)
        graph = graph._with(presets=presets, preset_remoteness=ends)
    # It is "movers" in solutions and scores up to version 2, and in version 1 of games with owners
    # and of parity games.
    for name in ("owner", "movers"):
        if name in arrays:
            graph = graph._with(owner=owner_array(arrays[name], graph, in_order=True))
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
