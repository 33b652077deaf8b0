"""Solutions in files: the npz format of docs/solution-file.md, written whole or not at all."""

from __future__ import annotations

import json
import os

import numpy as np

from graphgame import archive
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.outcome import NEVER_ENDS, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import IO, Any, TypeAlias

    import numpy.typing as npt

    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which `Solution` takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], Play, AnyArray, AnyArray]

FORMAT = "graphgame solution"
VERSION = 1


def save(solution: Solution[Any], file: File) -> None:
    """Write a solution; see `Solution.save`."""
    graph = solution.game
    arrays: dict[str, npt.NDArray[Any]] = {
        "outcomes": solution.outcomes,
        "remoteness": solution.remoteness,
    }
    if graph._edges is not None:
        arrays["edges"] = read_only(graph._edges)
    else:
        arrays["option_ptr"], arrays["option_idx"] = graph.option_ptr, graph.option_idx
    if graph.presets is not None:
        arrays["presets"] = graph.presets
    if isinstance(graph.labels, CodeLabels):
        arrays["codes"] = graph.labels.array
    elif graph.labels is not None:
        arrays["labels"] = archive.text_array(_labels_to_json(graph.labels))
    header: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "play": str(solution.play),
        "n": graph.n,
        "arrays": sorted(arrays),  # so that a lost array is noticed
    }
    if solution.start is not None:
        header["start"] = graph.index(solution.start)
    arrays["header"] = archive.text_array(json.dumps(header))
    if isinstance(file, str | os.PathLike):
        with archive.replacing(file) as target:
            archive.write_arrays(target, arrays)
    else:
        archive.write_arrays(file, arrays)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `Solution.load`."""
    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return _load(opened, os.fspath(file))
    return _load(file, "the file")


def _load(file: IO[bytes], name: str) -> Parts:
    try:
        with archive.arrays_of(file, "solution") as arrays:
            return _parts(arrays)
    except SolutionFileError as error:
        raise SolutionFileError(f"{name}: {error}") from None
    except KeyError as error:
        raise SolutionFileError(f"{name}: expected a solution, {error.args[0]}") from None
    except archive.DAMAGE as error:
        raise SolutionFileError(f"{name}: not a solution, or a damaged one: {error}") from None


def _parts(arrays: Any) -> Parts:
    header = _from_json(arrays["header"])
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise SolutionFileError(f"expected the format {FORMAT!r}, got another")
    version = header.get("version")
    if version != VERSION:
        raise SolutionFileError(
            f"expected version {VERSION} of the format, got {version}"
            "; a later graphgame may read it"
        )
    if sorted(arrays.files) != sorted(["header", *header["arrays"]]):
        raise SolutionFileError(
            f"expected the arrays {header['arrays']}, got {sorted(arrays.files)}: a damaged file"
        )
    labels: Sequence[Hashable] | None = None
    if "labels" in arrays:
        labels = _labels_from_json(arrays["labels"])
    elif "codes" in arrays:
        labels = CodeLabels(codes(arrays["codes"], "codes"))
    if "edges" in arrays:
        graph = GameGraph.from_edges(arrays["edges"], header["n"], labels=labels)
    else:
        graph = GameGraph.from_csr(arrays["option_ptr"], arrays["option_idx"], labels=labels)
    if "presets" in arrays:
        graph = graph.with_presets(arrays["presets"])
    if graph.n != header["n"]:
        raise SolutionFileError(f"expected {header['n']} positions, got {graph.n}")
    if "start" in header:
        graph.start = _start(header["start"], graph)
    outcomes = _labelling(arrays, "outcomes", np.int8, -1, 1, graph.n)
    remoteness = _labelling(arrays, "remoteness", np.int32, NEVER_ENDS, graph.n - 1, graph.n)
    return graph, Play(header["play"]), outcomes, remoteness


def _start(index: object, graph: GameGraph[Any]) -> Hashable:
    if type(index) is not int or not 0 <= index < graph.n:
        raise SolutionFileError(f"start: expected an index from 0 to {graph.n - 1}, got {index!r}")
    start: Hashable = graph.position(index)
    return start


def _labelling(
    arrays: Any, name: str, dtype: Any, least: int, greatest: int, n: int
) -> npt.NDArray[Any]:
    array = arrays[name]
    if array.shape != (n,) or array.dtype != dtype:
        raise SolutionFileError(
            f"{name}: expected {n} values of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    if n and not least <= array.min() <= array.max() <= greatest:
        raise SolutionFileError(f"{name}: expected values from {least} to {greatest}")
    return np.ascontiguousarray(array)


# -- labels: JSON, with tuples as arrays, and tagged objects for what JSON does not have ----------


def _labels_to_json(labels: Sequence[Hashable]) -> str:
    def tagged(value: Any) -> Any:
        if isinstance(value, frozenset):
            return {"frozenset": sorted(value, key=repr)}
        if isinstance(value, bytes):
            return {"bytes": value.hex()}
        if isinstance(value, np.integer | np.floating | np.bool_ | np.str_):
            plain = value.item()
            if not isinstance(plain, np.generic):  # a long double stays what it is
                return plain
        raise GraphGameError(
            f"a file cannot keep the label {value!r} of type {type(value).__name__}: expected "
            "numbers, strings, bytes, None, tuples and frozensets"
        )

    try:
        return json.dumps(list(labels), default=tagged, separators=(",", ":"))
    except GraphGameError:
        raise
    except ValueError as error:  # an integer of more digits than Python turns into text
        raise GraphGameError(f"a file cannot keep the label … of type int: {error}") from None


def _labels_from_json(array: npt.NDArray[Any]) -> list[Hashable]:
    labels = _from_json(array)
    if not isinstance(labels, list):
        raise SolutionFileError(f"labels: expected a list, got {type(labels).__name__}")
    return list(map(_hashable, labels))


def _hashable(value: Any) -> Hashable:
    """Turn what JSON gave back into what was saved."""
    if isinstance(value, list):
        return tuple(map(_hashable, value))
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        if tag == "frozenset":
            return frozenset(map(_hashable, content))
        if tag == "bytes":
            return bytes.fromhex(content)
        raise SolutionFileError(f"labels: expected frozenset or bytes, got {tag!r}")
    return value  # type: ignore[no-any-return]


def _from_json(array: npt.NDArray[Any]) -> Any:
    if array.dtype != np.uint8:
        raise SolutionFileError(f"expected text as uint8, got {array.dtype.name}")
    return json.loads(array.tobytes().decode())
