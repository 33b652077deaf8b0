"""Functions that Numba compiles by itself (`@njit`), as compiled rules.

A function of a code that returns its options, and a function ``(code, options)`` that writes them
and returns how many there are, get a wrapper of the signature that kernels call.  Numba does not
check indices unless it is told to, so the functions are compiled once more with checks: one that
writes past the end of its array raises an error instead of spoiling memory.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from graphgame.errors import GraphGameError
from graphgame.rules.compiled.native import FAILED, Native
from graphgame.rules.compiled.signatures import MOVES, OPTIONS, Shape

# The room that a function which writes its options gets at first, and at most.
_ROOM, _MOST_ROOM = 1 << 16, 1 << 28
# What functions have become, by shape: to compile one takes a second.
_COMPILED: WeakKeyDictionary[Any, dict[Shape, Native | None]] = WeakKeyDictionary()


def compiled(function: Any, shape: Shape, what: str) -> Native | None:
    """Return a Numba function as a compiled one; None if it takes no single code.

    Parameters
    ----------
    function : numba dispatcher
    shape : Shape
        Of a function that returns options, those after a roll, or a number.
    what : str
        The argument, for messages.

    Raises
    ------
    GraphGameError
        If it returns neither options nor a number, or was compiled for other types.
    """
    known = _COMPILED.setdefault(function, {})
    if shape not in known:
        known[shape] = _compile(function, shape, what)
    return known[shape]


def _compile(function: Any, shape: Shape, what: str) -> Native | None:
    import numba

    if shape is MOVES:
        return _moving(function, what)
    count = function.py_func.__code__.co_argcount
    writes = count == 2 and shape is OPTIONS
    if count != 1 and not writes:
        expected = "one parameter, the code" + (", or two, (code, options)" * (shape is OPTIONS))
        raise GraphGameError(f"{what}: expected a Numba function of {expected}, got {count}")
    kinds = (numba.int64, numba.int64[::1]) if writes else (numba.int64,)
    _require_compiled_for(function, kinds, what)
    options = {**function.targetoptions, "nopython": True, "boundscheck": True}
    checked = numba.jit(**options)(function.py_func)
    try:
        checked.compile(kinds)
    except numba.core.errors.NumbaError as error:
        if not writes:
            return None  # it takes arrays, perhaps; who calls it with a code gets the error
        raise GraphGameError(f"{what}: Numba cannot compile it for a code: {error}") from None
    result = checked.overloads[kinds].signature.return_type
    if shape is not OPTIONS:
        return _number(checked, result, shape.none, what)
    return _writing(checked, result, what) if writes else _returning(checked, result, what)


def _moving(function: Any, what: str) -> Native:
    """Wrap a function of a state, a roll, and an array that it writes the options to."""
    import numba
    import numpy as np

    count = function.py_func.__code__.co_argcount
    if count != 3:
        raise GraphGameError(
            f"{what}: expected a Numba function of three parameters, (index, roll, options), got "
            f"{count}"
        )
    kinds = numba.int64, numba.int64, numba.int64[::1]
    _require_compiled_for(function, kinds, what)
    checked = numba.jit(**{**function.targetoptions, "nopython": True, "boundscheck": True})(
        function.py_func
    )
    try:
        checked.compile(kinds)
    except numba.core.errors.NumbaError as error:
        raise GraphGameError(
            f"{what}: Numba cannot compile it for an index, a roll and an array: {error}"
        ) from None
    result = checked.overloads[kinds].signature.return_type
    if not isinstance(result, numba.types.Integer):
        raise GraphGameError(
            f"{what}: expected a Numba function (index, roll, options) that returns how many "
            f"options it has written, got {result}"
        )

    def moves(index: Any, roll: Any, options: Any, room: Any, _: Any) -> Any:
        try:
            return checked(index, roll, numba.carray(options, (room,)))
        except Exception:  # noqa: BLE001 -- raised again where Python is
            return FAILED

    def failure(position: Any) -> int:
        return int(checked(*position, np.empty(_ROOM, dtype=np.int64)))

    called = numba.cfunc("int64(int64, int64, CPointer(int64), int64, voidptr)")(moves)
    return Native(called.address, 0, (called, checked), failure)


def _require_compiled_for(function: Any, kinds: tuple[Any, ...], what: str) -> None:
    """Refuse a function that its author has compiled for other types than these."""
    if function._can_compile:
        return
    for signature in function.nopython_signatures:
        if all(_takes(x, kind) for x, kind in zip(signature.args, kinds, strict=False)) and (
            len(signature.args) == len(kinds)
        ):
            return
    raise GraphGameError(
        f"{what}: expected a Numba function of ({', '.join(map(str, kinds))}), got one of "
        f"{', '.join(map(str, function.nopython_signatures))}"
    )


def _takes(given: Any, kind: Any) -> bool:
    """Return whether a parameter of Numba takes a type: itself, or an array of any layout."""
    if given == kind:
        return True
    return bool(
        getattr(given, "ndim", 0) == getattr(kind, "ndim", None) == 1
        and given.dtype == kind.dtype
        and given.layout in ("A", "C")
        and given.mutable
    )


def _is_code(kind: Any) -> bool:
    """Return whether a type of Numba is an integer that fits into int64."""
    import numba

    return isinstance(kind, numba.types.Integer) and (kind.signed or kind.bitwidth < 64)


def _number(function: Any, result: Any, missing: int, what: str) -> Native | None:
    """Wrap a function of a code that returns a number, or None for the number `missing`."""
    import numba
    from numba.typed.typedobjectutils import _nonoptional

    optional = isinstance(result, numba.types.Optional)
    inner = result.type if optional else result
    if isinstance(inner, numba.types.Array):
        return None  # numbers of many codes
    enum = isinstance(inner, numba.types.IntEnumMember)
    if not enum and not _is_code(inner) and inner != numba.types.none:
        raise GraphGameError(
            f"{what}: expected a Numba function that returns integers, got {result}"
        )
    if (optional or inner == numba.types.none) and not what.endswith(("presets", "scores")):
        raise GraphGameError(
            f"{what}: expected a Numba function that returns an integer for every code, got one "
            "that may return None"
        )

    # What brings each type of result to an int64: Numba compiles no branch for another type.
    value = numba.njit((lambda found: found.value) if enum else (lambda found: found))

    def plain(found: Any) -> Any:
        return value(found)

    def plain_or_none(found: Any) -> Any:
        return missing if found is None else value(_nonoptional(found))

    def none(_: Any) -> int:
        return missing

    brought = none if inner == numba.types.none else plain_or_none if optional else plain
    bring = numba.njit(brought)

    def number(code: Any, _: Any) -> Any:
        try:
            return bring(function(code))
        except Exception:  # noqa: BLE001 -- raised again where Python is
            return FAILED

    called = numba.cfunc("int64(int64, voidptr)")(number)
    return Native(called.address, 0, (called, function), function)


def _returning(function: Any, result: Any, what: str) -> Native | None:
    """Wrap a function of a code that returns its options."""
    import numba

    kind = getattr(result, "dtype", None)
    if isinstance(result, numba.types.BaseTuple):
        if any(isinstance(x, numba.types.Array) for x in result.types):
            return None  # sources and options of many codes
        kind = result.types[0] if isinstance(result, numba.types.UniTuple) else None
    rows = numba.types.Array, numba.types.List, numba.types.ListType, numba.types.UniTuple
    if not isinstance(result, rows) or not _is_code(kind) or getattr(result, "ndim", 1) != 1:
        raise GraphGameError(
            f"{what}: expected a Numba function that returns the options of a code, a list, tuple "
            f"or one-dimensional array of integers, got {result}"
        )

    def rule(code: Any, options: Any, room: Any, _: Any) -> Any:
        try:
            found = function(code)
            count = len(found)
            if count <= room:
                for k in range(count):
                    options[k] = found[k]
            return count
        except Exception:  # noqa: BLE001
            return FAILED

    called = numba.cfunc("int64(int64, CPointer(int64), int64, voidptr)")(rule)
    return Native(called.address, 0, (called, function), function)


def _writing(function: Any, result: Any, what: str) -> Native:
    """Wrap a function of a code, and of an array that it writes the options to."""
    import numba
    import numpy as np

    if not isinstance(result, numba.types.Integer):
        raise GraphGameError(
            f"{what}: expected a Numba function (code, options) that returns how many options it "
            f"has written, got {result}"
        )
    # What the function is given at least; grows when it was too little.
    least = np.array([_ROOM])

    def rule(code: Any, options: Any, room: Any, least: Any) -> Any:
        if room < least[0]:
            return least[0]  # as from a function that has so many options: it is called again
        try:
            return function(code, numba.carray(options, (room,)))
        except Exception:  # noqa: BLE001
            return FAILED

    def failure(code: int) -> int:
        """Find out whether there was too little room, and else raise what the function raises."""
        room = int(least[0])
        while True:
            room *= 16
            try:
                count = int(function(code, np.empty(room, dtype=np.int64)))
            except IndexError:
                if room >= _MOST_ROOM:
                    raise
            else:
                least[0] = room
                return count

    called = numba.cfunc("int64(int64, CPointer(int64), int64, CPointer(int64))")(rule)
    return Native(called.address, least.ctypes.data, (called, function, least), failure)
