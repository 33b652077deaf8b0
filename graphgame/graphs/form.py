"""`Form`: what a file of a solved game holds, declared once; one writer and one reader of all.

A form has a format, the versions that it reads, and parts: fields of the header, arrays, labels,
the graph of the game.  Parts are written in their order, and read in their order after the graph,
so that the shape and the range of each may depend on those before it.  A function among the parts
checks what was read before it.

Each room says in `FORMS`, in its `__init__`, which of its classes loads which format.  So the error
about a file of another room names what loads it, and no room knows the formats of others.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager

from graphgame import checks
from graphgame.arrays import Later
from graphgame.errors import SolutionFileError, shown_file, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import IO, Any, TypeAlias

    import numpy as np

    from graphgame.graphs import files
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, File

    # A number, or what says it from what was read before.
    Bound: TypeAlias = int | Callable[["Found"], int] | None
else:
    # A form is declared beside its class, which may be used without any file.
    np, files = Later("numpy"), Later("graphgame.graphs.files")

# Longer names of formats are not repeated in errors.
_LONGEST = 40
# The methods that show a solution, which an error names beside what loads it.
_SHOWING = ("to_html", "to_svg")


class Found:
    """What has been read of a file: ``found[name]`` is a part.

    Attributes
    ----------
    header : dict
    arrays : mapping of names to arrays
        Those of the file, not checked yet.
    parts : dict
        The parts that are checked, in the order in which they were read.
    """

    __slots__ = ("arrays", "header", "parts")

    def __init__(self, header: dict[str, Any], arrays: Any) -> None:
        self.header: dict[str, Any] = header
        self.arrays: Any = arrays
        self.parts: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self.parts[name]

    @property
    def game(self) -> GameGraph[Any]:
        """The graph of the game."""
        game: GameGraph[Any] = self.parts["game"]
        return game

    @property
    def n(self) -> int:
        """The number of positions."""
        n: int | None = self.parts.get("n")
        return self.game.n if n is None else n


def each(found: Found) -> tuple[int | None, ...]:
    """Return the shape of an array with a number for each position."""
    return (found.n,)


def any_length(found: Found) -> tuple[int | None, ...]:  # noqa: ARG001 -- as `each`
    """Return the shape of an array of any length."""
    return (None,)


def last(found: Found) -> int:
    """Return the greatest index of a position."""
    return found.n - 1


class Part:
    """A part of a form.

    Parameters
    ----------
    name : str
        How it is called in the file, and as an attribute of what is saved.
    when : callable, optional
        From what was read before to whether a file has this part, which is not written where it is
        None.

    Attributes
    ----------
    packed : bool
        Whether its arrays are compressed; see `graphs.packed`.
    """

    packed = False

    def __init__(self, name: str, when: Callable[[Found], bool] | None = None) -> None:
        self.name: str = name
        self.when: Callable[[Found], bool] | None = when

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add a value to what is written."""
        raise NotImplementedError

    def read(self, found: Found) -> Any:
        """Check the part of a file, and return it.

        Raises
        ------
        SolutionFileError
        """
        raise NotImplementedError

    def blocks(self, found: Found) -> Iterator[Any]:
        """Yield what `read` returns in blocks, while the file is open."""
        raise NotImplementedError


