"""Games in archives: what all files of solved games have in common.

An archive has the arrays of the game, those of the answer, and a header: JSON with the name and the
version of the format, the number of positions, and the names of all arrays.  See
docs/solution-file.md.
"""

from __future__ import annotations

import json
import os

import numpy as np

from graphgame import archive
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import IO, Any, TypeVar

    import numpy.typing as npt

    from graphgame.types import AnyArray, File

    Parts = TypeVar("Parts")


def save(
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
    arrays = dict(answer)
    if game._edges is not None:
        arrays["edges"] = read_only(game._edges)
    else:
        arrays["option_ptr"], arrays["option_idx"] = game.option_ptr, game.option_idx
    if game.presets is not None:
        arrays["presets"] = game.presets
    if isinstance(game.labels, CodeLabels):
        arrays["codes"] = game.labels.array
    elif game.labels is not None:
        arrays["labels"] = archive.text_array(_labels_to_json(game.labels))
    header: dict[str, object] = {
        "format": form,
        "version": version,
        **facts,
        "n": game.n,
        "arrays": sorted(arrays),  # so that a lost array is noticed
    }
    if game.start is not None:
        header["start"] = game.index(game.start)
    arrays["header"] = archive.text_array(json.dumps(header))
    if isinstance(file, str | os.PathLike):
        with archive.replacing(file) as target:
            archive.write_arrays(target, arrays)
    else:
        archive.write_arrays(file, arrays)


def load(
    file: File,
    what: str,
    form: str,
    version: int,
    parts: Callable[[Any, dict[str, Any], GameGraph[Any]], Parts],
) -> Parts:
    """Read a game, and what `parts` makes of the arrays, the header and the game.

    `what` names the content of the file in errors.
    """

    def read(opened: IO[bytes], name: str) -> Parts:
        try:
            with archive.arrays_of(opened, what) as arrays:
                header = _header(arrays, form, version)
                return parts(arrays, header, _game(arrays, header))
        except SolutionFileError as error:
            raise SolutionFileError(f"{name}: {error}") from None
        except KeyError as error:
            raise SolutionFileError(f"{name}: expected a {what}, {error.args[0]}") from None
        except archive.DAMAGE as error:
            raise SolutionFileError(f"{name}: not a {what}, or a damaged one: {error}") from None

    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return read(opened, os.fspath(file))
    return read(file, "the file")


def _header(arrays: Any, form: str, version: int) -> dict[str, Any]:
    header = _from_json(arrays["header"])
    if not isinstance(header, dict) or header.get("format") != form:
        raise SolutionFileError(f"expected the format {form!r}, got another")
    found = header.get("version")
    if found != version:
        raise SolutionFileError(
            f"expected version {version} of the format, got {found}; a later graphgame may read it"
        )
    if sorted(arrays.files) != sorted(["header", *header["arrays"]]):
        raise SolutionFileError(
            f"expected the arrays {header['arrays']}, got {sorted(arrays.files)}: a damaged file"
        )
    return header


def _game(arrays: Any, header: dict[str, Any]) -> GameGraph[Any]:
    labels: Sequence[Hashable] | None = None
    if "labels" in arrays:
        labels = _labels_from_json(arrays["labels"])
    elif "codes" in arrays:
        labels = CodeLabels(codes(arrays["codes"], "codes"))
    game: GameGraph[Any]
    if "edges" in arrays:
        game = GameGraph.from_edges(arrays["edges"], header["n"], labels=labels)
    else:
        game = GameGraph.from_csr(arrays["option_ptr"], arrays["option_idx"], labels=labels)
    if "presets" in arrays:
        game = game.with_presets(arrays["presets"])
    if game.n != header["n"]:
        raise SolutionFileError(f"expected {header['n']} positions, got {game.n}")
    if "start" in header:
        game.start = _start(header["start"], game)
    return game


def _start(index: object, graph: GameGraph[Any]) -> Hashable:
    if type(index) is not int or not 0 <= index < graph.n:
        raise SolutionFileError(f"start: expected an index from 0 to {graph.n - 1}, got {index!r}")
    start: Hashable = graph.position(index)
    return start


def labelling(
    arrays: Any, name: str, dtype: Any, least: int, greatest: int, n: int
) -> npt.NDArray[Any]:
    """Return an array of an archive that has one number for each position, in a range."""
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