class Field(Part):
    """An entry of the header.

    Parameters
    ----------
    name, when
        As of `Part`.
    one_of : iterable, optional
        The values that it may have; a member of an enumeration is written as its word.
    check : callable, optional
        From the value and what was read before to the value; raises a `SolutionFileError`.
    """

    def __init__(
        self,
        name: str,
        one_of: Iterable[Any] = (),
        check: Callable[[Any, Found], Any] | None = None,
        when: Callable[[Found], bool] | None = None,
    ) -> None:
        super().__init__(name, when)
        self.one_of: list[Any] = [*one_of]
        self.check: Callable[[Any, Found], Any] | None = check

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the entry to the header."""
        del arrays
        header[self.name] = str(value) if isinstance(value, str) else value

    def read(self, found: Found) -> Any:
        """Check the entry, and return it."""
        value = found.header.get(self.name)
        if self.one_of:
            value = self._known(value)
        return value if self.check is None else self.check(value, found)

    def _known(self, value: Any) -> Any:
        for known in self.one_of:
            # JSON's true and 1.0 are equal to 1, and are another type.
            if known == value and type(value) is (str if isinstance(known, str) else type(known)):
                return known
        words = (repr(str(x) if isinstance(x, str) else x) for x in self.one_of)
        raise SolutionFileError(f"{self.name}: expected {' or '.join(words)}, got {value!r}")


class Numbers(Part):
    """An array of numbers.

    Parameters
    ----------
    name, when
        As of `Part`.
    dtype : str, tuple of str or callable
        The types that it may have in a file, or a function from the version to one.
    least, most : int or callable, optional
        The range of its numbers, which is not checked where there is no `least`.
    shape : callable
        From what was read before to the shape, with None for any length.
    as_type : str, optional
        What a solution has, where it is another type.
    """

    def __init__(
        self,
        name: str,
        dtype: str | tuple[str, ...] | Callable[[int], str],
        least: Bound = None,
        most: Bound = None,
        shape: Callable[[Found], tuple[int | None, ...]] = each,
        *,
        as_type: str | None = None,
        when: Callable[[Found], bool] | None = None,
    ) -> None:
        super().__init__(name, when)
        self.dtype: str | tuple[str, ...] | Callable[[int], str] = dtype
        self.shape: Callable[[Found], tuple[int | None, ...]] = shape
        self.as_type: str | None = as_type
        self.least: Bound = least
        self.most: Bound = most

    def _kinds(self, version: Any) -> list[np.dtype[Any]]:
        found = self.dtype(version) if callable(self.dtype) else self.dtype
        names = (found,) if isinstance(found, str) else found
        return [*map(np.dtype, names)]

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the array to what is written."""
        array, kinds = np.asarray(value), self._kinds(header["version"])
        if len(kinds) == 1:
            array = array.astype(kinds[0], copy=False)
        arrays[self.name] = array

    def read(self, found: Found) -> Any:
        """Check type, shape and range of the array, and return it."""
        array, kinds = found.arrays[self.name], self._kinds(found.header["version"])
        shape = self.shape(found)
        fits = len(shape) == array.ndim and all(
            wanted in (None, length) for wanted, length in zip(shape, array.shape, strict=True)
        )
        if not fits or array.dtype not in kinds:
            names = " or ".join(kind.name for kind in kinds)
            raise SolutionFileError(
                f"{self.name}: expected {_words(shape)} of {names}, got shape {array.shape} of "
                f"{array.dtype.name}"
            )
        least, most = (x(found) if callable(x) else x for x in (self.least, self.most))
        below = array.size and least is not None and array.min() < least
        if below or (array.size and most is not None and array.max() > most):
            bounds = f"{least} on" if most is None else f"{least} to {most}"
            raise SolutionFileError(f"{self.name}: expected values from {bounds}")
        array = np.ascontiguousarray(array)
        return array if self.as_type is None else array.astype(self.as_type, copy=False)


def _words(shape: tuple[int | None, ...]) -> str:
    """Return a shape in the words of errors."""
    if len(shape) == 1:
        return "values" if shape[0] is None else f"{shape[0]} values"
    return f"{len(shape)} dimensions" if None in shape else f"shape {shape}"


class Labels(Part):
    """Labels: codes as an array, others as JSON; `prefix` stands before the names of both.

    `read` returns None where the file has none.
    """

    def __init__(
        self, name: str, prefix: str = "", when: Callable[[Found], bool] | None = None
    ) -> None:
        super().__init__(name, when)
        self.prefix = prefix

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the labels to what is written."""
        del header
        found = files.label_arrays(value)
        arrays |= {f"{self.prefix}{name}": array for name, array in found.items()}

    def read(self, found: Found) -> Any:
        """Return the labels."""
        return files.read_label_arrays(found.arrays, self.prefix)


class Graph(Part):
    """The graph of the game, with presets, owners and labels.

    Parameters
    ----------
    start : bool
        Whether its start, and whether positions are classes of a symmetry, belong to the file.
    """

    def __init__(self, *, start: bool = True) -> None:
        super().__init__("game")
        self.start = start

    def write(self, value: Any, header: dict[str, object], arrays: dict[str, AnyArray]) -> None:
        """Add the graph to what is written."""
        header["n"] = value.n
        if self.start and value.start is not None:
            header["start"] = value._find(value.start)
        if self.start and value._symmetry is not None:
            header["classes"] = True
        arrays |= files.graph_arrays(value)

    def read(self, found: Found) -> Any:
        """Return the graph."""
        header = found.header
        if type(header.get("n")) is not int:
            raise SolutionFileError(f"n: expected an integer, got {header.get('n')!r}")
        game = files.read_graph(found.arrays, header["n"])
        if self.start and "start" in header:
            index = header["start"]
            if type(index) is not int or not 0 <= index < game.n:
                raise SolutionFileError(
                    f"start: expected an index from 0 to {game.n - 1}, got {index!r}"
                )
            game.start = game.position(index)
        if self.start and header.get("classes") is True:
            from graphgame.graphs.symmetry import Symmetry

            game._symmetry = Symmetry()
        return game


GRAPH = Graph()


class Form:
    """What files of one format hold.

    Parameters
    ----------
    name : str
        The format, as the header names it.
    version : int
        The greatest version; all from 1 on are read.
    *parts : Part or callable
        What is written, in order; functions check what was read before them.
    kind : str, optional
        The entry "kind" of the header, where one format has several.
    lists_arrays : bool
        Whether the header lists the arrays, so that a lost one is noticed.
    """

    def __init__(
        self,
        name: str,
        version: int,
        *parts: Part | Callable[[Found], None],
        kind: str | None = None,
        lists_arrays: bool = True,
    ) -> None:
        self.name: str = name
        self.version: int = version
        self.kind: str | None = kind
        self.lists_arrays: bool = lists_arrays
        self.parts: tuple[Part | Callable[[Found], None], ...] = parts

    def save(
        self, saved: object, file: File, *, version: int | None = None, **given: object
    ) -> None:
        """Write what a form says of an object; a path is replaced in one step.

        Parameters
        ----------
        saved : object
            Its attributes are the parts.
        file : path or binary file
        version : int, optional
            The least that has all of it; the greatest by default.
        **given
            Parts that are no attributes, or others than these.

        Raises
        ------
        GraphGameError
            If a label is of a type that a file cannot keep, or `file` is neither a path nor a
            binary file.
        OSError
            If the file cannot be written.
        """
        header: dict[str, object] = {
            "format": self.name, "version": self.version if version is None else version,
        }  # fmt: skip
        if self.kind is not None:
            header["kind"] = self.kind
        arrays: dict[str, AnyArray] = {}
        packed: set[str] = set()
        for part in self.parts:
            if isinstance(part, Part):
                value = given[part.name] if part.name in given else getattr(saved, part.name)
                before = set(arrays)
                if value is not None or part.when is None:
                    part.write(value, header, arrays)
                if part.packed:
                    packed |= arrays.keys() - before
        if self.lists_arrays:
            header["arrays"] = sorted(arrays)
        write(file, header, arrays, packed)

    def load(self, file: File, make: Callable[[Found], Any] | None = None) -> Any:
        """Read a file; return all its parts as a `Found`, or what `make` returns for it.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        GraphGameError
            If `file` is neither a path nor a binary file.
        OSError
            If the file cannot be read.
        """
        from graphgame import archive

        with (
            self._stream(file) as (stream, name),
            self._described(name),
            archive.open_archive(stream, f"{self.name} file") as arrays,
        ):
            found = self._read(arrays, ())
            return found if make is None else make(found)

    @contextmanager
    def opened(self, file: File, later: Collection[str]) -> Iterator[Found]:
        """Read a file as `load` does, but for the parts named in `later`.

        These are iterators of blocks, which are read while the file is open.

        Raises
        ------
        SolutionFileError, GraphGameError, OSError
            As of `load`; also from the iterators.
        """
        from graphgame import archive

        with self._stream(file) as (stream, name), ExitStack() as stack:
            with self._described(name):
                opening = archive.open_archive(stream, f"{self.name} file")
                arrays = stack.enter_context(opening)
                found = self._read(arrays, later)
            for part in {*later} & {*found.parts}:
                found.parts[part] = self._blocks(found.parts[part], name)
            yield found

    def _blocks(self, blocks: Iterator[Any], name: str) -> Iterator[Any]:
        with self._described(name):
            yield from blocks

    @contextmanager
    def _stream(self, file: File) -> Iterator[tuple[IO[bytes], str]]:
        """Open a path, or take a binary file; yield it, and what errors call it."""
        if not isinstance(file, str | os.PathLike):
            checks.binary_file(file, "read")
            yield file, shown_file(file)
            return
        try:
            opening = checks.open_regular(file)
        except IsADirectoryError:
            if not os.path.exists(os.path.join(file, "manifest.json")):
                raise
            raise SolutionFileError(
                f"{shown_path(file)}: expected a file, got the folder of a database, which "
                "gg.Database.open opens, or gg.ChanceDatabase.open"
            ) from None
        with opening as opened:
            yield opened, shown_file(file)

    @contextmanager
    def _described(self, name: str) -> Iterator[None]:
        """Raise a SolutionFileError for what reading a damaged file raises."""
        from graphgame import archive

        try:
            yield
        except SolutionFileError as error:
            raise SolutionFileError(f"{name}: {error}") from None
        except KeyError as error:
            raise SolutionFileError(
                f"{name}: expected a {self.name} file, {error.args[0]}"
            ) from None
        except archive.DAMAGE as error:
            raise SolutionFileError(
                f"{name}: not a {self.name} file, or a damaged one: {error}"
            ) from None

    def _read(self, arrays: Any, later: Collection[str]) -> Found:
        """Read the parts of an archive, those in `later` as blocks."""
        from graphgame import archive

        found = Found(self._header(arrays), arrays)
        if not any(isinstance(part, Part) and part.packed for part in self.parts):
            archive.refuse_compressed(arrays)
        # The graph first: what belongs to its positions is checked with it.
        for part in sorted(self.parts, key=lambda x: not isinstance(x, Graph)):
            if not isinstance(part, Part):
                part(found)
            elif part.when is None or part.when(found):
                reading = part.blocks if part.name in later else part.read
                found.parts[part.name] = reading(found)
        return found

    def _header(self, arrays: Any) -> dict[str, Any]:
        """Return the header of an archive of this format and version, with all of its arrays."""
        from graphgame import archive

        header = archive.read_json(arrays["header"])
        if not isinstance(header, dict) or header.get("format") != self.name:
            raise SolutionFileError(f"expected the format {self.name!r}, got {_described(header)}")
        found = header.get("version")
        if type(found) is not int or not 1 <= found <= self.version:
            raise SolutionFileError(
                f"expected version {self.version} of the format, got {found!r}"
                "; a later graphgame may read it"
            )
        if self.lists_arrays and sorted(arrays.files) != sorted(["header", *header["arrays"]]):
            raise SolutionFileError(
                f"expected the arrays {header['arrays']}, got {sorted(arrays.files)}: a damaged "
                "file"
            )
        if self.kind is not None and header.get("kind") != self.kind:
            own = loader({"format": self.name, "kind": self.kind})
            other = loader(header)
            got = f"{other.__name__}; {_reads(other)}" if other else repr(header.get("kind"))
            raise SolutionFileError(f"expected {own.__name__ if own else self.kind}, got {got}")
        return header


def write(
    file: File,
    header: dict[str, object],
    arrays: dict[str, AnyArray],
    packed: Collection[str] = (),
) -> None:
    """Write a header and arrays, those in `packed` compressed; a path is replaced in one step."""
    import json

    from graphgame import archive

    written = {**arrays, "header": archive.text_array(json.dumps(header))}
    with archive.writing(file) as target:
        archive.write_arrays(target, written, packed)


# -- what loads a file ------------------------------------------------------------------------


def loader(header: object) -> type[Any] | None:
    """Return the class that loads files with this header; None where no room names one."""
    from importlib import import_module
    from pkgutil import iter_modules

    name = header.get("format") if isinstance(header, dict) else None
    package = __name__.partition(".")[0]
    for room in iter_modules([os.path.dirname(os.path.dirname(__file__))]):
        if not room.ispkg or room.name.startswith("_"):
            continue
        forms = getattr(import_module(f"{package}.{room.name}"), "FORMS", {})
        place = forms.get(name) if isinstance(name, str) else None
        if isinstance(place, dict):
            kind = header.get("kind") if isinstance(header, dict) else None
            place = place.get(kind) if isinstance(kind, str) else None
        if place is not None:
            module, _, known = place.rpartition(".")
            found: type[Any] = getattr(import_module(f"{package}.{room.name}.{module}"), known)
            return found
    return None


def read_loader(file: str) -> type[Any] | None:
    """Return the class that loads a file; None if it names none, or cannot be read."""
    from graphgame import archive

    try:
        with checks.open_regular(file) as opened, archive.open_archive(opened, "file") as arrays:
            header = archive.read_json(arrays["header"])
    except (SolutionFileError, *archive.DAMAGE):
        return None
    return loader(header)


def _reads(found: type[Any]) -> str:
    return f"{found.__name__}.load reads it"


def _described(header: object) -> str:
    """Return the format of a file of another kind, and what reads and shows it."""
    name = header.get("format") if isinstance(header, dict) else None
    if not isinstance(name, str) or len(name) > _LONGEST:
        return "another"
    found = loader(header)
    if found is None:
        return repr(name)
    showing = [method for method in _SHOWING if hasattr(found, method)]
    shows = f", and its {' and '.join(showing)} show{'s' * (len(showing) == 1)} it"
    return f"{name!r}; {_reads(found)}{shows if showing else ''}"
